// `faults:` in random networks (docs/recovery_and_faults.md, section 2): levels fast and signal
// are equal, and every message is delivered, lost or under way.
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

std::string draw_network(Draw& draw) {
    struct Network {
        std::string topology;
        std::vector<std::string> routings;
    };
    const std::vector<Network> networks = {
        {"kind: mesh, size: [4, 3]",
         {"dimension_order", "west_first", "odd_even", "minimal_adaptive", "valiant"}},
        {"kind: hypercube, dimensions: 3",
         {"ecube", "random_minimal", "shortest_queue", "shortest_queue, ties: lowest"}},
        {"kind: torus, size: [4, 3]", {"dimension_order"}},
        {"kind: ring, nodes: 7", {"dimension_order"}},
        {"kind: hierarchical_hypercube, cluster_dimensions: 1, dimensions: 3, scheme: replicated",
         {"hierarchical", "hierarchical, within: random", "hierarchical, within: shortest_queue"}},
        {"kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4, scheme: "
         "standby_spare",
         {"hierarchical"}},
        {"kind: hierarchical_cubic, dimensions: 2", {"up_down, root: 3"}},
        {"kind: cube_connected_cycles, nodes: 16", {"up_down"}},
        {"kind: chordal_ring, nodes: 10, chord: 3", {"up_down"}},
        {"kind: hypertree, levels: 3", {"up_down"}},
        {"kind: mesh, size: [4, 3]", {"duato"}},
        {"kind: torus, size: [3, 3]", {"duato"}},
        {"kind: complete, nodes: 5", {"up_down"}},
        {"kind: concentrated_mesh, size: [3, 2], concentration: 2", {"dimension_order", "duato"}},
        {"kind: fat_tree, radix: 2, levels: 3",
         {"nearest_common_ancestor", "nearest_common_ancestor, up: load"}},
        {"kind: dragonfly, routers_per_group: 2, global_links: 1, nodes_per_router: 2",
         {"minimal", "valiant", "ugal"}}};
    const Network& network =
        networks[static_cast<std::size_t>(draw.number(0, static_cast<int>(networks.size()) - 1))];
    const std::string routing = draw.chance(2) ? "up_down" : draw.word(network.routings);
    return "topology: {" + network.topology + "}\nrouting: {algorithm: " + routing + "}\n";
}

/// `least_vcs`: that the routing takes.
std::string draw_router(Draw& draw, int least_vcs) {
    const int length = draw.number(1, 12);
    const bool whole = draw.chance(3);
    const bool trickle = draw.chance(3);
    return "router: {virtual_channels: " + std::to_string(draw.number(least_vcs, 4)) +
           ", buffer_flits: " + std::to_string(whole ? length : draw.number(1, 5)) +
           ", pipeline: " + std::to_string(draw.number(1, 4)) + ", switching: " +
           (whole ? draw.word({"virtual_cut_through", "store_and_forward"}) : "wormhole") +
           ", vc_reuse: " + draw.word({"tail_sent", "tail_sent", "buffer_empty"}) +
           ", injection_ports: " + draw.word({"1", "2", "all"}) +
           ", ejection_ports: " + draw.word({"1", "all"}) +
           ", allocators: {switch: " + draw.word({"separable_input", "islip", "wavefront"}) +
           "}, check_units: " + draw.word({"false", "false", "true"}) +
           "}\nlink: {latency: " + std::to_string(draw.number(0, 3)) +
           ", cycles_per_flit: " + draw.word({"1", "1", "2"}) + "}\ntraffic: {load: 0." +
           (trickle ? "02" : std::to_string(draw.number(1, 6))) +
           ", length: {distribution: fixed, mean: " + std::to_string(length) + "}, source_queue: " +
           draw.word({"unbounded", "3", "0", "3, when_full: lose", "0, when_full: lose"}) +
           "}\ndeadlock: " + draw.word({"stop", "recover_regressive"}) +
           "\nmeasure: {max_cycles: 3000, warmup_messages: " + draw.word({"0", "50"}) +
           "}\nseed: " + std::to_string(draw.number(1, 1000)) + "\n";
}

