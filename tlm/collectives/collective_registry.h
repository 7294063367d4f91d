#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/options.h"
#include "tlm/collectives/plan.h"

namespace flitscope::tl {

enum class CollectiveGoal {
    broadcast,  ///< to all other nodes
    multicast,  ///< to a set of nodes
    both
};

enum class CollectiveMessages {
    headers,  ///< of several addresses or legs: the network must have headers
    unicasts  ///< each to one node, so that any network will do
};

/// A broadcast or multicast to plan.
struct PlanRequest {
    topo::NodeId source = 0;
    std::vector<topo::NodeId> destinations{};  ///< of a multicast; empty: a broadcast
    int base = 0;  ///< 0..dimensions-1: first dimension of a spanning binomial tree
    bool one_port =
        false;  ///< a node sends at most one message in a step, if the algorithm has the choice
};

/// An entry of the list of algorithms.
struct CollectiveEntry {
    std::string algorithm;
    /// Writes the plan. `unicast`: the routing of messages to one node if the algorithm does not
    /// define it. Throws OptionError ("algorithm") for a network for which it is not defined.
    std::function<void(const topo::Topology& topology,
                       const std::shared_ptr<const topo::RoutingFunction>& unicast,
                       const PlanRequest& request, PlanBuilder& plan)>
        write;
    /// The routing functions of an algorithm whose plans follow several, as write() numbers them.
    /// Null: all plans follow one.
    std::function<std::vector<std::shared_ptr<const topo::RoutingFunction>>(
        const topo::Topology& topology)>
        routings = nullptr;
    bool has_base = false;       ///< it looks at PlanRequest::base
    bool has_port_rule = false;  ///< it looks at PlanRequest::one_port
    bool sends_parts = false;    ///< some of its messages carry a part of the data
    // Set by the list.
    CollectiveGoal goal = CollectiveGoal::both;
    CollectiveMessages messages = CollectiveMessages::headers;
};

#define FLITSCOPE_LISTED(name, file, goal, messages) CollectiveEntry name##_entry();
#include "tlm/collectives/collectives.def"
#undef FLITSCOPE_LISTED

const std::vector<CollectiveEntry>& collectives();  ///< in the order of collectives.def
/// Throws OptionError ("algorithm"), which lists the names, for an unknown one.
const CollectiveEntry& find_collective(const std::string& algorithm);

/// The routing functions that the plans of an algorithm follow, by Plan::routing_number. They may
/// outlive everything except the topology. Throws OptionError as make_plan does.
std::vector<std::shared_ptr<const topo::RoutingFunction>> collective_routings(
    const CollectiveEntry& entry, const topo::Topology& topology,
    const std::shared_ptr<const topo::RoutingFunction>& unicast);

/// The plan of an algorithm; fields of the request that the algorithm does not use are ignored.
/// Keeps pointers to the topology. Throws OptionError: "algorithm" where the algorithm is not
/// defined for the topology; "destinations" where a multicast has none or a broadcast has some, for
/// one that is named twice, is the source, or is no node; "source", "base" for one out of range.
Plan make_plan(const CollectiveEntry& entry, const topo::Topology& topology,
               const std::shared_ptr<const topo::RoutingFunction>& unicast,
               const PlanRequest& request);

}  // namespace flitscope::tl
