#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(SixPhase, IsThatOfThePapersExample) {
    const topo::Mesh mesh({4, 4, 4});
    const Plan plan = plan_of(mesh, "six_phase", by_labels(mesh, 25, paper_destinations()));
    EXPECT_EQ(lists(plan, as_label(mesh)),
              (Texts{"28 35 42 50 59 61", "31 40 56", "38 54", "21 19 11 5 3", "23 15 0", "17 9"}));
    EXPECT_EQ(paths(mesh, plan, as_label(mesh)),
              (Texts{"25 26 27 28 35 36 37 42 45 50 53 58 59 60 61", "25 30 31 32 39 40 55 56",
                     "25 38 41 54", "25 22 21 20 19 12 11 10 5 4 3", "25 24 23 16 15 8 7 0",
                     "25 22 17 14 9"}));
    // The paper says 24, which is the hops of its three high messages; two low ones share a port.
    EXPECT_EQ(figures(mesh, plan, CollectiveGoal::multicast),
              "6 start-ups, 45 channels, 44 different, longest 14, 2 on a port");
}

TEST(SixPhase, IsThatOfTheOtherExamples) {
    const topo::Mesh narrow({4, 3, 2});
    const Plan first =
        plan_of(narrow, "six_phase", by_labels(narrow, 9, {2, 4, 7, 12, 15, 17, 20, 23}));
    EXPECT_EQ(paths(narrow, first, as_label(narrow)),
              (Texts{"9 10 11 12 19 20", "9 14 15 16 23", "9 14 17", "9 6 5 4 3 2", "9 8 7"}));
    EXPECT_EQ(figures(narrow, first, CollectiveGoal::multicast),
              "5 start-ups, 18 channels, 17 different, longest 5, 2 on a port");
    const topo::Mesh deep({3, 2, 3});
    const Plan second = plan_of(deep, "six_phase", by_labels(deep, 0, {4, 8, 11, 17}));
    EXPECT_EQ(paths(deep, second, as_label(deep)), (Texts{"0 1 4 7 8", "0 5 6 11 12 17"}));
    EXPECT_EQ(measure_plan(deep, second, CollectiveGoal::multicast).channels_used, 9);
}

TEST(SixPhase, IsWhatItsDefinitionSaysOfDrawnMeshes) {
    expect_like_reference("six_phase", &PathReference::six_phase, {});
}

}  // namespace
}  // namespace flitscope::tl
