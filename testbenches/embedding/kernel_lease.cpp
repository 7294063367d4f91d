#include "testbenches/embedding/kernel_lease.h"

#include <atomic>

#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

namespace {

std::atomic<bool> leased{false};

void make_current(sc_core::sc_simcontext* kernel) {
    sc_core::sc_curr_simcontext = kernel;
    sc_core::sc_default_global_context = kernel;
}

}  // namespace

KernelLease::Claim::Claim() {
    if (leased.exchange(true)) {
        throw UsageError(
            "levels signal and verilog: SystemC has one simulation per process, and another "
            "network or run has it; accepted: level fast, or this one when the other is closed");
    }
}

KernelLease::Claim::~Claim() { leased = false; }

KernelLease::KernelLease() {
    sc_core::sc_simcontext* const outer = sc_core::sc_curr_simcontext;
    kernel_.emplace(FreshKernel::End::freed);
    own_ = sc_core::sc_curr_simcontext;
    make_current(outer);
}

KernelLease::~KernelLease() {
    sc_core::sc_simcontext* const outer = sc_core::sc_curr_simcontext;
    make_current(own_);
    kernel_.reset();
    make_current(outer);
}

void KernelLease::check_idle() {
    if (sc_core::sc_curr_simcontext != nullptr &&
        (sc_core::sc_get_status() & (sc_core::SC_ELABORATION | sc_core::SC_PAUSED |
                                     sc_core::SC_STOPPED | sc_core::SC_END_OF_SIMULATION)) == 0) {
        throw UsageError(
            "levels signal and verilog: this process is simulating with SystemC itself; accepted: "
            "level fast, or the interconnect of docs/tlm.md");
    }
}

KernelLease::Turn::Turn(KernelLease* lease) : lease_(lease) {
    if (lease_ == nullptr) {
        return;
    }
    outer_ = sc_core::sc_curr_simcontext;
    make_current(lease_->own_);
    // A fatal report becomes an exception instead of the end of the process.
    fatal_ = sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
}

KernelLease::Turn::~Turn() {
    if (lease_ != nullptr) {
        sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, fatal_);
        make_current(outer_);
    }
}

std::unique_ptr<KernelLease> lease_kernel(const ExperimentConfig& config) {
    if (config.level.uniform() && config.level.standard == "fast") {
        return nullptr;
    }
    KernelLease::check_idle();
    return std::make_unique<KernelLease>();
}

}  // namespace flitscope::tb
