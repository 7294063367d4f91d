#include "rtl_models/cost/timing_report.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace flitscope::cost {
namespace {

constexpr const char* kStart =
    "Path Type: max\n\n  Delay    Time   Description\n"
    "   0.0000    0.0000   clock clk (rise edge)\n"
    "   0.0000    0.0000 ^ r/core/g_input[2].vc_buffer/_21_/CLK (DFF)\n"
    "   0.2000    0.2000 v r/core/g_input[2].vc_buffer/_21_/Q (DFF)\n"
    "   0.1000    0.3000 ^ r/core/g_input[2].vc_buffer/_15_/Y (NOR2)\n"
    "   1.0000    1.3000 v r/core/crossbar/_15_/Y (NAND2)\n"
    "   0.5000    1.8000 v r/core/crossbar/_16_/Y (BUF)\n";

TEST(TimingReport, ReadsAPathBetweenFlipFlops) {
    const LongestPath path = longest_path(
        std::string(kStart) +
        "   0.0000    1.8000 v r/core/g_input[0].vc_buffer/_9_/D (DFF)\n"
        "             1.8000   data arrival time\n"
        "  -0.1500   99.8500   library setup time\n"
        "            99.8500   data required time\n            98.0500   slack (MET)\n");
    EXPECT_NEAR(path.period, 1.95, 1e-9);
    EXPECT_EQ(path.levels, 3);
    ASSERT_EQ(path.parts.size(), 3U);
    EXPECT_EQ(path.parts[0].unit, "vc_buffer");
    EXPECT_EQ(path.parts[0].levels, 1);
    EXPECT_NEAR(path.parts[0].delay, 0.3, 1e-9);
    EXPECT_EQ(path.parts[1].unit, "crossbar");
    EXPECT_EQ(path.parts[1].levels, 2);
    EXPECT_NEAR(path.parts[1].delay, 1.5, 1e-9);
    EXPECT_EQ(path.parts[2].levels, 0);
    EXPECT_NEAR(path.parts[2].delay, 0.15, 1e-9);
}

TEST(TimingReport, ReadsAPathToAnOutput) {
    const LongestPath path = longest_path(std::string(kStart) +
                                          "   0.0000    1.8000 v sink[3] (out)\n"
                                          "            98.2000   slack (MET)\n");
    EXPECT_NEAR(path.period, 1.8, 1e-9);
    EXPECT_EQ(path.levels, 3);
    ASSERT_EQ(path.parts.size(), 2U);
}

TEST(TimingReport, ReadsAPathThatIsTooLong) {
    EXPECT_NEAR(longest_path(std::string(kStart) + "   -1.8000   slack (VIOLATED)\n").period, 101.8,
                1e-9);
}

TEST(TimingReport, RefusesAReportWithoutAPath) {
    EXPECT_THROW(longest_path("No paths found.\n"), std::invalid_argument);
}

}  // namespace
}  // namespace flitscope::cost
