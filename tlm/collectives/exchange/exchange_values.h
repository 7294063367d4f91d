#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tl {

/// What a node has in a block at the beginning.
std::uint64_t operand_of(std::uint64_t seed, topo::NodeId node, std::uint32_t block);

/// The operands of an exchange, carried along beside the network: a number of 64 bits for each
/// block. Says in the end whether every node has what it should.
///
/// A message carries what its sender has at the beginning of the step, so that nothing goes on
/// before it has come, and nothing that came early gets into an earlier step.
class ExchangeValues {
public:
    /// Keeps a pointer. Operands follow from the seed.
    ExchangeValues(const Exchange& exchange, std::uint64_t seed);

    /// What a node sends in a step leaves it.
    void sent(const PlanOrder::Sends& sends);
    /// A message of the plan has come.
    void received(std::uint32_t message) { come_[message] = true; }
    /// When all have come: nodes that have something else than they should. Once.
    std::int64_t wrong_results();

    /// What node has at the beginning in a block; `block` of all_to_all: that for node `block`.
    std::uint64_t operand(topo::NodeId node, std::uint32_t block) const;

private:
    using Values = std::vector<std::uint64_t>;  ///< by block of a message
    void take(std::size_t member, std::uint32_t receipts);
    bool is_right(std::size_t member, const Values& results);
    bool has(std::size_t member, std::uint32_t block, std::uint64_t value) const;
    Values reduced() const;

    const Exchange* exchange_;
    std::uint64_t seed_;
    Reduction operation_;
    std::vector<std::unordered_map<std::uint32_t, std::uint64_t>> have_;  ///< [member][block]
    std::vector<std::uint32_t> taken_;  ///< [member] of its receipts, in their order
    std::vector<Values> carried_;       ///< [message] after it was sent
    std::vector<bool> come_;            ///< [message]
    std::vector<bool> lacked_;          ///< [member] it was to use what it did not have
};

}  // namespace flitscope::tl
