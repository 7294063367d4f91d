#pragma once

#include <vector>

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast by extended dominating nodes on square meshes with sides of a power of two, 2^k: k + 1
/// steps from every source, with XY unicasts and all ports, no channel used twice in a step.
///
/// A reconstruction with the number of steps that Al-Dubai, Ould-Khaoua and Mackenzie cite. A block
/// of level i is a square of 2^i x 2^i nodes with a leader. Two steps bring the message from the
/// source to the leaders of the four blocks of level k-1, then each leader of level i informs three
/// leaders of level i-1, which may lie in other blocks, each over a port of its own.
CollectiveEntry edn_entry();

/// A place on a square mesh.
struct SquarePlace {
    int x;
    int y;
    friend bool operator==(const SquarePlace& a, const SquarePlace& b) {
        return a.x == b.x && a.y == b.y;
    }
};
struct SquareSend {
    SquarePlace from;
    SquarePlace to;
};

/// What is sent in each step on 2^k x 2^k nodes; none for k = 0.
std::vector<std::vector<SquareSend>> edn_steps(int k, SquarePlace source);

}  // namespace flitscope::tl
