#pragma once

#include <functional>
#include <string>

#include "testbenches/tests/tlm/collectives/plan_checks.h"
#include "topologies/mesh.h"

namespace flitscope::tl {

/// The plan from every source of a network.
void for_each_source(const topo::Topology& topology, const std::string& algorithm,
                     const std::function<void(const Plan& plan)>& check);

/// The meshes of two dimensions of least..most nodes each.
void for_each_flat_mesh(int least, int most, const std::function<void(const topo::Mesh&)>& check);

/// Time of a schedule at zero load in us, with a start-up of 0.75 us per step and 0.0033 us per
/// flit and channel, for messages of `flits` (Al-Dubai, Ould-Khaoua and Mackenzie, section 5).
double zero_load_time(const topo::Topology& topology, const Plan& plan, int flits);

/// The refusal of a plan from node 0.
std::string refusal(const topo::Topology& topology, const std::string& algorithm);

}  // namespace flitscope::tl
