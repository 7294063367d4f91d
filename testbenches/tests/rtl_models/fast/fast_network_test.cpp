// The fast level alone: cycle tables worked out by hand from docs/router.md, its client protocol,
// and what it refuses.
#include "rtl_models/fast/fast_network.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "rtl_models/router/contract/digest.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

/// Offers the given messages, then runs until all are delivered or `end`.
class Script : public rtl::NetworkClient {
public:
    explicit Script(std::vector<rtl::Message> messages, rtl::Cycle end = rtl::kNever)
        : messages_(std::move(messages)), end_(end) {}

    rtl::Cycle next_edge() const override {
        if (next_ < messages_.size()) {
            return messages_[next_].generated;
        }
        return deliveries.size() == messages_.size() ? 0 : end_;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        edges.push_back(edge);
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            network.offer(messages_[next_]);
        }
        network.check_invariants();
        return deliveries.size() < messages_.size() && edge < end_;
    }
    void delivered(const rtl::Delivery& delivery) override { deliveries.push_back(delivery); }

    std::vector<rtl::Delivery> deliveries;
    std::vector<rtl::Cycle> edges;

private:
    std::vector<rtl::Message> messages_;
    rtl::Cycle end_;
    std::size_t next_ = 0;
};

rtl::Message message(rtl::MessageId id, topo::NodeId from, topo::NodeId to, std::uint32_t length,
                     rtl::Cycle generated = 0) {
    rtl::Message m;
    m.id = id;
    m.source = from;
    m.destination = to;
    m.length = length;
    m.generated = generated;
    return m;
}

/// Switch grants of each flit by router, as "cycle>port.vc": the rows of a cycle table.
class GrantTable final : public rtl::EventObserver {
public:
    void event(const rtl::Event& e) override {
        if (e.kind == rtl::EventKind::switch_granted) {
            rows[std::to_string(e.message) + "." + std::to_string(e.index) + " in " +
                 std::to_string(e.router)] = std::to_string(e.cycle) + ">" +
                                             std::to_string(e.output_port) + "." +
                                             std::to_string(e.output_vc);
        }
    }
    using Rows = std::map<std::string, std::string>;
    Rows rows;
};

