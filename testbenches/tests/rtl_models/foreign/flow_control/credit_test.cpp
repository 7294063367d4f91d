#include "rtl_models/foreign/flow_control/credit.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "testbenches/tests/rtl_models/foreign/flow_control/converter_steps.h"

namespace flitscope::cosim {
namespace {

FlowControlParameters credits(int initial, CreditStyle style = CreditStyle::pulse) {
    FlowControlParameters parameters;
    parameters.kind = FlowControlKind::credit;
    parameters.initial = initial;
    parameters.style = style;
    parameters.count_bits = 2;
    return parameters;
}

std::uint64_t nothing(const rtl::Flit* /*offered*/) { return 0; }

TEST(CreditInput, PassesFlitsAndCreditsInTheSameCycle) {
    CreditInput converter(credits(2), {1, 2});
    EXPECT_TRUE(converter.idle());
    // edge | arrives | credit after | expect {offered, taken, credit}
    EXPECT_EQ(step(converter, numbered_flit(0), nothing, 0), (InputStep{0, true, 0}));
    EXPECT_EQ(step(converter, numbered_flit(1), nothing, 1), (InputStep{1, true, 1}));
    EXPECT_EQ(step(converter, {}, nothing, 1), (InputStep{{}, false, 1}));
    EXPECT_EQ(step(converter, {}, nothing, 0), (InputStep{{}, false, 0}));
    EXPECT_TRUE(converter.idle());
}

TEST(CreditInput, HoldsFlitsThatTheDeviceHasNoSlotFor) {
    CreditInput converter(credits(1), {2, 4});
    EXPECT_EQ(step(converter, numbered_flit(0, 1), nothing, 0), (InputStep{0, true, 0}));
    EXPECT_EQ(step(converter, numbered_flit(1, 1), nothing, 0), (InputStep{{}, false, 0}));
    EXPECT_EQ(step(converter, numbered_flit(2, 0), nothing, 0), (InputStep{2, true, 0}));
    EXPECT_FALSE(converter.idle());
    EXPECT_EQ(step(converter, {}, nothing, 2), (InputStep{{}, false, 2}));
    EXPECT_EQ(step(converter, {}, nothing, 0), (InputStep{1, true, 0}));
}

TEST(CreditInput, SpreadsSeveralCreditsOfACycle) {
    CreditInput converter(credits(4, CreditStyle::count), {2, 4});
    for (std::uint32_t i = 0; i < 3; ++i) {
        step(converter, numbered_flit(i, 1), nothing, 0);
    }
    EXPECT_EQ(step(converter, {}, nothing, 3U << 2U).credits, 2U);
    EXPECT_EQ(step(converter, {}, nothing, 0).credits, 2U);
    EXPECT_EQ(step(converter, {}, nothing, 0).credits, 2U);
    EXPECT_EQ(step(converter, {}, nothing, 0).credits, 0U);
}

TEST(CreditInput, ReadsTheVcOfACredit) {
    CreditInput converter(credits(4, CreditStyle::id), {3, 4});
    step(converter, numbered_flit(0, 2), nothing, 0);
    EXPECT_EQ(step(converter, {}, nothing, 1 | 2U << 1U).credits, 4U);
    EXPECT_EQ(step(converter, {}, nothing, 2U << 1U).credits, 0U);  // not valid
    EXPECT_THROW(step(converter, {}, nothing, 1 | 3U << 1U), ViolationCause);
}

TEST(CreditInput, RefusesCreditsOfFlitsThatWereNotSent) {
    CreditInput converter(credits(4), {2, 4});
    step(converter, numbered_flit(0, 1), nothing, 0);
    try {
        step(converter, {}, nothing, 1);
        FAIL() << "accepted";
    } catch (const ViolationCause& cause) {
        EXPECT_EQ(cause.kind(), ViolationKind::credit_overflow);
        EXPECT_STREQ(cause.what(), "1 credits for VC 0, which holds 0 flits");
    }
}

TEST(CreditOutput, PassesFlitsAndCreditsInTheSameCycle) {
    CreditOutput converter(credits(2), {1, 2});
    const auto cycle = [&](std::uint64_t credit, std::optional<std::uint32_t> sent) {
        OutputStep seen;
        converter.credit(credit);
        seen.forward = converter.forward();
        if (sent) {
            seen.taken = converter.take(0);
            converter.push(numbered_flit(*sent));
        }
        seen.driven = index_of(converter.drive());
        return seen;
    };
    EXPECT_EQ(cycle(0, 0), (OutputStep{0, true, 0}));
    EXPECT_EQ(cycle(0, 1), (OutputStep{0, true, 1}));
    EXPECT_EQ(cycle(1, {}), (OutputStep{1, false, {}}));
    EXPECT_EQ(cycle(0, 2), (OutputStep{0, true, 2}));
    EXPECT_THROW(cycle(0, 3), ViolationCause);
}

TEST(CreditOutput, HoldsFlitsBeyondTheNetworksBuffers) {
    CreditOutput converter(credits(3), {1, 1});
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(converter.take(0));
        converter.push(numbered_flit(i));
    }
    EXPECT_EQ(index_of(converter.drive()), 0U);
    EXPECT_EQ(converter.drive(), nullptr);
    converter.credit(1);
    EXPECT_EQ(converter.forward(), 1U);
    EXPECT_EQ(index_of(converter.drive()), 1U);
}

TEST(CreditOutput, ASinkFreesItsSlotAtOnce) {
    for (const CreditStyle style : {CreditStyle::pulse, CreditStyle::count, CreditStyle::id}) {
        CreditOutput converter(credits(1, style), {2, rtl::kUnbounded});
        EXPECT_TRUE(converter.take(1));
        converter.push(numbered_flit(0, 1));
        EXPECT_NE(converter.drive(), nullptr);
        const std::uint64_t expected = style == CreditStyle::pulse   ? 2
                                       : style == CreditStyle::count ? 4
                                                                     : 3;
        EXPECT_EQ(converter.forward(), expected);
        EXPECT_EQ(converter.forward(), 0U);
        EXPECT_TRUE(converter.idle());
    }
}

/// A device of FIFOs behind a converter, a network in front: nothing is lost, nothing overflows,
/// order is kept, whatever the numbers of credits.
TEST(Credit, KeepsFlitsAndCreditsOverRandomRuns) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        std::mt19937_64 random(seed);
        const auto upto = [&random](int most) {
            return static_cast<int>(random() % static_cast<std::uint64_t>(most)) + 1;
        };
        const int vcs = upto(4);
        const int network = upto(5);
        const int device = upto(5);
        const auto style = static_cast<CreditStyle>(random() % 3);
        CreditInput converter(credits(device, style), {vcs, network});
        std::vector<int> upstream(static_cast<std::size_t>(vcs), network);
        std::vector<std::deque<std::uint32_t>> inside(static_cast<std::size_t>(vcs));
        std::vector<std::uint32_t> sent(static_cast<std::size_t>(vcs), 0);
        std::vector<std::uint32_t> left(static_cast<std::size_t>(vcs), 0);
        for (int cycle = 0; cycle < 300; ++cycle) {
            const auto v = static_cast<std::size_t>(upto(vcs) - 1);
            std::optional<rtl::Flit> arriving;
            if (upstream[v] > 0 && cycle < 250) {
                --upstream[v];
                arriving = numbered_flit(sent[v]++, static_cast<int>(v));
            }
            std::uint64_t after = 0;
            const auto back = [&](const rtl::Flit* offered) {
                if (offered != nullptr) {
                    inside[offered->vc].push_back(offered->index);
                }
                return std::uint64_t{0};
            };
            // The credits of this edge are for flits taken before.
            for (std::size_t u = 0; u < inside.size(); ++u) {
                if (!inside[u].empty() && random() % 2 == 0 &&
                    (style != CreditStyle::id || after == 0)) {
                    EXPECT_EQ(inside[u].front(), left[u]++) << "seed " << seed;
                    inside[u].pop_front();
                    after |= style == CreditStyle::pulse   ? std::uint64_t{1} << u
                             : style == CreditStyle::count ? std::uint64_t{1} << (2 * u)
                                                           : 1 | u << 1U;
                }
            }
            const InputStep seen = step(converter, arriving, back, after);
            for (std::size_t u = 0; u < inside.size(); ++u) {
                EXPECT_LE(inside[u].size(), static_cast<std::size_t>(device)) << "seed " << seed;
                upstream[u] += static_cast<int>(seen.credits >> u & 1);
                EXPECT_LE(upstream[u], network) << "seed " << seed;
            }
        }
        EXPECT_EQ(sent, left) << "seed " << seed;
        EXPECT_EQ(upstream, std::vector<int>(static_cast<std::size_t>(vcs), network))
            << "seed " << seed;
    }
}

}  // namespace
}  // namespace flitscope::cosim
