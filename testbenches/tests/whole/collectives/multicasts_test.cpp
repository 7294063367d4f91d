// Multicasts in the network: every algorithm survives saturation with the smallest buffers beside
// unicasts, every destination gets one copy, and what routers do is what the plan says.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "rtl_models/router/contract/digest.h"
#include "rtl_models/router/contract/wait_graph.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/collectives/flit_ways.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/plan_walk.h"
#include "topologies/live_graph.h"

namespace flitscope::tb {
namespace {

/// With one VC there are no unicasts, and each input has an ejection port.
std::string config_text(const std::string& algorithm, const std::string& size, int vcs) {
    return "topology: {kind: mesh, size: " + size +
           "}\nrouter: {buffer_flits: 1, virtual_channels: " + std::to_string(vcs) +
           (vcs == 1 ? ", ejection_ports: all" : "") +
           "}\ntraffic: {load: 0.01, length: 6, multicast: {fraction: " + (vcs == 1 ? "1" : "0.5") +
           ", algorithm: " + algorithm + ", destinations: 5}}\nheader: {addresses_per_flit: 2}\n";
}

struct Row {
    std::string algorithm;
    std::string size;
    int vcs;  ///< the fewest
    friend void PrintTo(const Row& row, std::ostream* out) {
        *out << row.algorithm << row.size << (row.vcs == 1 ? " alone" : "");
    }
};

/// Keeps every source busy, every other time with a multicast, or only with these, until so many
/// messages are gone.
class Saturation final : public rtl::NetworkClient {
public:
    Saturation(const ExperimentConfig& config, const BuiltNetwork& built, int messages)
        : built_(built),
          entry_(tl::find_collective(config.traffic.multicast.algorithm)),
          unicast_(borrowed(*built.routing)),
          backlog_(static_cast<std::size_t>(built.topology->nodes())),
          alone_(config.traffic.only(OperationKind::multicast)),
          messages_(messages) {}

    rtl::Cycle next_edge() const override { return now_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_ = edge;
        if (edge % 500 == 0) {
            network.check_invariants();
            deadlock_ = rtl::find_deadlock(network.waits(), *built_.topology);
        }
        const topo::NodeId nodes = built_.topology->nodes();
        for (topo::NodeId node = 0; node < nodes; ++node) {
            if (network.queued(node, 0) == 0) {
                offer_next(node, edge, network);
            }
        }
        return gone_ < messages_ && !deadlock_.found();
    }
    void delivered(const rtl::Delivery& delivery) override {
        const auto header = wanted_.find(delivery.message.id);
        if (header != wanted_.end()) {
            wrong_ += header->second.erase(delivery.node) == 1 ? 0 : 1;
        }
        if (!delivery.last) {
            return;
        }
        ++gone_;
        if (header != wanted_.end()) {
            wrong_ += static_cast<int>(header->second.size());
            wanted_.erase(header);
            headers_.erase(delivery.message.id);
        }
    }

    int gone() const { return gone_; }
    /// Copies that came to a wrong node, twice, or not at all.
    int wrong() const { return wrong_; }
    const rtl::Deadlock& deadlock() const { return deadlock_; }

private:
    void offer_next(topo::NodeId node, rtl::Cycle edge, rtl::Network& network) {
        auto& backlog = backlog_[static_cast<std::size_t>(node)];
        if (backlog.empty()) {
            alone_ || draw_.chance(2) ? plan(node)
                                      : backlog.push_back({{other(node)}, topo::kNoNode, false});
        }
        const Planned next = backlog.front();
        backlog.pop_front();
        rtl::Message message;
        message.id = next_id_++;
        message.source = node;
        message.destination = next.addresses.back();
        message.length = static_cast<std::uint32_t>(3 + draw_.number(0, 5));
        message.generated = edge;
        if (next.multicast) {
            rtl::Header& header = headers_[message.id];
            for (const topo::NodeId address : next.addresses) {
                header.entries.push_back({address, rtl::Control::pass});
                wanted_[message.id].insert(address);
            }
            if (next.first_hop >= 0) {
                header.first_port = topo::ports_to(*built_.topology, node, next.first_hop).front();
            }
            message.header = &header;
        }
        network.offer(message);
    }
    void plan(topo::NodeId node) {
        tl::PlanRequest request;
        request.source = node;
        std::set<topo::NodeId> set;
        while (set.size() < 5) {
            set.insert(other(node));
        }
        request.destinations.assign(set.begin(), set.end());
        const tl::Plan plan = tl::make_plan(entry_, *built_.topology, unicast_, request);
        for (const tl::PlanMessage& message : plan.messages()) {
            Planned planned{{}, message.first_hop, true};
            for (std::uint32_t i = 0; i < message.address_count; ++i) {
                planned.addresses.push_back(plan.addresses(message)[i].address);
            }
            backlog_[static_cast<std::size_t>(node)].push_back(planned);
        }
    }
    topo::NodeId other(topo::NodeId node) {
        const int drawn = draw_.number(0, built_.topology->nodes() - 2);
        return drawn + (drawn >= node ? 1 : 0);
    }

