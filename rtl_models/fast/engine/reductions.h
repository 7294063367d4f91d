#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/reduction_port.h"

namespace flitscope::tl {

/// The combining units of all nodes, message by message: their work does not depend on when the
/// flits of an operand before its tail arrive (docs/reductions.md).
class Reductions final : public rtl::ReductionPort {
public:
    /// Throws std::invalid_argument for a setup with another number of nodes.
    Reductions(const rtl::NetworkDescription& description, const rtl::Cycle& now);

    void contribute(topo::NodeId node, int entry, const rtl::Operand& own) override;
    void carry(const rtl::Message& message, int entry, const rtl::Operand& elements) override;

    /// Edge at which the next result is handed over; rtl::kNever: none.
    rtl::Cycle next_edge() const { return complete_.empty() ? rtl::kNever : complete_edge_ + 1; }
    /// Called at the present edge in this order: complete entries are emptied; messages arrive; the
    /// content of the entries is reported. The last returns whether there was any.
    void hand_over();
    void delivered(const rtl::Delivery& delivery);
    bool report(rtl::NetworkClient& client);

private:
    struct Carried {
        int entry;
        rtl::Operand elements;
    };
    void take(topo::NodeId node, int entry, const rtl::Operand& elements);

    std::shared_ptr<const rtl::ReductionSetup> setup_;
    const rtl::Cycle* now_;
    std::vector<rtl::ReductionUnit> units_;                ///< [node]
    std::unordered_map<rtl::MessageId, Carried> carried_;  ///< by messages under way
    std::vector<std::pair<topo::NodeId, int>> complete_;   ///< entries, at complete_edge_
    rtl::Cycle complete_edge_ = 0;
    std::vector<rtl::ReductionResult> results_;  ///< of the present edge
};

}  // namespace flitscope::tl
