#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/outline/router_nets.h"
#include "rtl_models/signal/outline/vc_busy_counter.h"

namespace flitscope::rtl {

class RouterModule;

/// Reads the signals of a router and drives none. It reports events to observers and to the message
/// book, and counts.
///
/// Timing   At the rising edge: flits that enter buffers. At the falling edge of a cycle: the
///          decisions of the cycle.
class RouterMonitor : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"};

    /// `nets`: signals of `router`. Both outlive it.
    RouterMonitor(const sc_core::sc_module_name& name, RouterModule& router, RouterNets& nets);

    const RouterCounters& counters() const { return counters_; }
    /// At the falling edge: the message whose flit will be at the front of a VC after the grants of
    /// the cycle. Precondition: there is one.
    std::uint32_t front_message(int input, int vc) const { return messages(input, vc).front(); }
    /// Messages whose head is or was in the FIFO and whose tail has not left it.
    const std::vector<std::uint32_t>& messages(int input, int vc) const {
        return inputs_[static_cast<std::size_t>(input)].messages[static_cast<std::size_t>(vc)];
    }
    /// The counters of an existing output, for the cycles before `edge`.
    ChannelCounters channel_counters(int output, Cycle edge) const;

private:
    using PortGate = ObserverGate<RouterMonitor>;
    struct Input {
        VcMask asked_before = 0;                           ///< heads not granted yet
        std::vector<std::vector<std::uint32_t>> messages;  ///< by VC: with flits in the FIFO
        std::unique_ptr<PortGate> edge_gate, observe_gate;
    };
    struct Output {
        explicit Output(int vcs) : busy(vcs) {}
        ChannelCounters counters;  ///< without vc_busy_cycles
        VcMask held = 0;
        VcBusyCounter busy;
        std::unique_ptr<PortGate> gate;
    };

    void end_of_elaboration() override;
    void edge(int port);
    void observe(int port);
    void purge(int /*port*/);
    bool is_purged(std::uint32_t message) const {
        return purge_in_ != nullptr && purge_in_->read().takes(message);
    }
    void observe_held(int port);
    void observe_routes(int port, const Routes& routes);
    void observe_vc_allocation(int port);
    void observe_vc_grants(int port, const VcGrants& grants, const HeadRequests& requests,
                           const Routes& routes);
    void observe_switch(int port, VcMask granted, const ActiveVcs& active);
    void observe_pops(int port, VcMask popped);
    void observe_copies(int port, VcMask popped);

    RouterModule& router_;
    RouterNets& nets_;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    RouterCounters counters_;
    const sc_core::sc_in<Purge>* purge_in_ = nullptr;  ///< null without purging
    PortGate purge_gate_{ClockPhase::rising, *this, &RouterMonitor::purge, 0};
};

}  // namespace flitscope::rtl
