#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/crossbar.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/route_unit.h"
#include "rtl_models/signal/router_module.h"
#include "rtl_models/signal/router_probe.h"
#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_allocator.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// An input-buffered virtual-channel router of SystemC modules, docs/router.md.
///
/// Submodules, whose names are their scopes in waveforms: `input_<p>` (VcBuffer), `output_<p>`
/// (OutputUnit), `route_unit`, `vc_allocator`, `switch_allocator`, `crossbar`.
class Router : public RouterModule {
public:
    /// As RouterModule.
    Router(const sc_core::sc_module_name& name, const RouterInstance& instance,
           PhaseSequencer& sequencer);

    sc_core::sc_in<Flit>& flit_i(int port) override { return input(port).flit_i; }
    sc_core::sc_out<Credit>& credit_o(int port) override { return input(port).credit_o; }
    sc_core::sc_out<Flit>& flit_o(int port) override { return output(port).flit_o; }
    sc_core::sc_in<Credit>& credit_i(int port) override { return *output(port).credit_i; }

    std::uint64_t flits_switched() const override { return crossbar_.flits(); }
    ChannelCounters channel_counters(int output_port, Cycle edge) const override;
    void append_waits(std::vector<VcWait>& waits) const override;
    int occupancy(int input_port, int vc) const override { return input(input_port).occupancy(vc); }
    int outstanding(int output_port, int vc) const override {
        return output(output_port).outstanding(vc);
    }
    int in_traversal(int output_port, int vc) const override {
        return output(output_port).in_traversal(vc);
    }
    waves::RouterSources wave_sources() const override { return router_sources(*this); }

    VcBuffer& input(int port) { return *input_units_[static_cast<std::size_t>(port)]; }
    const VcBuffer& input(int port) const { return *input_units_[static_cast<std::size_t>(port)]; }
    OutputUnit& output(int port) { return *output_units_[static_cast<std::size_t>(port)]; }
    const OutputUnit& output(int port) const {
        return *output_units_[static_cast<std::size_t>(port)];
    }
    const VcAllocator& vc_allocator() const { return vc_allocator_; }
    const SwitchAllocator& switch_allocator() const { return switch_allocator_; }
    const Crossbar& crossbar() const { return crossbar_; }

private:
    std::vector<AllocationUnit*> turns();

    std::vector<std::unique_ptr<VcBuffer>> input_units_;
    std::vector<std::unique_ptr<OutputUnit>> output_units_;
    RouteUnit route_unit_;
    VcAllocator vc_allocator_;
    SwitchAllocator switch_allocator_;
    Crossbar crossbar_;
};

}  // namespace flitscope::rtl
