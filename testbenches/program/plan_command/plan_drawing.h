#pragma once

#include <string>

#include "testbenches/program/plan_command/plan_request.h"

namespace flitscope::tb {

/// An SVG picture of a plan: the network once per step, with the ways of the messages of that step
/// as arrows. Black: the source; grey: nodes that have the data before the step; coloured: those
/// that get a copy in it. `networks`: instead the network twice, with the channels to higher
/// numbers of nodes, as `naming` has them, and with those to lower ones. Throws OptionError
/// ("--svg") for more than 1024 nodes.
std::string draw_plan(const topo::Topology& topology, const tl::Plan& plan,
                      const NodeNaming& naming, bool networks = false);

}  // namespace flitscope::tb
