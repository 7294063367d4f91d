#include "testbenches/program/compare_command/significance.h"

#include <gtest/gtest.h>

#include <random>

namespace flitscope::tb {
namespace {

TEST(Significance, IntervalsDecideByTheRootOfTheirSquares) {
    EXPECT_EQ(intervals_differ({10, 3}, {15.01, 4}), true);
    EXPECT_EQ(intervals_differ({10, 3}, {14.99, 4}), false);
    EXPECT_EQ(intervals_differ({15.01, 4}, {10, 3}), true);
    EXPECT_EQ(intervals_differ({10, 3}, {1000, std::nullopt}), std::nullopt);
    EXPECT_EQ(intervals_differ({10, 0}, {10, 0}), false);
}

TEST(Significance, ReplicasAreWelchsTest) {
    // A published example: t = -2.46 with 25.0 degrees of freedom, p = 0.021.
    const std::vector<double> a = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                                   21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
    const std::vector<double> b = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                                   24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4};
    EXPECT_EQ(replicas_differ(a, b, 0.95), true);
    EXPECT_EQ(replicas_differ(b, a, 0.95), true);
    EXPECT_EQ(replicas_differ(a, b, 0.98), false);
    EXPECT_EQ(replicas_differ({1}, b, 0.95), std::nullopt);
    EXPECT_EQ(replicas_differ({2, 2}, {2, 2}, 0.95), false);
    EXPECT_EQ(replicas_differ({2, 2}, {3, 3}, 0.95), true);
}

TEST(Significance, EqualMeansAreCalledDifferentAsOftenAsTheConfidenceSays) {
    std::mt19937 random(7);
    std::normal_distribution<double> narrow(50, 1), wide(50, 5);
    int different = 0;
    constexpr int kTrials = 4000;
    for (int i = 0; i < kTrials; ++i) {
        std::vector<double> a(6), b(9);
        for (double& value : a) {
            value = narrow(random);
        }
        for (double& value : b) {
            value = wide(random);
        }
        different += *replicas_differ(a, b, 0.95) ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(different) / kTrials, 0.05, 0.015) << "seed 7";
}

}  // namespace
}  // namespace flitscope::tb
