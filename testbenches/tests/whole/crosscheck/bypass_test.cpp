// Bypass (docs/router.md, section 6) in networks: levels fast and signal on random configurations
// that all have it, and saturation with the smallest buffers.
#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

class BypassCrosscheck : public testing::TestWithParam<int> {};

const int kGroups = sized(3, 40);
constexpr int kScenarios = 20;

TEST_P(BypassCrosscheck, FastAndSignalLevelAreEqual) {
    constexpr std::uint64_t kFirst = 700000;
    for (int i = 0; i < kScenarios; ++i) {
        CrosscheckScenario s(kFirst + static_cast<std::uint64_t>(GetParam() * kScenarios + i));
        s.router.bypass = true;
        s.router.speculation = rtl::Speculation::none;
        s.router.input_speedup = 1;
        if (s.router.vc_at_switch()) {
            s.router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        }
        s.router.pipeline = std::max(2, s.router.pipeline);
        const CrosscheckReport report =
            compare_runs({checked_run(s, "fast", tl::make_fast_network),
                          checked_run(s, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << s.text() << "\n" << report.summary();
    }
}

INSTANTIATE_TEST_SUITE_P(Group, BypassCrosscheck, testing::Range(0, kGroups));

/// As many messages as fast as they go, from every node to all others.
void saturate(const std::string& kind, int virtual_channels, int pipeline, bool lookahead) {
    constexpr rtl::MessageId kMessages = 100000;
    const auto topology = topo::make_topology(kind, {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.virtual_channels = virtual_channels;
    description.router.buffer_flits = 1;
    description.router.pipeline = pipeline;
    description.router.lookahead = lookahead;
    description.router.bypass = true;
    description.links.assign(topology->link_classes().size(), {1, 1});
    std::vector<rtl::Message> script;
    const auto nodes = static_cast<rtl::MessageId>(topology->nodes());
    for (rtl::MessageId id = 0; id < kMessages; ++id) {
        rtl::Message message;
        message.id = id;
        message.source = static_cast<topo::NodeId>(id % nodes);
        message.destination = static_cast<topo::NodeId>(id * 7 / nodes % nodes);
        message.length = 1 + static_cast<std::uint32_t>(id / nodes % 4);
        message.generated = static_cast<rtl::Cycle>(id / nodes);
        script.push_back(message);
    }
    const auto network = tl::make_fast_network(description);
    ScriptedClient client(std::move(script));
    constexpr rtl::Cycle kLimit = 2000000;
    network->run(client, kLimit);
    SCOPED_TRACE(kind + ", depth " + std::to_string(pipeline) +
                 (lookahead ? " with lookahead" : ""));
    EXPECT_EQ(client.deliveries.size(), kMessages);
    network->check_invariants();
    const rtl::NetworkCounters counters = network->counters();
    EXPECT_EQ(counters.flits_ejected, counters.flits_injected);
    EXPECT_GT(counters.flits_bypassed, counters.flit_hops / 20);
    EXPECT_LT(counters.flits_bypassed, counters.flit_hops);
}

TEST(Bypass, LosesNothingInSaturationWithTheSmallestBuffers) {
    for (const int depth : {2, 3, 4}) {
        saturate("mesh", 1, depth, false);
    }
    saturate("torus", 2, 4, false);
    saturate("torus", 2, 2, true);
    saturate("mesh", 1, 3, true);
}

}  // namespace
}  // namespace flitscope::tb
