#pragma once

#include <string>
#include <vector>

#include "topologies/registry.h"

namespace flitscope::topo {

/// A network inside another one, as an option.
inline Options::Value inner(const std::string& kind, const Options& options) {
    return std::make_shared<const PartConfig>(PartConfig{kind, options});
}
inline Options::Value mesh_of(std::vector<std::int64_t> size) {
    return inner("mesh", {{"size", std::move(size)}});
}
inline Options::Value cube_of(std::int64_t dimensions) {
    return inner("hypercube", {{"dimensions", dimensions}});
}
inline Options::Value ring_of(std::int64_t nodes) { return inner("ring", {{"nodes", nodes}}); }

inline std::unique_ptr<Topology> composed(Options::Value cluster, Options::Value top,
                                          Options::Value interface) {
    return make_topology("hierarchical", {{"cluster", std::move(cluster)},
                                          {"top", std::move(top)},
                                          {"interface", std::move(interface)}});
}

/// Compositions of all kinds: clusters and tops with and without symmetry, with several nodes at a
/// router, and hierarchies themselves.
inline std::vector<std::unique_ptr<Topology>> compositions() {
    using Sizes = std::vector<std::int64_t>;
    const auto number = [](std::int64_t value) { return Options::Value(value); };
    const auto triangles = inner("hierarchical", {{"cluster", ring_of(3)}, {"top", cube_of(1)}});
    const auto dragonfly = inner("dragonfly", {{"routers_per_group", number(2)},
                                               {"global_links", number(1)},
                                               {"nodes_per_router", number(1)}});
    const auto concentrated = [&](const Sizes& size, const char* express) {
        return inner(
            "concentrated_mesh",
            {{"size", size}, {"concentration", number(3)}, {"express", std::string(express)}});
    };
    const std::pair<Options::Value, Options::Value> parts[] = {
        {mesh_of({3, 2}), ring_of(4)},
        {mesh_of({2, 2}), mesh_of({3, 2})},
        {cube_of(2), mesh_of({3, 2})},
        {cube_of(2), cube_of(2)},
        {ring_of(5), inner("torus", {{"size", Sizes{3, 3}}})},
        {ring_of(5), inner("complete", {{"nodes", number(3)}})},
        {inner("torus", {{"size", Sizes{3, 3}}}), ring_of(4)},
        {inner("hypertree", {{"levels", number(3)}}),
         inner("chordal_ring", {{"nodes", number(8)}, {"chord", number(3)}})},
        {concentrated({2, 2}, "false"), ring_of(5)},
        {concentrated({8, 3}, "true"), ring_of(3)},
        {inner("flattened_butterfly",
               {{"radix", number(3)}, {"dimensions", number(2)}, {"concentration", number(1)}}),
         mesh_of({3, 2})},
        {inner("fat_tree", {{"radix", number(2)}, {"levels", number(3)}}), ring_of(4)},
        {dragonfly, cube_of(2)},
        {mesh_of({2, 2}), dragonfly},
        {triangles, triangles}};
    std::vector<std::unique_ptr<Topology>> all;
    for (const auto& [cluster, top] : parts) {
        for (const Options::Value& interface :
             {Options::Value(std::string("first")), Options::Value(std::string("all")),
              Options::Value(Sizes{3, 1})}) {
            all.push_back(composed(cluster, top, interface));
        }
    }
    return all;
}

}  // namespace flitscope::topo
