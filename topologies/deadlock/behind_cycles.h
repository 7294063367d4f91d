#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::topo {

/// Repeatedly removes vertices without incoming edges; true for the rest, which are on a cycle or
/// reachable from one. `for_each_successor(vertex, visit)` calls visit(target) for every edge out
/// of a vertex; it is called at most twice for each.
template <typename ForEachSuccessor>
std::vector<bool> behind_cycles(std::size_t vertices, ForEachSuccessor for_each_successor) {
    std::vector<std::int32_t> incoming(vertices, 0);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        for_each_successor(vertex, [&](std::size_t target) { ++incoming[target]; });
    }
    std::vector<std::size_t> open;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        if (incoming[vertex] == 0) {
            open.push_back(vertex);
        }
    }
    std::vector<bool> stays(vertices, true);
    while (!open.empty()) {
        const std::size_t vertex = open.back();
        open.pop_back();
        stays[vertex] = false;
        for_each_successor(vertex, [&](std::size_t target) {
            if (--incoming[target] == 0) {
                open.push_back(target);
            }
        });
    }
    return stays;
}

}  // namespace flitscope::topo
