#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(MultiPath, IsThatOfTheExamples) {
    const topo::Mesh square({4, 4});
    const Plan first =
        plan_of(square, "multi_path", by_labels(square, 6, {0, 3, 4, 9, 11, 13, 15}));
    EXPECT_EQ(lists(first, as_label(square)), (Texts{"15", "9 11 13", "4 3", "0"}));
    EXPECT_EQ(paths(square, first, as_label(square)),
              (Texts{"6 7 8 15", "6 9 10 11 12 13", "6 5 4 3", "6 1 0"}));
    EXPECT_EQ(figures(square, first, CollectiveGoal::multicast),
              "4 start-ups, 13 channels, 13 different, longest 5, 1 on a port");
    const topo::Mesh wide({5, 3});
    const Plan second = plan_of(wide, "multi_path", by_labels(wide, 7, {1, 4, 5, 9, 12, 14}));
    EXPECT_EQ(paths(wide, second, as_label(wide)),
              (Texts{"7 8 9", "7 12 13 14", "7 6 5 4", "7 2 1"}));
    EXPECT_EQ(measure_plan(wide, second, CollectiveGoal::multicast).channels_used, 10);
}

TEST(MultiPath, IsWhatItsDefinitionSaysOfDrawnMeshesWithOneMessageOnAPort) {
    expect_like_reference("multi_path", &PathReference::multi_path, {true, true, true});
    EXPECT_THROW(plan_of(topo::Mesh({4, 4, 4}), "multi_path", {0, {1}}), OptionError);
}

}  // namespace
}  // namespace flitscope::tl
