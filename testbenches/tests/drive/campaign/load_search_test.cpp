// The search for the saturation load, on curves that are known.
#include "testbenches/drive/campaign/load_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flitscope::tb {
namespace {

/// A queue: latency rises without bound towards `saturation`.
MeasuredLoad queue(double load, double saturation) {
    return load >= saturation ? MeasuredLoad{true, 0}
                              : MeasuredLoad{false, 20 + load / (saturation - load)};
}

MeasuredLoads searched(const LoadSearch& search, double saturation) {
    MeasuredLoads measured;
    while (const std::optional<double> next = next_load(search, measured)) {
        EXPECT_EQ(measured.count(*next), 0U) << "measured twice";
        EXPECT_GT(*next, 0);
        EXPECT_LE(*next, search.limit);
        measured[*next] = queue(*next, saturation);
        if (measured.size() > 200) {
            ADD_FAILURE() << "does not end";
            break;
        }
    }
    return measured;
}

TEST(LoadSearch, FindsTheSaturationLoadToItsPrecision) {
    for (const double precision : {0.1, 0.01, 0.001}) {
        for (const double saturation : {0.003, 0.2, 0.4, 0.97, 3.0}) {
            LoadSearch search;
            search.precision = precision;
            const MeasuredLoads measured = searched(search, saturation);
            const std::optional<Saturation> found = saturation_of(search, measured);
            ASSERT_TRUE(found) << saturation;
            EXPECT_LE(found->precision, precision);
            EXPECT_LE(std::abs(found->load - saturation), found->precision / 2);
            EXPECT_LE(measured.size(), 6 + std::log2(4 / precision))
                << "no more than halving needs";
        }
    }
}

TEST(LoadSearch, EndsAtTheLimitWhereNothingSaturates) {
    LoadSearch search;
    search.limit = 1;
    search.points = 6;
    const MeasuredLoads measured = searched(search, 100);
    EXPECT_FALSE(saturation_of(search, measured));
    EXPECT_EQ(measured.rbegin()->first, 1);
    EXPECT_EQ(measured.size(), 6U);
}

TEST(LoadSearch, PutsPointsWhereTheCurveBends) {
    LoadSearch search;
    search.precision = 0.01;
    search.points = 14;
    const MeasuredLoads measured = searched(search, 0.4);
    int low = 0;
    int high = 0;
    for (const auto& [load, result] : measured) {
        low += !result.saturated && load <= 0.2 ? 1 : 0;
        high += !result.saturated && load > 0.2 ? 1 : 0;
    }
    EXPECT_EQ(low + high, 14);
    EXPECT_GT(high, low);
    EXPECT_GE(low, 3);
    EXPECT_LE(measured.begin()->first, 0.1) << "the flat part is there, too";
}

TEST(LoadSearch, GoesOnFromWhatWasMeasured) {
    LoadSearch search;
    search.points = 10;
    const MeasuredLoads all = searched(search, 0.3);
    MeasuredLoads part;
    while (const std::optional<double> next = next_load(search, part)) {
        part[*next] = all.at(*next);  // the same loads, whenever it is asked
    }
    EXPECT_EQ(part.size(), all.size());
}

}  // namespace
}  // namespace flitscope::tb
