#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"

namespace flitscope::tl {
namespace {

TEST(Gtdmpm, HasTheFiguresOfOurReading) {
    const topo::Mesh mesh({4, 4, 4});
    const Plan plan = plan_of(mesh, "gtdmpm", by_labels(mesh, 25, paper_destinations()));
    EXPECT_EQ(plan.messages().size(), 18U);
    const PlanMetrics metrics = measure_plan(mesh, plan, CollectiveGoal::multicast);
    EXPECT_EQ(metrics.channels_used, 69);
    EXPECT_EQ(metrics.longest_path, 6);
    EXPECT_EQ(metrics.port_max, 8);
    std::size_t high = 0;
    for (const std::string& path : paths(mesh, plan, as_label(mesh))) {
        const bool rises = std::stoi(path.substr(3)) > 25;
        high += rises ? static_cast<std::size_t>(std::count(path.begin(), path.end(), ' ')) : 0;
    }
    EXPECT_EQ(high, 38U);
    const topo::Mesh narrow({4, 3, 2});
    const Plan second =
        plan_of(narrow, "gtdmpm", by_labels(narrow, 9, {2, 4, 7, 12, 15, 17, 20, 23}));
    EXPECT_EQ(second.messages().size(), 7U);
    EXPECT_EQ(measure_plan(narrow, second, CollectiveGoal::multicast).channels_used, 23);
}

TEST(Gtdmpm, IsWhatItsDefinitionSaysOfDrawnMeshes) {
    expect_like_reference("gtdmpm", &PathReference::gtdmpm, {});
}

}  // namespace
}  // namespace flitscope::tl
