#include "testbenches/drive/traffic/random_numbers.h"

#include <gtest/gtest.h>

#include <set>

#include "testbenches/tests/drive/traffic/statistics_checks.h"

namespace flitscope::tb {
namespace {

TEST(RandomNumbers, AreAFunctionOfSeedPurposeNodeAndIndex) {
    const RandomNumbers numbers(1, RandomPurpose::length);
    EXPECT_EQ(numbers.at(5, 7), RandomNumbers(1, RandomPurpose::length).at(5, 7));
    std::set<std::uint64_t> seen;
    for (const std::uint64_t seed : {0, 1, 2}) {
        for (const RandomPurpose purpose : {RandomPurpose::arrival, RandomPurpose::destination}) {
            for (topo::NodeId node = 0; node < 32; ++node) {
                for (std::uint64_t index = 0; index < 32; ++index) {
                    seen.insert(RandomNumbers(seed, purpose).at(node, index));
                }
            }
        }
    }
    EXPECT_EQ(seen.size(), 3U * 2 * 32 * 32);
}

TEST(RandomNumbers, EveryBitIsFair) {
    const RandomNumbers numbers(3, RandomPurpose::arrival);
    constexpr int kDraws = 20000;
    for (int bit = 0; bit < 64; ++bit) {
        int ones = 0;
        for (int i = 0; i < kDraws; ++i) {
            // Nodes and indices both vary, as in a run.
            ones += static_cast<int>(numbers.at(i % 64, static_cast<std::uint64_t>(i / 64)) >> bit &
                                     1U);
        }
        EXPECT_NEAR(ones, kDraws / 2, 5 * std::sqrt(kDraws) / 2) << "bit " << bit;
    }
}

TEST(RandomNumbers, NeighbouringNodesAndIndicesAreIndependent) {
    const RandomNumbers numbers(4, RandomPurpose::destination);
    for (const auto& [nodes, indices] : {std::pair{1, 1}, {1, 0}, {0, 1}, {1, -1}}) {
        std::vector<double> counts(64);
        for (topo::NodeId node = 1; node < 101; ++node) {
            for (int i = 1; i < 101; ++i) {
                const auto first = scaled(numbers.at(node, static_cast<std::uint64_t>(i)), 8);
                const auto second =
                    scaled(numbers.at(node + nodes, static_cast<std::uint64_t>(i + indices)), 8);
                ++counts[8 * first + second];
            }
        }
        EXPECT_LT(std::abs(chi_square_z(counts, std::vector<double>(64, 10000.0 / 64))), 5)
            << nodes << " " << indices;
    }
}

TEST(RandomNumbers, ScalesToRanges) {
    EXPECT_EQ(scaled(0, 10), 0U);
    EXPECT_EQ(scaled(UINT64_MAX, 10), 9U);
    EXPECT_EQ(scaled(UINT64_MAX / 2 + 1, 10), 5U);
    EXPECT_EQ(unit_interval(UINT64_MAX), 1.0);
    EXPECT_EQ(unit_interval(0), 0x1p-53);
    EXPECT_EQ(probability_threshold(0), 0U);
    EXPECT_EQ(probability_threshold(0.5), std::uint64_t{1} << 63U);
    EXPECT_EQ(probability_threshold(1), UINT64_MAX);
}

}  // namespace
}  // namespace flitscope::tb
