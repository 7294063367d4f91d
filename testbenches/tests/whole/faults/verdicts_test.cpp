// What `verify` says is what networks do: those that it calls free survive saturation with the
// smallest buffers, for those that it calls cyclic messages are found that deadlock. The rows are
// those of the routing functions' own papers and of docs/topologies.md. The long tests also try the
// numbers of VCs in between, where classes share VCs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <ostream>
#include <random>
#include <set>
#include <tuple>

#include "rtl_models/router/router_parameters.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/witness/witness_search.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

struct Row {
    std::string name;
    std::string network;   ///< sections topology and routing
    int vcs;               ///< with which it is free; with one it is cyclic, where that is fewer
    bool escapes = false;  ///< free by its escape, with buffer_empty; cyclic with tail_sent
    bool free_with_one = false;  ///< no cycle even if all classes share one VC
    friend void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }
};

std::string routed(const std::string& topology, const std::string& routing) {
    return "topology: {kind: " + topology + "}\nrouting: {algorithm: " + routing + "}\n";
}

std::vector<Row> rows() {
    const std::string cubes =
        "hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4, scheme: ";
    return {
        {"cube_ecube", routed("hypercube, dimensions: 4", "ecube"), 1},
        {"cube_random", routed("hypercube, dimensions: 4", "random_minimal"), 3},
        {"cube_shortest_queue", routed("hypercube, dimensions: 4", "shortest_queue"), 3},
        {"cube_random_hops",
         routed("hypercube, dimensions: 4", "random_minimal, hop_classes: positive"), 4},
        {"cube_valiant", routed("hypercube, dimensions: 4", "valiant"), 2},
        {"mesh_xy", routed("mesh, size: [4, 4]", "dimension_order"), 1},
        {"mesh_xyz", routed("mesh, size: [3, 3, 3]", "dimension_order"), 1},
        {"mesh_west_first", routed("mesh, size: [4, 4]", "west_first"), 1},
        {"mesh_odd_even", routed("mesh, size: [4, 4]", "odd_even"), 1},
        {"mesh_hamiltonian", routed("mesh, size: [4, 4]", "hamiltonian"), 1},
        {"mesh_hamiltonian_3d", routed("mesh, size: [3, 3, 3]", "hamiltonian"), 1},
        {"mesh_minimal_adaptive", routed("mesh, size: [4, 4]", "minimal_adaptive"), 4},
        {"mesh_minimal_adaptive_hops",
         routed("mesh, size: [4, 4]", "minimal_adaptive, hop_classes: positive"), 6},
        {"mesh_valiant", routed("mesh, size: [4, 4]", "valiant"), 2},
        {"torus", routed("torus, size: [5, 5]", "dimension_order"), 2},
        {"torus_valiant", routed("torus, size: [4, 4]", "valiant"), 4},
        {"ring", routed("ring, nodes: 8", "dimension_order"), 2},
        {"ring_up_down", routed("ring, nodes: 8", "up_down"), 1},
        {"chordal_ring", routed("chordal_ring, nodes: 16, chord: 5", "up_down"), 1},
        {"hypertree", routed("hypertree, levels: 4", "up_down"), 1},
        {"complete", routed("complete, nodes: 8", "up_down"), 1},
        {"cube_connected_cycles", routed("cube_connected_cycles, dimensions: 3", "hierarchical"),
         3},
        {"cube_connected_cycles_up_down", routed("cube_connected_cycles, dimensions: 3", "up_down"),
         1},
        {"hierarchical_fixed", routed(cubes + "plain", "hierarchical"), 1},
        {"hierarchical_spares", routed(cubes + "standby_spare", "hierarchical"), 1},
        {"hierarchical_replicated", routed(cubes + "replicated", "hierarchical"), 2},
        {"hierarchical_replicated_shortest",
         routed(cubes + "replicated_standby", "hierarchical, interface: shortest"), 2},
        {"hierarchical_random", routed(cubes + "plain", "hierarchical, within: random"), 4},
        {"hierarchical_random_hops",
         routed("hierarchical_hypercube, cluster_dimensions: 2, dimensions: 5, scheme: replicated",
                "hierarchical, within: random, hop_classes: positive"),
         4},
        {"hierarchical_shortest_queue",
         routed(cubes + "replicated", "hierarchical, within: shortest_queue"), 4},
        {"cube_duato", routed("hypercube, dimensions: 4", "duato"), 2, true},
        {"mesh_duato", routed("mesh, size: [4, 4]", "duato"), 2, true},
        {"torus_duato", routed("torus, size: [5, 4]", "duato"), 3, true},
        {"hierarchical_cubic", routed("hierarchical_cubic, dimensions: 2", "hierarchical"), 2},
    };
}

