#include "rtl_models/signal/bundles/error_report.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace flitscope::rtl {

namespace {

/// The violation that ended the simulation. An sc_report has no room for it.
std::optional<UnitViolation> found;

}  // namespace

Cycle time_in_ns() {
    return static_cast<Cycle>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
}

Cycle cycle_of(const sc_core::sc_in<bool>& clk_i) {
    const auto* const counter = dynamic_cast<const CycleCounter*>(clk_i.get_interface());
    return counter != nullptr ? counter->running_cycle() : time_in_ns();
}

void report_error(const char* type, const sc_core::sc_module& module,
                  const sc_core::sc_in<bool>& clk_i, const std::string& what,
                  sc_core::sc_severity severity) {
    const std::string text =
        std::string(module.name()) + ": cycle " + std::to_string(cycle_of(clk_i)) + ": " + what;
    sc_core::sc_report_handler::report(severity, type, text.c_str(), __FILE__, __LINE__);
    throw std::logic_error(text);
}

void report_violation(UnitViolation violation) {
    const std::string text = violation.what();
    found.emplace(std::move(violation));
    SC_REPORT_ERROR(kUnitContract, text.c_str());
}

void throw_report(const sc_core::sc_report& report) {
    if (std::string(report.get_msg_type()) == kUnitContract && found) {
        throw *std::exchange(found, std::nullopt);
    }
    throw std::logic_error(std::string(report.get_msg_type()) + ": " + report.get_msg());
}

}  // namespace flitscope::rtl
