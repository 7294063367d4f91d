#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {
namespace {

TEST(SkewedMean, IsStudentsTForNormalValues) {
    for (const int n : {2, 8, 20, 39}) {
        EXPECT_DOUBLE_EQ(skewed_mean_factor(0.95, n, 0, 3), student_t_quantile(0.95, n - 1)) << n;
        EXPECT_DOUBLE_EQ(skewed_mean_factor(0.95, n, 0, 1), student_t_quantile(0.95, n - 1)) << n;
    }
    for (const int n : {8, 20, 39}) {  // twice the variance of the skewness of normal values
        const double border = std::sqrt(12.0 / n), t = student_t_quantile(0.95, n - 1);
        EXPECT_DOUBLE_EQ(skewed_mean_factor(0.95, n, 0.99 * border, 3), t) << n;
        EXPECT_GT(skewed_mean_factor(0.95, n, -1.01 * border, 3), t) << n;
    }
}

TEST(SkewedMean, TakesDegreesOfFreedomFromTheKurtosis) {
    EXPECT_DOUBLE_EQ(skewed_mean_factor(0.95, 20, 0, 11), student_t_quantile(0.95, 4));
    EXPECT_DOUBLE_EQ(skewed_mean_factor(0.95, 20, 0, 20), student_t_quantile(0.95, 3));
    EXPECT_DOUBLE_EQ(skewed_mean_factor(0.90, 30, 0, 5), student_t_quantile(0.90, 15));
}

TEST(SkewedMean, IsTheLongerArmOfWillinksInterval) {
    for (const double skewness : {0.8, 2.0, 4.4}) {
        const double t = student_t_quantile(0.95, 24);
        const double beta = skewness / (6 * 5);
        const auto arm = [&](double z) {
            return std::abs((std::cbrt(1 + 6 * beta * (z - beta)) - 1) / (2 * beta));
        };
        const double expected = std::max(arm(t), arm(-t));
        EXPECT_NEAR(skewed_mean_factor(0.95, 25, skewness, 2.5), expected, 1e-9) << skewness;
        EXPECT_NEAR(skewed_mean_factor(0.95, 25, -skewness, 2.5), expected, 1e-9) << skewness;
        EXPECT_GT(expected, t);
    }
}

TEST(SkewedMean, CoversTheMeanOfSkewedValuesWhereStudentsTDoesNot) {
    std::mt19937 random(3);
    std::exponential_distribution<double> exponential(1);
    constexpr int kRuns = 4000, kValues = 20;
    int plain = 0, skewed = 0;
    for (int run = 0; run < kRuns; ++run) {
        double values[kValues], sum = 0, m2 = 0, m3 = 0, m4 = 0;
        for (double& value : values) {
            value = std::pow(exponential(random), 2);  // mean 2, skewness 6.6
            sum += value;
        }
        const double mean = sum / kValues;
        for (const double value : values) {
            const double d = value - mean;
            m2 += d * d / kValues;
            m3 += d * d * d / kValues;
            m4 += d * d * d * d / kValues;
        }
        const double error = std::sqrt(m2 / (kValues - 1));
        const double off = std::abs(mean - 2);
        plain += off <= student_t_quantile(0.95, kValues - 1) * error ? 1 : 0;
        skewed +=
            off <= skewed_mean_factor(0.95, kValues, m3 / std::pow(m2, 1.5), m4 / (m2 * m2)) * error
                ? 1
                : 0;
    }
    EXPECT_LT(plain, 0.86 * kRuns) << "seed 3";
    EXPECT_GT(skewed, 0.925 * kRuns) << "seed 3";
    EXPECT_LT(skewed, 0.975 * kRuns) << "seed 3";
}

}  // namespace
}  // namespace flitscope::tb
