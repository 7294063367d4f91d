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
    const std::vector<Options::Value> clusters = {
        mesh_of({3, 2}),
        cube_of(2),
        ring_of(5),
        inner("torus", {{"size", std::vector<std::int64_t>{3, 3}}}),
        inner("hypertree", {{"levels", std::int64_t{3}}}),
        inner("concentrated_mesh",
              {{"size", std::vector<std::int64_t>{2, 2}}, {"concentration", std::int64_t{3}}}),
        inner("concentrated_mesh", {{"size", std::vector<std::int64_t>{8, 3}},
                                    {"concentration", std::int64_t{2}},
                                    {"express", std::string("true")}}),
        inner("flattened_butterfly", {{"radix", std::int64_t{3}},
                                      {"dimensions", std::int64_t{2}},
                                      {"concentration", std::int64_t{1}}}),
        inner("fat_tree", {{"radix", std::int64_t{2}}, {"levels", std::int64_t{3}}}),
        inner("dragonfly", {{"routers_per_group", std::int64_t{2}},
                            {"global_links", std::int64_t{1}},
                            {"nodes_per_router", std::int64_t{1}}}),
        inner("hierarchical", {{"cluster", ring_of(3)}, {"top", cube_of(1)}})};
    const std::vector<Options::Value> tops = {
        ring_of(4),
        mesh_of({3, 2}),
        cube_of(2),
        inner("torus", {{"size", std::vector<std::int64_t>{3, 3}}}),
        inner("complete", {{"nodes", std::int64_t{3}}}),
        inner("chordal_ring", {{"nodes", std::int64_t{8}}, {"chord", std::int64_t{3}}}),
        inner("hierarchical", {{"cluster", ring_of(3)}, {"top", cube_of(1)}})};
    const std::vector<Options::Value> interfaces = {std::string("first"), std::string("all"),
                                                    std::vector<std::int64_t>{3, 1}};
    std::vector<std::unique_ptr<Topology>> all;
    for (const Options::Value& cluster : clusters) {
        for (const Options::Value& top : tops) {
            for (const Options::Value& interface : interfaces) {
                all.push_back(composed(cluster, top, interface));
            }
        }
    }
    return all;
}

}  // namespace flitscope::topo
