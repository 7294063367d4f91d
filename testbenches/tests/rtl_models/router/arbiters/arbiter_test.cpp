#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_picks.h"
#include "rtl_models/router/arbiters/round_robin_arbiter.h"
#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::rtl {
namespace {

/// Arbiter 1 of a bank of three, asked request by request.
class Banked {
public:
    Banked(ArbiterKind kind, int n) : bank_(arbiter_maker(kind)(3, n)) {}

    int grant(const std::vector<int>& requests) {
        for (const int r : requests) {
            picks_.offer(*bank_, 1, {r, nullptr});
        }
        const int winner = picks_.of(1);
        picks_.clear(1);
        return winner;
    }
    int grant(std::uint64_t mask) {
        std::vector<int> requests;
        for (int r = 0; r < 64; ++r) {
            if ((mask >> r & 1) != 0) {
                requests.push_back(r);
            }
        }
        return grant(requests);
    }
    void update(int winner) { bank_->update(1, winner); }

private:
    std::unique_ptr<ArbiterBank> bank_;
    ArbiterPicks picks_{3};
};

TEST(RoundRobinArbiter, GrantsFromEveryPointerWhatTheSpecificationSays) {
    for (int n = 1; n <= 5; ++n) {
        for (int pointer = 0; pointer < n; ++pointer) {
            Banked banked(ArbiterKind::round_robin, n);
            RoundRobinArbiter alone;
            if (pointer > 0) {
                banked.update(pointer - 1);
                alone.update(static_cast<std::uint32_t>(pointer - 1),
                             static_cast<std::uint32_t>(n));
            }
            for (std::uint64_t mask = 0; mask < (1U << n); ++mask) {
                int expected = -1;
                for (int step = n - 1; step >= 0; --step) {
                    const int r = (pointer + step) % n;
                    expected = (mask >> r & 1) != 0 ? r : expected;
                }
                EXPECT_EQ(banked.grant(mask), expected) << n << ' ' << pointer << ' ' << mask;
                EXPECT_EQ(alone.grant(mask), expected) << n << ' ' << pointer << ' ' << mask;
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
            Banked arbiter(ArbiterKind::matrix, n);
            for (const int winner : order) {  // the winner becomes last: leaves exactly this order
                arbiter.update(winner);
            }
            for (std::uint64_t mask = 0; mask < (1U << n); ++mask) {
                const auto first = std::find_if(order.begin(), order.end(),
                                                [&](int r) { return (mask >> r & 1) != 0; });
                EXPECT_EQ(arbiter.grant(mask), first == order.end() ? -1 : *first);
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST(MatrixArbiter, StartsInAscendingOrder) {
    Banked arbiter(ArbiterKind::matrix, 4);
    EXPECT_EQ(arbiter.grant(0b1100), 2);
    EXPECT_EQ(arbiter.grant(0b1111), 0);
}

TEST(Arbiter, AgreesWithTheReferenceForAnyNumberOfRequesters) {
    for (const auto& kind : kinds<ArbiterKind>()) {
        for (const int n : {2, 31, 63, 64, 65, 128, 168, 200}) {
            const unsigned seed = 1000U + static_cast<unsigned>(n);
            std::mt19937_64 random(seed);
            Banked arbiter(kind.value, n);
            reference::Arbiter expected(kind.value, n);
            for (int step = 0; step < 300; ++step) {
                std::set<int> requests;
                for (auto wanted = random() % 6; wanted > 0; --wanted) {
                    requests.insert(static_cast<int>(random() % static_cast<unsigned>(n)));
                }
                std::vector<int> in_any_order(requests.begin(), requests.end());
                std::shuffle(in_any_order.begin(), in_any_order.end(), random);
                const int winner = expected.grant(requests);
                ASSERT_EQ(arbiter.grant(in_any_order), winner) << "n " << n << " seed " << seed;
                if (winner >= 0 && random() % 4 != 0) {  // a quarter of the grants is not used
                    arbiter.update(winner);
                    expected.update(winner);
                }
            }
        }
    }
}

TEST(Arbiter, ServesEveryPersistentRequesterWithinOneRound) {
    for (const auto& kind : kinds<ArbiterKind>()) {
        const int n = 48;
        std::mt19937_64 random(7);
        Banked arbiter(kind.value, n);
        int waiting = 0;
        for (int step = 0; step < 5000; ++step) {
            const int stubborn = 17;  // asks in every cycle; the others come and go
            const std::uint64_t mask = (random() & ((std::uint64_t{1} << n) - 1)) | std::uint64_t{1}
                                                                                        << stubborn;
            const int winner = arbiter.grant(mask);
            arbiter.update(winner);
            waiting = winner == stubborn ? 0 : waiting + 1;
            ASSERT_LT(waiting, n);
        }
    }
}

TEST(Arbiter, ThoseOfABankAreIndependent) {
    for (const auto& kind : kinds<ArbiterKind>()) {
        const auto bank = arbiter_maker(kind.value)(2, 4);
        bank->update(0, 0);
        EXPECT_TRUE(bank->precedes(0, {1, nullptr}, {0, nullptr})) << kind.name;
        EXPECT_TRUE(bank->precedes(1, {0, nullptr}, {1, nullptr})) << kind.name;
    }
}

}  // namespace
}  // namespace flitscope::rtl