struct Routing {
    std::string text;
    int vcs;
    enum { none, escapes, free_with_one } special = none;
};

/// "minimal_adaptive, hop_classes: positive" as a part of a name.
std::string as_name(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return text;
}

/// Networks with none or several nodes at a router; of each kind with every routing that fits it.
std::vector<Row> rows_with_nodes_apart() {
    static const GivenFile graph(
        "graph.yaml",
        "links: [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [1, 4]]\n"
        "nodes: [{nodes: 0}, {nodes: 2}, {nodes: 1}, {nodes: 3}, {nodes: 1}]\n");
    const std::vector<Routing> on_trees = {{"up_down", 1},
                                           {"nearest_common_ancestor, up: salt", 1},
                                           {"nearest_common_ancestor, up: load", 1},
                                           {"nearest_common_ancestor, up: destination", 1},
                                           {"shortest_path", 4, Routing::free_with_one}};
    const std::vector<std::tuple<std::string, std::string, std::vector<Routing>>> networks = {
        {"concentrated_mesh",
         "concentrated_mesh, size: [4, 3], concentration: 2",
         {{"dimension_order", 1},
          {"west_first", 1},
          {"odd_even", 1},
          {"minimal_adaptive", 3},
          {"minimal_adaptive, hop_classes: positive", 5},
          {"up_down", 1},
          {"shortest_path", 5},
          {"shortest_path, choice: shortest_queue", 5},
          {"valiant", 2},
          {"ugal", 2},
          {"hamiltonian", 1},
          {"duato", 2, Routing::escapes}}},
        {"express_mesh",
         "concentrated_mesh, size: [4, 4], concentration: 1, express: true",
         {{"dimension_order", 1}, {"up_down", 1}, {"shortest_path", 4}}},
        {"flattened_butterfly",
         "flattened_butterfly, radix: 4, dimensions: 2, concentration: 2",
         {{"dimension_order", 1},
          {"minimal_adaptive", 2},
          {"up_down", 1},
          {"shortest_path", 2},
          {"valiant", 2},
          {"duato", 2, Routing::escapes}}},
        {"flattened_line",
         "flattened_butterfly, radix: 3, dimensions: 1, concentration: 2",
         {{"ugal", 2}}},
        {"fat_tree", "fat_tree, radix: 2, levels: 3", on_trees},
        {"tree", "tree, radix: 2, levels: 3", on_trees},
        {"dragonfly",
         "dragonfly, routers_per_group: 3, global_links: 1, nodes_per_router: 2",
         {{"minimal", 2}, {"valiant", 3}, {"ugal", 3}, {"up_down", 1}, {"shortest_path", 3}}},
        {"slim_fly", "slim_fly, q: 3, nodes_per_router: 1", {{"up_down", 1}, {"shortest_path", 2}}},
        {"clusters",
         "hierarchical, cluster: {kind: concentrated_mesh, size: [2, 2], concentration: 2}, "
         "top: {kind: ring, nodes: 5}",
         {{"hierarchical", 2}, {"up_down", 1}, {"shortest_path", 6}}},
        {"custom", "custom, file: " + graph.path(), {{"up_down", 1}, {"shortest_path", 2}}},
    };
    std::vector<Row> all;
    for (const auto& [name, topology, routings] : networks) {
        for (const Routing& routing : routings) {
            all.push_back({name + "_" + as_name(routing.text), routed(topology, routing.text),
                           routing.vcs, routing.special == Routing::escapes,
                           routing.special == Routing::free_with_one});
        }
    }
    return all;
}

