// What fast and signal level share: every grant of every allocator in whole networks is held
// against a reference that shares no code with them, written from docs/router.md, sections 5 to 7.
#include "testbenches/tests/whole/allocation/allocation_audit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/digest.h"
#include "rtl_models/router/router_parameter_table.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {
namespace {

/// All events of a run, as a number.
std::uint64_t events_of(const CrosscheckScenario& scenario, MakeNetwork make,
                        const rtl::DecisionMakers* makers) {
    const FreshKernel kernel;  // level signal needs one of its own
    rtl::DigestObserver digest(rtl::Cycle{1} << 40);
    rtl::NetworkDescription description = scenario.description();
    description.observer = &digest;
    description.makers = makers;
    run_scenario(scenario, *make(description));
    return digest.total();
}

/// Networks of all sizes, from idle to saturation.
std::vector<std::uint64_t> some_seeds() {
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t seed = 3; seed < 320; seed += 13) {
        seeds.push_back(seed);
    }
    return seeds;
}

struct Kinds {
    rtl::VcAllocatorKind vc;
    rtl::SwitchAllocatorKind switches;
    rtl::ArbiterKind arbiter;
    rtl::ArbiterState state;
};

/// Every allocator with every arbiter.
std::vector<Kinds> every_kind() {
    const auto& vc = rtl::kinds<rtl::VcAllocatorKind>();
    const auto& switches = rtl::kinds<rtl::SwitchAllocatorKind>();
    std::vector<Kinds> all;
    for (const auto& arbiter : rtl::kinds<rtl::ArbiterKind>()) {
        for (std::size_t i = 0; i < std::max(vc.size(), switches.size()); ++i) {
            all.push_back({vc[i % vc.size()].value, switches[i % switches.size()].value,
                           arbiter.value, rtl::ArbiterState::per_pair});
            rtl::RouterParameters with;
            with.switch_allocator = all.back().switches;
            if (rtl::router_parameter("arbiter_state").matters(with)) {
                all.push_back(all.back());
                all.back().state = rtl::ArbiterState::shared;
            }
        }
    }
    return all;
}

std::string kinds_name(const testing::TestParamInfo<Kinds>& info) {
    return std::string("vc_") + rtl::listed(info.param.vc).name + "_switch_" +
           rtl::listed(info.param.switches).name + "_" + rtl::listed(info.param.arbiter).name +
           (info.param.state == rtl::ArbiterState::shared ? "_shared" : "");
}

class AllocationAuditTest : public testing::TestWithParam<Kinds> {
protected:
    static CrosscheckScenario scenario(std::uint64_t seed) {
        CrosscheckScenario scenario(seed);
        scenario.router.vc_allocator = GetParam().vc;
        scenario.router.switch_allocator = GetParam().switches;
        scenario.router.arbiter = GetParam().arbiter;
        scenario.router.arbiter_state = GetParam().state;
        settle_ideas(scenario);
        // The audit takes every grant for used; crosschecks have those that are not.
        scenario.router.speculation = rtl::Speculation::none;
        return scenario;
    }
};

TEST_P(AllocationAuditTest, EveryGrantOfAWholeNetworkIsTheSpecifiedOne) {
    std::uint64_t contended = 0;
    for (const std::uint64_t seed : some_seeds()) {
        const CrosscheckScenario s = scenario(seed);
        SCOPED_TRACE(s.text());
        // Also where the engine has a faster form of its own: it must do what the listened ones do.
        AllocationAudit fast(GetParam().arbiter);
        EXPECT_EQ(events_of(s, tl::make_fast_network, &fast.makers()),
                  events_of(s, tl::make_fast_network, nullptr));
        EXPECT_EQ(fast.difference(), "");
        contended += fast.contended();
    }
    EXPECT_GT(contended, 10000U) << "hardly anything to decide";
}

/// Every so many of them at level signal, which takes most of the time.
std::vector<std::uint64_t> signal_seeds() {
    std::vector<std::uint64_t> seeds;
    const auto step = static_cast<std::size_t>(sized(6, 1));
    for (std::size_t i = 0; i < some_seeds().size(); i += step) {
        seeds.push_back(some_seeds()[i]);
    }
    return seeds;
}

