#include "testbenches/embedding/kernel_lease.h"

#include <atomic>

#include "testbenches/program/exit_code.h"

namespace flitscope::tb {

namespace {

std::atomic<bool> leased{false};

bool simulates_itself() {
    return sc_core::sc_curr_simcontext != nullptr &&
           sc_core::sc_get_status() != sc_core::SC_ELABORATION;
}

}  // namespace

bool uses_systemc(const ExperimentConfig& config) {
    return !config.level.uniform() || config.level.standard != "fast";
}

KernelLease::KernelLease() {
    if (leased.exchange(true)) {
        throw UsageError(
            "levels signal and verilog: SystemC has one simulation per process, and another "
            "network or run has it; accepted: level fast, or this one when the other is closed");
    }
    if (simulates_itself()) {
        leased = false;
        throw UsageError(
            "levels signal and verilog: this process has a SystemC simulation of its own; "
            "accepted: level fast, or the interconnect of docs/tlm.md");
    }
    // A fatal report becomes an exception instead of the end of the process.
    fatal_ = sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    kernel_.emplace(FreshKernel::End::freed);
}

KernelLease::~KernelLease() {
    kernel_.reset();
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, fatal_);
    leased = false;
}

}  // namespace flitscope::tb
