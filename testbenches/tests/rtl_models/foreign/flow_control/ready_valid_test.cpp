#include "rtl_models/foreign/flow_control/ready_valid.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "testbenches/tests/rtl_models/foreign/flow_control/converter_steps.h"

namespace flitscope::cosim {
namespace {

FlowControlParameters ready_valid(bool per_vc = false) {
    FlowControlParameters parameters;
    parameters.kind = FlowControlKind::ready_valid;
    parameters.per = per_vc ? ReadyScope::vc : ReadyScope::port;
    return parameters;
}

std::optional<rtl::Flit> flit(int index, int vc = 0) {
    return index < 0
               ? std::nullopt
               : std::optional<rtl::Flit>(numbered_flit(static_cast<std::uint32_t>(index), vc));
}
std::optional<std::uint32_t> number(int index) {
    return index < 0 ? std::nullopt
                     : std::optional<std::uint32_t>(static_cast<std::uint32_t>(index));
}

TEST(ReadyValidInput, OffersAnArrivingFlitAtOnceAndHoldsItUntilItIsTaken) {
    ReadyInput converter(ready_valid(), {1, 4});
    struct Row {
        int arrives;
        std::uint64_t ready;
        int offered;
        std::uint64_t credits;
    };
    const std::vector<Row> rows = {
        // arrives, ready | offered, credits back
        {-1, 1, -1, 0}, {0, 1, 0, 1},  // 0 cycles
        {1, 0, 1, 0},   {2, 0, 1, 0},  {-1, 0, 1, 0},
        {3, 1, 1, 1},  // taken: the next one follows without a gap
        {-1, 1, 2, 1},  {-1, 1, 3, 1}, {-1, 1, -1, 0},
    };
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const Row& row = rows[t];
        const InputStep seen = step(
            converter, flit(row.arrives), [&](const rtl::Flit*) { return row.ready; }, row.ready);
        EXPECT_EQ(seen.offered, number(row.offered)) << "cycle " << t;
        EXPECT_EQ(seen.taken, row.offered >= 0 && row.ready == 1) << "cycle " << t;
        EXPECT_EQ(seen.credits, row.credits) << "cycle " << t;
    }
    EXPECT_TRUE(converter.idle());
}

TEST(ReadyValidInput, ShowsTheOtherVcWhileOneIsNotWanted) {
    FlowControlParameters parameters = ready_valid();
    parameters.per = ReadyScope::presented;
    ReadyInput converter(parameters, {2, 4});
    const auto wants_vc_1 = [](const rtl::Flit* shown) -> std::uint64_t {
        return shown != nullptr && shown->vc == 1 ? 1 : 0;
    };
    EXPECT_EQ(step(converter, flit(0, 0), wants_vc_1, 0), (InputStep{0, false, 0}));
    EXPECT_EQ(step(converter, flit(1, 1), wants_vc_1, 0), (InputStep{1, true, 0b10}));
    EXPECT_EQ(step(converter, flit(2, 1), wants_vc_1, 0), (InputStep{0, false, 0}));
    EXPECT_EQ(step(converter, std::nullopt, wants_vc_1, 0), (InputStep{2, true, 0b10}));
    EXPECT_FALSE(converter.idle());
    EXPECT_EQ(step(
                  converter, std::nullopt, [](const rtl::Flit*) { return std::uint64_t{1}; }, 0),
              (InputStep{0, true, 0b01}));
    EXPECT_TRUE(converter.idle());
}

TEST(ReadyValidInput, TakesReadyThatDependsOnWhatIsOffered) {
    FlowControlParameters parameters = ready_valid();
    parameters.ready_from_valid = true;
    ReadyInput converter(parameters, {1, 4});
    const auto only_even = [](const rtl::Flit* offered) {
        return std::uint64_t{offered != nullptr && offered->index % 2 == 0};
    };
    EXPECT_EQ(step(converter, flit(2), only_even, 0), (InputStep{2, true, 1}));
    EXPECT_EQ(step(converter, flit(3), only_even, 0), (InputStep{3, false, 0}));
    EXPECT_EQ(step(converter, std::nullopt, only_even, 1), (InputStep{3, false, 0}));
    EXPECT_FALSE(converter.idle());
}

TEST(ReadyValidInput, KeepsTheOrderOfArrivalOfAllVcsBehindASharedReady) {
    ReadyInput converter(ready_valid(), {4, 2});
    const auto closed = [](const rtl::Flit*) { return std::uint64_t{0}; };
    const auto open = [](const rtl::Flit*) { return std::uint64_t{1}; };
    step(converter, flit(0, 3), closed, 0);
    step(converter, flit(1, 1), closed, 0);
    EXPECT_EQ(step(converter, flit(2, 3), open, 1), (InputStep{0, true, 0b1000}));
    EXPECT_EQ(step(converter, std::nullopt, open, 1), (InputStep{1, true, 0b0010}));
    EXPECT_EQ(step(converter, std::nullopt, open, 1), (InputStep{2, true, 0b1000}));
}

TEST(ReadyValidInput, OffersAVcThatIsReadySoThatABlockedOneBlocksNoOther) {
    ReadyInput converter(ready_valid(true), {2, 4});
    const auto only_vc_1 = [](const rtl::Flit*) { return std::uint64_t{0b10}; };
    converter.clocked(0b10);
    EXPECT_EQ(step(converter, flit(0, 0), only_vc_1, 0b10), (InputStep{std::nullopt, false, 0}));
    EXPECT_EQ(step(converter, flit(1, 1), only_vc_1, 0b11), (InputStep{1, true, 0b10}));
    EXPECT_EQ(
        step(
            converter, std::nullopt, [](const rtl::Flit*) { return std::uint64_t{0b11}; }, 0b11),
        (InputStep{0, true, 0b01}));
}

TEST(ReadyValidInput, OffersVcsInTurnWhereReadyPerVcDependsOnValid) {
    FlowControlParameters parameters = ready_valid(true);
    parameters.ready_from_valid = true;
    ReadyInput converter(parameters, {3, 4});
    const auto only_vc_2 = [](const rtl::Flit* offered) {
        return std::uint64_t{offered != nullptr && offered->vc == 2} << 2;
    };
    EXPECT_EQ(step(converter, flit(0, 0), only_vc_2, 0), (InputStep{0, false, 0}));
    EXPECT_EQ(step(converter, flit(1, 1), only_vc_2, 0), (InputStep{1, false, 0}));
    EXPECT_EQ(step(converter, flit(2, 2), only_vc_2, 0), (InputStep{2, true, 0b100}));
    EXPECT_EQ(step(converter, flit(3, 2), only_vc_2, 0), (InputStep{0, false, 0}));
    EXPECT_EQ(step(converter, std::nullopt, only_vc_2, 0), (InputStep{1, false, 0}));
    EXPECT_EQ(step(converter, std::nullopt, only_vc_2, 0), (InputStep{3, true, 0b100}));
}

// A sender that keeps to its credits, a device that is ready at random: nothing lost, doubled or
// overtaken, never more than `credits` flits of a VC between them.
TEST(ReadyValidInput, LosesAndReordersNothingUnderRandomTraffic) {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        std::mt19937 random(seed);
        const bool per_vc = seed % 2 == 0;
        FlowControlParameters parameters = ready_valid(per_vc);
        parameters.ready_from_valid = seed % 3 == 0;
        const int vcs = 1 + static_cast<int>(seed % 4);
        ReadyInput converter(parameters, {vcs, 3});
        std::vector<int> room(static_cast<std::size_t>(vcs), 3);
        std::vector<std::uint32_t> sent(static_cast<std::size_t>(vcs), 0);
        std::vector<std::uint32_t> received(static_cast<std::size_t>(vcs), 0);
        std::uint64_t ready = 0;
        for (int cycle = 0; cycle < 400; ++cycle) {
            const std::size_t vc = random() % static_cast<unsigned>(vcs);
            std::optional<rtl::Flit> arriving;
            if (room[vc] > 0 && random() % 4 != 0 && cycle < 350) {
                --room[vc];
                arriving = numbered_flit(sent[vc]++, static_cast<int>(vc));
            }
            if (parameters.ready_from_valid || cycle == 0) {
                ready = random();
            }
            const std::uint64_t after = cycle < 350 ? random() : ~std::uint64_t{0};
            rtl::Flit offered;
            const InputStep seen = step(
                converter, arriving,
                [&](const rtl::Flit* shown) {
                    if (shown != nullptr) {
                        offered = *shown;
                    }
                    return ready;
                },
                after);
            ready = after;
            if (seen.taken) {
                ASSERT_EQ(offered.index, received[offered.vc]++) << "seed " << seed;
                ASSERT_EQ(seen.credits, std::uint64_t{1} << offered.vc) << "seed " << seed;
                ++room[offered.vc];
            } else {
                ASSERT_EQ(seen.credits, 0u) << "seed " << seed;
            }
        }
        EXPECT_EQ(received, sent) << "seed " << seed;
        EXPECT_TRUE(converter.idle()) << "seed " << seed;
        EXPECT_GT(sent[0], 20u) << "seed " << seed;
    }
}

