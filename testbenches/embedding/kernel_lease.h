#pragma once

#include <optional>
#include <systemc>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/run/fresh_kernel.h"

namespace flitscope::tb {

/// Some router of the configuration is made of SystemC modules, or verilated behind one.
bool uses_systemc(const ExperimentConfig& config);

/// The SystemC kernel of this process, which there is once, for a network or a run. Kernels follow
/// each other, and each gives its memory back.
class KernelLease {
public:
    /// Throws UsageError while somebody else has it, or simulates with SystemC himself.
    KernelLease();
    ~KernelLease();
    KernelLease(const KernelLease&) = delete;
    KernelLease& operator=(const KernelLease&) = delete;

private:
    sc_core::sc_actions fatal_;  ///< what was done at a fatal report
    std::optional<FreshKernel> kernel_;
};

}  // namespace flitscope::tb
