// examples/oldest_first in whole networks against what it must do, told from the events: of all
// heads that may have a VC of an output (docs/router.md, sections 4 and 5), the one whose message
// joined its source queue first gets it; of several that joined at one edge, the one with the
// lowest request index.
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

class OldestFirstReference final : public rtl::NetworkObserver {
public:
    explicit OldestFirstReference(const CrosscheckScenario& scenario)
        : messages_(scenario.messages()),
          vcs_(scenario.router.virtual_channels),
          routed_before_(scenario.router.pipeline > 2) {}

    void routed(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head, int output,
                rtl::VcRange allowed) override {
        go_to(cycle);
        const Head asks{messages_.at(head.message).generated, port * vcs_ + head.vc};
        waiting_[{router, output, allowed.first, allowed.count}][asks] = cycle;
        outputs_[{router, asks.second}] = {router, output, allowed.first, allowed.count};
    }
    void vc_granted(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head,
                    int /*output*/, int /*vc*/) override {
        go_to(cycle);
        granted_.push_back({router, {messages_.at(head.message).generated, port * vcs_ + head.vc}});
    }
    void finish() { go_to(cycle_ + 1); }

    int contended = 0;  ///< grants with more than one to choose from
    int wrong = 0;      ///< grants of one who was not the oldest

private:
    using Head = std::pair<rtl::Cycle, int>;                ///< joined, request index
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

    std::vector<rtl::Message> messages_;  ///< by id
    int vcs_;
    bool routed_before_;  ///< a head asks from the cycle after its route computation on
    rtl::Cycle cycle_ = 0;
    std::map<Place, std::map<Head, rtl::Cycle>> waiting_;    ///< heads and when they were routed
    std::map<std::pair<topo::NodeId, int>, Place> outputs_;  ///< of who asks in a router
    std::vector<std::pair<topo::NodeId, Head>> granted_;     ///< in this cycle
};

using MakeNetworkOf = std::pair<const char*, MakeNetwork>;

class OldestFirstExample : public testing::TestWithParam<MakeNetworkOf> {};

TEST_P(OldestFirstExample, GivesAVcToTheOldestOfThoseThatAsk) {
    rtl::DecisionMakers makers;
    flitscope_make_decision(makers);
    int contended = 0;
    for (std::uint64_t seed = 40; seed < 60; ++seed) {
        CrosscheckScenario scenario(seed);
        scenario.router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        scenario.router.switching = rtl::Switching::wormhole;  // all heads want the same VC
        SCOPED_TRACE(scenario.text());
        const FreshKernel kernel;  // level signal needs one of its own
        OldestFirstReference reference(scenario);
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

INSTANTIATE_TEST_SUITE_P(, OldestFirstExample,
                         testing::Values(MakeNetworkOf{"fast", tl::make_fast_network},
                                         MakeNetworkOf{"signal", rtl::make_signal_network}),
                         [](const auto& level) { return level.param.first; });

}  // namespace
}  // namespace flitscope::tb
