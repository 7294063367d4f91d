#pragma once

#include <string>
#include <systemc>

#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

/// What `work` of a unit returns in `cycle`. A UnitViolation of it goes through SystemC as an error
/// report that names unit and cycle.
template <typename Work>
auto with_violations_reported(const sc_core::sc_module& unit, Cycle cycle, const Work& work) {
    try {
        return work();
    } catch (const UnitViolation& violation) {
        report_violation({std::string(unit.name()) + ": cycle " + std::to_string(cycle) + ": " +
                              violation.what(),
                          cycle, unit.basename(), nullptr});
        throw;  // should a report handler return
    }
}

}  // namespace flitscope::rtl
