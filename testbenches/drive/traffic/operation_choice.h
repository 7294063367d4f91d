#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/traffic_config.h"

namespace flitscope::tb {

/// Decides which messages of a source are operations: those of a trace, or each with the
/// probability of its kind, independently of all others. Multicasts go to `destinations` nodes, all
/// sets equally likely, or to the set that is given.
class OperationChoice {
public:
    struct Chosen {
        std::optional<OperationKind> kind;         ///< none: the message goes its way
        bool left_out = false;                     ///< its node begins none of this kind
        std::vector<topo::NodeId> destinations{};  ///< of a multicast, ascending
    };

    OperationChoice(const TrafficConfig& traffic, topo::NodeId nodes, std::uint64_t seed);

    /// `line`: of the trace; null: the message was drawn. Every call gives the same answer.
    Chosen of(const rtl::Message& place, const TraceRow* line);

private:
    std::vector<topo::NodeId> draw_destinations(const rtl::Message& place);

    std::optional<topo::NodeId> broadcast_root_;
    MulticastConfig multicast_;
    topo::NodeId collective_root_;
    ByOperation<std::uint64_t> below_;  ///< thresholds of the same draw, ascending
    RandomNumbers kind_random_, set_random_;
    std::vector<bool> taken_;  ///< [node] scratch
};

}  // namespace flitscope::tb
