#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rtl_models/cost/cell_toggles.h"

namespace flitscope::cost {

/// What a router did.
struct RouterEvents {
    std::uint64_t cycles = 0;
    std::uint64_t heads = 0;  ///< that got a VC
    std::uint64_t flits = 0;  ///< that were granted the switch: read, sent across, and sent on
};

/// Where the energy of a unit goes, or of all units of this name in a router.
struct UnitEnergy {
    double cycle_pj = 0;  ///< per cycle, whatever happens: clock pins
    double event_pj = 0;  ///< per event (counts_heads), on top of it
    double leakage_uw = 0;
};
using RouterEnergy = std::map<std::string, UnitEnergy>;  ///< by unit

/// Whether the events of a unit are heads; for the others they are flits. A route is computed and a
/// VC allocated once per message; whatever else a router has works once per flit.
bool counts_heads(const std::string& unit);

/// pJ of a unit.
double energy_of(const std::string& unit, const UnitEnergy& energy, const RouterEvents& events);

/// Clock period at which OpenSTA is asked for power, in ns.
constexpr double kPowerPeriod = 10;

/// What a cell takes.
struct CellEnergy {
    double cycle_pj = 0;   ///< per cycle, if nothing but the clock changes
    double toggle_pj = 0;  ///< per change of its outputs, with what they drive
    double leakage_uw = 0;
};
/// Reads the reports of files/power.tcl.in, by cell. Throws std::invalid_argument for a text that
/// has none.
std::map<std::string, CellEnergy> cell_energies(const std::string& reports);

/// What a unit took.
struct UnitPower {
    double idle_pj = 0;     ///< per cycle: clock
    double changes_pj = 0;  ///< in the whole run: everything else
    double leakage_uw = 0;
};
UnitPower unit_power(const std::map<std::string, CellEnergy>& cells, const UnitToggles& toggles);

}  // namespace flitscope::cost
