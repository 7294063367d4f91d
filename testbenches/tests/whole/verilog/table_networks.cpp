#include "testbenches/tests/whole/verilog/table_networks.h"

#include "testbenches/tests/whole/crosscheck/drawn_network.h"
#include "topologies/custom.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

namespace {

using rtl::RouterParameters;
using tb::CrosscheckScenario;

/// Of the sets up_2 to up_5, ...: a network may have routers of several.
RouterParameters up_2() { return router(2, 3, 3); }
RouterParameters up_3() { return router(2, 4, 2); }
RouterParameters up_4() { return router(1, 2, 1); }
RouterParameters up_9() { return router(1, 2, 4); }
/// Of the sets with none or several nodes at a router.
RouterParameters local() { return router(2, 3, 4); }

RouterParameters two_classes() {
    RouterParameters r = router(5, 4, 2);
    r.message_classes = 2;
    return r;
}
#ifdef FLITSCOPE_LONG_SETS
RouterParameters two_legs() {
    RouterParameters r = router(4, 3, 2);
    r.injection_ports = rtl::kAll;
    return r;
}
#endif
RouterParameters with_escape() {
    RouterParameters r = router(5, 3, 3);
    r.vc_reuse = rtl::VcReuse::buffer_empty;
    return r;
}
RouterParameters with_bound_heads() {
    RouterParameters r = router(5, 4, 1);
    r.switching = rtl::Switching::virtual_cut_through;
    r.injection_ports = rtl::kAll;
    r.message_classes = 2;
    return r;
}
RouterParameters queue_per_port() {
    RouterParameters r = router(3, 4, 3);
    r.injection_ports = rtl::kAll;
    return r;
}
RouterParameters cut_through() {
    RouterParameters r = router(2, 4, 4);
    r.switching = rtl::Switching::virtual_cut_through;
    return r;
}

VerilatedNetwork network(const char* name, const char* kind, const Options& size,
                         const char* algorithm, const Options& options,
                         const RouterParameters& router, bool ties_random = true) {
    return {name, [=](CrosscheckScenario& s) {
                s.topology = topo::make_topology(kind, size);
                s.routing = topo::make_routing(algorithm, *s.topology, options);
                s.router = router;
                s.ties_random = ties_random;
            }};
}

Options number(const char* name, std::int64_t value) { return {{name, value}}; }
Options::Value part(const char* kind, const Options& options) {
    return std::make_shared<const PartConfig>(PartConfig{kind, options});
}
Options sizes(const std::vector<std::int64_t>& size) { return {{"size", size}}; }
Options tree(std::int64_t radix, std::int64_t levels) {
    return {{"radix", radix}, {"levels", levels}};
}
// Routers of three network ports and three nodes.
Options dragonfly() {
    return {{"routers_per_group", std::int64_t{3}},
            {"global_links", std::int64_t{1}},
            {"nodes_per_router", std::int64_t{3}}};
}
Options butterfly() {
    return {{"radix", std::int64_t{2}},
            {"dimensions", std::int64_t{3}},
            {"concentration", std::int64_t{3}}};
}
Options clusters(std::int64_t dimensions, const char* scheme) {
    return {{"cluster_dimensions", dimensions},
            {"dimensions", std::int64_t{5}},
            {"scheme", std::string(scheme)}};
}
Options within(const char* word) { return {{"within", std::string(word)}}; }

/// Twenty nodes of three links each: a ring, and chords of different lengths.
std::unique_ptr<topo::Topology> cubic_graph() {
    constexpr topo::NodeId kNodes = 20;
    topo::CustomGraph graph;
    graph.name = "cubic graph";
    graph.routers = kNodes;
    graph.link_classes = {"link"};
    for (topo::NodeId node = 0; node < kNodes; ++node) {
        graph.links.push_back({node, (node + 1) % kNodes, 0, {}});
    }
    for (topo::NodeId node = 0; node < kNodes / 2; ++node) {
        graph.links.push_back({node, kNodes / 2 + 3 * node % (kNodes / 2), 0, {}});
    }
    return std::make_unique<topo::Custom>(graph);
}

}  // namespace

VerilatedNetwork butterfly_ugal() {
    return network("butterfly_ugal", "flattened_butterfly", butterfly(), "ugal", {}, local());
}

