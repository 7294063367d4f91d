#pragma once

#include <iosfwd>

#include "testbenches/program/plan_command/plan_request.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange.h"

namespace flitscope::tb {

// Both write message by message, so that the plan of a large network takes no more room than it has
// itself. `exchange`: of which it is the plan, or null.

/// A table of figures, then the messages of each step: the nodes on the path, each except the first
/// followed by the two bits of its router's action.
void print_plan(const topo::Topology& topology, const tl::Plan& plan, tl::CollectiveGoal goal,
                const NodeNaming& naming, const tl::Exchange* exchange, std::ostream& out);

/// {"algorithm", "source", "steps": [[{"from", "destinations": [], "path": [nodes], "actions":
/// ["10"]}]], "channels_used", "distinct_channels", "longest_path", "startups", "port_max"}. A
/// message that carries half of the data also has "part": "first_half" or "second_half"; one of an
/// exchange also has "blocks": [numbers] (exchange.h) and "combined".
void print_plan_json(const topo::Topology& topology, const tl::Plan& plan, tl::CollectiveGoal goal,
                     const NodeNaming& naming, const tl::Exchange* exchange, std::ostream& out);

}  // namespace flitscope::tb
