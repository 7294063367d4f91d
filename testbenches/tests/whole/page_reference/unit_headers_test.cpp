// Routers of SystemC modules with units of the Verilog beside multicasts, one exchanged at a time
// and all at once, against the simulator written from the page, event by event.
#include <gtest/gtest.h>

#include "rtl_models/router/unit_names.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/page_reference/header_units.h"
#include "testbenches/tests/whole/page_reference/page_comparison.h"
#include "testbenches/tests/whole/verilog/unit_run.h"

namespace flitscope::tb {
namespace {

using cosim::UnitSet;

void expect_as_the_page_says(std::uint64_t seed, const std::vector<UnitSet>& units) {
    const PageScenario scenario(seed, DrawnMessages::with_multicasts);
    SCOPED_TRACE(scenario.text());
    const PageReference reference(scenario.description(), scenario.messages, scenario.end);
    const auto expect = [&](const std::string& which, const std::vector<UnitSet>& exchanged) {
        SCOPED_TRACE(which);
        const FreshKernel kernel;
        expect_equal_runs(scenario, reference, [&](const rtl::NetworkDescription& description) {
            return cosim::network_with_units(description, exchanged);
        });
    };
    ASSERT_EQ(units.size(), rtl::kUnits.size());
    for (const UnitSet& unit : units) {
        expect(unit.unit, {unit});
    }
    expect("all units", units);
}

TEST(UnitHeaders, HamiltonianAtDepth4) {
    expect_as_the_page_says(172, cosim::verilated_units_headers_172());
}
TEST(UnitHeaders, TwoHeaderRoutings) {
    expect_as_the_page_says(191, cosim::verilated_units_headers_191());
}
TEST(UnitHeaders, SharedArbiters) {
    expect_as_the_page_says(192, cosim::verilated_units_headers_192());
}

}  // namespace
}  // namespace flitscope::tb
