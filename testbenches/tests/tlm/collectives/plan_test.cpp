#include "tlm/collectives/plan.h"

#include <gtest/gtest.h>

#include <vector>

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

}  // namespace
}  // namespace flitscope::tl
