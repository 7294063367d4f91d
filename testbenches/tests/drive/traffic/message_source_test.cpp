#include "testbenches/drive/traffic/message_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "testbenches/drive/traffic/registry.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

std::unique_ptr<topo::Topology> mesh_of(std::vector<std::int64_t> size) {
    return topo::find_topology("mesh").make({{"size", std::move(size)}});
}

/// Everything generated before `end`, by asking as a network without flits does.
std::vector<rtl::Message> all_messages(const TrafficConfig& traffic, const topo::Topology& topology,
                                       rtl::Cycle end) {
    MessageSource source(traffic, topology, 11);
    std::vector<rtl::Message> all;
    while (source.next_edge() < end) {
        const auto& messages = source.messages_at(source.next_edge());
        all.insert(all.end(), messages.begin(), messages.end());
    }
    return all;
}

bool same(const rtl::Message& a, const rtl::Message& b) {
    return a.id == b.id && a.source == b.source && a.destination == b.destination &&
           a.length == b.length && a.sequence == b.sequence && a.generated == b.generated;
}

/// The specification: per node by asking the parts, then sorted by (edge, node).
std::vector<rtl::Message> reference(const TrafficConfig& traffic, const topo::Topology& topology,
                                    rtl::Cycle end) {
    const auto pattern = find_pattern(traffic.pattern.name).make(topology, traffic.pattern.options);
    const auto process =
        find_arrival(traffic.arrivals.name).make(traffic.rate, 11, traffic.arrivals.options);
    const auto lengths = find_length(traffic.length.name).make(traffic.length.options);
    const RandomNumbers destinations(11, RandomPurpose::destination);
    const RandomNumbers draws(11, RandomPurpose::length);
    std::vector<rtl::Message> all;
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        ArrivalState state;
        for (std::uint32_t i = 0; pattern->generates(node); ++i) {
            rtl::Cycle edge = process->next(node, i, state);
            while (!process->found(state)) {
                edge = process->next(node, i, state);
            }
            if (edge == rtl::kNever || edge + traffic.startup_cycles >= end) {
                break;
            }
            rtl::Message message;
            message.source = node;
            message.destination = pattern->destination(node, destinations.at(node, i));
            message.length = lengths->length(draws.at(node, i));
            message.sequence = i;
            message.generated = edge + traffic.startup_cycles;
            all.push_back(message);
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const rtl::Message& a, const rtl::Message& b) {
        return a.generated != b.generated ? a.generated < b.generated : a.source < b.source;
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].id = i;
    }
    return all;
}

TEST(MessageSource, GivesEveryMessageOnceInOrderOfEdgeAndNode) {
    const auto grid = mesh_of({4, 4});
    for (const ArrivalEntry& arrival : arrivals()) {
        if (arrival.name == "trace") {
            continue;  // has a source of its own: trace_test.cpp
        }
        for (const double rate : {0.00002, 0.003, 0.2}) {
            for (const int startup : {0, 100}) {
                TrafficConfig traffic;
                traffic.pattern.name = rate > 0.1 ? "transpose" : "uniform";
                traffic.arrivals = {arrival.name, {{"on_mean", 50.0}, {"off_mean", 10.0}}};
                traffic.length = {"geometric", {{"mean", 4.0}}};
                traffic.rate = rate;
                traffic.startup_cycles = startup;
                const rtl::Cycle end = rate < 0.001 ? 400000 : 5000;
                const auto got = all_messages(traffic, *grid, end);
                const auto expected = reference(traffic, *grid, end);
                SCOPED_TRACE(arrival.name + " " + std::to_string(rate));
                ASSERT_GT(got.size(), 0U);
                ASSERT_EQ(got.size(), expected.size());
                for (std::size_t i = 0; i < got.size(); ++i) {
                    ASSERT_TRUE(same(got[i], expected[i])) << "message " << i;
                }
            }
        }
    }
}

TEST(MessageSource, DrawsMessageClassesByTheirSharesAndChangesNothingElse) {
    const auto topology = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.rate = 0.05;
    const std::vector<rtl::Message> plain = all_messages(traffic, *topology, 20000);
    traffic.class_shares = {0.2, 0, 0.7, 0.1};
    const std::vector<rtl::Message> drawn = all_messages(traffic, *topology, 20000);
    ASSERT_EQ(drawn.size(), plain.size());
    std::vector<double> counts(4, 0);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        ASSERT_TRUE(same(drawn[i], plain[i])) << i;
        ++counts.at(static_cast<std::size_t>(drawn[i].message_class));
    }
    EXPECT_EQ(counts[1], 0);
    for (std::size_t m = 0; m < counts.size(); ++m) {
        const double share = traffic.class_shares[m];
        const double messages = static_cast<double>(drawn.size());
        EXPECT_NEAR(counts[m], share * messages, 4 * std::sqrt(share * messages) + 1) << m;
    }
}

TEST(MessageSource, SearchesForRareMessagesWhileTimeGoesBy) {
    const auto grid = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.arrivals = {"on_off", {{"on_mean", 1.0}, {"off_mean", 1.0}}};
    traffic.rate = 1e-9;
    MessageSource source(traffic, *grid, 11);
    for (int asked = 0; asked < 100; ++asked) {
        const rtl::Cycle edge = source.next_edge();
        EXPECT_LT(edge, 1000000);
        EXPECT_TRUE(source.messages_at(edge).empty());
        EXPECT_GT(source.next_edge(), edge);
    }
}

TEST(MessageSource, DoesNotCareAboutFurtherCalls) {
    const auto grid = mesh_of({8, 2});
    TrafficConfig traffic;
    traffic.rate = 0.01;
    const auto expected = all_messages(traffic, *grid, 2000);
    MessageSource source(traffic, *grid, 11);
    std::size_t i = 0;
    for (rtl::Cycle edge = 0; edge < 2000; ++edge) {
        ASSERT_GE(source.next_edge(), edge);
        for (const rtl::Message& message : source.messages_at(edge)) {
            ASSERT_TRUE(same(message, expected[i++]));
        }
    }
    EXPECT_EQ(i, expected.size());
}

TEST(MessageSource, NoticesAnEdgeLeftOut) {
    const auto grid = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.rate = 0.5;
    MessageSource source(traffic, *grid, 1);
    EXPECT_THROW(source.messages_at(source.next_edge() + 1), std::logic_error);
}

TEST(MessageSource, SelfPartnersGenerateNothing) {
    const auto grid = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.pattern.name = "transpose";
    traffic.rate = 0.1;
    std::set<topo::NodeId> sources;
    for (const rtl::Message& message : all_messages(traffic, *grid, 1000)) {
        EXPECT_NE(message.source % 4, message.source / 4);
        sources.insert(message.source);
    }
    EXPECT_EQ(sources.size(), 12U);
}

TEST(MessageSource, EndsWithItsArrivals) {
    const auto grid = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.arrivals.name = "once";
    MessageSource source(traffic, *grid, 1);
    EXPECT_EQ(source.next_edge(), 0);
    EXPECT_EQ(source.messages_at(0).size(), 16U);
    EXPECT_EQ(source.next_edge(), rtl::kNever);
    traffic.pattern.name = "none";
    EXPECT_EQ(MessageSource(traffic, *grid, 1).next_edge(), rtl::kNever);
}

TEST(MessageSource, NamesWhatItDoesNotKnow) {
    const auto grid = mesh_of({4, 4});
    TrafficConfig traffic;
    traffic.pattern.name = "unifrom";
    EXPECT_THROW(MessageSource(traffic, *grid, 1), OptionError);
}

}  // namespace
}  // namespace flitscope::tb