TEST_P(AllocationAuditTest, TheSignalLevelAsksTheSameAllocators) {
    std::uint64_t grants = 0;
    for (const std::uint64_t seed : signal_seeds()) {
        CrosscheckScenario s = scenario(seed);
        // To the end: at the signal level arbiters move at the edge that ends a cycle, and the last
        // cycle of a run has none.
        s.end = s.generate_until + 10000;
        SCOPED_TRACE(s.text());
        AllocationAudit fast(GetParam().arbiter);
        const std::uint64_t events = events_of(s, tl::make_fast_network, &fast.makers());
        AllocationAudit signal(GetParam().arbiter);
        EXPECT_EQ(events_of(s, rtl::make_signal_network, &signal.makers()), events);
        EXPECT_EQ(signal.difference(), "");
        EXPECT_EQ(signal.grants(), fast.grants());
        grants += signal.grants();
    }
    EXPECT_GT(grants, 10000U);
}

INSTANTIATE_TEST_SUITE_P(, AllocationAuditTest, testing::ValuesIn(every_kind()), kinds_name);

/// Where the engine has a form of its own for arbiters with priorities.
class PriorityAuditTest : public AllocationAuditTest {};

// Of small and of large routers, whose input VCs need several request words of the engine.
TEST_P(PriorityAuditTest, TheEngineGrantsWhatAllocatorsDo) {
    std::uint64_t contended = 0;
    std::size_t wide = 0;
    for (const std::uint64_t seed : some_seeds()) {
        CrosscheckScenario s = scenario(seed + 1);
        s.router.priority = seed % 2 == 0 ? rtl::Priority::message_class : rtl::Priority::age;
        s.router.input_speedup =
            std::min(1 + static_cast<int>(seed % 3), s.router.virtual_channels);
        settle_ideas(s);
        ASSERT_TRUE(s.router.has_priorities());
        SCOPED_TRACE(s.text());
        AllocationAudit objects(GetParam().arbiter);
        EXPECT_EQ(events_of(s, tl::make_fast_network, &objects.makers()),
                  events_of(s, tl::make_fast_network, nullptr));
        contended += objects.contended();
        wide += tl::EngineLayout(s.description()).words > 1 ? 1 : 0;
    }
    EXPECT_GT(contended, 10000U) << "hardly anything to decide";
    EXPECT_GT(wide, 0U);
}

std::vector<Kinds> word_kinds() {
    std::vector<Kinds> kinds = every_kind();
    kinds.erase(std::remove_if(kinds.begin(), kinds.end(),
                               [](const Kinds& each) {
                                   return each.arbiter != rtl::ArbiterKind::round_robin ||
                                          each.vc == rtl::VcAllocatorKind::wavefront;
                               }),
                kinds.end());
    return kinds;
}

INSTANTIATE_TEST_SUITE_P(, PriorityAuditTest, testing::ValuesIn(word_kinds()), kinds_name);

/// A matrix arbiter that starts with the last requester first.
class ReversedMatrix final : public rtl::ArbiterBank {
public:
    ReversedMatrix(int count, int n)
        : last_(n - 1), right_(rtl::arbiter_maker(rtl::ArbiterKind::matrix)(count, n)) {}
    bool precedes(std::size_t which, const rtl::Candidate& a,
                  const rtl::Candidate& b) const override {
        return right_->precedes(which, {last_ - a.index, nullptr}, {last_ - b.index, nullptr});
    }
    void update(std::size_t which, std::int32_t winner) override {
        right_->update(which, last_ - winner);
    }

private:
    std::int32_t last_;
    std::unique_ptr<rtl::ArbiterBank> right_;
};

// What crosscheck of fast and signal cannot see: both are wrong in the same way.
TEST(AllocationAuditMistakes, FindsAWrongMatrixOrderThatBothLevelsHave) {
    const rtl::MakeArbiters reversed = [](int count, int n) {
        return std::make_unique<ReversedMatrix>(count, n);
    };
    std::size_t found = 0;
    for (const std::uint64_t seed : some_seeds()) {
        CrosscheckScenario s(seed, DrawnValues::cubes_and_meshes);
        s.router.arbiter = rtl::ArbiterKind::matrix;
        AllocationAudit fast(rtl::ArbiterKind::matrix, reversed);
        AllocationAudit signal(rtl::ArbiterKind::matrix, reversed);
        EXPECT_EQ(events_of(s, tl::make_fast_network, &fast.makers()),
                  events_of(s, rtl::make_signal_network, &signal.makers()));
        EXPECT_EQ(signal.difference(), fast.difference()) << s.text();
        found += fast.difference().empty() ? 0 : 1;
    }
    // Where hardly two ask for the same the order says little.
    EXPECT_GE(3 * found, some_seeds().size());
}

}  // namespace
}  // namespace flitscope::tb
