#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/signal/crossbar.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/route_unit.h"
#include "rtl_models/signal/router_module.h"
#include "rtl_models/signal/router_monitor.h"
#include "rtl_models/signal/router_nets.h"
#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_allocator.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// An input-buffered virtual-channel router, docs/router.md, as a netlist of SystemC modules; twin
/// of router.v: declarations and bindings, nothing else.
///
/// Units, whose names are their scopes in waveforms: `vc_buffer_<p>` and `route_unit_<p>` of every
/// input port, `vc_allocator`, `switch_allocator`, `crossbar`, `output_unit_<p>` of every output
/// port; `monitor`, which reads the signals and drives none.
class Router : public RouterModule {
public:
    /// As RouterModule.
    Router(const sc_core::sc_module_name& name, const RouterInstance& instance);
    ~Router() override;

    sc_core::sc_in<Flit>& flit_i(int port) override { return *flit_i_[index(port)]; }
    sc_core::sc_out<Credit>& credit_o(int port) override { return *credit_o_[index(port)]; }
    sc_core::sc_out<Flit>& flit_o(int port) override { return *flit_o_[index(port)]; }
    sc_core::sc_in<Credit>& credit_i(int port) override { return *credit_i_[index(port)]; }

    std::uint64_t flits_switched() const override { return monitor_->flits_switched(); }
    ChannelCounters channel_counters(int output_port, Cycle edge) const override {
        return monitor_->channel_counters(output_port, edge);
    }
    void append_waits(std::vector<VcWait>& waits) const override;
    int occupancy(int input_port, int vc) const override;
    int outstanding(int output_port, int vc) const override;
    int in_traversal(int output_port, int vc) const override;
    waves::RouterSources wave_sources() const override;

    /// Its signals.
    const RouterNets& nets() const { return nets_; }

private:
    static std::size_t index(int port) { return static_cast<std::size_t>(port); }

    void make_ports(const RouterInstance& instance);
    void make_input(const RouterInstance& instance, int port);
    void make_output(const RouterInstance& instance, int port);
    void bind_allocators();

    // router_probe.cpp: what others may see of the registers, the running cycle's grants carried
    // out.
    bool granted(int input, int vc) const;
    bool held_next(int output, int vc) const;
    bool has_credit(int output, int vc) const;
    bool grantable(int output, int vc, std::uint32_t length) const;
    VcWait wait_of(int input, int vc) const;

    // For waveforms, of the registers as they are; v: port * V + VC.
    int wave_state(int v) const;
    int wave_occupancy(int v) const;
    int wave_output(int v) const;
    int wave_output_vc(int v) const;
    int wave_held(int v) const;
    int wave_credits(int v) const;
    int wave_grant(int output) const;
    waves::InputPortSources wave_input(int port) const;
    waves::OutputPortSources wave_output_port(int port) const;

    std::vector<std::unique_ptr<sc_core::sc_in<Flit>>> flit_i_;       ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_out<Credit>>> credit_o_;  ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_out<Flit>>> flit_o_;      ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_in<Credit>>> credit_i_;   ///< null: ejection, too
    RouterNets nets_;
    CreditWire no_credit_{"no_credit"};                      ///< of ejection outputs
    std::vector<std::unique_ptr<VcBuffer>> vc_buffers_;      ///< null: no such port
    std::vector<std::unique_ptr<RouteUnit>> route_units_;    ///< null: no such port
    std::vector<std::unique_ptr<OutputUnit>> output_units_;  ///< null: no such port
    VcAllocator vc_allocator_;
    SwitchAllocator switch_allocator_;
    Crossbar crossbar_;
    std::unique_ptr<RouterMonitor> monitor_;
};

}  // namespace flitscope::rtl
