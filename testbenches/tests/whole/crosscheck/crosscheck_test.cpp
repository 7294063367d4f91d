// Fast and signal level, event by event, on random configurations from idle to deep saturation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>
#include <set>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/router_parameter_table.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/queued_scenario.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

/// Groups, so that CTest can run them in parallel.
class Crosscheck : public testing::TestWithParam<int> {};

const int kCrosscheckGroups = sized(10, 200);
constexpr int kScenariosPerGroup = 50;
/// Where time does not matter every so many scenarios are run with each kind of clock gates.
const int kOfAllGatings = kCrosscheckGroups > 100 ? 5 : 0;

std::uint64_t expect_equal_levels(const CrosscheckScenario& scenario) {
    const CrosscheckReport report =
        compare_runs({checked_run(scenario, "fast", tl::make_fast_network),
                      checked_run(scenario, "signal", rtl::make_signal_network)});
    EXPECT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
    return report.messages;
}

/// The scenarios of a group, each made of its number.
template <typename Make>
void expect_equal_levels(int group, Make make) {
    std::uint64_t messages = 0;
    for (int i = 0; i < kScenariosPerGroup; ++i) {
        CrosscheckScenario scenario =
            make(static_cast<std::uint64_t>(group * kScenariosPerGroup + i));
        messages += expect_equal_levels(scenario);
        for (const ClockGating gating : kClockGatings) {
            if (kOfAllGatings != 0 && i % kOfAllGatings == 0) {
                scenario.gating = gating;
                expect_equal_levels(scenario);
            }
        }
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

TEST_P(Crosscheck, FastAndSignalLevelAreEqual) {
    expect_equal_levels(GetParam(), [](std::uint64_t seed) { return CrosscheckScenario(seed); });
}

TEST_P(Crosscheck, FastAndSignalLevelAreEqualWithQueuedOutputs) {
    expect_equal_levels(GetParam(), queued_scenario);
}

TEST(CrosscheckScenarios, HaveEveryKindOfClockGates) {
    std::set<ClockGating> met;
    for (std::uint64_t seed = 0; seed < kScenariosPerGroup; ++seed) {
        met.insert(CrosscheckScenario(seed).gating);
    }
    EXPECT_EQ(met.size(), std::size(kClockGatings));
}

TEST(CrosscheckScenarios, AreOfEveryTopologyRoutingAndSwitching) {
    std::set<std::string> met;
    const auto meet = [&met](const CrosscheckScenario& s) {
        met.insert(s.topology->kind());
        met.insert(s.routing->algorithm());
        met.insert(rtl::router_parameter("switching").text(s.router));
    };
    for (int seed = 0; seed < kCrosscheckGroups * kScenariosPerGroup; ++seed) {
        meet(CrosscheckScenario(static_cast<std::uint64_t>(seed)));
    }
    for (const std::string& kind : kinds_with_nodes_apart()) {  // nodes_apart_test
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            meet(CrosscheckScenario(seed, kind));
        }
    }
    for (const topo::TopologyEntry& each : topo::topologies()) {
        EXPECT_EQ(met.count(each.kind), 1U) << each.kind;
    }
    for (const topo::RoutingEntry& each : topo::routings()) {
        EXPECT_EQ(met.count(each.algorithm), 1U) << each.algorithm;
    }
    for (const std::string& each : rtl::router_parameter("switching").names) {
        EXPECT_EQ(met.count(each), 1U) << each;
    }
}

INSTANTIATE_TEST_SUITE_P(Group, Crosscheck, testing::Range(0, kCrosscheckGroups));

}  // namespace
}  // namespace flitscope::tb
