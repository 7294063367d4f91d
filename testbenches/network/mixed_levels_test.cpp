// Networks whose routers are at different levels against networks of one level: every event, every
// counter, the waves of the routers at signal level.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "rtl_models/signal/network.h"
#include "testbenches/network/crosscheck_scenario.h"
#include "testbenches/network/fresh_kernel.h"
#include "testbenches/network/scripted_client.h"
#include "tlm/fast/fast_network.h"
#include "tlm/mixed_network.h"
#include "topologies/registry.h"
#include "waves/wave_dump.h"

namespace flitscope::tb {
namespace {

/// From one router at signal level to all of them.
std::vector<topo::NodeId> draw_routers(std::uint64_t seed, topo::NodeId nodes) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const unsigned percent[] = {0, 20, 50, 80, 100};
    const unsigned share = percent[random() % 5];
    const auto one = static_cast<topo::NodeId>(random() % static_cast<unsigned>(nodes));
    std::vector<topo::NodeId> routers;
    for (topo::NodeId node = 0; node < nodes; ++node) {
        if (node == one || random() % 100 < share) {
            routers.push_back(node);
        }
    }
    return routers;
}

std::string text_of(const std::vector<topo::NodeId>& routers) {
    std::string text = "signal:";
    for (const topo::NodeId router : routers) {
        text += ' ' + std::to_string(router);
    }
    return text;
}

/// Groups, so that CTest can run them in parallel.
class MixedLevels : public testing::TestWithParam<int> {};

constexpr int kScenariosPerGroup = 20;

TEST_P(MixedLevels, AreEqualToFastInEveryEvent) {
    std::uint64_t messages = 0;
    for (int i = 0; i < kScenariosPerGroup; ++i) {
        const auto seed = static_cast<std::uint64_t>(10000 + GetParam() * kScenariosPerGroup + i);
        const CrosscheckScenario scenario(seed);
        const std::vector<topo::NodeId> routers = draw_routers(seed, scenario.topology->nodes());
        const CheckedRun mixed{"mixed", [&](rtl::NetworkObserver& observer) {
                                   rtl::NetworkDescription description = scenario.description();
                                   description.observer = &observer;
                                   return run_scenario(
                                       scenario, *tlm::make_mixed_network(description, routers));
                               }};
        const CrosscheckReport report =
            compare_runs({checked_run(scenario, "fast", tlm::make_fast_network), mixed});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n"
                                    << text_of(routers) << "\n"
                                    << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Group, MixedLevels, testing::Range(0, 8));

}  // namespace
}  // namespace flitscope::tb
