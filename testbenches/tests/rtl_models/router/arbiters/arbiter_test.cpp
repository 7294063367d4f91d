#include "rtl_models/router/arbiters/arbiter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::rtl {
namespace {

std::set<int> members(const std::vector<std::uint64_t>& words) {
    std::set<int> result;
    for (std::size_t r = 0; r < words.size() * 64; ++r) {
        if ((words[r / 64] >> (r % 64) & 1) != 0) {
            result.insert(static_cast<int>(r));
        }
    }
    return result;
}

TEST(RoundRobinArbiter, GrantsFromEveryPointerWhatTheSpecificationSays) {
    for (int n = 1; n <= 5; ++n) {
        for (int pointer = 0; pointer < n; ++pointer) {
            Arbiter arbiter(ArbiterKind::round_robin, n);
            if (pointer > 0) {
                arbiter.update(pointer - 1);
            }
            for (std::uint64_t mask = 0; mask < (1U << n); ++mask) {
                int expected = -1;
                for (int step = n - 1; step >= 0; --step) {
                    const int r = (pointer + step) % n;
                    expected = (mask >> r & 1) != 0 ? r : expected;
                }
                EXPECT_EQ(arbiter.grant(mask), expected) << n << ' ' << pointer << ' ' << mask;
                EXPECT_EQ(arbiter.grant(&mask), expected) << n << ' ' << pointer << ' ' << mask;
            }
        }
    }
}

TEST(RoundRobinArbiter, PointerWrapsAfterTheLastRequester) {
    RoundRobinArbiter arbiter;
    arbiter.update(2, 4);
    EXPECT_EQ(arbiter.pointer(), 3U);
    arbiter.update(3, 4);
    EXPECT_EQ(arbiter.pointer(), 0U);
}

TEST(MatrixArbiter, GrantsFromEveryOrderWhatTheSpecificationSays) {
    for (int n = 1; n <= 5; ++n) {
        std::vector<int> order(static_cast<std::size_t>(n));
        std::iota(order.begin(), order.end(), 0);
        do {
            Arbiter arbiter(ArbiterKind::matrix, n);
            for (const int winner : order) {  // the winner becomes last: leaves exactly this order
                arbiter.update(winner);
            }
            for (std::uint64_t mask = 0; mask < (1U << n); ++mask) {
                const auto first = std::find_if(order.begin(), order.end(),
                                                [&](int r) { return (mask >> r & 1) != 0; });
                const int expected = first == order.end() ? -1 : *first;
                EXPECT_EQ(arbiter.grant(mask), expected);
                EXPECT_EQ(arbiter.grant(&mask), expected);
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST(MatrixArbiter, StartsInAscendingOrder) {
    const Arbiter arbiter(ArbiterKind::matrix, 4);
    EXPECT_EQ(arbiter.grant(0b1100), 2);
    EXPECT_EQ(arbiter.grant(0b1111), 0);
}

TEST(Arbiter, AgreesWithTheReferenceForAnyNumberOfRequesters) {
    for (const ArbiterKind kind : {ArbiterKind::round_robin, ArbiterKind::matrix}) {
        for (const int n : {2, 31, 63, 64, 65, 128, 168, 200}) {
            const unsigned seed = 1000U + static_cast<unsigned>(n);
            std::mt19937_64 random(seed);
            Arbiter arbiter(kind, n);
            ArbiterBank bank(kind, 3, n);
            reference::Arbiter expected(kind, n);
            for (int step = 0; step < 300; ++step) {
                std::vector<std::uint64_t> words(static_cast<std::size_t>(n + 63) / 64);
                const auto wanted = static_cast<unsigned>(random() % 6);
                for (unsigned i = 0; i < wanted; ++i) {
                    const std::size_t r = random() % static_cast<unsigned>(n);
                    words[r / 64] |= std::uint64_t{1} << (r % 64);
                }
                const std::set<int> requests = members(words);
                const int winner = expected.grant(requests);
                ASSERT_EQ(arbiter.grant(words.data()), winner) << "n " << n << " seed " << seed;
                for (const int other : requests) {
                    ASSERT_EQ(
                        other == winner || bank.precedes(1, static_cast<std::uint32_t>(winner),
                                                         static_cast<std::uint32_t>(other)),
                        true)
                        << "n " << n << " seed " << seed;
                }
                if (winner >= 0 && random() % 4 != 0) {  // a quarter of the grants is not used
                    arbiter.update(winner);
                    bank.update(1, static_cast<std::uint32_t>(winner));
                    expected.update(winner);
                }
            }
        }
    }
}

TEST(Arbiter, ServesEveryPersistentRequesterWithinOneRound) {
    for (const ArbiterKind kind : {ArbiterKind::round_robin, ArbiterKind::matrix}) {
        const int n = 48;
        std::mt19937_64 random(7);
        Arbiter arbiter(kind, n);
        std::vector<int> waiting(static_cast<std::size_t>(n), 0);
        for (int step = 0; step < 5000; ++step) {
            const int stubborn = 17;  // asks in every cycle; the others come and go
            const std::uint64_t mask = (random() & ((std::uint64_t{1} << n) - 1)) | std::uint64_t{1}
                                                                                        << stubborn;
            const int winner = arbiter.grant(mask);
            arbiter.update(winner);
            waiting[stubborn] = winner == stubborn ? 0 : waiting[stubborn] + 1;
            ASSERT_LT(waiting[stubborn], n);
        }
    }
}

TEST(Arbiter, CopiesAreIndependent) {
    for (const ArbiterKind kind : {ArbiterKind::round_robin, ArbiterKind::matrix}) {
        Arbiter first(kind, 4);
        first.update(0);
        Arbiter second = first;
        second.update(1);
        EXPECT_EQ(first.grant(0b0011), 1);
        EXPECT_EQ(second.grant(0b0111), 2);
    }
}

}  // namespace
}  // namespace flitscope::rtl
