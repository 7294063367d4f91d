#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/microarchitecture/switch_allocation.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

class Crossbar;

/// Switch allocator of one router: decides which flits cross in this cycle (docs/router.md, section
/// 6).
///
/// Timing  switch allocation phase. Sleeps when no flit of an active VC waits, or all wait for
/// credits.
class SwitchAllocator : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(SwitchAllocator);
    SwitchAllocator(const sc_core::sc_module_name& name, const RouterContext& context);
    void connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                 Crossbar& crossbar);

    /// An active VC has a flit at its front (state phase: arrival; VC allocation phase: new output
    /// VC).
    void flit_ready(int port, int vc) {
        ready_[static_cast<std::size_t>(port)] |= std::uint64_t{1} << vc;
        worker_.enlist();
    }
    /// Crossbar phase: the VC is empty or no longer active.
    void flit_gone(int port, int vc) {
        ready_[static_cast<std::size_t>(port)] &= ~(std::uint64_t{1} << vc);
    }
    /// State phase: a credit came back.
    void output_changed() { worker_.enlist(); }

    /// This cycle's (or the last allocation's) grants.
    const std::vector<SwitchGrant>& grants() const { return grants_; }
    Cycle granted_in() const { return granted_in_; }

private:
    void allocate();

    const RouterContext& context_;
    std::unique_ptr<SwitchAllocation> allocation_;
    std::vector<VcBuffer*> inputs_;
    std::vector<OutputUnit*> outputs_;
    Crossbar* crossbar_ = nullptr;
    std::vector<std::uint64_t> ready_;  ///< by input port: VCs that are active and not empty
    std::vector<SwitchRequest> requests_;
    std::vector<SwitchGrant> grants_;
    Cycle granted_in_ = -1;
    PhaseWorker worker_;
};

}  // namespace flitscope::rtl
