#include "testbenches/tests/whole/drawn_network.h"

#include <algorithm>
#include <vector>

#include "topologies/mesh.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// Any minimal direction in a mesh, by load: exercises the choices that no registered routing
/// makes. Deadlocks where it likes; so does every level, in the same cycle.
class AdaptiveMesh final : public topo::RoutingFunction {
public:
    AdaptiveMesh(const topo::Mesh& mesh, topo::RouteSelection selection, int classes)
        : mesh_(&mesh), selection_(selection), classes_(classes) {}

    std::string algorithm() const override { return "adaptive_mesh"; }
    void candidates(const topo::RouteQuery& query,
                    std::vector<topo::RouteCandidate>& out) const override {
        for (int d = 0; d < mesh_->dimensions(); ++d) {
            const int here = mesh_->coordinate(query.here, d);
            const int there = mesh_->coordinate(query.destination, d);
            if (here != there) {
                out.push_back({2 * d + (there < here ? 1 : 0), (query.hop + d) % classes_});
            }
        }
    }
    topo::RouteSelection selection() const override { return selection_; }
    int vc_classes() const override { return classes_; }

private:
    const topo::Mesh* mesh_;
    topo::RouteSelection selection_;
    int classes_;
};

}  // namespace

DrawnNetwork draw_cube_or_mesh(Draw& draw) {
    DrawnNetwork n;
    if (draw.chance(2)) {
        const int dimensions = draw.number(1, 5);
        n.topology = topo::make_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}});
        const std::string algorithm = draw.chance(3) ? "random_minimal" : "ecube";
        topo::Options options;
        if (algorithm == "ecube") {
            options.set("order", std::string(draw.chance(2) ? "high_first" : "low_first"));
        }
        n.routing = topo::make_routing(algorithm, *n.topology, options);
        n.name = std::to_string(dimensions) + "-cube " + algorithm;
        return n;
    }
    const int dimensions = draw.number(1, 4);
    std::vector<std::int64_t> size;
    for (int d = 0; d < dimensions; ++d) {
        size.push_back(draw.number(2, dimensions <= 2 ? 6 : dimensions == 3 ? 3 : 2));
        n.name += (d == 0 ? "" : "x") + std::to_string(size.back());
    }
    auto mesh = std::make_unique<topo::Mesh>(size);
    if (draw.chance(3)) {
        const auto selection =
            draw.chance(2) ? topo::RouteSelection::random : topo::RouteSelection::shortest_queue;
        n.routing = std::make_unique<AdaptiveMesh>(*mesh, selection, draw.number(1, 3));
    } else {
        n.routing = topo::make_routing("dimension_order", *mesh, {});
    }
    n.name += " mesh " + n.routing->algorithm();
    n.topology = std::move(mesh);
    return n;
}

namespace {

std::unique_ptr<topo::Topology> draw_topology(Draw& draw) {
    const auto number = [&draw](int low, int high) { return std::int64_t{draw.number(low, high)}; };
    const auto sizes = [&](int most, int low, int high) {
        std::vector<std::int64_t> size(static_cast<std::size_t>(draw.number(1, most)));
        std::generate(size.begin(), size.end(), [&] { return number(low, high); });
        return size;
    };
    switch (draw.number(0, 9)) {
        case 0:
            return topo::make_topology("hypercube", {{"dimensions", number(1, 4)}});
        case 1:
            return topo::make_topology("mesh", {{"size", sizes(3, 2, 4)}});
        case 2:
            return topo::make_topology("torus", {{"size", sizes(2, 3, 5)}});
        case 3:
            return topo::make_topology("ring", {{"nodes", number(3, 12)}});
        case 4:
            return topo::make_topology("chordal_ring",
                                       {{"nodes", 2 * number(3, 8)}, {"chord", std::int64_t{3}}});
        case 5:
            return topo::make_topology("hypertree", {{"levels", number(2, 4)}});
        case 6:
            return topo::make_topology("complete", {{"nodes", number(2, 8)}});
        case 7:
            return topo::make_topology("cube_connected_cycles",
                                       {{"nodes", std::int64_t{1} << number(2, 5)}});
        case 8:
            return topo::make_topology("hierarchical_cubic", {{"dimensions", number(1, 2)}});
        default:
            break;
    }
    const std::string scheme = draw.one_of<const char*>({"plain", "replicated"});
    return topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", number(1, 2)}, {"dimensions", number(3, 4)}, {"scheme", scheme}});
}

/// Any values of the options that are words; the root of a tree.
topo::Options draw_options(const topo::RoutingEntry& entry, const topo::Topology& topology,
                           Draw& draw) {
    topo::Options options;
    for (const topo::OptionSpec& each : entry.options) {
        if (each.type == topo::OptionType::choice) {
            const int last = static_cast<int>(each.choices.size()) - 1;
            options.set(each.name, each.choices[static_cast<std::size_t>(draw.number(0, last))]);
        } else if (each.name == "root") {
            options.set(each.name, std::int64_t{draw.number(0, topology.nodes() - 1)});
        }
    }
    return options;
}

/// Null: it does not fit.
std::unique_ptr<topo::RoutingFunction> try_to_make(const topo::RoutingEntry& entry,
                                                   const topo::Topology& topology,
                                                   const topo::Options& options) {
    try {
        return entry.make(topology, options);
    } catch (const topo::OptionError&) {
        return nullptr;
    }
}

}  // namespace

DrawnNetwork draw_other_network(Draw& draw) {
    DrawnNetwork n;
    n.topology = draw_topology(draw);
    if (draw.chance(4)) {  // a routing with an escape, where there is one
        n.routing = try_to_make(*topo::find_routing("duato"), *n.topology, {});
    }
    while (n.routing == nullptr) {
        const auto& all = topo::routings();
        const topo::RoutingEntry& entry =
            all[static_cast<std::size_t>(draw.number(0, static_cast<int>(all.size()) - 1))];
        n.routing = try_to_make(entry, *n.topology, draw_options(entry, *n.topology, draw));
        if (n.routing == nullptr) {  // some options are for some topologies only
            n.routing = try_to_make(entry, *n.topology, {});
        }
    }
    n.name = n.topology->kind() + " of " + std::to_string(n.topology->nodes()) + " " +
             n.routing->algorithm();
    return n;
}

}  // namespace flitscope::tb