TEST(ReadyValidOutput, PutsAFlitOnTheWireInTheCycleItIsShownIfThereIsACredit) {
    ReadyValidOutput converter(ready_valid(), {1, 2});
    struct Row {
        std::uint64_t credits;
        int shown;
        std::uint64_t ready;
        int driven;
    };
    const std::vector<Row> rows = {
        // credits, shown | ready before the edge, driven
        {0, -1, 0, -1}, {0, 0, 0, 0},  // 0 cycles
        {0, 1, 1, 1},                  // ready for flit 0
        {0, 2, 1, -1},                 // the credits are used up
        {0, 2, 0, -1},  {1, 2, 0, 2},  // a credit is good in the cycle after it was on the wire
        {0, -1, 1, -1}, {1, 3, 0, 3}, {0, -1, 1, -1},
    };
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const OutputStep seen = step(converter, rows[t].credits, flit(rows[t].shown));
        EXPECT_EQ(seen.forward, rows[t].ready) << "cycle " << t;
        EXPECT_EQ(seen.driven, number(rows[t].driven)) << "cycle " << t;
        EXPECT_EQ(seen.taken, rows[t].driven >= 0) << "cycle " << t;
    }
    EXPECT_TRUE(converter.idle());
}

TEST(ReadyValidOutput, AnswersEachVcByItsOwnCredits) {
    ReadyValidOutput converter(ready_valid(true), {2, 1});
    EXPECT_EQ(step(converter, 0, flit(0, 1)), (OutputStep{0b00, true, 0}));
    EXPECT_EQ(step(converter, 0, flit(1, 1)), (OutputStep{0b10, false, std::nullopt}));
    EXPECT_EQ(step(converter, 0, flit(2, 0)), (OutputStep{0b00, true, 2}));  // may take its place
    EXPECT_EQ(step(converter, 0b10, flit(1, 1)), (OutputStep{0b01, true, 1}));
}

