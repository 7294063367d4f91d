#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(ColumnPath, IsThatOfTheExamples) {
    const topo::Mesh square({4, 4});
    const Plan first =
        plan_of(square, "column_path", by_labels(square, 6, {0, 3, 4, 9, 11, 13, 15}));
    EXPECT_EQ(first.messages().size(), 6U);
    EXPECT_EQ(measure_plan(square, first, CollectiveGoal::multicast).channels_used, 15);
    const topo::Mesh wide({5, 3});
    const Plan second = plan_of(wide, "column_path", by_labels(wide, 7, {1, 4, 5, 9, 12, 14}));
    EXPECT_EQ(second.messages().size(), 5U);
    EXPECT_EQ(measure_plan(wide, second, CollectiveGoal::multicast).channels_used, 11);
}

TEST(ColumnPath, ServesTheSourcesRowByTheUpperMessageIfThereIsOne) {
    const topo::Mesh mesh({5, 5});
    const auto lists_to = [&](const std::vector<std::vector<int>>& places) {
        PlanRequest request{mesh.router_at({2, 2}), {}};
        for (const auto& place : places) {
            request.destinations.push_back(mesh.router_at(place));
        }
        return lists(plan_of(mesh, "column_path", request), as_place(mesh));
    };
    EXPECT_EQ(lists_to({{4, 2}}), Texts{"(4,2)"});
    EXPECT_EQ(lists_to({{4, 1}, {4, 2}}), Texts{"(4,2) (4,1)"});
    EXPECT_EQ(lists_to({{4, 1}, {4, 2}, {4, 4}, {4, 3}}), (Texts{"(4,2) (4,3) (4,4)", "(4,1)"}));
    EXPECT_EQ(lists_to({{2, 0}, {2, 1}, {0, 2}}), (Texts{"(0,2)", "(2,1) (2,0)"}));
}

TEST(ColumnPath, IsWhatItsDefinitionSaysOfDrawnMeshes) {
    expect_like_reference("column_path", &PathReference::column_path, {true, false, false});
    EXPECT_THROW(plan_of(topo::Mesh({4, 4, 4}), "column_path", {0, {1}}), OptionError);
}

}  // namespace
}  // namespace flitscope::tl