ExperimentConfig config_of(const Row& row, int vcs, const char* vc_reuse = "tail_sent",
                           const char* vc_choice = "round_robin") {
    return read(row.network + "router: {buffer_flits: 1, virtual_channels: " + std::to_string(vcs) +
                ", vc_reuse: " + vc_reuse + ", vc_choice: " + vc_choice +
                "}\ntraffic: {pattern: none}\n");
}

/// [class]: classes that share a VC have the same number, as `verify` gives them.
std::vector<int> classes_on(int vcs, int classes) {
    std::vector<int> numbers(static_cast<std::size_t>(classes));
    std::iota(numbers.begin(), numbers.end(), 0);
    for (int& each : numbers) {
        each = vcs < classes ? rtl::vcs_of_class(each, classes, vcs).first : each;
    }
    return numbers;
}

/// Keeps every source busy until it has offered so many messages, and waits for all of them.
class Saturation final : public rtl::NetworkClient {
public:
    Saturation(unsigned messages, const topo::Topology& topology, unsigned longest = 8)
        : messages_(messages),
          longest_(longest),
          topology_(topology),
          sequence_(topology.nodes(), 0) {}

    rtl::Cycle next_edge() const override { return now_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_ = edge;
        if (edge % kLook == 0) {
            deadlock_ = rtl::find_deadlock(network.waits(), topology_);
        }
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            if (next_id_ < messages_ && network.queued(node, 0) == 0) {
                network.offer(message(node, edge));
            }
        }
        return delivered_ < messages_ && !deadlock_.found();
    }
    void delivered(const rtl::Delivery& /*delivery*/) override { ++delivered_; }

    unsigned delivered() const { return delivered_; }
    const rtl::Deadlock& deadlock() const { return deadlock_; }

private:
    static constexpr rtl::Cycle kLook = 1000;

    rtl::Message message(topo::NodeId source, rtl::Cycle edge) {
        rtl::Message all;
        all.id = next_id_++;
        all.source = source;
        const auto others = static_cast<unsigned>(topology_.nodes() - 1);
        all.destination = static_cast<topo::NodeId>(
            (static_cast<unsigned>(source) + 1 + random_() % others) % (others + 1));
        all.length = static_cast<std::uint32_t>(1 + random_() % longest_);
        all.sequence = sequence_[static_cast<std::size_t>(source)]++;
        all.generated = edge;
        return all;
    }

    unsigned messages_;
    unsigned longest_;  ///< flits
    const topo::Topology& topology_;
    std::vector<std::uint32_t> sequence_;
    std::mt19937 random_{7};
    rtl::MessageId next_id_ = 0;
    rtl::Cycle now_ = -1;
    unsigned delivered_ = 0;
    rtl::Deadlock deadlock_;
};

class Verdicts : public testing::TestWithParam<Row> {};

TEST_P(Verdicts, FreeNetworksSurviveSaturationWithTheSmallestBuffers) {
    const Row& row = GetParam();
    for (int vcs = row.escapes ? row.vcs : sized(row.vcs, 1); vcs <= row.vcs; ++vcs) {
        const ExperimentConfig config =
            config_of(row, vcs, row.escapes ? "buffer_empty" : "tail_sent");
        const BuiltNetwork built = make_network(config);
        ASSERT_EQ(built.routing->vc_classes(), row.vcs);
        const topo::RoutingCheck check = topo::check_routing(*built.topology, *built.routing,
                                                             classes_on(vcs, row.vcs), row.escapes);
        if (vcs < row.vcs && !check.deadlock_free()) {
            continue;
        }
        ASSERT_TRUE(check.deadlock_free());
        ASSERT_EQ(check.by_escape, row.escapes);
        const auto messages = static_cast<unsigned>(sized(4000, 1000000));
        Saturation client(messages, *built.topology);
        built.network->run(client);
        EXPECT_FALSE(client.deadlock().found()) << vcs << " VCs";
        EXPECT_EQ(client.delivered(), messages) << vcs << " VCs";
        built.network->check_invariants();
    }
}

