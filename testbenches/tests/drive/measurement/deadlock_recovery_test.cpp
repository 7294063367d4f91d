// The rules of docs/recovery_and_faults.md, on waiting VCs made up for each.
#include "testbenches/drive/measurement/deadlock_recovery.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/router/choice.h"
#include "testbenches/tests/drive/measurement/fake_network.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

/// Shows whatever waits the test wants.
class WaitingNetwork final : public FakeNetwork {
public:
    using FakeNetwork::FakeNetwork;
    std::vector<rtl::VcWait> waits() const override { return shown; }
    std::vector<rtl::VcWait> shown;
};

/// The routers 0, 1, 3, 2 of a cube are a square; two messages block each other on a side of it.
/// Output d of router r leads to input d of router r ^ (1 << d).
rtl::VcWait waiting(topo::NodeId router, int input, rtl::MessageId message, int output) {
    rtl::VcWait wait;
    wait.router = router;
    wait.port = input;
    wait.message = message;
    wait.output_port = output;
    wait.output_vc = 0;
    wait.wanted = {0, 1};
    return wait;
}

/// Four messages around the square of dimensions `a` and `b` at router 0, in VC 0.
std::vector<rtl::VcWait> square(int a, int b, const std::vector<rtl::MessageId>& messages) {
    const topo::NodeId x = 1 << a;
    const topo::NodeId y = 1 << b;
    return {waiting(0, b, messages[0], a), waiting(x, a, messages[1], b),
            waiting(x + y, b, messages[2], a), waiting(y, a, messages[3], b)};
}

struct OnACube : FakeSetup {
    OnACube() : cube(topo::make_topology("hypercube", {{"dimensions", std::int64_t{3}}})) {
        description.topology = cube.get();
    }
    std::unique_ptr<topo::Topology> cube;
};

struct Recovery : testing::Test {
    OnACube setup;
    WaitingNetwork network{setup.description, FakeBehaviour{}};
    DeadlockRecovery recovery{setup.description};
};

TEST_F(Recovery, TakesTheYoungestOfACycle) {
    network.shown = square(0, 1, {17, 40, 3, 9});
    EXPECT_EQ(recovery.at_edge(512, network).victims, std::vector<rtl::MessageId>{40});
    network.shown = square(0, 1, {40, 17, 3, 9});
    EXPECT_EQ(recovery.at_edge(512, network).victims, std::vector<rtl::MessageId>{40});
}

TEST_F(Recovery, LooksAtMultiplesOfItsPeriodOnly) {
    network.shown = square(0, 1, {17, 40, 3, 9});
    for (const rtl::Cycle edge : {1, 255, 257, 511, 513}) {
        EXPECT_TRUE(recovery.at_edge(edge, network).victims.empty()) << edge;
    }
    EXPECT_EQ(DeadlockRecovery::next_look(0), 256);
    EXPECT_EQ(DeadlockRecovery::next_look(255), 256);
    EXPECT_EQ(DeadlockRecovery::next_look(256), 512);
}

TEST_F(Recovery, TakesOneOfEveryCycleAtOneEdge) {
    network.shown = square(0, 1, {1, 2, 3, 4});
    for (rtl::VcWait wait : square(0, 1, {5, 8, 6, 7})) {
        wait.router += 4;  // the same square one dimension further
        network.shown.push_back(wait);
    }
    const auto look = recovery.at_edge(256, network);
    EXPECT_EQ(look.victims, (std::vector<rtl::MessageId>{4, 8}));
    EXPECT_FALSE(look.hopeless.has_value());
}

TEST_F(Recovery, LeavesThoseAloneThatCanMove) {
    network.shown = square(0, 1, {1, 2, 3, 4});
    network.shown[2].movable = true;
    EXPECT_TRUE(recovery.at_edge(256, network).victims.empty());
}

TEST_F(Recovery, EndsTheRunWhereAMessageWaitsForItself) {
    network.shown = square(0, 1, {7, 7, 7, 7});
    const auto look = recovery.at_edge(256, network);
    EXPECT_TRUE(look.victims.empty());
    ASSERT_TRUE(look.hopeless.has_value());
    EXPECT_EQ(look.hopeless->edge, 256);
    EXPECT_EQ(look.hopeless->found.cycle.size(), 4U);
}

/// Section 12 of the page, written a second time.
int page_choice(int m, std::uint16_t salt, unsigned hop, unsigned purpose) {
    const auto low = [](unsigned value) { return static_cast<std::uint16_t>(value); };
    std::uint16_t x = low(salt ^ low(hop * 0x9E37U) ^ low(purpose * 0x79B9U));
    x = low(x ^ (x >> 8U));
    x = low(x * 0x88B5U);
    x = low(x ^ (x >> 7U));
    x = low(x * 0xDB2DU);
    x = low(x ^ (x >> 9U));
    return static_cast<int>(static_cast<std::uint64_t>(m) * x / 65536);
}

TEST_F(Recovery, SendsAgainAfterTheBackOffOfThePage) {
    rtl::Message message;
    message.id = 123;
    message.generated = 55;
    recovery.offered(message);
    const std::uint16_t salt = rtl::message_salt(setup.description.seed, 123);
    rtl::Cycle edge = 256;
    for (unsigned attempt = 1; attempt <= 9; ++attempt) {
        recovery.purged(edge, {123});
        const int window = std::min(64 << (attempt - 1), 2048);
        const rtl::Cycle due = edge + 1 + page_choice(window, salt, attempt, 3);
        EXPECT_EQ(recovery.next_return(), due) << attempt;
        EXPECT_TRUE(recovery.returning_at(due - 1).empty());
        EXPECT_EQ(recovery.waiting(), 1);
        const auto back = recovery.returning_at(due);
        ASSERT_EQ(back.size(), 1U);
        EXPECT_EQ(back[0].id, 123U);
        EXPECT_EQ(back[0].generated, 55) << "latency counts from the first time it joined";
        EXPECT_EQ(recovery.next_return(), rtl::kNever);
        edge = (due / 256 + 1) * 256;
    }
    EXPECT_EQ(recovery.retransmitted(), 9);
}

TEST_F(Recovery, ThoseOfOneEdgeComeBackInTheOrderOfTheirIds) {
    std::vector<rtl::MessageId> ids;
    for (rtl::MessageId id = 0; id < 200; ++id) {
        rtl::Message message;
        message.id = 199 - id;
        recovery.offered(message);
        ids.push_back(199 - id);
    }
    recovery.purged(256, ids);
    std::size_t together = 0;
    while (recovery.next_return() != rtl::kNever) {
        const auto back = recovery.returning_at(recovery.next_return());
        together = std::max(together, back.size());
        for (std::size_t i = 1; i < back.size(); ++i) {
            EXPECT_LT(back[i - 1].id, back[i].id);
        }
    }
    EXPECT_GT(together, 2U);
}

}  // namespace
}  // namespace flitscope::tb
