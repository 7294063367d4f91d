#pragma once

#include <cstdint>

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

struct PlanMetrics {
    std::int64_t channels_used = 0;      ///< hops of all messages
    std::int64_t distinct_channels = 0;  ///< channels that any of them crosses
    std::int64_t longest_path = 0;       ///< hops of the message that makes most
    /// Sequential start-ups. For a broadcast its steps, because all messages of a node in a step
    /// start together; for other plans the messages.
    std::int64_t startups = 0;
    /// Most messages that one node sends over one of its ports in one step; above 1 they wait for
    /// each other.
    std::int64_t port_max = 0;
};

/// Follows the paths of all messages.
PlanMetrics measure_plan(const topo::Topology& topology, const Plan& plan, CollectiveGoal goal);

}  // namespace flitscope::tl
