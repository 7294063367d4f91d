#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/reduction_unit.h"
#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tl {

/// The tree of an exchange with algorithm `tree`, as the combining units of a network use it
/// (docs/reductions.md).
class ReductionTree {
public:
    static constexpr std::uint32_t kNoMessage = UINT32_MAX;

    /// Throws std::logic_error unless every node except the root has exactly one message to send
    /// up.
    explicit ReductionTree(const Exchange& exchange);

    rtl::ReductionSetup setup(int entries) const;
    topo::NodeId nodes() const { return static_cast<topo::NodeId>(up_.size()); }
    topo::NodeId root() const { return root_; }
    bool returns() const { return returns_; }  ///< the result goes down again
    /// Number in the plan of the message to the parent; kNoMessage: the root.
    std::uint32_t up(topo::NodeId node) const { return up_[static_cast<std::size_t>(node)]; }
    /// ... of those to the children that bring the result.
    const std::vector<std::uint32_t>& down(topo::NodeId node) const {
        return down_[static_cast<std::size_t>(node)];
    }

    /// The node's operand of an operation; operands follow from the seed.
    rtl::Operand operand(std::uint64_t seed, topo::NodeId node, std::uint32_t length) const;
    /// All operands, combined without a tree.
    rtl::Operand result(std::uint64_t seed, std::uint32_t length) const;

private:
    topo::NodeId root_;
    bool returns_;
    Reduction operation_;
    std::vector<topo::NodeId> parents_;             ///< [node]
    std::vector<std::uint32_t> up_;                 ///< [node]
    std::vector<std::vector<std::uint32_t>> down_;  ///< [node]
};

}  // namespace flitscope::tl