const std::vector<VerilatedNetwork>& table_networks() {
    static const std::vector<VerilatedNetwork> networks = {
        // up_down runs on all.
        network("ring_up_down", "ring", number("nodes", 20), "up_down", {}, up_2()),
        network("chordal_ring_up_down", "chordal_ring",
                {{"nodes", std::int64_t{20}}, {"chord", std::int64_t{5}}}, "up_down",
                number("root", 7), up_3()),
        network("cycles_up_down", "cube_connected_cycles", number("nodes", 32), "up_down", {},
                up_3()),
        {"ring_table",
         [](CrosscheckScenario& s) {
             s.topology = topo::make_topology("ring", number("nodes", 20));
             s.routing = tb::as_table(*topo::make_routing("up_down", *s.topology, {}), *s.topology);
             s.router = up_2();
         }},
        {"custom_up_down",
         [](CrosscheckScenario& s) {
             s.topology = cubic_graph();
             s.routing = topo::make_routing("up_down", *s.topology, {});
             s.router = up_3();
         }},
        network("torus_up_down", "torus", sizes({5, 4}), "up_down", {}, up_4()),
        network("mesh_up_down", "mesh", sizes({5, 4}), "up_down", number("root", 9), up_4()),
        network("hypertree_up_down", "hypertree", number("levels", 5), "up_down", {}, up_4()),
        network("cubic_up_down", "hierarchical_cubic", number("dimensions", 3), "up_down", {},
                up_4()),
        network("complete_up_down", "complete", number("nodes", 10), "up_down", {}, up_9()),
        network("cube_up_down", "hypercube", number("dimensions", 5), "up_down", {}, up_2()),
        network("clusters_up_down", "hierarchical_hypercube", clusters(2, "plain"), "up_down", {},
                up_2()),
        // The others, each where it fits.
        network("ring", "ring", number("nodes", 20), "dimension_order", {}, router(3, 2, 4)),
        network("torus", "torus", sizes({5, 4}), "dimension_order", {}, two_classes()),
        network("cube_random", "hypercube", number("dimensions", 5), "random_minimal", {},
                router(2, 3, 2)),
        network("cube_queue", "hypercube", number("dimensions", 5), "shortest_queue", {},
                queue_per_port()),
        network("mesh_west_first", "mesh", sizes({5, 4}), "west_first", {}, router(2, 4, 3)),
        network("mesh_odd_even", "mesh", sizes({5, 4}), "odd_even", {}, cut_through(), false),
        network("mesh_hamiltonian", "mesh", sizes({5, 4}), "hamiltonian", {}, up_4()),
        network("mesh_adaptive", "mesh", sizes({5, 4}), "minimal_adaptive", {}, router(4, 3, 1)),
        network("clusters", "hierarchical_hypercube", clusters(2, "plain"), "hierarchical", {},
                up_2()),
        network("replicated", "hierarchical_hypercube", clusters(1, "replicated"), "hierarchical",
                {}, router(2, 2, 2)),
        network("replicated_queue", "hierarchical_hypercube", clusters(1, "replicated"),
                "hierarchical", within("shortest_queue"), router(3, 2, 1)),
        network("cycles", "cube_connected_cycles", number("nodes", 32), "hierarchical", {},
                router(3, 2, 1)),
        network("cubic", "hierarchical_cubic", number("dimensions", 3), "hierarchical", {},
                router(2, 3, 2)),
        network("cube_valiant", "hypercube", number("dimensions", 5), "valiant", {},
                router(3, 2, 3)),
        network("mesh_valiant", "mesh", sizes({5, 4}), "valiant", {}, router(2, 3, 1)),
        network("torus_duato", "torus", sizes({5, 4}), "duato", {}, with_escape()),
        network("mesh_duato", "mesh", sizes({5, 4}), "duato", {}, with_bound_heads(), false),
        // None or several nodes at a router.
        network("fat_tree_up_down", "fat_tree", tree(3, 2), "up_down", {}, local()),
        network("dragonfly_up_down", "dragonfly", dragonfly(), "up_down", {}, local()),
        network("butterfly_up_down", "flattened_butterfly", butterfly(), "up_down", {}, local()),
        network("hierarchy_up_down", "hierarchical",
                {{"cluster", part("ring", number("nodes", 4))},
                 {"top", part("hypercube", number("dimensions", 3))}},
                "up_down", {}, up_2()),
        network("dragonfly_ugal", "dragonfly", dragonfly(), "ugal", {}, router(3, 3, 2)),
#ifdef FLITSCOPE_LONG_SETS
        network("replicated_random", "hierarchical_hypercube", clusters(1, "replicated"),
                "hierarchical", within("random"), router(3, 2, 3)),
        network("torus_valiant", "torus", sizes({5, 4}), "valiant", {}, two_legs()),
        network("tree_up_down", "tree", tree(3, 3), "up_down", {}, local()),
        network("slim_fly_up_down", "slim_fly",
                {{"q", std::int64_t{3}}, {"nodes_per_router", std::int64_t{3}}}, "up_down", {},
                local()),
        network("fat_tree_load", "fat_tree", tree(3, 2), "nearest_common_ancestor",
                {{"up", std::string("load")}}, local()),
        network("dragonfly_minimal", "dragonfly", dragonfly(), "minimal", {}, local()),
        network("dragonfly_shortest_path", "dragonfly", dragonfly(), "shortest_path", {},
                router(3, 3, 4)),
        network("dragonfly_valiant", "dragonfly", dragonfly(), "valiant", {}, router(3, 3, 4)),
        network("butterfly_valiant", "flattened_butterfly", butterfly(), "valiant", {}, local()),
        network("concentrated_valiant", "concentrated_mesh",
                {{"size", std::vector<std::int64_t>{3, 3}}, {"concentration", std::int64_t{3}}},
                "valiant", {}, local()),
        butterfly_ugal(),
#endif
    };
    return networks;
}

}  // namespace flitscope::cosim
