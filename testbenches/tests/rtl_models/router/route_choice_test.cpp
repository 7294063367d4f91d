#include "rtl_models/router/route_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace flitscope::rtl {
namespace {

/// The same candidates everywhere.
class Fixed final : public topo::RoutingFunction {
public:
    Fixed(std::vector<topo::RouteCandidate> candidates, topo::RouteSelection selection)
        : candidates_(std::move(candidates)), selection_(selection) {}
    std::string algorithm() const override { return "fixed"; }
    void candidates(const topo::RouteQuery& /*query*/,
                    std::vector<topo::RouteCandidate>& out) const override {
        out.insert(out.end(), candidates_.begin(), candidates_.end());
    }
    topo::RouteSelection selection() const override { return selection_; }

private:
    std::vector<topo::RouteCandidate> candidates_;
    topo::RouteSelection selection_;
};

constexpr topo::PortId kNoQueue = -1;

/// With these loads by port.
topo::RouteCandidate chosen(const Fixed& routing, const topo::RouteQuery& query, topo::PortId queue,
                            bool ties_random, std::map<int, int> loads = {}) {
    std::vector<topo::RouteCandidate> scratch{{99, 99}};  // of a call before
    return choose_route(
        routing, routing.selection(), query, queue, ties_random, scratch,
        [&](const topo::RouteCandidate& candidate) { return loads.at(candidate.port); });
}

const std::vector<topo::RouteCandidate> kThree = {{0, 0}, {2, 1}, {5, 0}};

// docs/router.md, section 12, written down once more.
std::size_t expected_choice(std::size_t m, std::uint16_t salt, unsigned hop, unsigned purpose) {
    std::uint16_t x = static_cast<std::uint16_t>(salt ^ (hop * 0x9E37) ^ (purpose * 0x79B9));
    x = static_cast<std::uint16_t>(x ^ (x >> 8));
    x = static_cast<std::uint16_t>(x * 0x88B5U);
    x = static_cast<std::uint16_t>(x ^ (x >> 7));
    x = static_cast<std::uint16_t>(x * 0xDB2DU);
    x = static_cast<std::uint16_t>(x ^ (x >> 9));
    return m * x / 65536;
}

TEST(RouteChoice, TakesTheOnlyCandidateWithoutAChoice) {
    const Fixed routing({{3, 1}}, topo::RouteSelection::only);
    EXPECT_EQ(chosen(routing, {}, kNoQueue, true).port, 3);
    EXPECT_EQ(chosen(routing, {}, 3, true).vc_class, 1);
}

TEST(RouteChoice, DrawsByTheSaltAtEveryHop) {
    const Fixed routing(kThree, topo::RouteSelection::random);
    std::map<int, int> seen;
    for (unsigned salt = 0; salt < 65536; salt += 257) {
        for (int hop = 0; hop < 5; ++hop) {
            topo::RouteQuery query;
            query.salt = static_cast<std::uint16_t>(salt);
            query.hop = hop;
            const auto port =
                kThree[expected_choice(3, query.salt, static_cast<unsigned>(hop), 0)].port;
            ASSERT_EQ(chosen(routing, query, kNoQueue, true).port, port) << salt << ' ' << hop;
            ++seen[port];
        }
    }
    EXPECT_EQ(seen.size(), 3U);
}

TEST(RouteChoice, TakesTheShortestQueueAndBreaksTiesAsAsked) {
    const Fixed routing(kThree, topo::RouteSelection::shortest_queue);
    topo::RouteQuery query;
    query.hop = 2;
    for (unsigned salt = 0; salt < 65536; salt += 509) {
        query.salt = static_cast<std::uint16_t>(salt);
        EXPECT_EQ(chosen(routing, query, kNoQueue, true, {{0, 4}, {2, 1}, {5, 2}}).port, 2);
        EXPECT_EQ(chosen(routing, query, kNoQueue, false, {{0, 4}, {2, 1}, {5, 1}}).port, 2);
        const int tied[] = {2, 5};
        EXPECT_EQ(chosen(routing, query, kNoQueue, true, {{0, 4}, {2, 1}, {5, 1}}).port,
                  tied[expected_choice(2, query.salt, 2, 1)]);
    }
}

/// A minimal way of two hops through port 4, a detour of five through port 1.
class TwoWays final : public topo::RoutingFunction {
public:
    std::string algorithm() const override { return "two_ways"; }
    void candidates(const topo::RouteQuery& query,
                    std::vector<topo::RouteCandidate>& out) const override {
        if (query.input_port >= 0) {
            out.push_back(only_candidate(query));
            return;
        }
        out.insert(out.end(), {{4, 1, false}, {1, 0, true}});
    }
    topo::RouteCandidate only_candidate(const topo::RouteQuery& query) const override {
        return query.detour ? topo::RouteCandidate{7, 0, true} : topo::RouteCandidate{6, 1, false};
    }
    topo::RouteSelection selection() const override { return topo::RouteSelection::ugal; }
    int hops(const topo::RouteQuery& query) const override { return query.detour ? 5 : 2; }
};

TEST(RouteChoice, UgalComparesLoadsTimesHopsAtTheSourceOnly) {
    const TwoWays routing;
    std::vector<topo::RouteCandidate> scratch;
    const auto detours = [&](int minimal, int detour) {
        return choose_route(
                   routing, routing.selection(), {}, kNoQueue, true, scratch,
                   [&](const topo::RouteCandidate& way) { return way.detour ? detour : minimal; })
            .detour;
    };
    EXPECT_FALSE(detours(0, 0));
    EXPECT_FALSE(detours(5, 2)) << "a tie goes to the minimal way";
    EXPECT_TRUE(detours(6, 2));
    EXPECT_TRUE(detours(1, 0));
    EXPECT_FALSE(detours(7, 3));
    topo::RouteQuery passing;
    passing.input_port = 2;
    for (const bool detour : {false, true}) {
        passing.detour = detour;
        const topo::RouteCandidate taken =
            choose_route(routing, routing.selection(), passing, kNoQueue, true, scratch,
                         [](const topo::RouteCandidate& /*way*/) -> int { throw 0; });
        EXPECT_EQ(taken.port, detour ? 7 : 6);
        EXPECT_EQ(taken.detour, detour);
    }
    EXPECT_EQ(choose_by_salt(routing, routing.selection(), {}, scratch).port, 4);
}

TEST(RouteChoice, KeepsTheOutputOfTheQueueItCameFrom) {
    for (const auto selection :
         {topo::RouteSelection::random, topo::RouteSelection::shortest_queue}) {
        const Fixed routing(kThree, selection);
        EXPECT_EQ(chosen(routing, {}, 2, true).port, 2);
        EXPECT_EQ(chosen(routing, {}, 2, true).vc_class, 1);
        EXPECT_EQ(chosen(routing, {}, 1, true).port, -1) << "not a candidate";
    }
}

}  // namespace
}  // namespace flitscope::rtl
