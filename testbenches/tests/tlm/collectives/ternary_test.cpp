#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <tuple>

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

/// What is sent on nodes low..high-1 with K steps left, as the rule is written: (K, from, to).
using Sends = std::set<std::tuple<int, int, int>>;
void recurse_ternary(int low, int high, int holder, int left, Sends& sends) {
    if (left == 0) {
        EXPECT_EQ(high - low, 1);
        return;
    }
    int kept = 0;
    for (int i = 0, power = 1; i + 1 < left; ++i, power *= 3) {
        kept += power;
    }
    const auto serve = [&](int from, int to) {
        if (from < to) {
            sends.emplace(left, holder, (from + to - 1) / 2);
            recurse_ternary(from, to, (from + to - 1) / 2, left - 1, sends);
        }
    };
    serve(low, holder - kept);
    serve(holder + kept + 1, high);
    recurse_ternary(std::max(low, holder - kept), std::min(high, holder + kept + 1), holder,
                    left - 1, sends);
}

TEST(Ternary, IsWhatItsRuleSaysOfEveryLine) {
    for (int size = 2; size <= 45; ++size) {
        const topo::Mesh row({size, 1});
        for (int holder = 0; holder < size; ++holder) {
            Sends expected;
            recurse_ternary(0, size, holder, steps_of(size, holder), expected);
            std::set<int> used;
            for (const auto& [left, from, to] : expected) {
                used.insert(-left);
            }
            Sends sent;
            const Plan plan = plan_of(row, "ternary", {holder, {}});
            ASSERT_EQ(plan.steps(), static_cast<int>(used.size()));
            for (const PlanMessage& message : plan.messages()) {
                sent.emplace(-*std::next(used.begin(), message.step), message.from,
                             plan.addresses(message)->address);
            }
            EXPECT_EQ(sent, expected) << size << " nodes, from " << holder;
        }
    }
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