/// A row of nodes, one injection and one ejection port; ports: 0 up, 1 down, 2 ejection.
struct Line {
    explicit Line(std::int64_t nodes)
        : Line(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{nodes}}})) {}
    /// Another network instead.
    explicit Line(std::unique_ptr<topo::Topology> other)
        : topology(std::move(other)),
          routing(topo::make_routing("dimension_order", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.router.virtual_channels = 2;
        description.router.buffer_flits = 4;
        description.links.resize(topology->link_classes().size(), {0, 1});
    }
    /// Runs the messages to their end.
    GrantTable::Rows grants(const std::vector<rtl::Message>& messages) {
        GrantTable table;
        description.observer = &table;
        Script script(messages, 1000);
        const auto network = make_fast_network(description);
        network->run(script);
        EXPECT_EQ(script.deliveries.size(), messages.size());
        return table.rows;
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
};

/// docs/router.md, section 4: the diagrams of a head alone. Arrival at edge 0; S in the tables.
TEST(FastNetwork, FollowsTheDiagramsOfEveryPipelineDepth) {
    const GrantTable::Rows expected[] = {{{"0.0 in 0", "0>0.0"},
                                          {"0.1 in 0", "1>0.0"},
                                          {"0.2 in 0", "2>0.0"},
                                          {"0.0 in 1", "1>2.0"},
                                          {"0.1 in 1", "2>2.0"},
                                          {"0.2 in 1", "3>2.0"}},
                                         {{"0.0 in 0", "1>0.0"},
                                          {"0.1 in 0", "2>0.0"},
                                          {"0.2 in 0", "3>0.0"},
                                          {"0.0 in 1", "3>2.0"},
                                          {"0.1 in 1", "4>2.0"},
                                          {"0.2 in 1", "5>2.0"}},
                                         {{"0.0 in 0", "2>0.0"},
                                          {"0.1 in 0", "3>0.0"},
                                          {"0.2 in 0", "4>0.0"},
                                          {"0.0 in 1", "5>2.0"},
                                          {"0.1 in 1", "6>2.0"},
                                          {"0.2 in 1", "7>2.0"}},
                                         {{"0.0 in 0", "2>0.0"},
                                          {"0.1 in 0", "3>0.0"},
                                          {"0.2 in 0", "4>0.0"},
                                          {"0.0 in 1", "6>2.0"},
                                          {"0.1 in 1", "7>2.0"},
                                          {"0.2 in 1", "8>2.0"}}};
    for (int depth = 1; depth <= 4; ++depth) {
        Line line(2);
        line.description.router.pipeline = depth;
        EXPECT_EQ(line.grants({message(0, 0, 1, 3)}), expected[depth - 1]) << "depth " << depth;
    }
}

/// Flattened butterfly of 3x3 routers, two nodes at each: network ports 0..3, ejection ports 4 and
/// 5. From (0,0).1 over (2,0) to (2,2).1, depth 3: 3 cycles in each router.
TEST(FastNetwork, LeavesAtTheLocalPortOfTheNode) {
    const auto network = [] {
        return Line(
            topo::make_topology("flattened_butterfly", {{"radix", std::int64_t{3}},
                                                        {"dimensions", std::int64_t{2}},
                                                        {"concentration", std::int64_t{2}}}));
    };
    EXPECT_EQ(
        network().grants({message(0, 1, 17, 1)}),
        (GrantTable::Rows{{"0.0 in 0", "2>1.0"}, {"0.0 in 2", "5>3.0"}, {"0.0 in 8", "8>5.0"}}));
    EXPECT_EQ(network().grants({message(0, 1, 0, 1)}), (GrantTable::Rows{{"0.0 in 0", "2>4.0"}}));
}

/// From (0,0).0 by the express channel at the lower border, port 3, to (2,0), and on to (3,0).1.
TEST(FastNetwork, TakesAnExpressChannel) {
    Line network(
        topo::make_topology("concentrated_mesh", {{"size", std::vector<std::int64_t>{4, 4}},
                                                  {"concentration", std::int64_t{2}},
                                                  {"express", std::string("true")}}));
    EXPECT_EQ(
        network.grants({message(0, 0, 7, 1)}),
        (GrantTable::Rows{{"0.0 in 0", "2>3.0"}, {"0.0 in 2", "5>0.0"}, {"0.0 in 3", "8>5.0"}}));
}

/// One buffer slot, latency 1, depth 1. Router 0 sends flit 0 in cycle 0; it is written at edge 2
/// and leaves in cycle 2; that credit is back at edge 4, and so on: a flit every 4 cycles.
TEST(FastNetwork, WaitsForCreditsWhenTheBufferIsFull) {
    Line line(2);
    line.description.router.pipeline = 1;
    line.description.router.buffer_flits = 1;
    line.description.links = {{1, 1}};
    const GrantTable::Rows expected = {{"0.0 in 0", "0>0.0"}, {"0.0 in 1", "2>2.0"},
                                       {"0.1 in 0", "4>0.0"}, {"0.1 in 1", "6>2.0"},
                                       {"0.2 in 0", "8>0.0"}, {"0.2 in 1", "10>2.0"}};
    EXPECT_EQ(line.grants({message(0, 0, 1, 3)}), expected);
}

/// A link with 3 cycles per flit; the ejection behind it takes the flits as they come.
TEST(FastNetwork, KeepsSlowLinksBusy) {
    Line line(2);
    line.description.router.pipeline = 1;
    line.description.links = {{0, 3}};
    const GrantTable::Rows expected = {{"0.0 in 0", "0>0.0"}, {"0.0 in 1", "1>2.0"},
                                       {"0.1 in 0", "3>0.0"}, {"0.1 in 1", "4>2.0"},
                                       {"0.2 in 0", "6>0.0"}, {"0.2 in 1", "7>2.0"}};
    EXPECT_EQ(line.grants({message(0, 0, 1, 3)}), expected);
}

/// Messages 0 (from node 0) and 1 (from node 1) meet at output 0 of router 1 in the same cycle,
/// depth 1. Both heads request VC 0 in cycle 1; input 1 (from node 0; index 2) is before input 2
/// (injection; index 4). Message 1 gets VC 1 a cycle later, then both share the channel in turn.
TEST(FastNetwork, SharesAChannelBetweenTwoVcs) {
    Line line(3);
    line.description.router.pipeline = 1;
    const GrantTable::Rows expected = {
        {"0.0 in 0", "0>0.0"}, {"0.1 in 0", "1>0.0"}, {"0.2 in 0", "2>0.0"}, {"0.0 in 1", "1>0.0"},
        {"1.0 in 1", "2>0.1"}, {"0.1 in 1", "3>0.0"}, {"1.1 in 1", "4>0.1"}, {"0.2 in 1", "5>0.0"},
        {"1.2 in 1", "6>0.1"}, {"0.0 in 2", "2>2.0"}, {"1.0 in 2", "3>2.1"}, {"0.1 in 2", "4>2.0"},
        {"1.1 in 2", "5>2.1"}, {"0.2 in 2", "6>2.0"}, {"1.2 in 2", "7>2.1"}};
    EXPECT_EQ(line.grants({message(0, 0, 2, 3), message(1, 1, 2, 3, 1)}), expected);
}

/// One VC, depth 2: the head of message 1 waits until the tail of message 0 has been granted the
/// switch (cycle 4), requests the VC in cycle 5 and the switch in cycle 6.
TEST(FastNetwork, HoldsAVcUntilItsTailIsGranted) {
    Line line(3);
    line.description.router.pipeline = 2;
    line.description.router.virtual_channels = 1;
    const GrantTable::Rows rows = line.grants({message(0, 0, 2, 2), message(1, 1, 2, 1, 2)});
    EXPECT_EQ(rows.at("0.0 in 1"), "3>0.0");
    EXPECT_EQ(rows.at("0.1 in 1"), "4>0.0");
    EXPECT_EQ(rows.at("1.0 in 1"), "6>0.0");
}

/// Store-and-forward: router 1 routes the head when the tail is there; source and destination do
/// not wait.
TEST(FastNetwork, StoresMessagesBetweenSourceAndDestination) {
    Line line(3);
    line.description.router.pipeline = 1;
    line.description.router.switching = rtl::Switching::store_and_forward;
    const GrantTable::Rows expected = {
        {"0.0 in 0", "0>0.0"}, {"0.1 in 0", "1>0.0"}, {"0.2 in 0", "2>0.0"},
        {"0.0 in 1", "3>0.0"}, {"0.1 in 1", "4>0.0"}, {"0.2 in 1", "5>0.0"},
        {"0.0 in 2", "4>2.0"}, {"0.1 in 2", "5>2.0"}, {"0.2 in 2", "6>2.0"}};
    EXPECT_EQ(line.grants({message(0, 0, 2, 3)}), expected);
}

/// Cut-through: with 3 slots and a message of 2 flits in them, the next VC grant for a message of 3
/// waits for all its room.
TEST(FastNetwork, GrantsAVcOnlyWithRoomForTheWholeMessage) {
    Line line(2);
    line.description.router.pipeline = 1;
    line.description.router.virtual_channels = 1;
    line.description.router.buffer_flits = 3;
    line.description.links = {{2, 1}};
    line.description.router.switching = rtl::Switching::virtual_cut_through;
    // Flits 0.0, 0.1 are sent in cycles 0, 1, leave router 1 in cycles 3, 4; credits at edges 6, 7.
    const GrantTable::Rows rows = line.grants({message(0, 0, 1, 2), message(1, 0, 1, 3)});
    EXPECT_EQ(rows.at("0.1 in 1"), "4>2.0");
    EXPECT_EQ(rows.at("1.0 in 0"), "7>0.0");
}

TEST(FastNetwork, JumpsOverIdleTimeAndAsksOnlyAtTheEdgesWanted) {
    Line line(2);
    const auto network = make_fast_network(line.description);
    Script script({message(0, 0, 1, 3, 5), message(1, 1, 0, 1, 4000000000000)});
    network->run(script);
    ASSERT_EQ(script.deliveries.size(), 2u);
    EXPECT_EQ(script.deliveries[0].delivered, 5 + 2 * 3 + 2);
    EXPECT_EQ(script.deliveries[1].delivered, 4000000000000 + 2 * 3);
    EXPECT_EQ(script.edges, (std::vector<rtl::Cycle>{5, 4000000000000, 4000000000006}));
}

TEST(FastNetwork, StopsAtALimitAndGoesOn) {
    Line line(2);
    Script script({message(0, 0, 1, 5), message(1, 0, 1, 5, 3)});
    const auto network = make_fast_network(line.description);
    for (rtl::Cycle limit = 0; limit < 30 && script.deliveries.size() < 2; ++limit) {
        network->run(script, limit);
        EXPECT_EQ(network->now(), limit);
        network->check_invariants();
    }
    Script whole({message(0, 0, 1, 5), message(1, 0, 1, 5, 3)});
    make_fast_network(line.description)->run(whole);
    ASSERT_EQ(script.deliveries.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(script.deliveries[i].delivered, whole.deliveries[i].delivered);
    }
}

/// Both are consumed at the same edge; node order decides, whatever the order of ids.
TEST(FastNetwork, ReportsDeliveriesOfAnEdgeInNodeOrder) {
    Line line(4);
    Script script({message(7, 2, 3, 1), message(8, 1, 0, 1)});
    make_fast_network(line.description)->run(script);
    ASSERT_EQ(script.deliveries.size(), 2u);
    EXPECT_EQ(script.deliveries[0].delivered, script.deliveries[1].delivered);
    EXPECT_EQ(script.deliveries[0].message.id, 8u);
}

/// Counters at the client call for an edge cover the cycles before it (network.h).
TEST(FastNetwork, CountsWhatHappenedBeforeTheEdge) {
    Line line(2);
    line.description.router.pipeline = 1;
    const auto network = make_fast_network(line.description);
    Script script({message(0, 0, 1, 3)});
    network->run(script,
                 2);  // flits at edges 0, 1; grants in cycles 0, 1 (router 0) and 1 (router 1)
    EXPECT_EQ(network->counters().flits_injected, 2u);
    EXPECT_EQ(network->counters().flit_hops, 3u);
    EXPECT_EQ(network->counters().flits_ejected, 1u);
    rtl::ChannelCounters up = network->channel_counters(0, 0);
    EXPECT_EQ(up.flits, 2u);
    EXPECT_EQ(up.heads, 1u);
    EXPECT_EQ(up.heads_blocked, 0u);
    EXPECT_EQ(up.vc_busy_cycles, (std::vector<std::uint64_t>{1, 1, 0}));  // granted in cycle 0
    network->run(script);
    up = network->channel_counters(0, 0);
    EXPECT_EQ(up.flits, 3u);
    EXPECT_EQ(up.vc_busy_cycles, (std::vector<std::uint64_t>{2, 2, 0}));  // released at edge 3
    EXPECT_EQ(network->now(), 4);
}

TEST(FastNetwork, NamesWhatWaits) {
    Line line(2);
    line.description.router.virtual_channels = 1;
    const auto network = make_fast_network(line.description);
    Script script({message(3, 0, 1, 9), message(4, 0, 1, 9)});
    network->run(script, 4);
    const std::vector<rtl::VcWait> waits = network->waits();
    ASSERT_EQ(waits.size(), 2u);
    EXPECT_EQ(waits[0].router, 0);
    EXPECT_EQ(waits[0].port, 2);
    EXPECT_EQ(waits[0].message, 3u);
    EXPECT_EQ(waits[0].output_port, 0);
    EXPECT_EQ(waits[0].output_vc, 0);
    EXPECT_TRUE(waits[0].movable);
    EXPECT_EQ(waits[1].router, 1);
    EXPECT_EQ(waits[1].output_port, 2);
}

class Refusing : public Script {
public:
    explicit Refusing(const rtl::Message& bad) : Script({}), bad_(bad) {}
    rtl::Cycle next_edge() const override { return 0; }
    bool at_edge(rtl::Cycle /*edge*/, rtl::Network& network) override {
        EXPECT_THROW(network.offer(bad_), std::invalid_argument);
        return false;
    }

private:
    rtl::Message bad_;
};

TEST(FastNetwork, RefusesMessagesThatItCannotTake) {
    Line line(2);
    line.description.router.switching = rtl::Switching::virtual_cut_through;
    rtl::Message second_class = message(0, 0, 1, 1);
    second_class.message_class = 1;
    for (const rtl::Message& bad : {message(0, 2, 0, 1), message(0, 0, -1, 1), message(0, 0, 1, 0),
                                    message(0, 0, 1, 5), second_class}) {
        Refusing client(bad);
        make_fast_network(line.description)->run(client);
    }
    EXPECT_THROW(make_fast_network(line.description)->offer(message(0, 0, 1, 1)), std::logic_error);
}

TEST(FastNetwork, RefusesDescriptionsWithoutMeaning) {
    Line line(2);
    line.description.links.clear();
    EXPECT_THROW(make_fast_network(line.description), std::invalid_argument);
    line.description.links = {{-1, 1}};
    EXPECT_THROW(make_fast_network(line.description), std::invalid_argument);
    line.description.links = {{0, 1}};
    line.description.router.pipeline = 5;
    EXPECT_THROW(make_fast_network(line.description), std::invalid_argument);
    EXPECT_THROW(make_fast_network({}), std::invalid_argument);
}

}  // namespace
}  // namespace flitscope::tl