TEST_P(Verdicts, CyclicNetworksHaveAWitnessThatDeadlocks) {
    const Row& row = GetParam();
    // With an escape each class has VCs of its own, else one VC is for all.
    constexpr int kWithEscape = 3;
    const int first = row.escapes ? kWithEscape : 1;
    const int last = row.escapes ? kWithEscape : std::min(row.vcs - 1, sized(1, row.vcs));
    for (int vcs = first; vcs <= last; ++vcs) {  // none: free with the fewest VCs there are
        // Heads that take VCs in turns close a cycle that an escape leaves too seldom for the
        // search.
        const ExperimentConfig config =
            config_of(row, vcs, "tail_sent", row.escapes ? "lowest" : "round_robin");
        const BuiltNetwork built = make_network(config);
        const std::vector<int> classes = classes_on(vcs, row.vcs);
        const topo::RoutingCheck check =
            topo::check_routing(*built.topology, *built.routing, classes);
        ASSERT_EQ(check.cycle.empty(), row.free_with_one || (vcs > 1 && check.deadlock_free()));
        if (check.cycle.empty()) {
            continue;
        }
        WitnessSearch search(config, check, classes);
        const std::optional<Witness> witness = search.find();
        ASSERT_TRUE(witness) << vcs << " VCs: " << search.tries() << " tries of up to "
                             << search.most_messages();
        EXPECT_GE(witness->deadlock.cycle.size(), 2U);
        EXPECT_GE(witness->messages.size(), 2U);
    }
}

TEST(VerdictRows, NameEveryRoutingOfKindsWithNodesApart) {
    std::map<std::string, std::set<std::string>> tested;   // [kind]
    std::map<std::string, std::set<std::string>> fitting;  // [kind]
    for (const Row& row : rows_with_nodes_apart()) {
        const ExperimentConfig config = config_of(row, row.vcs);
        const PartConfig& kind = config.topology;
        tested[kind.name].insert(config.routing.name);
        const auto topology = topo::make_topology(kind.name, kind.options);
        for (const topo::RoutingEntry& each : topo::routings()) {
            try {
                each.make(*topology, {});
                fitting[kind.name].insert(each.algorithm);
            } catch (const OptionError&) {
            }
        }
    }
    EXPECT_EQ(tested, fitting);
}

// What `verify` says of an escape with `tail_sent`, where a head may lie behind another message, is
// no mere caution.
TEST(EscapeVerdict, AnEscapeDeadlocksUnlessHeadsComeFirst) {
    const Row row{"", "topology: {kind: mesh, size: [8, 8]}\nrouting: {algorithm: duato}\n", 3};
    constexpr unsigned kMessages = 20000;
    for (const bool empty : {false, true}) {
        const BuiltNetwork built =
            make_network(config_of(row, row.vcs, empty ? "buffer_empty" : "tail_sent"));
        EXPECT_EQ(topo::check_routing(*built.topology, *built.routing, {0, 1},
                                      built.network->description().router.heads_come_first())
                      .deadlock_free(),
                  empty);
        Saturation client(kMessages, *built.topology, 1);
        built.network->run(client);
        EXPECT_EQ(client.deadlock().found(), !empty) << client.delivered();
    }
}

INSTANTIATE_TEST_SUITE_P(Rows, Verdicts, testing::ValuesIn(rows()),
                         [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(NodesApart, Verdicts, testing::ValuesIn(rows_with_nodes_apart()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace flitscope::tb
