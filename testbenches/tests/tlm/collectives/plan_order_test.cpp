#include "tlm/collectives/plan_order.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/tlm/collectives/plan_checks.h"
#include "topologies/registry.h"

namespace flitscope::tl {
namespace {

std::unique_ptr<topo::Topology> mesh(std::int64_t x, std::int64_t y) {
    return topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{x, y}}});
}

Plan broadcast(const topo::Topology& topology, const std::string& algorithm, topo::NodeId source) {
    PlanRequest request;
    request.source = source;
    return plan_of(topology, algorithm, request);
}

TEST(PlanOrder, HoldsBackWhatANodeHasNotReceived) {
    const auto topology = mesh(4, 1);
    PlanBuilder builder("any", 0);
    builder.route_by(plan_of(*topology, "separate", {0, {1}}).shared_routing());
    builder.send(0, 1, PlanPart::first_half);
    builder.next_step();
    builder.send(0, 1, PlanPart::second_half);
    builder.send(1, 2, PlanPart::first_half);
    builder.next_step();
    builder.send(1, 2, PlanPart::second_half);
    const PlanOrder order(*topology, builder.finish());
    ASSERT_EQ(order.receipts().size(), 4u);
    ASSERT_EQ(order.members().size(), 3u);
    EXPECT_EQ(order.member(2), 2u);
    EXPECT_THROW(order.member(3), std::logic_error);
    ASSERT_EQ(order.sends().size(), 4u);
    EXPECT_EQ(order.sends()[2].needs, 1u);
    EXPECT_EQ(order.sends()[3].needs, 2u);

    PlanProgress progress(order);
    PlanProgress::Ready ready;
    progress.begin(ready);
    ASSERT_EQ(ready.size(), 2u);  // both of the source
    EXPECT_EQ(ready[0]->node, 0);
    EXPECT_EQ(ready[1]->step, 1);
    ready.clear();
    // The second half comes first: nothing may go on before the other one is there.
    progress.received(1, 1, ready);
    EXPECT_TRUE(ready.empty());
    progress.received(0, 1, ready);
    ASSERT_EQ(ready.size(), 2u);
    EXPECT_EQ(ready[0]->step, 1);
    EXPECT_EQ(ready[1]->step, 2);
    EXPECT_THROW(progress.received(0, 1, ready), std::logic_error);
    EXPECT_THROW(progress.received(0, 3, ready), std::logic_error);
    progress.received(2, 2, ready);
    EXPECT_FALSE(progress.complete());
    progress.received(3, 2, ready);
    EXPECT_TRUE(progress.complete());
}

/// Whatever comes first: everything is sent once, and the plan ends.
TEST(PlanOrder, LetsEveryBroadcastEndInAnyOrderOfDeliveries) {
    tb::Draw draw(5);
    for (const char* const algorithm : {"pcp", "rd", "edn", "np_d", "ternary", "separate"}) {
        SCOPED_TRACE(algorithm);
        const auto topology = mesh(4, 4);
        for (topo::NodeId source = 0; source < 16; ++source) {
            const PlanOrder order(*topology, broadcast(*topology, algorithm, source));
            PlanWalk walk(*topology, order.plan());
            PlanProgress progress(order);
            PlanProgress::Ready ready;
            progress.begin(ready);
            std::vector<std::pair<std::uint32_t, topo::NodeId>> under_way;
            std::size_t sent = 0;
            while (!ready.empty() || !under_way.empty()) {
                for (const PlanOrder::Sends* const sends : ready) {
                    for (std::uint32_t i = sends->first; i < sends->last; ++i, ++sent) {
                        const std::uint32_t number = order.plan().by_sender()[i];
                        const PlanMessage& message = order.plan().messages()[number];
                        for (const topo::NodeId node : walk.follow(message).receivers()) {
                            under_way.emplace_back(number, node);
                        }
                    }
                }
                ready.clear();
                const auto next = draw.number(0, static_cast<int>(under_way.size()) - 1);
                const auto [message, node] = under_way[static_cast<std::size_t>(next)];
                under_way.erase(under_way.begin() + next);
                progress.received(message, node, ready);
            }
            EXPECT_EQ(sent, order.plan().messages().size());
            EXPECT_TRUE(progress.complete());
        }
    }
}

}  // namespace
}  // namespace flitscope::tl
