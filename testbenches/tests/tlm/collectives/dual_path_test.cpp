#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(DualPath, IsThatOfTheExamples) {
    const topo::Mesh square({4, 4});
    const Plan first = plan_of(square, "dual_path", by_labels(square, 6, {0, 3, 4, 9, 11, 13, 15}));
    EXPECT_EQ(paths(square, first, as_label(square)),
              (Texts{"6 9 10 11 12 13 14 15", "6 5 4 3 2 1 0"}));
    const topo::Mesh wide({5, 3});
    const Plan second = plan_of(wide, "dual_path", by_labels(wide, 7, {1, 4, 5, 9, 12, 14}));
    EXPECT_EQ(figures(wide, second, CollectiveGoal::multicast),
              "2 start-ups, 13 channels, 13 different, longest 7, 1 on a port");
}

TEST(DualPath, IsTwoPhaseOnMeshesOfTwoDimensions) {
    expect_like_reference("dual_path", &PathReference::two_phase, {true, true, true});
    EXPECT_THROW(plan_of(topo::Mesh({4, 4, 4}), "dual_path", {0, {1}}), OptionError);
}

}  // namespace
}  // namespace flitscope::tl
