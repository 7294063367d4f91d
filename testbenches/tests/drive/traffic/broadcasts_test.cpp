// Broadcasts made of messages to one node, as the source of operations sends them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "testbenches/drive/traffic/operation_source.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

struct BroadcastNet {
    explicit BroadcastNet(const std::string& kind) {
        topology = kind == "mesh"
                       ? topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}})
                       : topo::make_topology("hypercube", {{"dimensions", std::int64_t{4}}});
        routing = topo::make_routing(topology->kind() == "mesh" ? "dimension_order" : "ecube",
                                     *topology, {});
        description.topology = topology.get();
        description.routing = routing.get();
        description.router.injection_ports = rtl::kAll;
        traffic.arrivals.name = "once";
        traffic.length.options = {{"mean", std::int64_t{7}}};
        traffic.startup_cycles = 20;
        traffic.broadcast.fraction = 1;
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
    TrafficConfig traffic;
};

/// A network that delivers every message `service` cycles after it has joined.
struct Ran {
    std::vector<rtl::Message> messages;
    std::vector<std::vector<topo::NodeId>> receivers;  ///< of each message
    std::vector<FinishedOperation> finished;
    std::int64_t begun = 0;
};
std::vector<topo::NodeId> receivers_of(const rtl::Message& message) {
    if (message.header == nullptr) {
        return {message.destination};
    }
    std::vector<topo::NodeId> receivers;
    for (const rtl::HeaderEntry& each : message.header->entries) {
        receivers.push_back(each.address);
    }
    return receivers;
}
Ran run(BroadcastNet& net, rtl::Cycle service) {
    const auto source = make_traffic_source(net.traffic, net.description, 3);
    Ran ran;
    std::map<rtl::Cycle, std::vector<rtl::Message>> under_way;
    for (;;) {
        const rtl::Cycle delivery = under_way.empty() ? rtl::kNever : under_way.begin()->first;
        const rtl::Cycle edge = std::min(source->next_edge(), delivery);
        if (edge == rtl::kNever) {
            return ran;
        }
        for (const rtl::Message& message : under_way[edge]) {
            EXPECT_TRUE(source->in_operation(message));
            const std::vector<topo::NodeId> receivers = receivers_of(message);
            for (const topo::NodeId node : receivers) {
                rtl::Delivery copy;
                copy.message = message;
                copy.delivered = edge;
                copy.hops = 1;
                copy.node = message.header == nullptr ? topo::kNoNode : node;
                copy.last = node == receivers.back();
                const auto finished = source->delivered(copy);
                if (finished) {
                    ran.finished.push_back(*finished);
                }
            }
        }
        under_way.erase(edge);
        for (const rtl::Message& message : source->messages_at(edge)) {
            EXPECT_EQ(message.generated, edge);
            EXPECT_EQ(message.id, ran.messages.size());
            ran.messages.push_back(message);
            ran.receivers.push_back(receivers_of(message));
            under_way[edge + service].push_back(message);
        }
        ran.begun += source->begun(OperationKind::broadcast);
    }
}

TEST(Broadcasts, GoToEveryOtherNodeOnceAndOnlyFromThoseWhoHaveThem) {
    for (const char* const algorithm : {"separate", "sbt", "rd", "ternary", "edn"}) {
        SCOPED_TRACE(algorithm);
        BroadcastNet net(algorithm == std::string("sbt") ? "cube" : "mesh");
        net.traffic.broadcast.algorithm = algorithm;
        net.traffic.broadcast.root = 6;
        const Ran ran = run(net, 30);
        EXPECT_EQ(ran.begun, 1);
        ASSERT_EQ(ran.finished.size(), 1u);
        std::set<topo::NodeId> have = {6};
        std::map<topo::NodeId, rtl::Cycle> got;
        for (const rtl::Message& message : ran.messages) {
            EXPECT_EQ(message.length, 7u);
            EXPECT_EQ(message.header, nullptr);
            EXPECT_TRUE(have.insert(message.destination).second) << message.destination;
            got[message.destination] = message.generated + 30;
            if (message.source != 6) {
                EXPECT_GE(message.generated, got.at(message.source) + 20);
            }
        }
        EXPECT_EQ(have.size(), 16u);
        EXPECT_EQ(ran.finished[0].begun, 20);
        EXPECT_EQ(ran.finished[0].generated, 0);
        EXPECT_EQ(ran.finished[0].channels, 15);
        EXPECT_EQ(ran.finished[0].delivered, ran.finished[0].step_ends.back());
    }
}

/// Over d dimensions node u has the message after popcount(u) times start-up and message.
TEST(Broadcasts, StartEachStepOfABinomialTreeAtOnce) {
    for (const StartUp startup : {StartUp::serial, StartUp::parallel}) {
        BroadcastNet net("cube");
        net.traffic.broadcast.root = 0;
        net.traffic.startup = startup;
        const Ran ran = run(net, 30);
        for (const rtl::Message& message : ran.messages) {
            const int steps = __builtin_popcount(static_cast<unsigned>(message.destination));
            EXPECT_EQ(message.generated + 30, 50 * steps) << message.destination;
        }
        EXPECT_EQ(ran.finished[0].step_ends, (std::vector<rtl::Cycle>{50, 100, 150, 200}));
    }
}

