#include "testbenches/drive/traffic/operation_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "testbenches/drive/traffic/message_source.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

struct Net {
    Net()
        : topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}})),
          routing(topo::make_routing("dimension_order", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        traffic.rate = 0.01;
        traffic.multicast = {1, "two_phase", 5, {}, {}};
    }

    std::unique_ptr<TrafficSource> source() { return make_traffic_source(traffic, description, 7); }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
    TrafficConfig traffic;
};

/// The messages of the first edges.
std::vector<rtl::Message> first_messages(TrafficSource& source, std::size_t count) {
    std::vector<rtl::Message> all;
    while (all.size() < count) {
        const rtl::Cycle edge = source.next_edge();
        for (const rtl::Message& message : source.messages_at(edge)) {
            EXPECT_EQ(message.generated, edge);
            all.push_back(message);
        }
    }
    return all;
}

rtl::Delivery copy_of(const rtl::Message& message, topo::NodeId node, rtl::Cycle edge, bool last) {
    rtl::Delivery delivery;
    delivery.message = message;
    delivery.node = node;
    delivery.delivered = edge;
    delivery.hops = node == message.destination ? 3 : 1;
    delivery.last = last;
    return delivery;
}

TEST(OperationSource, SendsThePlanToDifferentNodesWhichAreNotTheSource) {
    Net net;
    const auto source = net.source();
    std::map<topo::NodeId, int> chosen;
    int multicasts = 0;
    while (multicasts < 3000) {
        std::map<topo::NodeId, std::set<topo::NodeId>> sets;
        for (const rtl::Message& message : source->messages_at(source->next_edge())) {
            ASSERT_NE(message.header, nullptr);
            EXPECT_EQ(message.header->entries.back().address, message.destination);
            for (const rtl::HeaderEntry& entry : message.header->entries) {
                EXPECT_NE(entry.address, message.source);
                EXPECT_TRUE(sets[message.source].insert(entry.address).second);
                ++chosen[entry.address];
            }
        }
        EXPECT_EQ(static_cast<std::int64_t>(sets.size()), source->begun(OperationKind::multicast));
        for (const auto& set : sets) {
            EXPECT_EQ(set.second.size(), 5u);
        }
        multicasts += static_cast<int>(sets.size());
    }
    // Each node is in about 5/16 of the sets; four standard deviations of a binomial count.
    for (const auto& [node, count] : chosen) {
        EXPECT_NEAR(count, multicasts * 5.0 / 16, 4 * std::sqrt(multicasts * 0.215)) << node;
    }
}

TEST(OperationSource, SendsFromAllOthersToTheNodesThatAreNamed) {
    Net net;
    net.traffic.multicast.set = {9, 3, 12};
    net.traffic.multicast.destinations = 3;
    const auto sets_of = [&] {
        std::map<topo::NodeId, std::set<topo::NodeId>> sets;
        const auto source = net.source();  // has the headers
        for (const rtl::Message& message : first_messages(*source, 400)) {
            for (const rtl::HeaderEntry& entry : message.header->entries) {
                sets[message.source].insert(entry.address);
            }
        }
        return sets;
    };
    const auto all = sets_of();
    EXPECT_EQ(all.size(), 13u);
    for (const auto& [source, set] : all) {
        EXPECT_EQ(set, (std::set<topo::NodeId>{3, 9, 12})) << source;
    }
    net.traffic.multicast.root = 7;
    EXPECT_EQ(sets_of().size(), 1u);
    EXPECT_EQ(sets_of().count(7), 1u);
}

TEST(OperationSource, TakesTheFractionOfTheMessages) {
    Net net;
    net.traffic.multicast.fraction = 0.25;
    const auto source = net.source();
    std::int64_t begun = 0;
    std::int64_t unicasts = 0;
    for (int i = 0; i < 8000; ++i) {
        for (const rtl::Message& message : source->messages_at(source->next_edge())) {
            unicasts += message.header == nullptr ? 1 : 0;
        }
        begun += source->begun(OperationKind::multicast);
    }
    const double all = static_cast<double>(begun + unicasts);
    EXPECT_NEAR(static_cast<double>(begun), all / 4, 4 * std::sqrt(all * 0.1875));
}

TEST(OperationSource, NumbersMessagesAsTheyJoin) {
    Net net;
    net.traffic.multicast.fraction = 0.5;
    net.traffic.startup_cycles = 30;
    const auto source = net.source();
    std::map<topo::NodeId, std::uint32_t> sequence;
    rtl::MessageId id = 0;
    rtl::Message before;
    for (const rtl::Message& message : first_messages(*source, 500)) {
        EXPECT_EQ(message.id, id++);
        EXPECT_EQ(message.sequence, sequence[message.source]++);
        EXPECT_TRUE(before.generated < message.generated || before.source <= message.source);
        before = message;
    }
}

TEST(OperationSource, StartsMessagesOneAfterTheOtherOrAllAtOnce) {
    for (const StartUp startup : {StartUp::serial, StartUp::parallel}) {
        Net net;
        net.traffic.rate = 0.000001;  // no two at one node within 100 cycles
        net.traffic.startup_cycles = 50;
        net.traffic.startup = startup;
        net.traffic.multicast.destinations = 15;
        const auto source = net.source();
        std::map<topo::NodeId, std::vector<rtl::Cycle>> edges;
        for (const rtl::Message& message : first_messages(*source, 200)) {
            edges[message.source].push_back(message.generated);
        }
        // Nodes with lower and higher labels send two; 0 and 12 are the ends of the path.
        const rtl::Cycle apart = startup == StartUp::serial ? 50 : 0;
        for (const auto& [node, at] : edges) {
            for (std::size_t i = 1; node != 0 && node != 12 && i < at.size(); i += 2) {
                EXPECT_EQ(at[i] - at[i - 1], apart) << node;
            }
        }
    }
}

TEST(OperationSource, KnowsWhenTheLastDestinationHasItsCopy) {
    Net net;
    net.traffic.rate = 0.000001;
    net.traffic.startup_cycles = 50;
    net.traffic.multicast.destinations = 15;
    const auto source = net.source();
    std::vector<rtl::Message> worms;
    while (worms.size() < 2) {
        for (const rtl::Message& message : source->messages_at(source->next_edge())) {
            if (message.source == 5) {
                worms.push_back(message);
            }
        }
    }
    // The copy on the way may be the last one.
    for (std::size_t w = 0; w < 2; ++w) {
        std::vector<rtl::HeaderEntry> entries = worms[w].header->entries;
        std::swap(entries.front(), entries.back());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const bool last = i + 1 == entries.size();
            const auto finished = source->delivered(
                copy_of(worms[w], entries[i].address, 1000 + static_cast<rtl::Cycle>(i), last));
            ASSERT_EQ(finished.has_value(), w == 1 && last);
            if (finished) {
                EXPECT_EQ(finished->begun, worms[0].generated);
                EXPECT_EQ(finished->generated, worms[0].generated - 50);
                EXPECT_EQ(finished->delivered, 1000 + static_cast<rtl::Cycle>(i));
                EXPECT_EQ(finished->kind, OperationKind::multicast);
                EXPECT_EQ(finished->channels, 6);
            }
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
