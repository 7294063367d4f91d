// The search for the saturation load, on curves that are known.
#include "testbenches/drive/campaign/load_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flitscope::tb {
namespace {

/// A queue: latency rises without bound towards `saturation`.
MeasuredLoad queue(double load, double saturation) {
    MeasuredLoad measured;
    measured.state = load >= saturation ? RunState::saturated : RunState::stable;
    measured.latency = load >= saturation ? 0 : 20 + load / (saturation - load);
    return measured;
}

/// The same, where runs cannot tell within `blur` of it.
MeasuredLoad blurred_queue(double load, double saturation, double blur) {
    MeasuredLoad measured = queue(load, saturation);
    if (std::abs(load - saturation) < blur) {
        measured.state = RunState::undecided;
    }
    return measured;
}

MeasuredLoads searched(const LoadSearch& search, double saturation, double blur = 0) {
    MeasuredLoads measured;
    while (const std::optional<double> next = next_load(search, measured)) {
        EXPECT_EQ(measured.count(*next), 0U) << "measured twice";
        EXPECT_GT(*next, 0);
        EXPECT_LE(*next, search.limit);
        measured[*next] = blurred_queue(*next, saturation, blur);
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
            const Saturation found = saturation_of(search, measured);
            ASSERT_EQ(found.state, RunState::saturated) << saturation;
            EXPECT_LE(found.width(), precision);
            EXPECT_LE(found.low, saturation);
            EXPECT_GE(*found.high, saturation);
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
    EXPECT_EQ(saturation_of(search, measured).state, RunState::stable);
    EXPECT_FALSE(saturation_of(search, measured).high);
    EXPECT_EQ(measured.rbegin()->first, 1);
    EXPECT_EQ(measured.size(), 6U);
}

TEST(LoadSearch, SaysThatRunsAreTooShortAndHoldsTheLoadAllTheSame) {
    for (const double saturation : {0.003, 0.2, 0.4, 0.97, 3.0}) {
        for (const double blur : {0.02, 0.1}) {
            LoadSearch search;
            search.precision = 0.01;
            const MeasuredLoads measured = searched(search, saturation, blur);
            const Saturation found = saturation_of(search, measured);
            ASSERT_EQ(found.state, RunState::undecided) << saturation;
            EXPECT_LE(found.low, saturation);
            EXPECT_GE(*found.high, saturation);
            EXPECT_LE(found.width(), 2 * blur + 2 * search.precision) << "both ends are looked for";
            EXPECT_LE(measured.size(), 6 + 2 * std::log2(4 / search.precision));
            // Four times as long halves what runs cannot tell.
            EXPECT_GE(cycles_needed(search, found, 1000), 2000);
            EXPECT_LE(cycles_needed(search, found, 1000),
                      1001 * std::pow(2 * blur / search.precision + 2, 2));
        }
    }
}

TEST(LoadSearch, NamesADeadlockAtItsUpperEnd) {
    LoadSearch search;
    search.precision = 0.1;
    MeasuredLoads measured;
    measured[0.125].state = RunState::stable;
    measured[0.25].state = RunState::saturated;
    measured[0.1875].state = RunState::deadlock;
    EXPECT_EQ(saturation_of(search, measured).state, RunState::deadlock);
    EXPECT_EQ(saturation_of(search, measured).high, 0.1875);
}

TEST(LoadSearch, GoesOnToHigherLoadsPastUndecidedOnes) {
    LoadSearch search;
    search.limit = 1;
    MeasuredLoads measured;
    measured[0.125].state = RunState::undecided;
    EXPECT_EQ(next_load(search, measured), 0.25);
    measured[0.25].state = RunState::undecided;
    measured[0.5].state = RunState::undecided;
    measured[1.0].state = RunState::undecided;
    EXPECT_FALSE(next_load(search, measured));
    EXPECT_EQ(saturation_of(search, measured).state, RunState::undecided);
    EXPECT_EQ(saturation_of(search, measured).low, 0);
}

TEST(LoadSearch, PutsPointsWhereTheCurveBends) {
    LoadSearch search;
    search.precision = 0.01;
    search.points = 14;
    const MeasuredLoads measured = searched(search, 0.4);
    int low = 0;
    int high = 0;
    for (const auto& [load, result] : measured) {
        low += !result.beyond() && load <= 0.2 ? 1 : 0;
        high += !result.beyond() && load > 0.2 ? 1 : 0;
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
