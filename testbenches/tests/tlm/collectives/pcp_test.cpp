#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

/// "3,2"
NodeText place(const topo::Mesh& mesh) {
    return [&mesh](topo::NodeId node) {
        return std::to_string(mesh.coordinate(node, 0)) + "," +
               std::to_string(mesh.coordinate(node, 1));
    };
}

std::vector<std::string> first_actions(const topo::Mesh& mesh, const Plan& plan) {
    auto all = actions(mesh, plan, place(mesh));
    all.resize(plan.step(0).size());
    return all;
}

Plan from(const topo::Mesh& mesh, int x, int y) {
    return plan_of(mesh, "pcp", {mesh.router_at({x, y}), {}});
}

/// The messages of step 2, sorted.
Texts second_step(const topo::Mesh& mesh, const Plan& plan) {
    Texts all = actions(mesh, plan, place(mesh));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = place(mesh)(plan.messages()[i].from) + " " + all[i];
    }
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(plan.step(0).size()));
    std::sort(all.begin(), all.end());
    return all;
}

TEST(Pcp, IsThatOfTheFirstExample) {
    const topo::Mesh mesh({10, 8});
    const Plan plan = from(mesh, 3, 2);
    EXPECT_EQ(first_actions(mesh, plan),
              (Texts{"2,2:10 1,2:10 0,2:10 0,1:10 0,0:11 1,0:11 2,0:11 3,0:11 4,0:11 5,0:11 6,0:11 "
                     "7,0:11 8,0:11 9,0:01",
                     "4,2:10 5,2:10 6,2:10 7,2:10 8,2:10 9,2:10 9,3:10 9,4:10 9,5:10 9,6:10 9,7:11 "
                     "8,7:11 7,7:11 6,7:11 5,7:11 4,7:11 3,7:11 2,7:11 1,7:11 0,7:01"}));
    Texts second;
    for (int x = 0; x < 10; ++x) {
        const std::string at = std::to_string(x) + ",";
        second.push_back(at + "0 " + at + (x == 3 ? "1:01" : "1:11 " + at + "2:11 " + at + "3:01"));
        second.push_back(at + "7 " + at + "6:11 " + at +
                         (x == 3 ? "5:11 3,4:11 3,3:01" : "5:11 " + at + "4:01"));
    }
    std::sort(second.begin(), second.end());
    EXPECT_EQ(second_step(mesh, plan), second);
    EXPECT_EQ(plan.messages().size(), 22U);
    EXPECT_EQ(measure_plan(mesh, plan, CollectiveGoal::broadcast).channels_used, 93);
}

TEST(Pcp, IsThatOfTheOtherExamples) {
    const topo::Mesh square({4, 4});
    const Plan second = from(square, 1, 1);
    EXPECT_EQ(first_actions(square, second),
              (Texts{"1,0:10 0,0:11 0,1:11 0,2:11 0,3:01",
                     "1,2:10 1,3:10 2,3:10 3,3:11 3,2:11 3,1:11 3,0:01"}));
    EXPECT_EQ(second_step(square, second),
              (Texts{"0,0 1,0:01", "0,2 1,2:01", "0,3 1,3:01", "3,0 2,0:01", "3,1 2,1:01",
                     "3,2 2,2:01", "3,3 2,3:01"}));
    const topo::Mesh wide({5, 4});
    const Plan third = from(wide, 2, 0);
    EXPECT_EQ(first_actions(wide, third),
              (Texts{"1,0:10 0,0:11 0,1:11 0,2:11 0,3:01", "3,0:10 4,0:11 4,1:11 4,2:11 4,3:01"}));
    EXPECT_EQ(second_step(wide, third),
              (Texts{"0,0 1,0:01", "0,1 1,1:11 2,1:01", "0,2 1,2:11 2,2:01", "0,3 1,3:11 2,3:01",
                     "4,0 3,0:01", "4,1 3,1:01", "4,2 3,2:01", "4,3 3,3:01"}));
    const topo::Mesh small({3, 3});
    const Plan fourth = from(small, 0, 0);
    EXPECT_EQ(first_actions(small, fourth),
              (Texts{"0,1:11 0,2:01", "1,0:10 2,0:11 2,1:11 2,2:01"}));
    EXPECT_EQ(second_step(small, fourth), (Texts{"0,0 1,0:01", "0,1 1,1:01", "0,2 1,2:01"}));
}

