#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/device/device_router.h"
#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/signal/router_module.h"
#include "rtl_models/signal/vc_order_checker.h"

namespace flitscope::cosim {

/// A router from outside in a network of SystemC modules, or in a fast one.
///
/// Timing  One step in the state phase of cycle t, as VerilogRouterModule: the wires of cycle t-1
///         go in, the clock rises, the wires of cycle t come out. Without an idle pin or
///         `quiet_after` it never sleeps.
/// Observers  flit_written, switch_granted (when the flit is on the output wire) and credit_sent;
///         what a device decides inside, `routed` and `vc_granted`, nobody sees.
/// Errors  DeviceViolation, through PhaseSequencer::fail.
class DeviceRouterModule : public rtl::RouterModule,
                           public rtl::StateUnit,
                           public rtl::WireListener {
public:
    DeviceRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                       rtl::PhaseSequencer& sequencer, std::shared_ptr<const DeviceSetup> setup,
                       DeviceRouter::Print print);

    /// Writes a dump of what is inside; the model must be traced. Before the simulation; `trace`
    /// outlives the router.
    void trace_to(RtlTrace& trace);

    sc_core::sc_in<rtl::Flit>& flit_i(int port) override { return input(port).flit_i; }
    sc_core::sc_out<rtl::Credit>& credit_o(int port) override { return input(port).credit_o; }
    sc_core::sc_out<rtl::Flit>& flit_o(int port) override { return output(port).flit_o; }
    sc_core::sc_in<rtl::Credit>& credit_i(int port) override { return *output(port).credit_i; }

    std::uint64_t flits_switched() const override { return flits_switched_; }
    /// Blocked heads are not known; a VC counts as busy from its head on the wire to its tail.
    rtl::ChannelCounters channel_counters(int output, rtl::Cycle edge) const override;
    void append_waits(std::vector<rtl::VcWait>& waits) const override;
    int occupancy(int input, int vc) const override;
    int outstanding(int output, int vc) const override;
    int in_traversal(int /*output*/, int /*vc*/) const override { return 0; }
    int flits_inside() const override { return device_.flits_inside(); }
    waves::RouterSources wave_sources() const override;

    void written() override { enlist(); }
    void at_state() override;

private:
    struct Input {
        explicit Input(int port);
        sc_core::sc_in<rtl::Flit> flit_i;
        sc_core::sc_out<rtl::Credit> credit_o;
        rtl::WireReader<rtl::Flit> flit_in;
    };
    struct Output {
        Output(int port, int vcs, bool network);
        sc_core::sc_out<rtl::Flit> flit_o;
        std::unique_ptr<sc_core::sc_in<rtl::Credit>> credit_i;
        rtl::WireReader<rtl::Credit> credit_in;
        rtl::ChannelCounters counters;
        int busy_vcs = 0;
        rtl::Cycle busy_since = 0;
    };

    void end_of_elaboration() override;
    Input& input(int port) { return *inputs_[static_cast<std::size_t>(port)]; }
    const Input& input(int port) const { return *inputs_[static_cast<std::size_t>(port)]; }
    Output& output(int port) { return *outputs_[static_cast<std::size_t>(port)]; }
    const Output& output(int port) const { return *outputs_[static_cast<std::size_t>(port)]; }
    void take_wires();
    void drive_credits(int port);
    void drive_flit(int port);
    void change_busy(Output& output, rtl::Cycle edge, int by);

    int wave_occupancy(int index) const;
    int wave_credits(int index) const;

    DeviceRouter device_;
    std::vector<std::unique_ptr<Input>> inputs_;    ///< null: no such port
    std::vector<std::unique_ptr<Output>> outputs_;  ///< null: no such port
    std::uint64_t flits_switched_ = 0;
};

}  // namespace flitscope::cosim
