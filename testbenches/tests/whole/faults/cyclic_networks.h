#pragma once

#include <string>
#include <vector>

#include "testbenches/tests/support/draw.h"

namespace flitscope::tb {

/// The sections topology and routing of a network whose channel dependencies have cycles with one
/// VC per channel.
inline std::string draw_cyclic_network(Draw& draw) {
    const std::vector<std::string> networks = {
        "topology: {kind: ring, nodes: 9}\nrouting: {algorithm: dimension_order}\n",
        "topology: {kind: ring, nodes: 12}\nrouting: {algorithm: dimension_order}\n",
        "topology: {kind: torus, size: [6, 3]}\nrouting: {algorithm: dimension_order}\n",
        "topology: {kind: torus, size: [5, 5]}\nrouting: {algorithm: dimension_order}\n",
        "topology: {kind: hypercube, dimensions: 3}\nrouting: {algorithm: random_minimal}\n",
        "topology: {kind: hypercube, dimensions: 4}\nrouting: {algorithm: random_minimal}\n",
        "topology: {kind: mesh, size: [4, 4]}\nrouting: {algorithm: minimal_adaptive}\n"};
    return draw.word(networks);
}

}  // namespace flitscope::tb
