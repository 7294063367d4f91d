#pragma once

// How modules say that something is wrong: error reports of SystemC that name instance and cycle.
#include <string>
#include <systemc>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/contract/violation.h"

namespace flitscope::rtl {

/// A clock that knows the number of the running cycle.
class CycleCounter {
public:
    virtual Cycle running_cycle() const = 0;

protected:
    virtual ~CycleCounter() = default;
};

/// The simulation time in ns, which is the cycle where nobody counts them.
Cycle time_in_ns();
/// The running cycle, for messages and observers; with a clock that does not count, the time.
Cycle cycle_of(const sc_core::sc_in<bool>& clk_i);

/// The report "<instance>: cycle <number>: <what>". Throws std::logic_error should a report
/// handler return.
[[noreturn]] void report_error(const char* type, const sc_core::sc_module& module,
                               const sc_core::sc_in<bool>& clk_i, const std::string& what,
                               sc_core::sc_severity severity = sc_core::SC_ERROR);

/// The type of the error report as which a UnitViolation goes through SystemC.
constexpr const char* kUnitContract = "/flitscope/signal/unit_contract";
/// Ends the simulation, from within a process, by such a report.
void report_violation(UnitViolation violation);
/// What ended a simulation by an error report: UnitViolation, or std::logic_error.
[[noreturn]] void throw_report(const sc_core::sc_report& report);

/// What `work` of a unit returns. A UnitViolation of it goes through SystemC as an error report
/// that names unit and cycle.
template <typename Work>
auto with_violations_reported(const sc_core::sc_module& unit, const sc_core::sc_in<bool>& clk_i,
                              const Work& work) {
    try {
        return work();
    } catch (const UnitViolation& violation) {
        const Cycle cycle = cycle_of(clk_i);
        report_violation({std::string(unit.name()) + ": cycle " + std::to_string(cycle) + ": " +
                              violation.what(),
                          cycle, unit.basename(), nullptr});
        throw;  // should a report handler return
    }
}

}  // namespace flitscope::rtl
