// The mask of priorities (docs/router.md, section 7, "Priorities"), against the rule as the page
// has it, for all small sets of requests in every order.
#include "rtl_models/router/arbiters/priority_mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "rtl_models/router/priority.h"

namespace flitscope::rtl {
namespace {

/// Values near each other, half the numbers apart, and three that come before one another in turn.
const std::vector<std::uint16_t> kPriorities = {0, 1, 2, 0x5555, 0x7FFF, 0x8000, 0xAAAA, 0xFFFF};

bool before(std::uint16_t a, std::uint16_t b) {
    const int distance = (b - a + 0x10000) % 0x10000;
    return distance >= 1 && distance <= 0x7FFF;
}

std::vector<bool> shown(const std::vector<std::uint16_t>& requests) {
    std::vector<bool> shown;
    for (const std::uint16_t request : requests) {
        shown.push_back(std::none_of(requests.begin(), requests.end(),
                                     [&](std::uint16_t other) { return before(other, request); }));
    }
    const bool cycle = std::find(shown.begin(), shown.end(), true) == shown.end();
    return cycle ? std::vector<bool>(requests.size(), true) : shown;
}

/// Calls work(requests) with all lists of up to `most` priorities.
template <typename Work>
void for_each_list(std::size_t most, std::vector<std::uint16_t> list, const Work& work) {
    if (!list.empty()) {
        work(list);
    }
    if (list.size() == most) {
        return;
    }
    list.push_back(0);
    for (const std::uint16_t priority : kPriorities) {
        list.back() = priority;
        for_each_list(most, list, work);
    }
}

TEST(PriorityMask, ComesBeforeIsTheRuleForAllNumbers) {
    for (std::uint32_t a = 0; a < 0x10000; a += 257) {
        for (std::uint32_t b = 0; b < 0x10000; ++b) {
            const auto from = static_cast<std::uint16_t>(a);
            const auto to = static_cast<std::uint16_t>(b);
            ASSERT_EQ(comes_before(from, to), before(from, to)) << a << " " << b;
        }
    }
}

TEST(PriorityMask, ShowsThoseThatNoneComesBeforeOrAll) {
    int cycles = 0;
    for_each_list(4, {}, [&](const std::vector<std::uint16_t>& requests) {
        std::vector<RequestInfo> infos(requests.size());
        PriorityMask mask;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            infos[i].priority = requests[i];
            mask.add({static_cast<std::int32_t>(i), &infos[i]});
        }
        const std::vector<bool> wanted = shown(requests);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            ASSERT_EQ(mask.shows(i), wanted[i]) << ::testing::PrintToString(requests);
        }
        const bool all = std::find(wanted.begin(), wanted.end(), false) == wanted.end();
        const bool differ =
            std::adjacent_find(requests.begin(), requests.end(), before) != requests.end();
        cycles += all && differ ? 1 : 0;
    });
    EXPECT_GT(cycles, 0);
}

TEST(PriorityMask, EachOrderedRequestIsKnownAsTheBestOrNotAsItIsAdded) {
    int unordered = 0;
    for_each_list(4, {}, [&](const std::vector<std::uint16_t>& requests) {
        BestPriority best;
        std::vector<std::uint16_t> added;
        for (const std::uint16_t request : requests) {
            const int behind_best = best.add(request);
            added.push_back(request);
            const std::vector<bool> wanted = shown(added);
            if (best.ordered()) {
                const bool alone = std::count(wanted.begin(), wanted.end(), true) == 1;
                ASSERT_EQ(behind_best <= 0, wanted.back()) << testing::PrintToString(requests);
                ASSERT_EQ(behind_best < 0, wanted.back() && alone)
                    << testing::PrintToString(requests);
            }
        }
        unordered += best.ordered() ? 0 : 1;
    });
    EXPECT_GT(unordered, 0);
}

/// Arbiters that pick the lowest index.
TEST(PriorityMask, ArbitersPickAmongThoseThatTheySee) {
    const auto arbiters = with_priorities(arbiter_maker(ArbiterKind::round_robin)(2, 4), 2);
    std::vector<RequestInfo> infos(3);
    infos[0].priority = 7;
    infos[1].priority = 5;
    infos[2].priority = 5;
    const auto pick = [&](std::size_t which, const std::vector<int>& requests) {
        Candidate picked{requests.front(), &infos[static_cast<std::size_t>(requests.front())]};
        for (std::size_t i = 1; i < requests.size(); ++i) {
            picked = arbiters->choose(which, picked,
                                      {requests[i], &infos[static_cast<std::size_t>(requests[i])]});
        }
        return picked.index;
    };
    EXPECT_EQ(pick(0, {0, 1, 2}), 1);
    EXPECT_EQ(pick(0, {0, 2}), 2) << "the requests of an earlier cycle are forgotten";
    EXPECT_EQ(pick(0, {0}), 0);
    arbiters->update(0, 1);
    EXPECT_EQ(pick(0, {2, 1, 0}), 2) << "moved by what was used";
    EXPECT_EQ(pick(1, {2, 1, 0}), 1);
}

}  // namespace
}  // namespace flitscope::rtl
