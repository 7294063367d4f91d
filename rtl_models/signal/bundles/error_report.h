#pragma once

// How modules report errors: SystemC error reports with instance and cycle.
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

/// The simulation time in ns, which stands for the cycle if no clock counts cycles.
Cycle time_in_ns();
/// The running cycle, for messages and observers; with a clock that does not count, the time.
Cycle cycle_of(const sc_core::sc_in<bool>& clk_i);

/// The report "<instance>: cycle <number>: <what>". Throws std::logic_error if a report handler
/// returns.
[[noreturn]] void report_error(const char* type, const sc_core::sc_module& module,
                               const sc_core::sc_in<bool>& clk_i, const std::string& what,
                               sc_core::sc_severity severity = sc_core::SC_ERROR);

/// The type of the error report that carries a UnitViolation through SystemC.
constexpr const char* kUnitContract = "/flitscope/signal/unit_contract";
/// Ends the simulation by such a report; called from within a process.
void report_violation(UnitViolation violation);
/// The exception for the error report that ended a simulation: UnitViolation or std::logic_error.
[[noreturn]] void throw_report(const sc_core::sc_report& report);

/// Returns the result of `work`, called for a unit. A UnitViolation that it throws becomes a
/// SystemC error report with unit and cycle.
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
        throw;  // if a report handler returns
    }
}

}  // namespace flitscope::rtl
