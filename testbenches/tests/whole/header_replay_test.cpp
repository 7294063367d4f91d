// The multicasts of router.v: each router of random networks, beside the same router at level fast.
#include "testbenches/tests/whole/header_replay.h"

#include <gtest/gtest.h>

#include "rtl_models/cosim/verilog_parameters_of.h"

namespace flitscope::cosim {

// Named by their scenarios; made in CMakeLists.txt.
VerilogSet verilog_set_headers_73();
VerilogSet verilog_set_headers_127();
VerilogSet verilog_set_headers_172();
VerilogSet verilog_set_headers_191();
VerilogSet verilog_set_headers_192();

}  // namespace flitscope::cosim

namespace flitscope::tb {
namespace {

void expect_equal(std::uint64_t seed, const cosim::VerilogSet& set) {
    const PageScenario scenario(seed, DrawnMessages::with_multicasts);
    SCOPED_TRACE(scenario.text());
    ASSERT_EQ(set.arguments,
              cosim::cmake_arguments(cosim::verilog_parameters_of(scenario.description(), 0)));
    EXPECT_EQ(replay_in_rtl(scenario, set), "");
}

TEST(HeaderReplay, StoreAndForward) { expect_equal(73, cosim::verilog_set_headers_73()); }
TEST(HeaderReplay, AllAddressesInOneFlit) { expect_equal(127, cosim::verilog_set_headers_127()); }
TEST(HeaderReplay, HamiltonianAtDepth4) { expect_equal(172, cosim::verilog_set_headers_172()); }
TEST(HeaderReplay, TwoHeaderRoutings) { expect_equal(191, cosim::verilog_set_headers_191()); }
TEST(HeaderReplay, SharedArbiters) { expect_equal(192, cosim::verilog_set_headers_192()); }

}  // namespace
}  // namespace flitscope::tb
