#pragma once

#include <vector>

#include "rtl_models/router/contract/fault_port.h"
#include "testbenches/drive/measurement/fault_schedule.h"
#include "topologies/routing/live_routing.h"

namespace flitscope::tb {

/// Faults of a run (docs/recovery_and_faults.md, section 2): changes what is alive, and selects the
/// messages that are lost.
class NetworkFaults {
public:
    /// Of a network with NetworkDescription::live, which outlives it.
    NetworkFaults(const std::vector<FaultConfig>& faults,
                  const rtl::NetworkDescription& description)
        : live_(description.live), seed_(description.seed), schedule_(faults, description.seed) {}

    /// First edge after `edge` at which at_edge must be called. While an element is dead, a head
    /// may be stranded at any edge.
    rtl::Cycle next_edge(rtl::Cycle edge, bool messages_under_way) const {
        return messages_under_way && !live_->graph().all_alive() ? edge + 1 : schedule_.next_edge();
    }

    struct Loss {
        rtl::Message message;
        bool unreachable = false;  ///< no way leads on; else it was hit
    };
    /// Call it before messages join. Returns the messages to purge, ascending.
    std::vector<Loss> at_edge(rtl::Cycle edge, rtl::Network& network);
    /// Whether a message that joins now has a route out of its source, and its destination is
    /// alive.
    bool leads_on(const rtl::Message& message) const;

    std::int64_t failures() const { return failures_; }

private:
    void hit(const topo::FaultElement& element, const rtl::FaultPort& network,
             std::vector<Loss>& losses) const;

    topo::LiveRouting* live_;
    std::uint64_t seed_;
    FaultSchedule schedule_;
    std::int64_t failures_ = 0;
};

}  // namespace flitscope::tb
