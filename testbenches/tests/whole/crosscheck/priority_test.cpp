// Priorities (docs/router.md, section 7) in networks: levels fast and signal on random
// configurations that all have them, starvation, and saturation with the smallest buffers.
#include "rtl_models/router/priority.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

class PriorityCrosscheck : public testing::TestWithParam<int> {};

const int kPriorityGroups = sized(3, 40);
constexpr int kPriorityScenarios = 20;

TEST_P(PriorityCrosscheck, FastAndSignalLevelAreEqual) {
    constexpr std::uint64_t kFirst = 900000;
    for (int i = 0; i < kPriorityScenarios; ++i) {
        CrosscheckScenario s(kFirst +
                             static_cast<std::uint64_t>(GetParam() * kPriorityScenarios + i));
        if (s.router.vc_allocator == rtl::VcAllocatorKind::wavefront) {
            s.router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        }
        if (s.router.switch_allocator == rtl::SwitchAllocatorKind::wavefront) {
            s.router.switch_allocator = rtl::SwitchAllocatorKind::islip;
            s.router.iterations = 2;
        }
        s.router.priority = s.seed % 3 == 0 ? rtl::Priority::message_class : rtl::Priority::age;
        settle_ideas(s);
        ASSERT_TRUE(s.router.has_priorities());
        const CrosscheckReport report =
            compare_runs({checked_run(s, "fast", tl::make_fast_network),
                          checked_run(s, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << s.text() << "\n" << report.summary();
    }
}

INSTANTIATE_TEST_SUITE_P(Group, PriorityCrosscheck, testing::Range(0, kPriorityGroups));

/// Two nodes. Messages of class 0 follow each other without a gap by one injection port of node 0,
/// one of class 1 comes by the other: how many are delivered before that one.
std::size_t delivered_before_class_1(rtl::Priority priority, rtl::SwitchAllocatorKind allocator,
                                     MakeNetwork make) {
    constexpr rtl::MessageId kMessages = 101;
    constexpr rtl::MessageId kOther = 10;  // joins the odd queue, the others the even one
    const FreshKernel kernel;
    const auto line = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2}}});
    const auto routing = topo::make_routing("dimension_order", *line, {});
    rtl::NetworkDescription description;
    description.topology = line.get();
    description.routing = routing.get();
    description.router.virtual_channels = 2;
    description.router.message_classes = 2;
    description.router.pipeline = 1;  // no cycles between messages of one VC
    description.router.injection_ports = 2;
    description.router.priority = priority;
    description.router.switch_allocator = allocator;
    description.links.assign(line->link_classes().size(), {0, 1});
    std::vector<rtl::Message> script;
    for (rtl::MessageId id = 0; id < kMessages; ++id) {
        script.push_back(scripted_message(id, 0, 1, 4));
        script.back().message_class = id == kOther ? 1 : 0;
        script.back().sequence = id == kOther ? 1 : static_cast<std::uint32_t>(2 * id);
    }
    const auto network = make(description);
    ScriptedClient client(std::move(script));
    network->run(client);
    const auto found = std::find_if(client.deliveries.begin(), client.deliveries.end(),
                                    [](const rtl::Delivery& d) { return d.message.id == kOther; });
    return static_cast<std::size_t>(found - client.deliveries.begin());
}

TEST(Priority, AMessageOfClass1StarvesBehindAStreamOfClass0) {
    for (const auto make : {tl::make_fast_network, rtl::make_signal_network}) {
        for (const auto allocator :
             {rtl::SwitchAllocatorKind::separable_input, rtl::SwitchAllocatorKind::islip}) {
            EXPECT_EQ(delivered_before_class_1(rtl::Priority::message_class, allocator, make),
                      100U);
            EXPECT_LT(delivered_before_class_1(rtl::Priority::none, allocator, make), 30U);
            EXPECT_LT(delivered_before_class_1(rtl::Priority::age, allocator, make), 30U);
        }
    }
}

Result result_of(const std::string& router, const std::string& traffic, std::int64_t cycles) {
    ExperimentConfig config = parse_config(
        "mesh.yaml", "topology: {kind: mesh, size: [4, 4]}\nrouter: {" + router + "}\ntraffic: {" +
                         traffic + "}\nmeasure: {max_cycles: 1000}\n");
    config.measure.to_the_end = true;
    config.measure.max_cycles = cycles;
    const BuiltNetwork built = make_network(config, {});
    return simulate(config, *built.network, {});
}

TEST(Priority, BetterClassesAreNotLaterUnderLoad) {
    for (const char* const allocator : {"separable_input", "separable_output", "islip"}) {
        for (const double load : {0.1, 0.25, 0.4}) {
            const Result result = result_of(
                "message_classes: 4, priority: class, allocators: {switch: " +
                    std::string(allocator) + "}",
                "class_shares: [0.25, 0.25, 0.25, 0.25], load: " + std::to_string(load), 20000);
            ASSERT_EQ(result.message_classes.size(), 4U);
            for (std::size_t c = 1; c < 4; ++c) {
                EXPECT_LE(result.message_classes[c - 1].latency, result.message_classes[c].latency)
                    << allocator << " class " << c << " load " << load;
            }
        }
    }
}

/// A router with the smallest buffers, and in how many cycles 100 messages come through.
struct Smallest {
    const char* settings;
    int cycles_per_100_messages;
    const char* traffic = "";
};

TEST(Priority, NothingIsLostAtSaturation) {
    for (const Smallest& router : std::initializer_list<Smallest>{
             {"virtual_channels: 1, buffer_flits: 1, priority: age", 200},
             {"virtual_channels: 2, buffer_flits: 1, pipeline: 4, priority: age, arbiter: matrix, "
              "allocators: {switch: separable_output}",
              120},
             {"virtual_channels: 2, buffer_flits: 1, message_classes: 2, priority: class, "
              "lookahead: true, speculation: exact",
              130, ", class_shares: [0.5, 0.5]"}}) {
        const std::int64_t messages = sized(100000, 1000000);
        const Result result = result_of(
            router.settings,
            "load: 0.9, length: {distribution: geometric, mean: 3}" + std::string(router.traffic),
            messages * router.cycles_per_100_messages / 100);
        EXPECT_TRUE(result.complete);
        EXPECT_FALSE(result.deadlock.has_value());
        EXPECT_GT(result.delivered, messages) << router.settings;
    }
}

}  // namespace
}  // namespace flitscope::tb
