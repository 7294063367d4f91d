#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <string>

#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// std::mt19937_64 is the same everywhere, the standard distributions are not.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}

    int number(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int in) { return number(1, in) == 1; }
    template <typename T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + number(0, static_cast<int>(values.size()) - 1));
    }

private:
    std::mt19937_64 random_;
};

/// A small topology with a routing that fits it.
struct DrawnNetwork {
    std::string name;
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
};

/// A hypercube or a mesh.
DrawnNetwork draw_cube_or_mesh(Draw& draw);
/// Any topology with any routing of the list that fits it.
DrawnNetwork draw_other_network(Draw& draw);

}  // namespace flitscope::tb
