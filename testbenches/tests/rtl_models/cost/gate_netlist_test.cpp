#include "rtl_models/cost/gate_netlist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitscope::cost {
namespace {

// As Yosys writes it.
constexpr const char* kNetlist =
    "module unit(a, b, d);\n"
    "  input [2:0] a;\n"
    "  wire [2:0] a;\n"
    "  output [4:0] b;\n"
    "  output d;\n"
    "  wire [1:0] \\x.y ;\n"
    "  INVX1 _1_ (\n"
    "    .A(a[0]),\n"
    "    .Y(d)\n"
    "  );\n"
    "  INVX1 _2_ (\n"
    "    .A(a[1])\n"
    "  );\n"
    "  DFF _3_ (\n"
    "    .D(a[1])\n"
    "  );\n";

TEST(GateNetlist, CountsCells) {
    EXPECT_THAT(cells_of_netlist(kNetlist),
                testing::ElementsAre(testing::Pair("DFF", 1), testing::Pair("INVX1", 2)));
}

TEST(GateNetlist, GivesEveryBitOfAListItsAssignment) {
    const std::string text = kNetlist;
    EXPECT_EQ(without_lists(text + "  assign b[1:0] = a[1:0];\n"),
              text + "  assign b[1:0] = a[1:0];\n");
    EXPECT_EQ(without_lists(text + "  assign { b[4:3], b[0] } = a;\n"),
              text + "  assign b [4] = a [2];\n  assign b [3] = a [1];\n  assign b[0] = a [0];\n");
    EXPECT_EQ(without_lists(text + "  assign b = { 2'b10, \\x.y [1:0], d };\n"),
              text +
                  "  assign b [4] = 1'b1;\n  assign b [3] = 1'b0;\n  assign b [2] = \\x.y [1];\n"
                  "  assign b [1] = \\x.y [0];\n  assign b [0] = d;\n");
}

TEST(GateNetlist, DoesNotGuessWidths) {
    EXPECT_ANY_THROW(without_lists(std::string(kNetlist) + "  assign b = { a, d };\n"));
}

}  // namespace
}  // namespace flitscope::cost
