#include "tlm/collectives/sbt.h"

#include <gtest/gtest.h>

#include <map>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"
#include "topologies/hypercube.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;

PlanRequest request(topo::NodeId source, int base, bool one_port = false) {
    return {source, {}, base, one_port};
}

int bits(topo::NodeId node) { return node == 0 ? 0 : bits(node / 2) + static_cast<int>(node % 2); }

TEST(Sbt, IsThatOfTheExamples) {
    const topo::Hypercube four(4);
    EXPECT_EQ(
        sends(plan_of(four, "sbt", request(0, 0)), as_id()),
        (Texts{"0>1 0>2 0>4 0>8", "1>3 1>5 1>9 2>6 2>10 4>12", "3>7 3>11 5>13 6>14", "7>15"}));
    EXPECT_EQ(
        sends(plan_of(four, "sbt", request(0, 2)), as_id()),
        (Texts{"0>4 0>8 0>1 0>2", "4>12 4>5 4>6 8>9 8>10 1>3", "12>13 12>14 5>7 9>11", "13>15"}));
    const topo::Hypercube three(3);
    EXPECT_EQ(sends(plan_of(three, "sbt", request(5, 1)), as_id()),
              (Texts{"5>7 5>1 5>4", "7>3 7>6 1>0", "3>2"}));
    EXPECT_EQ(sends(plan_of(three, "sbt", request(5, 1, true)), as_id()),
              (Texts{"5>7", "5>1 7>3", "5>4 7>6 1>0 3>2"}));
}

TEST(Sbt, ReachesEveryNodeOnceOverOneTree) {
    for (int n = 1; n <= 7; ++n) {
        const topo::Hypercube cube(n);
        for (topo::NodeId source = 0; source < cube.nodes(); source += 5) {
            for (int base = 0; base < n; ++base) {
                const Plan all = plan_of(cube, "sbt", request(source, base));
                const PlanChecks checks(cube, all);
                checks.expect_broadcasts();
                checks.expect_free_of_contention();
                EXPECT_EQ(all.steps(), n);
                std::map<std::size_t, int> nodes_by_copies;
                for (topo::NodeId node = 0; node < cube.nodes(); ++node) {
                    if (node != source) {
                        ++nodes_by_copies[sent_by(all, node).size()];
                    }
                }
                for (int copies = 0; copies < n; ++copies) {
                    EXPECT_EQ(nodes_by_copies[static_cast<std::size_t>(copies)],
                              1 << (n - 1 - copies));
                }
                std::set<std::pair<topo::NodeId, topo::NodeId>> edges;
                for (const PlanMessage& message : all.messages()) {
                    const topo::NodeId to = all.addresses(message)->address;
                    EXPECT_EQ(message.step + 1, bits(to ^ source));
                    edges.emplace(message.from, to);
                }
                const Plan one = plan_of(cube, "sbt", request(source, base, true));
                const PlanChecks one_checks(cube, one);
                one_checks.expect_broadcasts();
                one_checks.expect_one_port();
                EXPECT_EQ(one.steps(), n);
                for (const PlanMessage& message : one.messages()) {
                    EXPECT_EQ(edges.count({message.from, one.addresses(message)->address}), 1U);
                }
            }
        }
    }
}

TEST(Sbt, EveryNodeSendsAboveTheHighestPositionInWhichItDiffers) {
    for (const int n : {1, 3, 6}) {
        const topo::Hypercube cube(n);
        for (int base = 0; base < n; ++base) {
            const topo::NodeId source = cube.nodes() / 3;
            const Plan plan = plan_of(cube, "sbt", request(source, base));
            for (topo::NodeId node = 0; node < cube.nodes(); ++node) {
                int last = -1;
                for (int position = 0; position < n; ++position) {
                    const int dimension = (base + position) % n;
                    last = ((node ^ source) >> dimension & 1) != 0 ? position : last;
                }
                Nodes expected;
                for (int position = last + 1; position < n; ++position) {
                    expected.push_back(node ^ (1 << ((base + position) % n)));
                }
                Nodes sent;
                for (const PlanMessage& message : sent_by(plan, node)) {
                    sent.push_back(plan.addresses(message)->address);
                }
                EXPECT_EQ(sent, expected) << node << " from " << source << ", base " << base;
            }
        }
    }
}

/// Messages per channel, by the position of its dimension for base 0, when every node broadcasts
/// once from each of `bases`.
std::map<std::pair<int, int>, int> load(int n, const std::vector<int>& bases) {
    const topo::Hypercube cube(n);
    std::map<std::pair<topo::NodeId, topo::NodeId>, int> messages;
    for (topo::NodeId source = 0; source < cube.nodes(); ++source) {
        for (const int base : bases) {
            const Plan plan = plan_of(cube, "sbt", request(source, base));
            for (const PlanMessage& message : plan.messages()) {
                ++messages[{message.from, plan.addresses(message)->address}];
            }
        }
    }
    std::map<std::pair<int, int>, int> channels;  // (dimension, messages): how many
    for (const auto& [channel, count] : messages) {
        const int dimension = bits((channel.first ^ channel.second) - 1);
        ++channels[{dimension, count}];
    }
    return channels;
}

TEST(Sbt, ARotatingBaseLoadsAllChannelsAlike) {
    using Loads = std::map<std::pair<int, int>, int>;
    EXPECT_EQ(load(4, {0, 0, 0, 0}),
              (Loads{{{0, 4}, 16}, {{1, 8}, 16}, {{2, 16}, 16}, {{3, 32}, 16}}));
    EXPECT_EQ(load(4, {0, 1, 2, 3}),
              (Loads{{{0, 15}, 16}, {{1, 15}, 16}, {{2, 15}, 16}, {{3, 15}, 16}}));
}

TEST(Sbt, BasesAreFixedRotatingOrUniform) {
    for (std::uint64_t count = 0; count < 20; ++count) {
        EXPECT_EQ(sbt_base(SbtBase::fixed, 6, 3, count, 1), 0);
        EXPECT_EQ(sbt_base(SbtBase::rotating, 6, 3, count, 1), static_cast<int>(count % 6));
    }
    std::map<int, int> drawn;
    int different = 0;
    constexpr int kDraws = 60000;
    for (int i = 0; i < kDraws; ++i) {
        const auto count = static_cast<std::uint64_t>(i / 64);
        ++drawn[sbt_base(SbtBase::random, 6, i % 64, count, 1)];
        different += sbt_base(SbtBase::random, 6, i % 64, count, 1) !=
                             sbt_base(SbtBase::random, 6, i % 64, count, 2)
                         ? 1
                         : 0;
    }
    ASSERT_EQ(drawn.size(), 6U);
    for (const auto& [base, times] : drawn) {
        EXPECT_NEAR(times, kDraws / 6, 500) << base;  // five standard deviations and more
    }
    EXPECT_NEAR(different, kDraws * 5 / 6, 500);
}

TEST(Sbt, RefusesOtherNetworksAndBases) {
    EXPECT_EQ(refusal(topo::Mesh({4, 4}), "sbt"),
              "algorithm: sbt does not fit topology mesh, it is for hypercube");
    const topo::Hypercube cube(3);
    for (const int base : {-1, 3}) {
        EXPECT_THROW(plan_of(cube, "sbt", request(0, base)), OptionError);
    }
    EXPECT_THROW(plan_of(cube, "sbt", {0, {1, 2}}), OptionError);
}

}  // namespace
}  // namespace flitscope::tl
