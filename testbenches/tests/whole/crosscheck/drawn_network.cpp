#include "testbenches/tests/whole/crosscheck/drawn_network.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "testbenches/tests/support/temporary_folder.h"
#include "topologies/custom.h"
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
        Options options;
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

/// A tree and some links more, of two classes.
topo::CustomGraph draw_graph(Draw& draw) {
    topo::CustomGraph graph{"drawn graph", draw.number(2, 12), {"near", "far"}, {}};
    for (topo::NodeId node = 1; node < graph.routers; ++node) {
        const topo::NodeId above = draw.number(0, node - 1);
        for (topo::NodeId other = 0; other < node; ++other) {
            if (other == above || draw.chance(6)) {
                graph.links.push_back({other, node, draw.number(0, 1), {}});
            }
        }
    }
    return graph;
}

std::vector<std::int64_t> draw_sizes(Draw& draw, int most, int low, int high) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(draw.number(1, most)));
    std::generate(sizes.begin(), sizes.end(), [&] { return draw.number(low, high); });
    return sizes;
}

Options::Value drawn_part(const char* kind, const char* option, Options::Value value) {
    return std::make_shared<const PartConfig>(PartConfig{kind, {{option, std::move(value)}}});
}

Options::Value draw_part(Draw& draw) {
    switch (draw.number(0, 3)) {
        case 0:
            return drawn_part("hypercube", "dimensions", std::int64_t{draw.number(1, 2)});
        case 1:
            return drawn_part("ring", "nodes", std::int64_t{draw.number(3, 5)});
        case 2:
            return drawn_part("complete", "nodes", std::int64_t{draw.number(2, 3)});
        default:
            return drawn_part("mesh", "size", draw_sizes(draw, 2, 2, 3));
    }
}

std::unique_ptr<topo::Topology> draw_hierarchy(Options::Value cluster, Draw& draw) {
    Options options;
    options.set("cluster", std::move(cluster));
    options.set("top", draw_part(draw));
    if (draw.chance(2)) {
        options.set("interface", std::vector{std::int64_t{draw.number(0, 1)}});
    } else {
        options.set("interface", std::string(draw.chance(2) ? "first" : "all"));
    }
    return topo::make_topology("hierarchical", options);
}

std::unique_ptr<topo::Topology> draw_topology(Draw& draw) {
    const auto number = [&draw](int low, int high) { return std::int64_t{draw.number(low, high)}; };
    const auto sizes = [&](int most, int low, int high) {
        return draw_sizes(draw, most, low, high);
    };
    switch (draw.number(0, 11)) {
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
        case 9:
            return std::make_unique<topo::Custom>(draw_graph(draw));
        case 10:
            return draw_hierarchy(draw_part(draw), draw);
        default:
            break;
    }
    const std::string scheme = draw.one_of<const char*>({"plain", "replicated"});
    return topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", number(1, 2)}, {"dimensions", number(3, 4)}, {"scheme", scheme}});
}

/// A drawn graph with 0..3 nodes at each router, 2 in all at least.
class GraphWithNodes final : public topo::Custom {
public:
    explicit GraphWithNodes(Draw& draw) : topo::Custom(draw_graph(draw)) {
        std::vector<int> nodes;
        for (topo::RouterId router = 0; router < routers(); ++router) {
            nodes.push_back(draw.number(0, 3));
        }
        nodes[static_cast<std::size_t>(draw.number(0, routers() - 1))] = 2;
        place_nodes(topo::NodePlacement(nodes));
    }
};

std::int64_t draw_number(Draw& draw, int low, int high) { return draw.number(low, high); }

/// A fat tree or a tree of 4 to 12 routers.
std::unique_ptr<topo::Topology> draw_tree(const std::string& kind, Draw& draw) {
    const std::int64_t radix = draw_number(draw, 2, 3);
    return topo::make_topology(
        kind, {{"radix", radix}, {"levels", draw_number(draw, 2, radix == 2 ? 3 : 2)}});
}

using MakeTopology = std::unique_ptr<topo::Topology> (*)(const std::string& kind, Draw& draw);

/// Small ones.
const std::vector<std::pair<std::string, MakeTopology>>& topologies_with_nodes_apart() {
    using Kind = const std::string&;
    static const std::vector<std::pair<std::string, MakeTopology>> all = {
        {"custom",
         [](Kind, Draw& d) -> std::unique_ptr<topo::Topology> {
             return std::make_unique<GraphWithNodes>(d);
         }},
        {"concentrated_mesh",
         [](Kind kind, Draw& d) {
             const bool express = d.chance(4);
             const std::vector<std::int64_t> large{d.number(3, 4), d.number(3, 4)};
             return topo::make_topology(kind,
                                        {{"size", express ? large : draw_sizes(d, 2, 2, 3)},
                                         {"concentration", draw_number(d, 1, express ? 2 : 4)},
                                         {"express", std::string(express ? "true" : "false")}});
         }},
        {"flattened_butterfly",
         [](Kind kind, Draw& d) {
             return topo::make_topology(kind, {{"radix", draw_number(d, 2, 3)},
                                               {"dimensions", draw_number(d, 1, 2)},
                                               {"concentration", draw_number(d, 1, 3)}});
         }},
        {"fat_tree", draw_tree},
        {"tree", draw_tree},
        {"dragonfly",
         [](Kind kind, Draw& d) {
             return topo::make_topology(kind, {{"routers_per_group", draw_number(d, 2, 3)},
                                               {"global_links", std::int64_t{1}},
                                               {"nodes_per_router", draw_number(d, 1, 3)}});
         }},
        {"slim_fly",
         [](Kind kind, Draw& d) {
             return topo::make_topology(
                 kind, {{"q", std::int64_t{3}}, {"nodes_per_router", draw_number(d, 1, 2)}});
         }},
        {"hierarchical", [](Kind, Draw& d) {
             const auto cluster = std::make_shared<const PartConfig>(
                 PartConfig{"concentrated_mesh",
                            {{"size", draw_sizes(d, 2, 2, 3)},
                             {"concentration", std::int64_t{d.number(1, 4)}}}});
             return draw_hierarchy(cluster, d);
         }}};
    return all;
}

