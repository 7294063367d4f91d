// examples/farthest_first in whole networks against what it must do, told from the events: of all
// heads that may have a VC of an output (docs/router.md, sections 4 and 5), the one that has
// crossed the most channels gets it; of several that have crossed as many, the one with the lowest
// request index.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/allocators/decision_plugin.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {
namespace {

class FarthestFirstReference final : public rtl::NetworkObserver {
public:
    explicit FarthestFirstReference(const CrosscheckScenario& scenario)
        : vcs_(scenario.router.virtual_channels), routed_before_(scenario.router.pipeline > 2) {}

    void routed(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head, int output,
                rtl::VcRange allowed) override {
        go_to(cycle);
        const Head asks{-head.hop, port * vcs_ + head.vc};
        waiting_[{router, output, allowed.first, allowed.count}][asks] = cycle;
        outputs_[{router, asks.second}] = {router, output, allowed.first, allowed.count};
    }
    void vc_granted(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head,
                    int /*output*/, int /*vc*/) override {
        go_to(cycle);
        granted_.push_back({router, {-head.hop, port * vcs_ + head.vc}});
    }
    void finish() { go_to(cycle_ + 1); }

    int contended = 0;  ///< grants with more than one to choose from
    int wrong = 0;      ///< grants of one who had not come farthest

private:
    using Head = std::pair<int, int>;                       ///< -channels crossed, request index
    using Place = std::tuple<topo::NodeId, int, int, int>;  ///< router, output, VCs

    /// All of the cycles before is known.
    void go_to(rtl::Cycle cycle) {
        if (cycle == cycle_) {
            return;
        }
        for (const auto& [router, head] : granted_) {
            std::map<Head, rtl::Cycle>& heads = waiting_.at(outputs_.at({router, head.second}));
            int asking = 0;
            for (const auto& [other, routed] : heads) {
                const bool eligible = routed_before_ ? routed < cycle_ : routed <= cycle_;
                asking += eligible ? 1 : 0;
                wrong += eligible && other < head ? 1 : 0;
            }
            contended += asking > 1 ? 1 : 0;
        }
        for (const auto& [router, head] : granted_) {
            waiting_.at(outputs_.at({router, head.second})).erase(head);
        }
        granted_.clear();
        cycle_ = cycle;
    }

    int vcs_;
    bool routed_before_;  ///< a head asks from the cycle after its route computation on
    rtl::Cycle cycle_ = 0;
    std::map<Place, std::map<Head, rtl::Cycle>> waiting_;    ///< heads and when they were routed
    std::map<std::pair<topo::NodeId, int>, Place> outputs_;  ///< of who asks in a router
    std::vector<std::pair<topo::NodeId, Head>> granted_;     ///< in this cycle
};

using MakeNetworkOf = std::pair<const char*, MakeNetwork>;

class FarthestFirstExample : public testing::TestWithParam<MakeNetworkOf> {};

TEST_P(FarthestFirstExample, GivesAVcToTheFarthestOfThoseThatAsk) {
    rtl::DecisionMakers makers;
    flitscope_make_decision(makers);
    int contended = 0;
    for (std::uint64_t seed = 40; seed < 60; ++seed) {
        CrosscheckScenario scenario(seed);
        scenario.router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        scenario.router.switching = rtl::Switching::wormhole;  // all heads want the same VC
        scenario.router.priority = rtl::Priority::none;        // nobody is hidden
        SCOPED_TRACE(scenario.text());
        const FreshKernel kernel;  // level signal needs one of its own
        FarthestFirstReference reference(scenario);
        rtl::NetworkDescription description = scenario.description();
        description.observer = &reference;
        description.makers = &makers;
        run_scenario(scenario, *GetParam().second(description));
        reference.finish();
        ASSERT_EQ(reference.wrong, 0);
        contended += reference.contended;
    }
    EXPECT_GT(contended, 900);
}

INSTANTIATE_TEST_SUITE_P(, FarthestFirstExample,
                         testing::Values(MakeNetworkOf{"fast", tl::make_fast_network},
                                         MakeNetworkOf{"signal", rtl::make_signal_network}),
                         [](const auto& level) { return level.param.first; });

}  // namespace
}  // namespace flitscope::tb
