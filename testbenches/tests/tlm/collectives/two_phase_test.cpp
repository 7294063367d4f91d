#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(TwoPhase, IsThatOfThePapersExample) {
    const topo::Mesh mesh({4, 4, 4});
    const Plan plan = plan_of(mesh, "two_phase", by_labels(mesh, 25, paper_destinations()));
    EXPECT_EQ(lists(plan, as_label(mesh)),
              (Texts{"28 31 35 38 40 42 50 54 56 59 61", "23 21 19 17 15 11 9 5 3 0"}));
    EXPECT_EQ(paths(mesh, plan, as_label(mesh)),
              (Texts{"25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 45 50 53 54 55 56 57 "
                     "58 59 60 61",
                     "25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 6 5 4 3 2 1 0"}));
    EXPECT_EQ(figures(mesh, plan, CollectiveGoal::multicast),
              "2 start-ups, 51 channels, 51 different, longest 28, 1 on a port");
}

TEST(TwoPhase, CopiesAtTheNodesOfTheListAndEndsAtTheLast) {
    const topo::Mesh mesh({4, 3, 2});
    const Plan plan = plan_of(mesh, "two_phase", by_labels(mesh, 9, {4, 7, 12}));
    EXPECT_EQ(actions(mesh, plan, as_label(mesh)),
              (Texts{"10:10 11:10 12:01", "8:10 7:11 6:10 5:10 4:01"}));
}

TEST(TwoPhase, IsThatOfTheOtherExamples) {
    const topo::Mesh narrow({4, 3, 2});
    const Plan first =
        plan_of(narrow, "two_phase", by_labels(narrow, 9, {2, 4, 7, 12, 15, 17, 20, 23}));
    EXPECT_EQ(paths(narrow, first, as_label(narrow)),
              (Texts{"9 10 11 12 13 14 15 16 17 18 19 20 21 22 23", "9 8 7 6 5 4 3 2"}));
    EXPECT_EQ(figures(narrow, first, CollectiveGoal::multicast),
              "2 start-ups, 21 channels, 21 different, longest 14, 1 on a port");
    const topo::Mesh deep({3, 2, 3});
    EXPECT_EQ(
        paths(deep, plan_of(deep, "two_phase", by_labels(deep, 0, {4, 8, 11, 17})), as_label(deep)),
        Texts{"0 1 4 7 8 9 10 11 12 17"});
}

TEST(TwoPhase, IsWhatItsDefinitionSaysOfDrawnMeshes) {
    expect_like_reference("two_phase", &PathReference::two_phase, {});
}

}  // namespace
}  // namespace flitscope::tl
