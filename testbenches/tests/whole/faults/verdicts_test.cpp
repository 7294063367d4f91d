// What `verify` says is what networks do: those that it calls free survive saturation with the
// smallest buffers, for those that it calls cyclic messages are found that deadlock. The rows are
// those of the routing functions' own papers and of docs/topologies.md.
#include <gtest/gtest.h>

#include <numeric>
#include <ostream>
#include <random>

#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/witness/witness_search.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

struct Row {
    std::string name;
    std::string network;   ///< sections topology and routing
    int vcs;               ///< with which it is free; with one it is cyclic, where that is fewer
    bool escapes = false;  ///< free by its escape, with buffer_empty; cyclic with tail_sent
    friend void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }
};

std::vector<Row> rows() {
    const auto routed = [](const std::string& topology, const std::string& routing) {
        return "topology: {kind: " + topology + "}\nrouting: {algorithm: " + routing + "}\n";
    };
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

ExperimentConfig config_of(const Row& row, int vcs, const char* vc_reuse = "tail_sent") {
    return read(row.network + "router: {buffer_flits: 1, virtual_channels: " + std::to_string(vcs) +
                ", vc_reuse: " + vc_reuse + "}\ntraffic: {pattern: none}\n");
}

/// Keeps every source busy until so many messages are delivered.
class Saturation final : public rtl::NetworkClient {
public:
    Saturation(int messages, const topo::Topology& topology, unsigned longest = 8)
        : left_(messages), longest_(longest), topology_(topology), sequence_(topology.nodes(), 0) {}

    rtl::Cycle next_edge() const override { return now_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_ = edge;
        if (edge % kLook == 0) {
            deadlock_ = rtl::find_deadlock(network.waits(), topology_);
        }
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            if (network.queued(node, 0) == 0) {
                network.offer(message(node, edge));
            }
        }
        return delivered_ < left_ && !deadlock_.found();
    }
    void delivered(const rtl::Delivery& /*delivery*/) override { ++delivered_; }

    int delivered() const { return delivered_; }
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

    int left_;
    unsigned longest_;  ///< flits
    const topo::Topology& topology_;
    std::vector<std::uint32_t> sequence_;
    std::mt19937 random_{7};
    rtl::MessageId next_id_ = 0;
    rtl::Cycle now_ = -1;
    int delivered_ = 0;
    rtl::Deadlock deadlock_;
};

class Verdicts : public testing::TestWithParam<Row> {};

TEST_P(Verdicts, FreeNetworksSurviveSaturationWithTheSmallestBuffers) {
    const bool escapes = GetParam().escapes;
    const ExperimentConfig config =
        config_of(GetParam(), GetParam().vcs, escapes ? "buffer_empty" : "tail_sent");
    const BuiltNetwork built = make_network(config);
    ASSERT_EQ(built.routing->vc_classes(), GetParam().vcs);
    std::vector<int> classes(static_cast<std::size_t>(GetParam().vcs));
    std::iota(classes.begin(), classes.end(), 0);
    const topo::RoutingCheck check =
        topo::check_routing(*built.topology, *built.routing, classes, escapes);
    ASSERT_TRUE(check.deadlock_free());
    ASSERT_EQ(check.by_escape, escapes);
    const int messages = sized(4000, 1000000);
    Saturation client(messages, *built.topology);
    built.network->run(client);
    EXPECT_FALSE(client.deadlock().found());
    EXPECT_GE(client.delivered(), messages);
    built.network->check_invariants();
}

TEST_P(Verdicts, CyclicNetworksHaveAWitnessThatDeadlocks) {
    const Row& row = GetParam();
    if (row.vcs == 1) {
        return;  // free with the fewest VCs there are
    }
    // With an escape each class has VCs of its own, else one VC is for all.
    constexpr int kWithEscape = 3;
    const ExperimentConfig config = config_of(row, row.escapes ? kWithEscape : 1);
    const BuiltNetwork built = make_network(config);
    std::vector<int> shared(static_cast<std::size_t>(row.vcs), 0);
    if (row.escapes) {
        std::iota(shared.begin(), shared.end(), 0);
    }
    const topo::RoutingCheck check = topo::check_routing(*built.topology, *built.routing, shared);
    ASSERT_FALSE(check.cycle.empty());
    WitnessSearch search(config, check, shared);
    const std::optional<Witness> witness = search.find();
    ASSERT_TRUE(witness) << search.tries() << " tries of up to " << search.most_messages();
    EXPECT_GE(witness->deadlock.cycle.size(), 2U);
    EXPECT_GE(witness->messages.size(), 2U);
}

// What `verify` says of an escape with `tail_sent`, where a head may lie behind another message, is
// no mere caution.
TEST(EscapeVerdict, AnEscapeDeadlocksUnlessHeadsComeFirst) {
    const Row row{"", "topology: {kind: mesh, size: [8, 8]}\nrouting: {algorithm: duato}\n", 3};
    constexpr int kMessages = 20000;
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

}  // namespace
}  // namespace flitscope::tb
