#include <gtest/gtest.h>

#include <set>
#include <string>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

namespace flitscope::tl {
namespace {

TEST(NpD, BringsBothHalvesToEveryNodeFromEverySource) {
    for (int k = 1; k <= 4; ++k) {
        const topo::Mesh mesh({1 << k, 1 << k});
        for_each_source(mesh, "np_d", [&](const Plan& plan) {
            const PlanChecks checks(mesh, plan);
            checks.expect_broadcasts();
            checks.expect_free_of_contention();
            EXPECT_EQ(plan.steps(), k == 1 ? 2 : k + 2) << plan.source();
            for (const PlanMessage& message : plan.messages()) {
                EXPECT_NE(message.part, PlanPart::whole);
            }
        });
    }
}

/// The schedule of the last step in a block without the source.
TEST(NpD, CompletesEveryBlockInOneStep) {
    const topo::Mesh mesh({4, 4});
    const Plan plan = plan_of(mesh, "np_d", {0, {}});
    std::set<std::string> last;
    for (const PlanMessage& each : plan.step(plan.steps() - 1)) {
        std::string text = std::to_string(each.from) + ":";
        for (std::uint32_t i = 0; i < each.address_count; ++i) {
            text += " " + std::to_string(plan.addresses(each)[i].address);
        }
        last.insert(text + (each.part == PlanPart::first_half ? " first" : " second"));
    }
    for (const char* const each :
         {"10: 11 15 first", "10: 14 first", "15: 14 10 second", "15: 11 second"}) {
        EXPECT_EQ(last.count(each), 1u) << each;
    }
}

TEST(NpD, NeedsTheMeshesOfEdn) {
    EXPECT_EQ(refusal(topo::Mesh({6, 6}), "np_d"),
              "algorithm: np_d does not fit a mesh of 6 x 6, it needs a mesh of N x N nodes, N = "
              "2, 4, 8, ...");
}

/// Steps on 2^k x 2^k nodes beside those that the paper's chart shows.
TEST(NpD, StepsOfAllBroadcastsAreThoseOfTheChart) {
    for (int k = 2; k <= 7; ++k) {
        const topo::Mesh mesh({1 << k, 1 << k});
        const auto steps = [&](const char* algorithm) {
            return plan_of(mesh, algorithm, {mesh.nodes() / 3, {}}).steps();
        };
        EXPECT_EQ(steps("pcp"), 2);
        EXPECT_EQ(steps("rd"), 2 * k);
        EXPECT_EQ(steps("edn"), k + 1);
        EXPECT_EQ(steps("np_d"), k + 2);
    }
}

}  // namespace
}  // namespace flitscope::tl
