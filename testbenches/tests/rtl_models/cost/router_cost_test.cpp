#include "rtl_models/cost/router_cost.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace flitscope::cost {
namespace {

const LibertyCells kLibrary = {"l", {{"NAND2", 1}, {"DFF", 4}}, {"DFF"}, "INV"};

TEST(RouterCost, AddsUpItsUnitsWithoutLinks) {
    const RouterCost cost = router_cost(
        {{"vc_buffer", "a", "B"},
         {"vc_buffer", "b", "B"},
         {"crossbar", "c", "C"},
         {"header_unit", "d", "empty"},
         {"link", "e", "B"}},
        {{"B", {{"DFF", 3}, {"NAND2", 2}}}, {"C", {{"NAND2", 5}}}, {"empty", {}}}, kLibrary);
    ASSERT_EQ(cost.units.size(), 2U);
    EXPECT_EQ(cost.units.at("vc_buffer").area, 28);
    EXPECT_EQ(cost.units.at("vc_buffer").cells, 10);
    EXPECT_EQ(cost.units.at("vc_buffer").flip_flops, 6);
    EXPECT_EQ(cost.total().area, 33);
    EXPECT_EQ(cost.total().cells, 15);
    EXPECT_EQ(cost.total().flip_flops, 6);
}

TEST(RouterCost, RefusesCellsThatTheLibraryHasNot) {
    EXPECT_THROW(area_of({{"$_DFF_P_", 1}}, kLibrary), std::invalid_argument);
}

}  // namespace
}  // namespace flitscope::cost
