#include "tlm/collectives/edn.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

namespace flitscope::tl {
namespace {

using Texts = std::vector<std::string>;
using Place = std::pair<int, int>;
using PlaceSends = std::vector<std::pair<Place, Place>>;

Place leader(int level, int x, int y) {
    if (level == 0) {
        return {x, y};
    }
    return x % 2 == 0 ? leader(level - 1, 2 * x + 1, 2 * y) : leader(level - 1, 2 * x, 2 * y + 1);
}

bool free_of_contention(const PlaceSends& sends) {
    std::set<std::pair<Place, Place>> taken;
    for (auto [at, to] : sends) {
        while (at != to) {
            Place next = at;
            if (at.first != to.first) {
                next.first += at.first < to.first ? 1 : -1;
            } else {
                next.second += at.second < to.second ? 1 : -1;
            }
            if (!taken.emplace(at, next).second) {
                return false;
            }
            at = next;
        }
    }
    return true;
}

/// The first two steps by trying everything in the order of the definition.
std::pair<PlaceSends, PlaceSends> searched(int k, Place source) {
    std::vector<Place> targets;
    for (const auto& [x, y] : {Place{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
        if (leader(k - 1, x, y) != source) {
            targets.push_back(leader(k - 1, x, y));
        }
    }
    const std::size_t count = targets.size();
    for (std::size_t size = count; size > 0; --size) {
        for (unsigned mask = 0; mask < 1U << count; ++mask) {
            PlaceSends first;
            std::vector<Place> senders{source};
            std::vector<Place> rest;
            for (std::size_t i = 0; i < count; ++i) {
                if ((mask >> i & 1U) != 0) {
                    first.emplace_back(source, targets[i]);
                    senders.push_back(targets[i]);
                } else {
                    rest.push_back(targets[i]);
                }
            }
            if (first.size() != size || !free_of_contention(first)) {
                continue;
            }
            std::size_t tries = 1;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                tries *= senders.size();
            }
            for (std::size_t number = 0; number < tries; ++number) {
                PlaceSends second;
                std::size_t digits = number;
                for (std::size_t i = rest.size(); i-- > 0; digits /= senders.size()) {
                    second.emplace(second.begin(), senders[digits % senders.size()], rest[i]);
                }
                if (free_of_contention(second)) {
                    return {first, second};
                }
            }
        }
    }
    return {};
}

TEST(Edn, IsThatOfTheExample) {
    const topo::Mesh mesh({4, 4});
    const Plan plan = plan_of(mesh, "edn", {0, {}});
    EXPECT_EQ(sends(plan, as_place(mesh)),
              (Texts{"(0,0)>(1,2)", "(1,2)>(1,0) (0,0)>(2,1) (1,2)>(2,3)",
                     "(1,0)>(1,1) (1,0)>(3,0) (1,2)>(0,2) (1,2)>(1,3) (1,2)>(3,2) (2,1)>(3,1) "
                     "(2,1)>(2,0) (2,1)>(0,1) (2,3)>(3,3) (2,3)>(2,2) (2,3)>(0,3)"}));
    EXPECT_EQ(plan.messages().size(), 15U);
}

TEST(Edn, TakesOneStepMoreThanTheLogarithmOfTheSideFromEverySource) {
    for (int k = 1; k <= 4; ++k) {
        const topo::Mesh mesh({1 << k, 1 << k});
        for_each_source(mesh, "edn", [&](const Plan& plan) {
            const PlanChecks checks(mesh, plan);
            checks.expect_broadcasts();
            checks.expect_free_of_contention();
            EXPECT_EQ(plan.steps(), k + 1) << plan.source();
        });
    }
}

TEST(Edn, ReachesTheLeadersAsTheSearchFindsThem) {
    for (int k = 1; k <= 3; ++k) {
        for (int x = 0; x < 1 << k; ++x) {
            for (int y = 0; y < 1 << k; ++y) {
                const auto steps = edn_steps(k, {x, y});
                const auto [first, second] = searched(k, {x, y});
                for (const auto& [index, expected] : {std::pair{0U, first}, {1U, second}}) {
                    PlaceSends sent;
                    for (const SquareSend& each : steps[index]) {
                        sent.emplace_back(Place{each.from.x, each.from.y},
                                          Place{each.to.x, each.to.y});
                    }
                    EXPECT_EQ(sent, expected) << x << "," << y;
                }
            }
        }
    }
}

TEST(Edn, CostsWhatTheTableSays) {
    const auto time = [](int side) {
        const topo::Mesh mesh({side, side});
        return zero_load_time(mesh, plan_of(mesh, "edn", {0, {}}), 100);
    };
    EXPECT_NEAR(time(4), 3.2565, 1e-9);
    EXPECT_NEAR(time(8), 4.3728, 1e-9);
    EXPECT_NEAR(time(16), 5.5287, 1e-9);
}

TEST(Edn, IsForSquareMeshesWithSidesOfAPowerOfTwo) {
    EXPECT_EQ(refusal(topo::Mesh({6, 6}), "edn"),
              "algorithm: edn does not fit a mesh of 6 x 6, it needs a mesh of N x N nodes, N = 2, "
              "4, 8, ...");
    for (const auto& size : {std::vector<std::int64_t>{8, 4}, {1, 1}, {4, 4, 4}, {3, 3}, {1, 4}}) {
        EXPECT_THROW(plan_of(topo::Mesh(size), "edn", {0, {}}), OptionError);
    }
}

}  // namespace
}  // namespace flitscope::tl