TEST(ReadyValidOutput, NeverCountsCreditsOfASink) {
    ReadyValidOutput converter(ready_valid(), {1, rtl::kUnbounded});
    for (int index = 0; index < 100; ++index) {
        ASSERT_EQ(step(converter, 0, flit(index)).driven, number(index));
    }
}

TEST(ReadyValidOutput, ReportsAFlitThatIsWithdrawn) {
    ReadyValidOutput withdrawn(ready_valid(), {2, 0});
    step(withdrawn, 0, flit(0, 1));
    EXPECT_FALSE(withdrawn.idle());
    try {
        step(withdrawn, 0, std::nullopt);
        FAIL() << "nothing was reported";
    } catch (const ViolationCause& cause) {
        EXPECT_EQ(cause.kind(), ViolationKind::handshake);
        EXPECT_STREQ(cause.what(), "valid was high for VC 1 and ready low; now valid is low");
    }
    ReadyValidOutput replaced(ready_valid(), {2, 0});
    step(replaced, 0, flit(0, 1));
    EXPECT_THROW(step(replaced, 0, flit(0, 0)), ViolationCause);
}

// Here take() comes between forward() and the edge.
OutputStep step_from_ready(OutputFlowControl& converter, std::uint64_t credits,
                           const std::function<std::optional<rtl::Flit>(std::uint64_t)>& shows) {
    OutputStep seen;
    converter.credit(credits);
    seen.forward = converter.forward();
    if (const std::optional<rtl::Flit> shown = shows(seen.forward)) {
        seen.taken = converter.take(shown->vc);
        if (seen.taken) {
            converter.push(*shown);
        }
    }
    seen.driven = index_of(converter.drive());
    return seen;
}

