#include "analytic/left_to_right_traffic.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace flitscope::analytic {
namespace {

/// The same quantities by walking every message of a small cube. One source stands for all: the
/// cube looks alike from every node.
struct Enumerated {
    explicit Enumerated(const std::vector<double>& hops)
        : n(static_cast<int>(hops.size())),
          transit(n, 0.0),
          generated(n, 0.0),
          ending(n, 0.0),
          crossing(n, 0.0),
          generated_ending(n, 0.0),
          ahead(n, std::vector<double>(n, 0.0)),
          generated_ahead(n, std::vector<double>(n, 0.0)) {
        std::vector<double> nodes_at(n + 1, 0.0);
        for (int destination = 1; destination < 1 << n; ++destination) {
            ++nodes_at[__builtin_popcount(static_cast<unsigned>(destination))];
        }
        for (int destination = 1; destination < 1 << n; ++destination) {
            const int distance = __builtin_popcount(static_cast<unsigned>(destination));
            walk(destination, hops[distance - 1] / nodes_at[distance]);
        }
    }

    void walk(int destination, double weight) {
        std::vector<int> path;
        for (int i = 0; i < n; ++i) {
            if ((destination >> i & 1) != 0) {
                path.push_back(i);
            }
        }
        for (std::size_t k = 0; k < path.size(); ++k) {
            const int s = path[k];
            const bool last = k + 1 == path.size();
            crossing[s] += weight;
            (k == 0 ? generated : transit)[s] += weight;
            ending[s] += last ? weight : 0;
            generated_ending[s] += last && k == 0 ? weight : 0;
            if (!last) {
                const double hops_left = static_cast<double>(path.size() - k - 1);
                ahead[s][path[k + 1]] += weight * hops_left;
                generated_ahead[s][path[k + 1]] += k == 0 ? weight * hops_left : 0;
            }
        }
    }

    int n;
    std::vector<double> transit;
    std::vector<double> generated;
    std::vector<double> ending;
    std::vector<double> crossing;
    std::vector<double> generated_ending;
    std::vector<std::vector<double>> ahead;
    std::vector<std::vector<double>> generated_ahead;
};

void expect_equal_to_enumeration(const std::vector<double>& hops) {
    const LeftToRightTraffic traffic(hops);
    const Enumerated all(hops);
    double mean = 0;
    for (int s = 0; s < all.n; ++s) {
        mean += all.crossing[s];
        EXPECT_NEAR(traffic.transit[s], all.transit[s], 1e-9);
        EXPECT_NEAR(traffic.generated[s], all.generated[s], 1e-9);
        EXPECT_NEAR(traffic.ends_after[s], all.ending[s] / all.crossing[s], 1e-9);
        if (all.generated[s] > 0) {
            EXPECT_NEAR(traffic.generated_ends_after[s], all.generated_ending[s] / all.generated[s],
                        1e-9);
        } else {
            EXPECT_EQ(traffic.generated_ends_after[s], 1);
        }
        const double going_on = all.crossing[s] - all.ending[s];
        const double generated_going_on = all.generated[s] - all.generated_ending[s];
        for (int j = 0; j < all.n; ++j) {
            EXPECT_NEAR(traffic.remaining[s][j], going_on > 1e-12 ? all.ahead[s][j] / going_on : 0,
                        1e-9);
            EXPECT_NEAR(
                traffic.generated_remaining[s][j],
                generated_going_on > 1e-12 ? all.generated_ahead[s][j] / generated_going_on : 0,
                1e-9);
        }
    }
    EXPECT_NEAR(traffic.mean_hops, mean, 1e-9);
}

TEST(LeftToRightTraffic, EqualsEnumerationForTheUniformPreset) {
    for (int n = 1; n <= 9; ++n) {
        SCOPED_TRACE("n " + std::to_string(n));
        expect_equal_to_enumeration(uniform_hops(n));
    }
}

TEST(LeftToRightTraffic, EqualsEnumerationForTheSphericalPresets) {
    for (int n = 1; n <= 9; ++n) {
        SCOPED_TRACE("n " + std::to_string(n));
        expect_equal_to_enumeration(spherical_hops(n));
        expect_equal_to_enumeration(halving_hops(n));
    }
}

TEST(LeftToRightTraffic, EqualsEnumerationWhenAllMessagesGoEquallyFar) {
    for (int n = 1; n <= 7; ++n) {
        for (int k = 1; k <= n; ++k) {
            SCOPED_TRACE("n " + std::to_string(n) + " k " + std::to_string(k));
            std::vector<double> hops(n, 0.0);
            hops[k - 1] = 1;
            expect_equal_to_enumeration(hops);
        }
    }
}

TEST(LeftToRightTraffic, EveryChannelCarriesTheSameTraffic) {
    for (int n = 1; n <= 20; ++n) {
        const LeftToRightTraffic traffic(spherical_hops(n));
        EXPECT_NEAR(std::accumulate(traffic.generated.begin(), traffic.generated.end(), 0.0), 1,
                    1e-12);
        for (int s = 0; s < n; ++s) {
            EXPECT_NEAR(traffic.transit[s] + traffic.generated[s], traffic.mean_hops / n, 1e-12);
        }
    }
}

TEST(LeftToRightTraffic, MeetsTheWorkedExample) {
    const LeftToRightTraffic traffic(uniform_hops(3));
    EXPECT_DOUBLE_EQ(traffic.mean_hops, 12.0 / 7);
    EXPECT_DOUBLE_EQ(traffic.ends_after[0], 0.25);
    EXPECT_DOUBLE_EQ(traffic.ends_after[1], 0.5);
    EXPECT_DOUBLE_EQ(traffic.ends_after[2], 1);
    EXPECT_DOUBLE_EQ(traffic.remaining[0][1], 1);
    EXPECT_DOUBLE_EQ(traffic.remaining[0][2], 1.0 / 3);
    EXPECT_DOUBLE_EQ(traffic.remaining[1][2], 1);
}

}  // namespace
}  // namespace flitscope::analytic
