#include "rtl_models/foreign/flow_control/on_off.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "rtl_models/foreign/flow_control/ready_valid.h"
#include "rtl_models/router/router_parameters.h"
#include "testbenches/tests/rtl_models/foreign/flow_control/converter_steps.h"

namespace flitscope::cosim {
namespace {

FlowControlParameters on_off(int off_below, int on_above, int slots) {
    FlowControlParameters parameters;
    parameters.kind = FlowControlKind::on_off;
    parameters.off_below = off_below;
    parameters.on_above = on_above;
    parameters.slots = slots;
    return parameters;
}

InputStep step(ReadyInput& converter, const std::optional<rtl::Flit>& arriving,
               std::uint64_t after) {
    return cosim::step(
        converter, arriving, [](const rtl::Flit*) { return std::uint64_t{0}; }, after);
}

TEST(OnOffInput, SendsInACycleInWhichTheVcIsOn) {
    ReadyInput converter(on_off(1, 1, 2), {2, 4});
    converter.clocked(0b11);
    // arriving, signals after the edge | offered, taken, credits
    EXPECT_EQ(step(converter, numbered_flit(0, 0), 0b10), (InputStep{0, true, 0b01}));
    EXPECT_EQ(step(converter, numbered_flit(1, 0), 0b10), (InputStep{std::nullopt, false, 0}));
    EXPECT_EQ(step(converter, numbered_flit(2, 1), 0b11), (InputStep{2, true, 0b10}));
    EXPECT_EQ(step(converter, std::nullopt, 0b00), (InputStep{1, true, 0b01}));
    EXPECT_TRUE(converter.idle());
    EXPECT_EQ(step(converter, numbered_flit(3, 1), 0b00), (InputStep{std::nullopt, false, 0}));
    EXPECT_FALSE(converter.idle());
}

TEST(OnOffInput, ServesItsVcsInTurn) {
    ReadyInput converter(on_off(1, 1, 2), {3, 4});
    for (std::uint32_t index = 0; index < 6; ++index) {
        converter.arrive(numbered_flit(index, static_cast<int>(index / 2)));
    }
    converter.clocked(0b111);
    std::vector<std::uint32_t> order;
    for (int cycle = 0; cycle < 6; ++cycle) {
        order.push_back(step(converter, std::nullopt, 0b111).offered.value());
    }
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 2, 4, 1, 3, 5}));
}

TEST(OnOffInput, ReadsASignalThatSaysOff) {
    FlowControlParameters parameters = on_off(1, 1, 2);
    parameters.off_is_high = true;
    ReadyInput converter(parameters, {2, 4});
    converter.clocked(0b01);
    EXPECT_EQ(step(converter, numbered_flit(0, 0), 0b01), (InputStep{std::nullopt, false, 0}));
    EXPECT_EQ(step(converter, numbered_flit(1, 1), 0b00), (InputStep{1, true, 0b10}));
    EXPECT_EQ(step(converter, std::nullopt, 0b00), (InputStep{0, true, 0b01}));
}

TEST(OnOffOutput, GoesOffBelowOneThresholdAndOnAboveTheOther) {
    OnOffOutput converter(on_off(2, 2, 4), {1, 1});
    struct Row {
        std::uint64_t credits;
        bool shown;
        std::uint64_t on;
        bool driven;
    };
    const std::vector<Row> rows = {
        // credits, shown | on before the edge, driven
        {0, true, 1, true},   // a credit is there: 0 cycles
        {0, true, 1, false},  // 3 free
        {0, true, 1, false},  // 2 free
        {0, true, 1, false},  // 1 free: off
        {0, true, 0, false},  // one was on its way
        {1, false, 0, true}, {1, false, 0, true}, {1, false, 0, true},  // 3 free: on
        {1, false, 1, true},
    };
    std::uint32_t sent = 0;
    std::uint32_t received = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const Row& row = rows[t];
        const OutputStep seen =
            step(converter, row.credits,
                 row.shown ? std::optional<rtl::Flit>(numbered_flit(sent++)) : std::nullopt);
        EXPECT_EQ(seen.forward, row.on) << "cycle " << t;
        EXPECT_EQ(seen.driven, row.driven ? std::optional<std::uint32_t>(received++) : std::nullopt)
            << "cycle " << t;
    }
    EXPECT_TRUE(converter.idle());
}

TEST(OnOffOutput, ReportsAFlitThatFindsNoSlot) {
    OnOffOutput converter(on_off(1, 1, 2), {2, 0});
    step(converter, 0, numbered_flit(0, 1));
    step(converter, 0, numbered_flit(1, 1));
    try {
        step(converter, 0, numbered_flit(2, 1));
        FAIL() << "nothing was reported";
    } catch (const ViolationCause& cause) {
        EXPECT_EQ(cause.kind(), ViolationKind::sent_without_credit);
        EXPECT_STREQ(cause.what(), "VC 1: a flit, but all 2 slots are taken (it was off)");
    }
}

