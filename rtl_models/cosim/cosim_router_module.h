#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/router/vc_mask.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/signal/outline/vc_busy_counter.h"

namespace flitscope::cosim {

/// The network side of every co-simulated router: its ports, their wires and counters. Derive from
/// it for the router behind the ports.
///
/// One process, at the rising edge: it sleeps after an edge at which the input wires were empty,
/// unless the router behind the ports has work, or there are no clock gates.
class CosimRouterModule : public rtl::RouterModule {
public:
    SC_HAS_PROCESS(CosimRouterModule);

    rtl::RouterCounters counters() const override { return counters_; }
    rtl::ChannelCounters channel_counters(int port, rtl::Cycle edge) const override;

    // For derived classes.
    struct Input {
        int port;
    };
    struct Output {
        Output(int number, int vcs) : port(number), busy(vcs) {}
        int port;
        rtl::ChannelCounters counters;  ///< without vc_busy_cycles
        rtl::VcBusyCounter busy;
    };

    Output& output(int port) { return *outputs_[output_index_[at(port)]]; }
    const Output& output(int port) const { return *outputs_[output_index_[at(port)]]; }
    /// The existing ones, by port.
    const std::vector<std::unique_ptr<Input>>& inputs() const { return inputs_; }
    const std::vector<std::unique_ptr<Output>>& outputs() const { return outputs_; }
    /// An output without credits.
    bool endless(int port) const { return port >= ports().network; }
    void count_switched(Output& output) {
        ++counters_.flit_hops;
        ++output.counters.flits;
    }
    /// For what routers count that have more than a crossbar.
    rtl::RouterCounters& counted() { return counters_; }

protected:
    CosimRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance);

    /// A rising edge: read_wires, then drives the wires of the cycle that begins.
    virtual void at_edge() = 0;

    /// Derived classes that have their own call this one, too.
    void end_of_elaboration() override;
    /// The clock as at_edge() sees it.
    rtl::ClockGate& gate() { return gate_; }

    /// Calls on_flit(port, flit) for every flit and then on_credits(port, vcs) for all credits on
    /// the input wires.
    template <typename OnFlit, typename OnCredits>
    void read_wires(OnFlit on_flit, OnCredits on_credits) const {
        for (const auto& input : inputs_) {
            const rtl::Flit& flit = flit_i(input->port).read();
            if (flit.valid()) {
                on_flit(input->port, flit);
            }
        }
        for (const auto& output : outputs_) {
            if (!endless(output->port) && credit_i(output->port).read().valid()) {
                on_credits(output->port, credit_i(output->port).read().vcs);
            }
        }
    }
    /// Tells the observers that the router has a flit in a buffer of its input.
    void report_written(int port, const rtl::Flit& flit) const {
        context().tell_written(cycle(), port, flit);
    }
    /// Drives the wires of the running cycle; an empty value clears a wire.
    void drive_credits(Input& input, std::uint64_t vcs) {
        const rtl::Credit credit{vcs};
        if (credit.valid() || credit_o(input.port).read().valid()) {
            credit_o(input.port).write(credit);
        }
        if (context().observer != nullptr) {
            rtl::for_each_bit(
                vcs, [&](int v) { context().observer->credit_sent(cycle(), id(), input.port, v); });
        }
    }
    void drive_flit(Output& output, const rtl::Flit& flit) {
        if (flit.valid() || flit_o(output.port).read().valid()) {
            flit_o(output.port).write(flit);
        }
    }

private:
    std::vector<std::unique_ptr<Input>> inputs_;
    std::vector<std::unique_ptr<Output>> outputs_;
    std::vector<std::size_t> output_index_;  ///< [port] in outputs_
    rtl::RouterCounters counters_;
    rtl::ClockGate gate_{"rising", rtl::ClockPhase::rising, 0};
    bool gated_;
};

/// Ends the run with an error of a verilated router in the running cycle.
[[noreturn]] inline void fail(const rtl::RouterModule& router, const char* report,
                              const std::string& what) {
    rtl::report_error(report, router, router.clk_i, what, sc_core::SC_FATAL);
}

/// Reports an error of the RTL, if there is one.
inline void require(const rtl::RouterModule& router, const std::string& wrong) {
    if (!wrong.empty()) {
        fail(router, "/flitscope/cosim/state", wrong);
    }
}

}  // namespace flitscope::cosim
