#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

/// What is sent on [low, high) by the rule as it is written: (depth, from, to).
using Sends = std::set<std::tuple<int, int, int>>;
void recurse(int low, int high, int holder, int depth, Sends& sends) {
    if (high - low <= 1) {
        return;
    }
    const int middle = low + static_cast<int>(std::ceil((high - low) / 2.0));
    const int to = holder < middle ? middle + std::min(holder - low, high - middle - 1)
                                   : low + (holder - middle);
    sends.emplace(depth, holder, to);
    recurse(low, middle, std::min(holder, to), depth + 1, sends);
    recurse(middle, high, std::max(holder, to), depth + 1, sends);
}

TEST(Rd, IsThatOfTheExample) {
    const topo::Mesh mesh({5, 3});
    const Plan plan = plan_of(mesh, "rd", {mesh.router_at({3, 1}), {}});
    Texts columns{"", ""};
    for (int x = 0; x < 5; ++x) {
        const std::string from = std::string(x == 0 ? "" : " ") + "(" + std::to_string(x) +
                                 ",1)>(" + std::to_string(x) + ",";
        columns[0] += from + "2)";
        columns[1] += from + "0)";
    }
    EXPECT_EQ(sends(plan, as_place(mesh)), (Texts{"(3,1)>(0,1)", "(0,1)>(2,1) (3,1)>(4,1)",
                                                  "(0,1)>(1,1)", columns[0], columns[1]}));
}

TEST(Rd, HalvesLinesWithOnePort) {
    for_each_flat_mesh(1, 8, [](const topo::Mesh& mesh) {
        for_each_source(mesh, "rd", [&](const Plan& plan) {
            const PlanChecks checks(mesh, plan);
            checks.expect_broadcasts();
            checks.expect_free_of_contention();
            checks.expect_one_port();
            const auto steps = [](int size) {
                return static_cast<int>(std::ceil(std::log2(size)));
            };
            EXPECT_EQ(plan.steps(), steps(mesh.size(0)) + steps(mesh.size(1)));
            const int x = mesh.coordinate(plan.source(), 0);
            const int y = mesh.coordinate(plan.source(), 1);
            Sends row;
            Sends column;
            recurse(0, mesh.size(0), x, 0, row);
            recurse(0, mesh.size(1), y, steps(mesh.size(0)), column);
            Sends in_row;
            std::vector<Sends> in_columns(static_cast<std::size_t>(mesh.size(0)));
            for (const PlanMessage& message : plan.messages()) {
                const topo::NodeId to = plan.addresses(message)->address;
                const int from_x = mesh.coordinate(message.from, 0);
                const int from_y = mesh.coordinate(message.from, 1);
                if (from_x == mesh.coordinate(to, 0)) {
                    in_columns[static_cast<std::size_t>(from_x)].emplace(message.step, from_y,
                                                                         mesh.coordinate(to, 1));
                } else {
                    EXPECT_EQ(from_y, y);
                    in_row.emplace(message.step, from_x, mesh.coordinate(to, 0));
                }
            }
            EXPECT_EQ(in_row, row);
            for (const Sends& each : in_columns) {
                EXPECT_EQ(each, column);
            }
        });
    });
}

TEST(Rd, CostsWhatTheTableSays) {
    const auto time = [](int side) {
        const topo::Mesh mesh({side, side});
        return zero_load_time(mesh, plan_of(mesh, "rd", {0, {}}), 100);
    };
    EXPECT_NEAR(time(4), 4.3266, 1e-9);
    EXPECT_NEAR(time(8), 6.5064, 1e-9);
    EXPECT_NEAR(time(16), 8.7126, 1e-9);
}

}  // namespace
}  // namespace flitscope::tl
