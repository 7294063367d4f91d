#include "rtl_models/cost/unit_energy.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace flitscope::cost {
namespace {

// Of two cells; 1e-5 W are 0.1 pJ in a cycle of 10 ns.
constexpr const char* kReports =
    "activity 0\n"
    "   Internal  Switching    Leakage      Total\n"
    "      Power      Power      Power      Power\n"
    "--------------------------------------------\n"
    "   2.00e-05   0.00e+00   1.00e-10   2.00e-05 _1_\n"
    "   0.00e+00   0.00e+00   2.00e-10   2.00e-10 _2_\n"
    "activity 1\n"
    "   Internal  Switching    Leakage      Total\n"
    "   4.00e-05   1.00e-05   1.00e-10   5.00e-05 _1_\n"
    "   1.00e-05   3.00e-05   2.00e-10   4.00e-05 _2_\n";

TEST(UnitEnergy, OfACellIsWhatTheClockAndAChangeTake) {
    const auto cells = cell_energies(kReports);
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_NEAR(cells.at("_1_").cycle_pj, 0.2, 1e-9);
    EXPECT_NEAR(cells.at("_1_").toggle_pj, 0.3, 1e-9);
    EXPECT_NEAR(cells.at("_2_").cycle_pj, 0, 1e-9);
    EXPECT_NEAR(cells.at("_2_").toggle_pj, 0.4, 1e-9);
    EXPECT_NEAR(cells.at("_2_").leakage_uw, 2e-4, 1e-12);
    EXPECT_THROW(cell_energies("activity 0\nactivity 1\n"), std::invalid_argument);
    EXPECT_THROW(cell_energies(std::string(kReports).substr(0, 250)), std::invalid_argument);
}

TEST(UnitEnergy, OfAUnitAddsUpItsCells) {
    const UnitPower power =
        unit_power(cell_energies(kReports), {{"_1_", {1, 10}}, {"_2_", {2, 10}}});
    EXPECT_NEAR(power.idle_pj, 0.2, 1e-9);
    EXPECT_NEAR(power.changes_pj, 10 * 0.3 + 5 * 0.4, 1e-9) << "both outputs of _2_ change for 0.4";
    EXPECT_NEAR(power.leakage_uw, 3e-4, 1e-12);
}

TEST(UnitEnergy, OfARunIsThatOfItsCyclesAndItsHeadsOrFlits) {
    const RouterEvents events{100, 5, 20};
    EXPECT_NEAR(energy_of("vc_buffer", {2, 30, 0}, events), 100 * 2 + 20 * 30, 1e-9);
    EXPECT_NEAR(energy_of("vc_allocator", {1, 7, 0}, events), 100 * 1 + 5 * 7, 1e-9);
}

}  // namespace
}  // namespace flitscope::cost