std::string draw_fault(Draw& draw, const topo::Topology& topology) {
    const topo::RouterId node = draw.number(0, topology.routers() - 1);
    std::vector<topo::NodeId> neighbours;
    for (topo::PortId port = 0; port < topology.ports(node); ++port) {
        const topo::PortPeer peer = topology.peer(node, port);
        if (peer.connected()) {
            neighbours.push_back(peer.node);
        }
    }
    const bool link = !neighbours.empty() && draw.chance(2);
    std::string text = "{node: " + std::to_string(node);
    if (link) {
        text = "{link: [" + std::to_string(node) + ", " +
               std::to_string(neighbours[static_cast<std::size_t>(
                   draw.number(0, static_cast<int>(neighbours.size()) - 1))]) +
               "]";
    }
    text += draw.chance(2) ? ", at: " + std::to_string(draw.number(0, 1500))
                           : ", rate: " + draw.word({"0.001", "0.004", "0.02"});
    const bool spare = !link && topology.has_spare(node) && draw.chance(2);
    if (spare) {
        text += ", spare_delay: " + std::to_string(draw.number(1, 300));
    } else if (!draw.chance(3)) {
        text += ", duration: " + std::to_string(draw.number(1, 400));
    }
    if (draw.chance(4)) {
        text += ", until: " + std::to_string(draw.number(1501, 2500));
    }
    return text + ", mode: " + draw.word({"graceful", "abrupt"}) + "}";
}

std::string draw_faulty(Draw& draw) {
    const std::string network = draw_network(draw);
    const bool escapes = network.find("duato") != std::string::npos;
    const std::string text = network + draw_router(draw, escapes ? 3 : 1);
    const ExperimentConfig config = parse_config("healthy.yaml", text);
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    std::string faults;
    for (int i = draw.number(1, 5); i > 0; --i) {
        faults += "\n  - " + draw_fault(draw, *topology);
    }
    return text + "faults:" + faults + "\n";
}

/// Nothing gets lost or doubled at any time.
Result run_at_fast(const ExperimentConfig& config) {
    const BuiltNetwork built = make_network(config, {});
    SimulationHooks hooks;
    hooks.progress_every = 97;
    hooks.progress = [&](const Progress& /*progress*/) { built.network->check_invariants(); };
    return simulate(config, *built.network, hooks);
}

class Faults : public testing::TestWithParam<int> {};

constexpr int kFaultGroups = 8;

TEST_P(Faults, FastAndSignalLevelAreEqual) {
    const int networks = sized(8, 400);
    Draw draw(static_cast<std::uint64_t>(GetParam()) + 100);
    std::int64_t unreachable = 0;
    std::int64_t purged_flits = 0;
    std::int64_t delivered = 0;
    for (int i = 0; i < networks; ++i) {
        const std::string text = draw_faulty(draw);
        ExperimentConfig config = parse_config("drawn.yaml", text);
        config.measure.to_the_end = !draw.chance(3);
        config.clock_gates = i % 2 == 0;
        const CrosscheckReport report = crosscheck(config, {"fast", "signal"});
        ASSERT_TRUE(report.equal()) << text << report.summary();
        const Result result = run_at_fast(config);
        ASSERT_TRUE(result.faults.has_value());
        unreachable += result.faults->unreachable;
        purged_flits += result.flits_purged;
        delivered += result.delivered;
    }
    EXPECT_GT(unreachable, 50 * networks) << "hardly any message is in need";
    EXPECT_GT(purged_flits, 10 * networks);
    EXPECT_GT(delivered, 200 * networks);
}

INSTANTIATE_TEST_SUITE_P(Group, Faults, testing::Range(0, kFaultGroups));

}  // namespace
}  // namespace flitscope::tb
