#pragma once

#include <memory>
#include <optional>
#include <systemc>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/run/fresh_kernel.h"

namespace flitscope::tb {

/// The SystemC kernel for the one network or run with modules that a process may have. Kernels
/// follow each other, and each gives its memory back. The kernel of the process itself, if it uses
/// SystemC, is another one, and is the current one outside of turns.
class KernelLease {
public:
    /// Throws UsageError while another network or run has it.
    KernelLease();
    ~KernelLease();
    KernelLease(const KernelLease&) = delete;
    KernelLease& operator=(const KernelLease&) = delete;

    /// Before a turn that builds or simulates. Throws UsageError while the process simulates with
    /// SystemC itself.
    static void check_idle();

    /// During its lifetime, modules are built, simulated and destroyed in the leased kernel.
    class Turn {
    public:
        /// `lease`: null where there are no modules.
        explicit Turn(KernelLease* lease);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        KernelLease* lease_;
        sc_core::sc_simcontext* outer_ = nullptr;
        sc_core::sc_actions fatal_{};  ///< what was done at a fatal report
    };

private:
    /// Ensures that only one holder has the kernel; also returned if none can be made.
    class Claim {
    public:
        Claim();
        ~Claim();
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
    };

    Claim claim_;
    std::optional<FreshKernel> kernel_;
    sc_core::sc_simcontext* own_ = nullptr;
};

/// For the network or run of a configuration; null if all its routers are at level fast. Throws
/// UsageError as KernelLease and check_idle.
std::unique_ptr<KernelLease> lease_kernel(const ExperimentConfig& config);

}  // namespace flitscope::tb