/// Any values of the options that are words; the root of a tree.
Options draw_options(const topo::RoutingEntry& entry, const topo::Topology& topology, Draw& draw) {
    Options options;
    for (const OptionSpec& each : entry.options) {
        if (each.type == OptionType::choice) {
            const int last = static_cast<int>(each.choices.size()) - 1;
            options.set(each.name, each.choices[static_cast<std::size_t>(draw.number(0, last))]);
        } else if (each.name == "root") {
            options.set(each.name, std::int64_t{draw.number(0, topology.routers() - 1)});
        }
    }
    return options;
}

bool reads_a_file(const topo::RoutingEntry& entry) {
    return std::any_of(entry.options.begin(), entry.options.end(),
                       [](const OptionSpec& each) { return each.type == OptionType::file; });
}

/// Null: it does not fit.
std::unique_ptr<topo::RoutingFunction> try_to_make(const topo::RoutingEntry& entry,
                                                   const topo::Topology& topology,
                                                   const Options& options) {
    if (reads_a_file(entry)) {
        return as_table(*topo::make_routing("up_down", topology, {}), topology);
    }
    try {
        return entry.make(topology, options);
    } catch (const OptionError&) {
        return nullptr;
    }
}

}  // namespace

std::unique_ptr<topo::RoutingFunction> as_table(const topo::RoutingFunction& routing,
                                                const topo::Topology& topology) {
    std::ostringstream rows;
    rows << "node,destination,port,from\n";
    topo::RouteQuery query;
    for (query.here = 0; query.here < topology.routers(); ++query.here) {
        for (query.destination = 0; query.destination < topology.routers(); ++query.destination) {
            for (query.input_port = -1; query.input_port < topology.ports(query.here);
                 ++query.input_port) {
                const topo::NodeId from = query.input_port < 0
                                              ? query.here
                                              : topology.peer(query.here, query.input_port).node;
                const topo::PortId port = query.here == query.destination || from < 0
                                              ? -1
                                              : routing.only_candidate(query).port;
                if (port >= 0) {  // else nobody comes that way
                    rows << query.here << ',' << query.destination << ',' << port << ',' << from
                         << '\n';
                }
            }
        }
    }
    const GivenFile file("table.csv", rows.str());
    return topo::make_routing("table", topology, {{"file", file.path()}});
}

namespace {

const topo::RoutingEntry& any_routing(Draw& draw) {
    const auto& all = topo::routings();
    return all[static_cast<std::size_t>(draw.number(0, static_cast<int>(all.size()) - 1))];
}

/// With any of its options. Null: it does not fit.
std::unique_ptr<topo::RoutingFunction> draw_routing(const topo::RoutingEntry& entry,
                                                    const topo::Topology& topology, Draw& draw) {
    auto routing = try_to_make(entry, topology, draw_options(entry, topology, draw));
    // Some options are for some topologies only.
    return routing != nullptr ? std::move(routing) : try_to_make(entry, topology, {});
}

std::string name_of(const DrawnNetwork& network) {
    return network.topology->kind() + " of " + std::to_string(network.topology->nodes()) + " " +
           network.routing->algorithm();
}

}  // namespace

DrawnNetwork draw_other_network(Draw& draw) {
    // Half of them begin with the routing: some fit few topologies. A quarter of these have an
    // escape.
    const topo::RoutingEntry* chosen = nullptr;
    if (draw.chance(2)) {
        chosen = draw.chance(4) ? topo::find_routing("duato") : &any_routing(draw);
    }
    DrawnNetwork n;
    for (int tries = 0; n.routing == nullptr; ++tries) {
        if (tries == 100) {  // it is only for topologies with nodes apart
            chosen = nullptr;
        }
        if (chosen != nullptr || n.topology == nullptr) {
            n.topology = draw_topology(draw);
        }
        n.routing =
            draw_routing(chosen != nullptr ? *chosen : any_routing(draw), *n.topology, draw);
    }
    n.name = name_of(n);
    return n;
}

std::vector<std::string> kinds_with_nodes_apart() {
    std::vector<std::string> kinds;
    for (const auto& [kind, make] : topologies_with_nodes_apart()) {
        kinds.push_back(kind);
    }
    return kinds;
}

DrawnNetwork draw_network_with_nodes_apart(const std::string& kind, Draw& draw) {
    const auto& all = topologies_with_nodes_apart();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.first == kind; });
    DrawnNetwork n;
    n.topology = found->second(kind, draw);
    while (n.routing == nullptr) {
        n.routing = draw_routing(any_routing(draw), *n.topology, draw);
    }
    n.name = name_of(n);
    return n;
}

}  // namespace flitscope::tb
