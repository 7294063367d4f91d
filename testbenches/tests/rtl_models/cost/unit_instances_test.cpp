#include "rtl_models/cost/unit_instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace flitscope::cost {
namespace {

constexpr const char* kStructure =
    "module \\looped_router\n"
    "  wire width 2 \\clk_i\n"
    "  cell $paramod\\router_core\\P=1 \\router_3\n"
    "    connect \\clk_i \\clk_i\n"
    "  end\n"
    "  cell \\link \\link_3_to_3_port_0\n"
    "  end\n"
    "end\n"
    "module $paramod\\router_core\\P=1\n"
    "  cell $paramod$12\\multicast_route_unit \\g_input[0].route_unit\n"
    "  end\n"
    "  cell $paramod$12\\multicast_route_unit \\g_input[1].route_unit\n"
    "  end\n";

TEST(UnitInstances, FindsEveryUnitByItsNameInTheRouter) {
    const auto units = unit_instances(std::string(kStructure) + "end\n");
    ASSERT_EQ(units.size(), 3U);
    EXPECT_EQ(units[0].unit, "route_unit");
    EXPECT_EQ(units[0].path, "router_3/g_input[0].route_unit");
    EXPECT_EQ(units[0].module, "$paramod$12\\multicast_route_unit");
    EXPECT_EQ(units[1].path, "router_3/g_input[1].route_unit");
    EXPECT_EQ(units[2].unit, "link");
}

TEST(UnitInstances, RefusesHardwareBesideTheUnits) {
    EXPECT_THROW(unit_instances(std::string(kStructure) + "  cell $and $and$1\n  end\nend\n"),
                 std::logic_error);
}

}  // namespace
}  // namespace flitscope::cost
