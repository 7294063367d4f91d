#include "rtl_models/cost/unit_energy.h"

#include <sstream>
#include <stdexcept>

namespace flitscope::cost {

bool counts_heads(const std::string& unit) {
    return unit == "route_unit" || unit == "header_unit" || unit == "vc_allocator" ||
           unit == "held_priority";
}

double energy_of(const std::string& unit, const UnitEnergy& energy, const RouterEvents& events) {
    return energy.cycle_pj * static_cast<double>(events.cycles) +
           energy.event_pj * static_cast<double>(counts_heads(unit) ? events.heads : events.flits);
}

std::map<std::string, CellEnergy> cell_energies(const std::string& reports) {
    constexpr double kMicro = 1e6;
    constexpr double kPicojoules = kPowerPeriod * 1e3;  // of a cycle, for 1 W
    std::map<std::string, CellEnergy> cells;
    bool changes = false;
    std::istringstream lines(reports);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        double internal = 0;
        double switching = 0;
        double leakage = 0;
        double total = 0;
        std::string name;
        if (line.rfind("activity ", 0) == 0) {
            changes = line.back() == '1';
        } else if (words >> internal >> switching >> leakage >> total >> name) {
            CellEnergy& cell = cells[name];
            const double energy = (internal + switching) * kPicojoules;
            (changes ? cell.toggle_pj : cell.cycle_pj) = energy;
            cell.leakage_uw = leakage * kMicro;
        }
    }
    if (cells.empty() || !changes) {
        throw std::invalid_argument("no power of cells");
    }
    for (auto& [name, cell] : cells) {
        cell.toggle_pj -= cell.cycle_pj;
    }
    return cells;
}

UnitPower unit_power(const std::map<std::string, CellEnergy>& cells, const UnitToggles& toggles) {
    UnitPower power;
    for (const auto& [name, cell] : cells) {
        power.idle_pj += cell.cycle_pj;
        power.leakage_uw += cell.leakage_uw;
        if (const auto changed = toggles.find(name); changed != toggles.end()) {
            power.changes_pj += cell.toggle_pj * changed->second.per_output();
        }
    }
    return power;
}

}  // namespace flitscope::cost