/// The legs of step 1 as the rules are written, case by case, in coordinates.
Texts written_first_step(int last_x, int last_y, int x, int y) {
    const auto leg = [](int at_x, int at_y, const char* bits) {
        return std::to_string(at_x) + "," + std::to_string(at_y) + ":" + bits;
    };
    const auto legs = [](const std::string& one, const std::string& two) {
        return one + " " + two;
    };
    const bool on_row = y == 0 || y == last_y;
    const bool on_column = x == 0 || x == last_x;
    if (on_row && on_column) {
        return {leg(x, last_y - y, "11"),
                legs(leg(last_x - x, y, "10"), leg(last_x - x, last_y - y, "11"))};
    }
    if (on_row) {
        return {legs(leg(0, y, "10"), leg(0, last_y - y, "11")),
                legs(leg(last_x, y, "10"), leg(last_x, last_y - y, "11"))};
    }
    if (on_column) {
        return {legs(leg(x, 0, "10"), leg(last_x - x, 0, "11")),
                legs(leg(x, last_y, "10"), leg(last_x - x, last_y, "11"))};
    }
    const int ax = x <= last_x - x ? 0 : last_x;
    const int ay = y <= last_y - y ? 0 : last_y;
    const int bx = last_x - ax;
    const int by = last_y - ay;
    if (std::min(x, last_x - x) <= std::min(y, last_y - y)) {
        return {legs(leg(ax, ay, "10"), leg(ax, by, "11")),
                legs(leg(bx, by, "10"), leg(bx, ay, "11"))};
    }
    return {legs(leg(ax, ay, "10"), leg(bx, ay, "11")), legs(leg(bx, by, "10"), leg(ax, by, "11"))};
}

TEST(Pcp, TakesTwoStepsWithoutContentionFromEverySource) {
    const auto check = [](const topo::Mesh& mesh) {
        const int last_x = mesh.size(0) - 1;
        const int last_y = mesh.size(1) - 1;
        for_each_source(mesh, "pcp", [&](const Plan& plan) {
            const PlanChecks checks(mesh, plan);
            checks.expect_broadcasts();
            checks.expect_free_of_contention();
            EXPECT_LE(plan.steps(), 2);
            if (last_x > 1 && last_y > 1) {
                EXPECT_EQ(plan.steps(), 2);
            }
            Texts legs;
            for (const PlanMessage& message : plan.step(0)) {
                std::string text;
                for (std::uint32_t i = 0; i < message.address_count; ++i) {
                    const rtl::HeaderEntry& address = plan.addresses(message)[i];
                    text += (i == 0 ? "" : " ") + place(mesh)(address.address) + ":" +
                            rtl::control_bits(address.control);
                }
                legs.push_back(text);
            }
            EXPECT_EQ(legs, written_first_step(last_x, last_y, mesh.coordinate(plan.source(), 0),
                                               mesh.coordinate(plan.source(), 1)));
            PlanWalk walk(mesh, plan);
            std::set<topo::NodeId> first_hops;
            for (const PlanMessage& message : plan.step(0)) {
                first_hops.insert(walk.follow(message).path[1]);
            }
            EXPECT_EQ(first_hops.size(), 2U);
        });
    };
    for_each_flat_mesh(2, 8, check);
    for (const auto& size : {std::vector<std::int64_t>{13, 2}, {2, 13}, {13, 12}, {11, 13}}) {
        check(topo::Mesh(size));
    }
}

TEST(Pcp, CostsWhatTheTableSays) {
    const auto time = [](int side) {
        const topo::Mesh mesh({side, side});
        return zero_load_time(mesh, from(mesh, 0, 0), 100);
    };
    EXPECT_NEAR(time(4), 2.1765, 1e-9);
    EXPECT_NEAR(time(8), 2.2095, 1e-9);
    EXPECT_NEAR(time(16), 2.2755, 1e-9);
}

TEST(Pcp, IsForMeshesOfAtLeastTwoByTwoNodes) {
    EXPECT_EQ(refusal(topo::Mesh({1, 5}), "pcp"),
              "algorithm: pcp does not fit a mesh of 1 x 5, it needs a mesh of two dimensions of "
              "at least two nodes each");
    EXPECT_THROW(plan_of(topo::Mesh({4, 4, 4}), "pcp", {0, {}}), OptionError);
}

}  // namespace
}  // namespace flitscope::tl
