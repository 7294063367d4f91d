#include "testbenches/drive/traffic/deterministic_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace flitscope::tb {
namespace {

TEST(DeterministicMath, LogarithmKeepsItsAccuracy) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        const double mantissa = 1 + static_cast<double>(random() >> 12U) * 0x1p-52;
        const double x = std::ldexp(mantissa, static_cast<int>(random() % 120) - 60);
        const long double exact = std::log(static_cast<long double>(x));
        ASSERT_LE(std::abs(static_cast<double>(natural_log(x) - exact)),
                  0x1p-51 * (1 + std::abs(static_cast<double>(exact))))
            << std::hexfloat << x;
    }
    EXPECT_EQ(natural_log(0.5), -natural_log(2));
    EXPECT_NEAR(natural_log(1), 0, 0x1p-51);
}

TEST(DeterministicMath, LogOfOneMinusIsAccurateForTinyProbabilities) {
    for (double p = 1e-12; p < 0.999; p *= 1.37) {
        const long double exact = std::log1p(-static_cast<long double>(p));
        EXPECT_NEAR(static_cast<double>(log_one_minus(p) / exact), 1, 0x1p-49) << p;
    }
    EXPECT_EQ(log_one_minus(0), 0);
}

/// The bits themselves: another compiler or machine must not change them.
TEST(DeterministicMath, GivesTheSameBitsEverywhere) {
    EXPECT_EQ(natural_log(0.1), -0x1.26bb1bbb55515p+1);
    EXPECT_EQ(natural_log(0.7), -0x1.6d3c324e13f5p-2);
    EXPECT_EQ(natural_log(3e-10), -0x1.5ed5f82f7da2ap+4);
    EXPECT_EQ(log_one_minus(0.001), -0x1.064670d979b6fp-10);
    EXPECT_EQ(log_one_minus(0.6), -0x1.d5240f0e0e077p-1);
}

}  // namespace
}  // namespace flitscope::tb
