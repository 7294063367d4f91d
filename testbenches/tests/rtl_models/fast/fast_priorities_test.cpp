// What arbiters on request words see of priorities, against the rule of docs/router.md, section 7.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "rtl_models/fast/engine/priorities.h"

namespace flitscope::tl {
namespace {

bool before(std::uint16_t a, std::uint16_t b) {
    const int distance = (b - a + 0x10000) % 0x10000;
    return distance >= 1 && distance <= 0x7FFF;
}

struct Request {
    std::uint32_t arbiter;
    std::uint32_t requester;
    std::uint16_t priority;
};

/// The requesters that their arbiters see.
std::vector<std::uint32_t> seen(const std::vector<Request>& requests) {
    const auto hidden = [&](const Request& request) {
        return std::any_of(requests.begin(), requests.end(), [&](const Request& other) {
            return other.arbiter == request.arbiter && before(other.priority, request.priority);
        });
    };
    std::vector<std::uint32_t> seen;
    for (const Request& request : requests) {
        const bool all_hidden =
            std::all_of(requests.begin(), requests.end(), [&](const Request& other) {
                return other.arbiter != request.arbiter || hidden(other);
            });
        if (all_hidden || !hidden(request)) {
            seen.push_back(request.requester);
        }
    }
    return seen;
}

/// Requesters 0..63, some of them, for one of `arbiters`; ages within `span` of each other, of few
/// values.
std::vector<Request> draw(std::mt19937& random, std::uint32_t arbiters, std::uint32_t span) {
    std::vector<Request> requests;
    const auto one_in = static_cast<unsigned>(1 + random() % 16);
    const auto first = static_cast<std::uint32_t>(random());
    for (std::uint32_t requester = 0; requester < 64; ++requester) {
        if (random() % one_in == 0) {
            const auto age = static_cast<std::uint32_t>(random() % 5) * span / 5;
            requests.push_back({static_cast<std::uint32_t>(random() % arbiters), requester,
                                static_cast<std::uint16_t>(first + age)});
        }
    }
    return requests;
}

constexpr std::uint32_t kSpans[] = {5, 1000, 0x8000, 0x9000, 0x10000};

TEST(FastPriorities, ArbitersOfAWordSeeWhatTheSpecificationSays) {
    std::mt19937 random(1);
    for (int round = 0; round < 5000; ++round) {
        const std::vector<Request> requests = draw(random, 1, kSpans[round % 5]);
        std::uint64_t word = 0;
        std::vector<std::uint16_t> priorities(64, 0);
        for (const Request& request : requests) {
            word |= std::uint64_t{1} << request.requester;
            priorities[request.requester] = request.priority;
        }
        std::uint64_t wanted = 0;
        for (const std::uint32_t requester : seen(requests)) {
            wanted |= std::uint64_t{1} << requester;
        }
        ASSERT_EQ(seen_of(word, std::as_const(priorities).data()), wanted) << "round " << round;
    }
}

TEST(FastPriorities, ArbitersOfSeveralWordsSeeWhatTheSpecificationSays) {
    constexpr std::uint32_t kArbiters = 5;
    std::mt19937 random(2);
    WideRequests wide(kArbiters);  // forgets the requests of earlier rounds
    for (int round = 0; round < 5000; ++round) {
        const std::vector<Request> requests = draw(random, kArbiters, kSpans[round % 5]);
        for (const Request& request : requests) {
            wide.add(request.arbiter, request.requester, request.priority);
        }
        std::vector<std::uint32_t> got;
        wide.take_seen([&](std::uint32_t arbiter, std::uint32_t requester) {
            got.push_back(requester);
            const auto asked =
                std::find_if(requests.begin(), requests.end(),
                             [&](const Request& r) { return r.requester == requester; });
            EXPECT_EQ(arbiter, asked->arbiter);
        });
        ASSERT_EQ(got, seen(requests)) << "round " << round;
    }
}

}  // namespace
}  // namespace flitscope::tl
