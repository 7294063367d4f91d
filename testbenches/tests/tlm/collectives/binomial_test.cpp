#include <gtest/gtest.h>

#include <cmath>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"
#include "topologies/hypercube.h"
#include "topologies/ring.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

TEST(Binomial, HalvesTheDistanceInEveryStep) {
    const topo::Ring ring(6);
    EXPECT_EQ(sends(plan_of(ring, "binomial", {4, {}}), as_id()),
              (Texts{"4>2", "4>0", "4>5 0>1 2>3"}));
    const topo::Hypercube cube(3);
    EXPECT_EQ(sends(plan_of(cube, "binomial", {5, {}}), as_id()),
              (Texts{"5>1", "5>7 1>3", "5>4 7>6 1>0 3>2"}));
}

TEST(Binomial, ReachesAllNodesOfAnyNetworkWithOnePort) {
    for (topo::NodeId nodes = 3; nodes <= 33; ++nodes) {
        const topo::Ring ring(nodes);
        for_each_source(ring, "binomial", [&](const Plan& plan) {
            const PlanChecks checks(ring, plan);
            checks.expect_broadcasts();
            checks.expect_one_port();
            EXPECT_EQ(plan.steps(), static_cast<int>(std::ceil(std::log2(nodes))));
        });
    }
}

TEST(Binomial, TakesOneHopAMessageOnACube) {
    for (int dimensions = 1; dimensions <= 6; ++dimensions) {
        const topo::Hypercube cube(dimensions);
        for_each_source(cube, "binomial", [&](const Plan& plan) {
            PlanChecks(cube, plan).expect_free_of_contention();
            EXPECT_EQ(measure_plan(cube, plan, CollectiveGoal::broadcast).longest_path, 1);
        });
    }
}

}  // namespace
}  // namespace flitscope::tl
