#include <gtest/gtest.h>

#include "testbenches/drive/traffic/length_distribution.h"
#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/tests/drive/traffic/statistics_checks.h"

namespace flitscope::tb {
namespace {

std::unique_ptr<LengthDistribution> make(const std::string& name, const Options& options) {
    return find_length(name).make(options);
}

std::vector<std::uint32_t> sample(const LengthDistribution& lengths, int count) {
    const RandomNumbers numbers(5, RandomPurpose::length);
    std::vector<std::uint32_t> sample;
    for (int i = 0; i < count; ++i) {
        sample.push_back(lengths.length(numbers.at(i % 8, static_cast<std::uint64_t>(i / 8))));
    }
    return sample;
}

double mean_of(const std::vector<std::uint32_t>& sample) {
    double sum = 0;
    for (const std::uint32_t flits : sample) {
        sum += flits;
    }
    return sum / static_cast<double>(sample.size());
}

TEST(Lengths, FixedIsFixed) {
    const auto lengths = make("fixed", {{"mean", std::int64_t{5}}});
    EXPECT_EQ(lengths->length(0), 5U);
    EXPECT_EQ(lengths->length(UINT64_MAX), 5U);
    EXPECT_EQ(lengths->mean(), 5);
    EXPECT_EQ(lengths->longest(), 5U);
}

TEST(Lengths, RandomOnesKeepTheirMeanWithinOnePercent) {
    for (const std::string name : {"exponential", "geometric"}) {
        for (const double mean : {1.0, 1.3, 2.0, 7.5, 32.0, 200.0, 5000.0}) {
            const auto lengths = make(name, {{"mean", mean}});
            const auto drawn = sample(*lengths, 200000);
            // Standard error of the mean is at most mean / sqrt(200000) = 0.22 %.
            EXPECT_NEAR(mean_of(drawn), mean, 0.01 * mean) << name;
            EXPECT_EQ(lengths->mean(), mean);
            for (const std::uint32_t flits : drawn) {
                ASSERT_GE(flits, 1U);
                ASSERT_LE(flits, lengths->longest());
            }
        }
    }
}

TEST(Lengths, ExponentialRoundedUpHasTheRightDistribution) {
    constexpr double kMean = 6;
    // theta of the exponential whose ceiling has this mean; P(X = k) = e^(-(k-1)/theta) -
    // e^(-k/theta).
    const double theta = -1 / std::log(1 - 1 / kMean);
    const auto drawn = sample(*make("exponential", {{"mean", kMean}}), 50000);
    std::vector<double> counts(30), expected(30);
    for (const std::uint32_t flits : drawn) {
        ++counts[std::min<std::size_t>(flits, 30) - 1];
    }
    for (int k = 1; k <= 29; ++k) {
        expected[static_cast<std::size_t>(k - 1)] =
            50000 * (std::exp(-(k - 1) / theta) - std::exp(-k / theta));
    }
    expected[29] = 50000 * std::exp(-29 / theta);
    EXPECT_LT(std::abs(chi_square_z(counts, expected)), 5);
}

TEST(Lengths, BimodalHasTwo) {
    const Options options{
        {"short", std::int64_t{1}}, {"long", std::int64_t{9}}, {"long_fraction", 0.25}};
    const auto lengths = make("bimodal", options);
    EXPECT_EQ(lengths->mean(), 3);
    EXPECT_EQ(lengths->longest(), 9U);
    const auto drawn = sample(*lengths, 20000);
    double longs = 0;
    for (const std::uint32_t flits : drawn) {
        ASSERT_TRUE(flits == 1 || flits == 9);
        longs += flits == 9 ? 1 : 0;
    }
    EXPECT_NEAR(longs, 5000, 5 * std::sqrt(20000 * 0.25 * 0.75));
}

TEST(Lengths, RefuseWhatCouldExceedTheIdOfAFlit) {
    EXPECT_NO_THROW(make("geometric", {{"mean", 5e7}}));
    EXPECT_THROW(make("geometric", {{"mean", 1e8}}), OptionError);
    EXPECT_THROW(make("bimodal", {}), OptionError);
}

}  // namespace
}  // namespace flitscope::tb
