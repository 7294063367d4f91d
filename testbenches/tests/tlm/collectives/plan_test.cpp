#include "tlm/collectives/plan.h"

#include <gtest/gtest.h>

#include <vector>

#include "topologies/mesh.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {
namespace {

TEST(Plan, LeavesOutStepsInWhichNothingIsSent) {
    PlanBuilder builder("any", 3);
    builder.next_step();
    builder.send(3, 1);
    builder.next_step();
    builder.next_step();
    builder.send(1, {{5}, {6}}, 5);
    builder.send(3, 2, PlanPart::first_half);
    builder.next_step();
    const Plan plan = builder.finish();
    ASSERT_EQ(plan.steps(), 2);
    EXPECT_EQ(plan.step(0).size(), 1U);
    ASSERT_EQ(plan.step(1).size(), 2U);
    EXPECT_EQ(plan.algorithm(), "any");
    EXPECT_EQ(plan.source(), 3);
    const PlanMessage& list = plan.messages()[1];
    EXPECT_EQ(list.step, 1);
    EXPECT_EQ(list.first_hop, 5);
    ASSERT_EQ(list.address_count, 2U);
    EXPECT_EQ(plan.addresses(list)[0].address, 5);
    EXPECT_EQ(plan.addresses(list)[1].address, 6);
    EXPECT_EQ(plan.messages()[2].part, PlanPart::first_half);
}

TEST(Plan, SaysWhatANodeSendsInTheOrderOfSteps) {
    PlanBuilder builder("any", 3);
    for (const topo::NodeId to : {1, 2, 4}) {
        builder.send(3, to);
        builder.send(1, to + 10);
        builder.next_step();
    }
    const Plan plan = builder.finish();
    const auto to_of = [&](topo::NodeId node) {
        std::vector<topo::NodeId> to;
        for (const PlanMessage& message : plan.sent_by(node)) {
            EXPECT_EQ(message.step, static_cast<int>(to.size()));
            to.push_back(plan.addresses(message)->address);
        }
        return to;
    };
    EXPECT_EQ(to_of(3), (std::vector<topo::NodeId>{1, 2, 4}));
    EXPECT_EQ(to_of(1), (std::vector<topo::NodeId>{11, 12, 14}));
    EXPECT_TRUE(to_of(0).empty());
    EXPECT_TRUE(to_of(2).empty());
    EXPECT_TRUE(to_of(9).empty());
}

TEST(Plan, GivesEachMessageItsHeader) {
    const topo::Mesh mesh({3, 3});
    PlanBuilder builder("any", 4);
    builder.route_by(std::make_shared<topo::DimensionOrder>(mesh, std::vector<std::int64_t>{}), 1);
    builder.send(4, {{5, rtl::Control::pass}, {8, rtl::Control::receive}});
    builder.send(4, {{0}}, 1);
    const Plan plan = builder.finish();
    const rtl::Header path = worm_of(plan, plan.messages()[0], mesh, 2);
    EXPECT_EQ(path.routing, 2 + 1);
    EXPECT_EQ(path.first_port, -1);
    ASSERT_EQ(path.entries.size(), 2U);
    EXPECT_EQ(path.entries[0].address, 5);
    EXPECT_EQ(path.entries[0].control, rtl::Control::pass);
    EXPECT_EQ(path.entries[1].address, 8);
    EXPECT_EQ(path.entries[1].control, rtl::Control::receive);
    const rtl::Header list = worm_of(plan, plan.messages()[1], mesh);
    EXPECT_EQ(list.routing, 1);
    EXPECT_EQ(list.first_port, 3);  // -y, towards node 1
    EXPECT_EQ(list.entries.size(), 1U);
}

}  // namespace
}  // namespace flitscope::tl
