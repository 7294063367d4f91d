// What the CMake functions are told of a parameter set.
#include "rtl_models/cosim/verilog_parameters.h"

#include <gtest/gtest.h>

namespace flitscope::cosim {
namespace {

TEST(VerilogParameters, OfALeanRouterAreThoseOfAnotherSet) {
    VerilogParameters whole;
    whole.routing = "dimension_order";
    whole.network_ports = 2;
    whole.route_settings = {3, 0};
    whole.cycles_per_flit = {1, 1};
    VerilogParameters lean = whole;
    lean.lean = true;
    EXPECT_EQ(cmake_arguments(lean), cmake_arguments(whole) + " LEAN");
    EXPECT_NE(set_name(lean), set_name(whole)) << "no run takes one for the other";
}

}  // namespace
}  // namespace flitscope::cosim
