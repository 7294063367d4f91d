#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::topo {

/// Takes away, again and again, vertices into which no edge leads; true for those that stay: they
/// are on a cycle or behind one. `for_each_successor(vertex, visit)` calls visit(target) for every
/// edge out of a vertex; it is asked twice for each at most.
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