    struct Planned {
        std::vector<topo::NodeId> addresses;
        topo::NodeId first_hop;
        bool multicast;
    };
    const BuiltNetwork& built_;
    const tl::CollectiveEntry& entry_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    std::vector<std::deque<Planned>> backlog_;
    bool alone_;
    std::map<rtl::MessageId, rtl::Header> headers_;
    std::map<rtl::MessageId, std::set<topo::NodeId>> wanted_;
    Draw draw_{11};
    rtl::MessageId next_id_ = 0;
    rtl::Cycle now_ = -1;
    int messages_;
    int gone_ = 0;
    int wrong_ = 0;
    rtl::Deadlock deadlock_;
};

class Multicasts : public testing::TestWithParam<Row> {};

TEST_P(Multicasts, SurviveSaturationWithTheSmallestBuffers) {
    const Row& row = GetParam();
    const ExperimentConfig config = read(config_text(row.algorithm, row.size, row.vcs));
    const BuiltNetwork built = make_network(config);
    const int messages = sized(2000, 1000000);
    Saturation client(config, built, messages);
    built.network->run(client);
    EXPECT_FALSE(client.deadlock().found());
    EXPECT_GE(client.gone(), messages);
    EXPECT_EQ(client.wrong(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Algorithms, Multicasts,
    testing::Values(Row{"two_phase", "[4, 4]", 2}, Row{"two_phase", "[3, 3, 3]", 2},
                    Row{"six_phase", "[4, 3]", 2}, Row{"six_phase", "[3, 3, 3]", 2},
                    Row{"gtdmpm", "[3, 3, 3]", 2}, Row{"dual_path", "[4, 4]", 2},
                    Row{"multi_path", "[4, 4]", 2}, Row{"column_path", "[4, 4]", 4},
                    Row{"six_phase", "[4, 4, 3]", 1}, Row{"gtdmpm", "[4, 3, 3]", 1},
                    Row{"multi_path", "[4, 4]", 1}, Row{"column_path", "[4, 3]", 1},
                    Row{"separate", "[4, 4]", 4}));

TEST(MulticastDeadlock, IsFoundWhereOneEjectionVcServesBothDirections) {
    ExperimentConfig config = read(config_text("two_phase", "[4, 4]", 2));
    config.router.ejection_vcs = rtl::EjectionVcs::one;  // which the reader refuses
    const BuiltNetwork built = make_network(config);
    Saturation client(config, built, 100000);
    built.network->run(client);
    ASSERT_TRUE(client.deadlock().found());
    EXPECT_GT(client.deadlock().cycle.size(), 1u);
}

/// The labels rise or fall along worms only.
TEST(MulticastDeadlock, IsFoundWhereWormsShareVcsWithUnicasts) {
    ExperimentConfig config = read(config_text("two_phase", "[4, 4]", 2));
    config.router.virtual_channels = 1;        // which the reader refuses
    config.router.ejection_ports = rtl::kAll;  // one VC for each input: enough
    const BuiltNetwork built = make_network(config);
    Saturation client(config, built, 100000);
    built.network->run(client);
    EXPECT_TRUE(client.deadlock().found());
}

TEST(MulticastWays, AreThoseOfThePlan) {
    for (const char* const algorithm :
         {"two_phase", "six_phase", "gtdmpm", "multi_path", "column_path"}) {
        SCOPED_TRACE(algorithm);
        const ExperimentConfig config = read(
            "topology: {kind: mesh, size: [5, 4]}\ntraffic: {arrivals: once, length: 3, "
            "multicast: {fraction: 1, destinations: 7, algorithm: " +
            std::string(algorithm) + "}}\nmeasure: {warmup_messages: 0}\n");
        FlitWays ways;
        NetworkTaps taps;
        taps.observer = &ways;
        const BuiltNetwork built = make_network(config, taps);
        std::map<rtl::MessageId, rtl::Message> messages;
        std::map<rtl::MessageId, rtl::Header> headers;
        SimulationHooks hooks;
        hooks.generated = [&](const rtl::Message& message) {
            messages[message.id] = message;
            headers[message.id] = *message.header;
        };
        const Result result = simulate(config, *built.network, hooks);
        EXPECT_EQ(result[OperationKind::multicast].latency.count, 20);
        const topo::RoutingFunction& routing =
            *built.network->description().headers.routings.front();
        tl::HeaderWalk walk(*built.topology, routing);
        for (const auto& [id, message] : messages) {
            const topo::PortId first = headers[id].first_port;
            const tl::HeaderWay& way = walk.follow(
                message.source,
                first < 0 ? topo::kNoNode : built.topology->peer(message.source, first).node,
                headers[id].entries.data(), headers[id].entries.size());
            EXPECT_EQ((ways.path[{id, 0}]), way.path) << "message " << id;
            const std::vector<topo::NodeId> receivers = way.receivers();
            EXPECT_EQ((ways.copies[{id, 0}]),
                      std::set<topo::NodeId>(receivers.begin(), receivers.end()));
        }
    }
}

TEST(MulticastRun, FindsTheZeroLoadLatencyOfALoneMulticast) {
    const ExperimentConfig config = read(
        "topology: {kind: mesh, size: [4, 4]}\nlink: {latency: 1}\ntraffic: {rate: 0.0002, "
        "length: 8, startup_cycles: 20, multicast: {fraction: 1, algorithm: two_phase, "
        "destinations: 15}}\nmeasure: {max_cycles: 2000000, relative_error: 0.05}\n");
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network);
    // From label l one worm of 15 - l hops, and, a start-up later, one of l hops.
    const auto one = [](int hops) { return (hops + 1) * 3 + hops + 8 - 1; };
    int least = INT32_MAX;
    for (int l = 0; l < 16; ++l) {
        const int up = l < 15 ? 20 + one(15 - l) : 0;
        const int down = l > 0 ? (l < 15 ? 40 : 20) + one(l) : 0;
        least = std::min(least, std::max(up, down));
    }
    EXPECT_EQ(result[OperationKind::multicast].latency.min, least);
    EXPECT_EQ(result[OperationKind::multicast].channels, 15.0);
    EXPECT_TRUE(result[OperationKind::multicast].latency.ci.has_value());
    EXPECT_EQ(result[LatencyKind::unicast].count, 0);
}

/// Labels 0 1 2 3 / 7 6 5 4: one worm from label 2 to labels 3 and 6, and after another start-up
/// one to label 0.
TEST(MulticastRun, TakesAtZeroLoadWhatItsWormsTake) {
    const ExperimentConfig config = read(
        "topology: {kind: mesh, size: [4, 2]}\nlink: {latency: 1}\ntraffic: {arrivals: once, "
        "length: 8, startup_cycles: 20, multicast: {fraction: 1, algorithm: two_phase, root: "
        "2, destinations: [0, 3, 5]}}\nmeasure: {warmup_messages: 0}\n");
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network);
    const auto& found = result[OperationKind::multicast];
    ASSERT_EQ(found.latency.count, 1);
    EXPECT_EQ(found.latency.max, 40 + (2 + 1) * 3 + 2 + 8 - 1);
    EXPECT_EQ(found.channels, 4 + 2);
    EXPECT_EQ(result.generated, 2);
    EXPECT_EQ(result.copies[index_of(OperationKind::multicast)], 3);
}

/// Sources never send them: here one is written into a header behind their back.
TEST(MulticastRun, EndsWithAProtocolErrorWhereControlBitsAreNone) {
    std::string first;
    for (const char* const level : {"fast", "signal"}) {
        const ExperimentConfig config = read(
            "topology: {kind: mesh, size: [4, 4]}\ntraffic: {load: 0.1, length: 4, multicast: "
            "{fraction: 0.3, algorithm: two_phase, destinations: 5}}\nlevel: " +
            std::string(level) + "\n");
        const BuiltNetwork built = make_network(config);
        SimulationHooks hooks;
        int multicasts = 0;
        hooks.generated = [&](const rtl::Message& message) {
            if (message.header != nullptr && ++multicasts == 50) {
                const_cast<rtl::Header*>(message.header)->entries.front().control =
                    rtl::Control::none;
            }
        };
        const Result result = simulate(config, *built.network, hooks);
        ASSERT_TRUE(result.protocol_errors.has_value());
        EXPECT_EQ(result.protocol_errors->count, 1);
        EXPECT_FALSE(result.complete);
        EXPECT_EQ(result.to_json()["messages"]["protocol_errors"], 1);
        EXPECT_NE(result.summary().find("protocol error after"), std::string::npos);
        first = first.empty() ? result.protocol_errors->first : first;
        EXPECT_EQ(result.protocol_errors->first, first);
    }
}

}  // namespace
}  // namespace flitscope::tb
