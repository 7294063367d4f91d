// VC selection at the switch (docs/router.md, section 5) at levels signal and fast.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;

/// Cycle, router, input port, output port and VC of a grant.
using Grant = std::tuple<Cycle, topo::NodeId, int, int, int>;

class Grants : public rtl::NetworkObserver {
public:
    void flit_written(Cycle, topo::NodeId, int, const rtl::Flit&) override {}
    void routed(Cycle, topo::NodeId, int, const rtl::Flit&, int, rtl::VcRange) override {}
    void vc_granted(Cycle cycle, topo::NodeId router, int port, const rtl::Flit&, int output,
                    int vc) override {
        of_vcs.emplace_back(cycle, router, port, output, vc);
    }
    void switch_granted(Cycle cycle, topo::NodeId router, int port, const rtl::Flit& flit,
                        int output, int vc) override {
        of_flits[{flit.message, flit.index, router}] = {cycle, router, port, output, vc};
        if (flit.is_head()) {
            of_heads.emplace_back(cycle, router, port, output, vc);
        }
    }
    void credit_sent(Cycle, topo::NodeId, int, int) override {}
    void flit_consumed(Cycle, topo::NodeId, int, const rtl::Flit&) override {}

    std::vector<Grant> of_vcs;
    std::vector<Grant> of_heads;
    std::map<std::tuple<std::uint32_t, std::uint32_t, topo::NodeId>, Grant> of_flits;
};

struct Network {
    Network(const std::string& kind, std::vector<std::int64_t> size,
            const rtl::RouterParameters& router)
        : topology(topo::make_topology(kind, {{"size", std::move(size)}})),
          routing(topo::make_routing("dimension_order", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.router = router;
        description.router.vc_allocator = rtl::VcAllocatorKind::at_switch;
        description.links.assign(topology->link_classes().size(), {0, 1});
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
};

/// Two heads ask for one output in one cycle. The first one keeps its VC for its tail, so that the
/// second one takes the next, and both share the link.
TEST(AtSwitch, TheWinnerTakesTheLowestOpenVcAndTheOtherIsBlocked) {
    for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
        const FreshKernel kernel;
        rtl::RouterParameters router;
        router.virtual_channels = 2;
        Network row("mesh", {3}, router);
        Grants grants;
        row.description.observer = &grants;
        const auto network = make(row.description);
        ScriptedClient client({scripted_message(0, 0, 2, 2, 0), scripted_message(1, 1, 2, 1, 2)});
        network->run(client);
        const int output = 0;
        EXPECT_EQ(grants.of_flits.at({0, 0, 1}), Grant(3, 1, 1, output, 0));
        EXPECT_EQ(grants.of_flits.at({1, 0, 1}), Grant(4, 1, 2, output, 1));
        EXPECT_EQ(grants.of_flits.at({0, 1, 1}), Grant(5, 1, 1, output, 0));
        const rtl::ChannelCounters counters = network->channel_counters(1, output);
        EXPECT_EQ(counters.heads, 2U);
        EXPECT_EQ(counters.heads_blocked, 1U);
        EXPECT_EQ(counters.vc_busy_cycles[1], 2U) << "the message of one flit holds no VC";
    }
}

/// Buffers of one flit: the second head waits for the credit of the first one, in front of the
/// switch and without a VC.
TEST(AtSwitch, AHeadDoesNotAskForAVcWithoutACredit) {
    for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
        const FreshKernel kernel;
        rtl::RouterParameters router;
        router.virtual_channels = 1;
        router.buffer_flits = 1;
        Network row("mesh", {3}, router);
        Grants grants;
        row.description.observer = &grants;
        const auto network = make(row.description);
        ScriptedClient client({scripted_message(0, 0, 2, 1, 0), scripted_message(1, 1, 2, 1, 3)});
        network->run(client);
        // The flit of message 0 is in router 2 from edge 4 on and leaves it in cycle 5.
        EXPECT_EQ(grants.of_flits.at({0, 0, 1}), Grant(3, 1, 1, 0, 0));
        EXPECT_EQ(grants.of_flits.at({0, 0, 2}), Grant(5, 2, 1, 2, 0));
        EXPECT_EQ(grants.of_flits.at({1, 0, 1}), Grant(6, 1, 2, 0, 0));
        EXPECT_EQ(network->channel_counters(1, 0).heads_blocked, 1U);
    }
}

struct Setting {
    const char* kind;
    std::vector<std::int64_t> size;
    rtl::Switching switching;
    int vcs;
    int pipeline;
    bool lookahead;
    rtl::SwitchAllocatorKind allocator;
    rtl::ArbiterKind arbiter;
};

/// All messages of a run wait at their sources from the beginning on. Nothing is lost, nothing
/// stops, and heads are granted their VCs together with the switch.
TEST(AtSwitch, DeliversAllMessagesAtSaturationWithTheSmallestBuffers) {
    using Kind = rtl::SwitchAllocatorKind;
    constexpr auto kWormhole = rtl::Switching::wormhole;
    const Setting settings[] = {
        {"mesh", {8, 8}, kWormhole, 1, 3, false, Kind::separable_input, rtl::ArbiterKind::matrix},
        {"mesh", {8, 8}, rtl::Switching::virtual_cut_through, 1, 4, false, Kind::wavefront, {}},
        {"torus", {4, 4}, kWormhole, 2, 2, true, Kind::islip, {}},
        {"torus", {4, 4}, rtl::Switching::store_and_forward, 4, 3, true, Kind::separable_input, {}},
        {"mesh", {8, 8}, kWormhole, 20, 3, false, Kind::separable_output, {}}};
    constexpr std::uint32_t kLongest = 4;
    std::mt19937 random(11);
    for (const Setting& setting : settings) {
        rtl::RouterParameters router;
        router.switching = setting.switching;
        router.virtual_channels = setting.vcs;
        router.buffer_flits = setting.switching == kWormhole ? 1 : static_cast<int>(kLongest);
        router.pipeline = setting.pipeline;
        router.lookahead = setting.lookahead;
        router.switch_allocator = setting.allocator;
        router.arbiter = setting.arbiter;
        Network net(setting.kind, setting.size, router);
        const auto nodes = static_cast<unsigned>(net.topology->nodes());
        std::vector<rtl::Message> messages;
        for (std::size_t id = 0; id < 20000; ++id) {
            messages.push_back(scripted_message(id, static_cast<topo::NodeId>(random() % nodes),
                                                static_cast<topo::NodeId>(random() % nodes),
                                                1 + random() % kLongest, 0));
        }
        Grants grants;
        net.description.observer = &grants;
        const auto network = tl::make_fast_network(net.description);
        ScriptedClient client(messages);
        network->run(client, 10000000);
        EXPECT_EQ(client.deliveries.size(), messages.size()) << network->waits().size();
        network->check_invariants();
        std::sort(grants.of_heads.begin(), grants.of_heads.end());
        std::sort(grants.of_vcs.begin(), grants.of_vcs.end());
        EXPECT_EQ(grants.of_heads, grants.of_vcs);
    }
}

}  // namespace
}  // namespace flitscope::tb