TEST(ReadyValidOutput, OffersReadyFirstWhereValidDependsOnIt) {
    FlowControlParameters parameters = ready_valid(true);
    parameters.valid_from_ready = true;
    ReadyValidOutput converter(parameters, {2, 1});
    const auto lowest_ready = [](std::uint64_t ready) -> std::optional<rtl::Flit> {
        return ready == 0 ? std::nullopt
                          : std::optional<rtl::Flit>(numbered_flit(7, (ready & 1) != 0 ? 0 : 1));
    };
    EXPECT_EQ(step_from_ready(converter, 0, lowest_ready), (OutputStep{0b11, true, 7}));
    EXPECT_EQ(step_from_ready(converter, 0, lowest_ready), (OutputStep{0b10, true, 7}));
    EXPECT_EQ(step_from_ready(converter, 0, lowest_ready), (OutputStep{0b00, false, std::nullopt}));
    EXPECT_EQ(step_from_ready(converter, 0b01, lowest_ready), (OutputStep{0b01, true, 7}));
    // Valid without ready is allowed and moves nothing.
    EXPECT_EQ(step_from_ready(converter, 0, [](std::uint64_t) { return flit(8, 1); }),
              (OutputStep{0b00, false, std::nullopt}));

    parameters.per = ReadyScope::port;
    ReadyValidOutput shared(parameters, {2, 1});
    EXPECT_EQ(step_from_ready(shared, 0, lowest_ready), (OutputStep{1, true, 7}));
    EXPECT_EQ(step_from_ready(shared, 0, lowest_ready), (OutputStep{0, false, std::nullopt}));
    EXPECT_EQ(step_from_ready(shared, 0b1, lowest_ready), (OutputStep{1, true, 7}));
}

TEST(ReadyValidOutput, AnswersForTheVcThatIsShown) {
    FlowControlParameters parameters = ready_valid();
    parameters.per = ReadyScope::presented;
    ReadyValidOutput converter(parameters, {2, 1});
    // shown in the cycle before | ready, taken, driven
    EXPECT_EQ(step(converter, 0, flit(0, 0)), (OutputStep{0, true, 0}));
    EXPECT_EQ(step(converter, 0, flit(1, 0)), (OutputStep{1, false, std::nullopt}));
    // Refused: another VC may be shown, or none.
    EXPECT_EQ(step(converter, 0, flit(2, 1)), (OutputStep{0, true, 2}));
    EXPECT_EQ(step(converter, 0, std::nullopt), (OutputStep{1, false, std::nullopt}));
    EXPECT_EQ(step(converter, 0b01, flit(1, 0)), (OutputStep{0, true, 1}));
    EXPECT_EQ(step(converter, 0, std::nullopt), (OutputStep{1, false, std::nullopt}));
}

TEST(ReadyValidOutput, DrivesWhatIsTakenTwiceInACycleOneAfterTheOther) {
    // A flit at the begin of the cycle, and one that shows with the cycle's inputs.
    FlowControlParameters parameters = ready_valid();
    parameters.valid_from_ready = true;
    ReadyValidOutput converter(parameters, {1, 3});
    EXPECT_EQ(converter.forward(), 1U);
    for (std::uint32_t index = 0; index < 2; ++index) {
        ASSERT_TRUE(converter.take(0));
        converter.push(numbered_flit(index));
    }
    EXPECT_EQ(index_of(converter.drive()), 0U);
    EXPECT_FALSE(converter.idle());
    EXPECT_EQ(index_of(converter.drive()), 1U);
    EXPECT_TRUE(converter.idle());
    EXPECT_EQ(converter.forward(), 1U);
    ASSERT_TRUE(converter.take(0));
    EXPECT_EQ(converter.forward(), 0U);  // three of three credits are used
}

}  // namespace
}  // namespace flitscope::cosim
