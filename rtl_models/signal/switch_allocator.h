#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/signal/router_context.h"

namespace flitscope::rtl {

class Crossbar;

/// Switch allocator of one router: decides which flits cross in this cycle (docs/router.md,
/// section 6). What it needs to know of buffers and outputs it is told when it changes.
///
/// Timing  switch allocation phase. Sleeps when no flit of an active VC waits, or all that wait
///         lack a credit.
class SwitchAllocator : public sc_core::sc_module, public AllocationUnit {
public:
    /// `cycles_per_flit`: by network port; 1 at ejection outputs.
    SwitchAllocator(const sc_core::sc_module_name& name, const RouterContext& context,
                    const std::vector<int>& cycles_per_flit);
    void connect(Crossbar& crossbar) { crossbar_ = &crossbar; }

    /// VC allocation phase: the head at the front of (port, vc) got an output VC.
    void vc_granted(int port, int vc, int output, int output_vc) {
        wants_[index(port, vc)] = {static_cast<std::int16_t>(output),
                                   static_cast<std::int16_t>(output_vc)};
        flit_waits(port, vc);
    }
    /// State or crossbar phase: a flit of a message that holds an output VC is at the front.
    void flit_waits(int port, int vc) {
        waiting_[static_cast<std::size_t>(port)] |= std::uint64_t{1} << vc;
        enlist();
    }
    /// Crossbar phase: the VC is empty or no longer active.
    void flit_gone(int port, int vc) {
        waiting_[static_cast<std::size_t>(port)] &= ~(std::uint64_t{1} << vc);
    }
    /// State phase: a credit for the output VC came back.
    void credit_there(int output, int vc) {
        outputs_[static_cast<std::size_t>(output)].credit |= std::uint64_t{1} << vc;
        enlist();
    }
    /// Crossbar phase: the last credit was used.
    void credit_gone(int output, int vc) {
        outputs_[static_cast<std::size_t>(output)].credit &= ~(std::uint64_t{1} << vc);
    }

    /// Grants of cycle granted_in(), the last one that had any.
    const std::vector<SwitchGrant>& grants() const { return grants_; }
    Cycle granted_in() const { return granted_in_; }
    /// For waveforms: who crosses to `output` in this cycle, 0: nobody.
    int granted_input_plus_one(int output) const;

private:
    struct Want {
        std::int16_t output = -1;
        std::int16_t vc = -1;
    };
    struct Output {
        std::uint64_t credit = ~std::uint64_t{0};  ///< bit v: VC v has a credit
        Cycle link_free_from = 0;
        int cycles_per_flit = 1;
    };

    void at_turn() override;
    std::size_t index(int port, int vc) const {
        return static_cast<std::size_t>(port) *
                   static_cast<std::size_t>(context_.parameters.virtual_channels) +
               static_cast<std::size_t>(vc);
    }

    const RouterContext& context_;
    std::unique_ptr<SwitchAllocation> allocation_;
    Crossbar* crossbar_ = nullptr;
    std::vector<std::uint64_t> waiting_;  ///< by input port: VCs with a flit that may go
    std::vector<Want> wants_;             ///< by input port and VC: where it goes
    std::vector<Output> outputs_;
    std::vector<SwitchRequest> requests_;
    std::vector<SwitchGrant> grants_;
    Cycle granted_in_ = -1;
};

}  // namespace flitscope::rtl
