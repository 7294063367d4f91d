#include "tlm/collectives/ternary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

/// Least K with 1 + 3 + ... + 3^(K-1) >= the larger side.
int steps_of(int size, int holder) {
    int steps = 0;
    int power = 1;
    for (int served = 0; served < std::max(holder, size - 1 - holder); power *= 3, ++steps) {
        served += power;
    }
    return steps;
}

TEST(Ternary, SendsBothWaysAtOnce) {
    // Nine nodes in a row, the source in the middle: one node is kept on each side.
    const topo::Mesh row({9, 1});
    EXPECT_EQ(sends(plan_of(row, "ternary", {4, {}}), as_id()),
              (Texts{"4>1 4>7", "1>0 1>2 4>3 4>5 7>6 7>8"}));
    // From the end four nodes are kept, then one.
    EXPECT_EQ(sends(plan_of(row, "ternary", {0, {}}), as_id()),
              (Texts{"0>6", "0>3 6>8", "0>1 3>2 3>4 6>5 6>7"}));
}

TEST(Ternary, IsExactAndFreeOfContentionFromEverySource) {
    for_each_flat_mesh(1, 9, [](const topo::Mesh& mesh) {
        for_each_source(mesh, "ternary", [&](const Plan& plan) {
            const PlanChecks checks(mesh, plan);
            checks.expect_broadcasts();
            checks.expect_free_of_contention();
            EXPECT_LE(plan.steps(), steps_of(mesh.size(0), mesh.coordinate(plan.source(), 0)) +
                                        steps_of(mesh.size(1), mesh.coordinate(plan.source(), 1)));
        });
    });
    const topo::Mesh large({40, 27});
    const Plan plan = plan_of(large, "ternary", {0, {}});
    PlanChecks(large, plan).expect_broadcasts();
    EXPECT_EQ(plan.steps(), steps_of(40, 0) + steps_of(27, 0));
}

}  // namespace
}  // namespace flitscope::tl