TEST(OnOffOutput, DrivesASignalThatSaysOff) {
    FlowControlParameters parameters = on_off(2, 2, 2 + 1);
    parameters.off_is_high = true;
    OnOffOutput converter(parameters, {2, 0});
    EXPECT_EQ(step(converter, 0, numbered_flit(0, 1)).forward, 0b00u);
    EXPECT_EQ(step(converter, 0, numbered_flit(1, 1)).forward, 0b00u);
    EXPECT_EQ(step(converter, 0, std::nullopt).forward, 0b10u);
}

TEST(OnOffOutput, IsHeardInTheSameCycleByADeviceWhoseValidWaitsForIt) {
    FlowControlParameters parameters = on_off(1, 0, 1);  // one slot: no flit may be on its way
    parameters.valid_from_ready = true;
    OnOffOutput converter(parameters, {2, 1});
    std::uint32_t sent = 0;
    const auto cycle = [&](std::uint64_t credits) {
        converter.credit(credits);
        const std::uint64_t on = converter.forward();
        OutputStep seen{on, false, std::nullopt};
        if (on != 0) {  // its lowest VC that is on, at once
            const rtl::Flit shown = numbered_flit(sent++, (on & 1) != 0 ? 0 : 1);
            seen.taken = converter.take(shown.vc);
            converter.push(shown);
        }
        seen.driven = index_of(converter.drive());
        return seen;
    };
    EXPECT_EQ(cycle(0), (OutputStep{0b11, true, 0}));  // a credit and a slot per VC
    EXPECT_EQ(cycle(0), (OutputStep{0b11, true, std::nullopt}));
    EXPECT_EQ(cycle(0), (OutputStep{0b10, true, 2}));
    EXPECT_EQ(cycle(0), (OutputStep{0b10, true, std::nullopt}));
    EXPECT_EQ(cycle(0), (OutputStep{0b00, false, std::nullopt}));
    EXPECT_EQ(cycle(0b01), (OutputStep{0b00, false, 1}));
    EXPECT_EQ(cycle(0), (OutputStep{0b01, true, std::nullopt}));
}

// A device that hears the signal `delay` cycles late and needs that many slots in reserve: nothing
// overflows, and nothing is lost or overtaken in its VC.
TEST(OnOffOutput, NeverOverflowsWithRoomForTheRoundTrip) {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        std::mt19937 random(seed);
        const int vcs = 1 + static_cast<int>(seed % 4);
        const int delay = static_cast<int>(seed % 3);
        const int reserve = delay + 2;  // the cycle it goes off in, and the one until it is heard
        OnOffOutput converter(on_off(reserve, reserve, reserve + 2), {vcs, 2});
        std::deque<std::uint64_t> heard(static_cast<std::size_t>(delay + 1),
                                        ~std::uint64_t{0} >> (64 - vcs));
        std::vector<std::uint32_t> sent(static_cast<std::size_t>(vcs), 0);
        std::vector<std::uint32_t> received(static_cast<std::size_t>(vcs), 0);
        std::vector<int> unreturned(static_cast<std::size_t>(vcs), 0);
        for (int cycle = 0; cycle < 600; ++cycle) {
            const std::size_t vc = random() % static_cast<unsigned>(vcs);
            std::optional<rtl::Flit> shown;
            if ((heard.front() >> vc & 1) != 0 && cycle < 400) {
                shown = numbered_flit(sent[vc]++, static_cast<int>(vc));
            }
            std::uint64_t credits = 0;
            for (std::size_t v = 0; v < unreturned.size(); ++v) {
                if (unreturned[v] > 0 && (random() % 3 == 0 || cycle >= 400)) {
                    --unreturned[v];
                    credits |= std::uint64_t{1} << v;
                }
            }
            converter.credit(credits);
            heard.push_back(converter.forward());
            heard.pop_front();
            if (shown) {
                ASSERT_TRUE(converter.take(shown->vc)) << "seed " << seed;
                converter.push(*shown);
            }
            if (const rtl::Flit* driven = converter.drive()) {
                ASSERT_EQ(driven->index, received[driven->vc]++) << "seed " << seed;
                ASSERT_LE(++unreturned[driven->vc], 2) << "seed " << seed;
            }
        }
        EXPECT_EQ(received, sent) << "seed " << seed;
        EXPECT_GT(sent[0], 30u) << "seed " << seed;
    }
}

}  // namespace
}  // namespace flitscope::cosim
