#include "testbenches/program/plot/plot_axes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

using ::testing::HasSubstr;

void expect_range(AxisRange range, double low, double high) {
    EXPECT_NEAR(range.low, low, 1e-9);
    EXPECT_NEAR(range.high, high, 1e-9);
}

TEST(PlotAxes, EndATwentiethBeyondTheData) {
    expect_range(range_around({100, 120}, false), 99, 121);
    expect_range(range_around({-1, 1}, false), -1.1, 1.1);
    expect_range(range_around({7}, false), 6.3, 7.7);
    expect_range(range_around({0}, false), 0, 0.5);
}

TEST(PlotAxes, BeginAtZeroWhereTheDataNearlyDo) {
    expect_range(range_around({0.05, 0.45}, false), 0, 0.47);
    expect_range(range_around({0.2, 0.4}, false), 0.19, 0.41);
}

TEST(PlotAxes, ALogarithmicAxisHasRoomByFactors) {
    const AxisRange range = range_around({-3, 0, 10, 1000}, true);
    EXPECT_NEAR(range.low, 10 / std::pow(100, 0.05), 1e-9);
    EXPECT_NEAR(range.high, 1000 * std::pow(100, 0.05), 1e-9);
    expect_range(range_around({0}, true), 1, 10);
}

TEST(PlotAxes, HoldBarsAndSaturationOfTheirPanel) {
    Plot plot;
    plot.series = {{"a", {1, 2}, {10, 30}, {5, 10}, PlotStyle::points, "left"},
                   {"b", {100}, {1000}, {}, PlotStyle::points, "right"}};
    plot.series[0].saturation = 3;
    expect_range(x_range(plot, "left"), 0.9, 3.1);
    expect_range(y_range(plot, "left"), 0, 41.75);
    plot.series[0].error = {6, 10};
    expect_range(x_range(plot, "right"), 90, 110);
}

TEST(PlotAxes, ALogarithmicAxisHasAtLeastTwoLabels) {
    EXPECT_EQ(log_tics({28, 110}),
              "set ytics ('30' 30 0, '40' 40 0, '50' 50 0, '60' 60 0, '70' 70 0, '80' 80 0, "
              "'90' 90 0, '100' 100 0)\n");
    EXPECT_EQ(log_tics({21, 29}), "set ytics ('22' 22 0, '24' 24 0, '26' 26 0, '28' 28 0)\n");
    EXPECT_THAT(log_tics({9, 1100}), HasSubstr("'20' 20 0, '' 30 1, '' 40 1, '50' 50 0"));
    EXPECT_THAT(log_tics({9, 110000}), HasSubstr("'10' 10 0, '' 20 1"));
}

}  // namespace
}  // namespace flitscope::tb
