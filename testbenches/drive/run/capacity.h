#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "rtl_models/router/router_parameters.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The load at which the busiest channel of a network carries a flit in every cycle. No router
/// carries more; real ones carry less.
struct Capacity {
    double load = 0;         ///< flits/cycle of a node that generates, as `traffic.load` counts
    std::string link_class;  ///< of that channel: a link class, "injection" or "ejection"
    topo::NodeId node = 0;   ///< whose channel or port it is
    topo::NodeId to = topo::kNoNode;  ///< where the channel leads; of a port none

    /// {"load", "class", "from", "to"}, or {"load", "class", "node"} for a port.
    nlohmann::ordered_json to_json() const;
};

/// None if it is not known in advance: messages have a choice of paths, the pattern has no
/// destination probabilities, some messages are parts of operations or come from a trace, or the
/// network has too many pairs (more than 2^20).
///
/// Source: the path of every pair is followed, and its share of the node's messages is added to
/// every channel on it (Dally and Towles, *Principles and Practices of Interconnection Networks*,
/// 3.3).
std::optional<Capacity> capacity_of(const TrafficConfig& traffic,
                                    const rtl::NetworkDescription& network);

/// Flits per generating node and cycle in the configuration.
double configured_load(const TrafficConfig& traffic);

}  // namespace flitscope::tb
