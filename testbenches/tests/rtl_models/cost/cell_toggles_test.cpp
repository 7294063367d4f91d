#include "rtl_models/cost/cell_toggles.h"

#include <gtest/gtest.h>

#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::cost {
namespace {

TEST(CellToggles, AreCountedAtOutputsBetween0And1) {
    const tb::TemporaryFolder folder;
    folder.write("dump.vcd",
                 "$timescale 1ps $end\n"
                 "$scope module tb $end $scope module router $end\n"
                 "$scope module core $end $scope module g_input[0].vc_buffer $end\n"
                 "$scope module _1_ $end $var wire 1 ! A $end $var wire 1 # Y $end $upscope $end\n"
                 "$scope module _2_ $end $var wire 1 # A $end $var wire 1 % Y $end $upscope $end\n"
                 "$upscope $end\n"
                 "$scope module other $end\n"
                 "$scope module _1_ $end $var wire 1 & Y $end $upscope $end\n"
                 "$upscope $end $upscope $end $upscope $end $upscope $end\n"
                 "$enddefinitions $end\n"
                 "#0\n$dumpvars\nx!\nx#\nx%\n0&\n$end\n"
                 "#10\n0!\n1#\n0%\n1&\n"
                 "#20\n1!\n0#\n1%\n"
                 "#30\n0!\n1#\n"
                 "#40\nx#\n"
                 "#50\n0#\n0&\n");
    const auto cells = cell_toggles((folder.path() / "dump.vcd").string(), "router",
                                    {"core/g_input[0].vc_buffer", "core/crossbar"}, {"Y", "Q"});
    ASSERT_EQ(cells.size(), 1U) << "core/other is no unit";
    const UnitToggles& unit = cells.at("core/g_input[0].vc_buffer");
    ASSERT_EQ(unit.size(), 2U);
    EXPECT_EQ(unit.at("_1_").toggles, 2U) << "from x and to x are no changes";
    EXPECT_EQ(unit.at("_1_").outputs, 1);
    EXPECT_EQ(unit.at("_2_").toggles, 1U);
}

TEST(CellToggles, OutputsAreThoseOfTheModels) {
    EXPECT_EQ(output_pins("module A(X, Y, Z);\n  input X;\n  wire X;\n  output Y;\n  wire Y;\n"
                          "  output Z;\nendmodule\n"),
              (std::set<std::string>{"Y", "Z"}));
}

}  // namespace
}  // namespace flitscope::cost
