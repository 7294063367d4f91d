#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// Crossbar of one router: moves the granted flits from the VC buffers to the outputs.
///
/// Timing  crossbar phase, last in the router: what it pops, sends and releases shows in the
/// registers after the next
///         edge, so no allocation of this cycle sees it. Flits and credits granted in cycle t are
///         on the wires in cycle t (flits at depth 4: in cycle t+1).
class Crossbar : public sc_core::sc_module, public AllocationUnit {
public:
    Crossbar(const sc_core::sc_module_name& name, const RouterContext& context);
    void connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                 SwitchAllocator& switch_allocator);

    /// Switch allocation phase: there are grants in this cycle.
    void traverse() { enlist(); }

    /// Flits that went through since the start, to network outputs and to ejection outputs.
    std::uint64_t flits() const { return flits_; }

private:
    void at_turn() override;
    void move(const SwitchGrant& grant);

    const RouterContext& context_;
    std::vector<VcBuffer*> inputs_;
    std::vector<OutputUnit*> outputs_;
    SwitchAllocator* switch_allocator_ = nullptr;
    std::vector<SwitchGrant> driven_;  ///< last cycle's moves: their wires are valid
    std::uint64_t flits_ = 0;
};

}  // namespace flitscope::rtl
