#pragma once

#include <vector>

namespace flitscope::tl {

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

/// What algorithm `edn` sends in each step on 2^k x 2^k nodes; none for k = 0.
std::vector<std::vector<SquareSend>> edn_steps(int k, SquarePlace source);

}  // namespace flitscope::tl
