#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/reduction_unit.h"
#include "rtl_models/router/router_parameters.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "tlm/collectives/exchange/exchange.h"
#include "topologies/topology.h"

// The requirements of a run's operations on its network.

namespace flitscope::tb {

/// A shared pointer to a routing function that another object owns.
inline std::shared_ptr<const topo::RoutingFunction> borrowed(const topo::RoutingFunction& routing) {
    return {std::shared_ptr<const topo::RoutingFunction>(), &routing};
}

/// Whether some broadcasts consist of messages with headers.
bool broadcasts_with_headers(const TrafficConfig& traffic);
/// Some multicasts are. Those of `separate` are unicasts where `unicast` looks at more than headers
/// may: at more than the node and the destination; and where not every router has one node.
bool multicasts_with_headers(const TrafficConfig& traffic, const topo::Topology& topology,
                             const topo::RoutingFunction& unicast);

constexpr int kMostLegs = 2;  ///< of a coded path
/// Addresses of the longest header; 0: no message has one.
int longest_header(const TrafficConfig& traffic, const topo::Topology& topology,
                   const topo::RoutingFunction& unicast);

/// The plan of all collectives of a run. Throws OptionError as tl::make_exchange.
tl::Exchange exchange_of(const TrafficConfig& traffic, const rtl::RouterParameters& router,
                         const topo::Topology& topology,
                         const std::shared_ptr<const topo::RoutingFunction>& unicast);

/// The combining units of collectives; null: there are none. Throws as exchange_of.
std::shared_ptr<const rtl::ReductionSetup> combining_units(
    const TrafficConfig& traffic, const rtl::RouterParameters& router,
    const topo::Topology& topology, const std::shared_ptr<const topo::RoutingFunction>& unicast);

/// Flits of the longest message of collectives; 0: there are none. Throws as exchange_of.
std::int64_t longest_of_collectives(const TrafficConfig& traffic,
                                    const rtl::RouterParameters& router,
                                    const topo::Topology& topology,
                                    const topo::RoutingFunction& unicast);
/// Flits of the longest message outside collectives, and the key that sets them.
struct LongestMessage {
    std::int64_t flits = 1;
    const char* key = "traffic.length";
};
LongestMessage longest_message(const TrafficConfig& traffic);

/// Flits that the messages of one kind have before that is done to them: the shortest and longest.
struct LengthRange {
    std::int64_t shortest = 1;
    std::int64_t longest = 1;
};
LengthRange operand_lengths(const TrafficConfig& traffic, OperationKind kind);

/// The routing functions that headers follow, of those kinds that have some; the network's are all
/// of them in this order. Throws OptionError ("algorithm") for an algorithm that is not
/// defined for the topology.
using HeaderRoutings = ByOperation<std::vector<std::shared_ptr<const topo::RoutingFunction>>>;
HeaderRoutings header_routings(const TrafficConfig& traffic, const topo::Topology& topology,
                               const std::shared_ptr<const topo::RoutingFunction>& unicast);

/// Every message of the run has a header, so there are no unicasts.
bool only_headers(const TrafficConfig& traffic, const HeaderRoutings& routings);

/// The fewest VCs with which messages that must not wait for each other share none: of links, and
/// of ejection ports (docs/headers_and_branches.md).
struct HeaderVcs {
    int network = 0;
    int ejection = 0;
};
HeaderVcs vcs_for_headers(const TrafficConfig& traffic, const rtl::RouterParameters& router,
                          const topo::RoutingFunction& unicast, const HeaderRoutings& routings);

}  // namespace flitscope::tb