TEST(Broadcasts, SpendAStartUpOnEachStepOfOnePortOrOneOnAll) {
    for (const StartUp startup : {StartUp::serial, StartUp::parallel}) {
        BroadcastNet net("cube");
        net.description.router.injection_ports = 1;
        net.traffic.broadcast.root = 0;
        net.traffic.startup = startup;
        std::vector<rtl::Cycle> of_root;
        for (const rtl::Message& message : run(net, 30).messages) {
            if (message.source == 0) {
                of_root.push_back(message.generated);
            }
        }
        EXPECT_EQ(of_root, startup == StartUp::serial ? (std::vector<rtl::Cycle>{20, 40, 60, 80})
                                                      : (std::vector<rtl::Cycle>{20, 20, 20, 20}));
    }
}

TEST(Broadcasts, SeparatelyTakeAStartUpForEachMessage) {
    BroadcastNet net("mesh");
    net.traffic.broadcast.algorithm = "separate";
    net.traffic.broadcast.root = 5;
    rtl::Cycle next = 20;
    for (const rtl::Message& message : run(net, 1000).messages) {
        EXPECT_EQ(message.generated, next);
        next += 20;
    }
}

TEST(Broadcasts, SendHalvesOfAMessageOverTwoNetworks) {
    BroadcastNet net("mesh");
    net.traffic.broadcast.algorithm = "np_d";
    net.traffic.broadcast.root = 9;
    const Ran ran = run(net, 30);
    ASSERT_EQ(ran.finished.size(), 1u);
    std::map<topo::NodeId, std::multiset<std::uint32_t>> flits;
    for (const rtl::Message& message : ran.messages) {
        for (const topo::NodeId node : ran.receivers[message.id]) {
            flits[node].insert(message.length);
        }
    }
    EXPECT_EQ(flits.size(), 15u);
    for (const auto& [node, lengths] : flits) {
        EXPECT_EQ(lengths, (std::multiset<std::uint32_t>{3, 4})) << node;
    }
}

/// Of every node one broadcast: with base b the root sends over dimension b first.
TEST(Broadcasts, ChooseTheBaseOfTheirTree) {
    const auto first_of_root = [](const char* base) {
        BroadcastNet net("cube");
        net.description.router.injection_ports = 1;
        net.traffic.arrivals = {"periodic", {}};
        net.traffic.rate = 1e-5;
        net.traffic.broadcast.base = base;
        net.traffic.broadcast.root = 0;
        const auto source = make_traffic_source(net.traffic, net.description, 3);
        std::vector<topo::NodeId> first;
        while (first.size() < 8) {
            const auto messages = source->messages_at(source->next_edge());
            if (source->begun(OperationKind::broadcast) > 0) {
                first.push_back(messages.front().destination);
            }
        }
        return first;
    };
    EXPECT_EQ(first_of_root("rotating"), (std::vector<topo::NodeId>{1, 2, 4, 8, 1, 2, 4, 8}));
    EXPECT_EQ(first_of_root("fixed"), std::vector<topo::NodeId>(8, 1));
    EXPECT_EQ(first_of_root("2"), std::vector<topo::NodeId>(8, 4));
    const std::vector<topo::NodeId> random = first_of_root("random");
    EXPECT_GT(std::set<topo::NodeId>(random.begin(), random.end()).size(), 1u);
}

TEST(Broadcasts, OfOtherNodesThanTheRootAreLeftOut) {
    BroadcastNet net("mesh");
    net.traffic.broadcast.algorithm = "rd";
    EXPECT_EQ(run(net, 30).begun, 16);
    net.traffic.broadcast.root = 3;
    const Ran ran = run(net, 30);
    EXPECT_EQ(ran.begun, 1);
    EXPECT_EQ(ran.messages.front().source, 3);
    EXPECT_EQ(ran.messages.size(), 15u);
}

TEST(Broadcasts, ShareTheMessagesWithMulticastsAndUnicasts) {
    BroadcastNet net("mesh");
    net.traffic.arrivals.name = "bernoulli";
    net.traffic.broadcast = {0.25, "rd", "rotating", {}};
    net.traffic.multicast = {0.25, "two_phase", 5, {}, {}};
    const auto source = make_traffic_source(net.traffic, net.description, 3);
    std::int64_t broadcasts = 0;
    std::int64_t multicasts = 0;
    std::int64_t unicasts = 0;
    for (int i = 0; i < 8000; ++i) {
        for (const rtl::Message& message : source->messages_at(source->next_edge())) {
            unicasts += source->in_operation(message) ? 0 : 1;
        }
        broadcasts += source->begun(OperationKind::broadcast);
        multicasts += source->begun(OperationKind::multicast);
    }
    // Four standard deviations of binomial counts.
    const auto all = static_cast<double>(broadcasts + multicasts + unicasts);
    EXPECT_NEAR(static_cast<double>(broadcasts), all / 4, 4 * std::sqrt(all * 0.1875));
    EXPECT_NEAR(static_cast<double>(multicasts), all / 4, 4 * std::sqrt(all * 0.1875));
}

}  // namespace
}  // namespace flitscope::tb
