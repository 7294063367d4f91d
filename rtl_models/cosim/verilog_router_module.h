#pragma once

#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/router_module.h"
#include "rtl_models/signal/vc_order_checker.h"

namespace flitscope::cosim {

/// A verilated router in a network of SystemC modules.
///
/// Timing  One step in the state phase of cycle t: the input wires as they were in cycle t-1 go to
/// the
///         pins, the clock rises, the pins of cycle t go to the output wires. The router is a Moore
///         machine, so a network cannot tell it from a `Router`. It sleeps while the RTL says
///         `idle_o` and nothing arrives.
/// Errors  fatal reports /flitscope/cosim/vc_order, .../buffer_overflow and .../credit_overflow as
/// at
///         the signal level. With an observer also .../state: a register of the RTL does not hold
///         what the events so far ask for.
class VerilogRouterModule : public rtl::RouterModule,
                            public rtl::StateUnit,
                            public rtl::WireListener {
public:
    /// `rtl` has the parameters of `instance`.
    VerilogRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                        rtl::PhaseSequencer& sequencer, std::unique_ptr<VerilogRouter> rtl);

    sc_core::sc_in<rtl::Flit>& flit_i(int port) override { return input(port).flit_i; }
    sc_core::sc_out<rtl::Credit>& credit_o(int port) override { return input(port).credit_o; }
    sc_core::sc_out<rtl::Flit>& flit_o(int port) override { return output(port).flit_o; }
    sc_core::sc_in<rtl::Credit>& credit_i(int port) override { return *output(port).credit_i; }

    std::uint64_t flits_switched() const override { return flits_switched_; }
    rtl::ChannelCounters channel_counters(int output, rtl::Cycle edge) const override;
    void append_waits(std::vector<rtl::VcWait>& waits) const override;
    int occupancy(int input, int vc) const override;
    int outstanding(int output, int vc) const override;
    int in_traversal(int output, int vc) const override;
    waves::RouterSources wave_sources() const override;

    void written() override { enlist(); }
    void at_state() override;

private:
    /// What the events so far say about an input VC: the state at the end of the running cycle.
    struct InputVc {
        std::deque<rtl::Flit> fifo;
        int stage = 0;  ///< 0 idle, 1 routed, 2 active
        int output = -1;
        int output_vc = -1;
        rtl::VcRange wanted{};
        bool was_eligible = false;  ///< took part in VC allocation before
    };
    struct Input {
        Input(int port, int vcs);
        sc_core::sc_in<rtl::Flit> flit_i;
        sc_core::sc_out<rtl::Credit> credit_o;
        rtl::WireReader<rtl::Flit> flit_in;
        rtl::VcOrderChecker order;
        std::vector<InputVc> vcs;
    };
    struct OutputVc {
        bool held = false;
        int outstanding = 0;
    };
    struct Output {
        Output(int port, int vcs, bool network);
        sc_core::sc_out<rtl::Flit> flit_o;
        std::unique_ptr<sc_core::sc_in<rtl::Credit>> credit_i;
        rtl::WireReader<rtl::Credit> credit_in;
        std::vector<OutputVc> vcs;
        int traversal_vc = -1;  ///< VC of the flit in the traversal register; -1: none
        rtl::ChannelCounters counters;
        int busy_vcs = 0;
        rtl::Cycle busy_since = 0;
    };

    void end_of_elaboration() override;
    Input& input(int port) { return *inputs_[static_cast<std::size_t>(port)]; }
    const Input& input(int port) const { return *inputs_[static_cast<std::size_t>(port)]; }
    Output& output(int port) { return *outputs_[static_cast<std::size_t>(port)]; }
    const Output& output(int port) const { return *outputs_[static_cast<std::size_t>(port)]; }

    void take_flit(int port, const rtl::Flit& flit);
    void take_credits(int port, std::uint64_t vcs);
    void check_registers() const;
    void follow_routes(int port);
    void follow_vc_allocation(int port);
    void follow_switch(int port);
    void drive_wires();
    void change_busy(Output& output, int by);
    bool grantable(const Output& output, int vc, std::uint32_t length) const;
    bool endless(int port) const { return port >= ports().network; }
    [[noreturn]] void fail(const char* id, const std::string& what) const;
    template <typename Expected>
    void expect(const char* name, int port, int vc, std::int64_t found, Expected wanted) const;

    int wave_output(int index) const;
    int wave_output_vc(int index) const;
    int wave_stage(int index) const;
    int wave_occupancy(int index) const;
    int wave_held(int index) const;
    int wave_credits(int index) const;
    int wave_grant(int port) const;

    std::unique_ptr<VerilogRouter> rtl_;
    std::vector<std::unique_ptr<Input>> inputs_;    ///< null: no such port
    std::vector<std::unique_ptr<Output>> outputs_;  ///< null: no such port
    std::uint64_t flits_switched_ = 0;
};

}  // namespace flitscope::cosim
