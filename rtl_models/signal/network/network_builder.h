#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/clocking/wire.h"
#include "rtl_models/signal/network/ejection_port.h"
#include "rtl_models/signal/network/injection_port.h"
#include "rtl_models/signal/network/link.h"
#include "rtl_models/signal/network/result_port.h"
#include "rtl_models/signal/outline/message_book.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// Makes the router of a node, `router_<id>`, with the factory. Its clock is bound; its wires and
/// rst_ni are not. `book` and `tables` may be null; `tables` are read before the simulation starts.
/// `copied`: RouterContext.
std::unique_ptr<RouterModule> make_router(const NetworkDescription& description, topo::NodeId node,
                                          const RouterFactory& factory, Clock& clock,
                                          MessageBook* book, const RouteTables* tables,
                                          std::function<void(const Flit&, int)> copied = {});
/// Counters of an output, whether it exists or not; cycles before `edge`.
ChannelCounters channel_counters_of(const RouterModule& router, int output_port, Cycle edge);

/// The modules and wires of a network, built and bound, and the values read from all of them.
class SignalModules {
public:
    using TailCallback = EjectionPort::TailCallback;

    /// `description` and `payload` outlive them. `tail`: called at the falling edge with the tail
    /// of every message that arrives; `handed`: with what units hand over.
    SignalModules(const NetworkDescription& description, MessageBook& book,
                  const FlitPayload& payload, const RouterFactory& factory,
                  const TailCallback& tail, const ResultPort::HandedCallback& handed,
                  const CombiningFactory& combining);
    /// Destroyed in reverse order (`place_holder_`).
    ~SignalModules();

    /// Call in the running client call: the message joins its source queue, or the node's own
    /// operand arrives, at the edge. No wire shows it.
    void offer(const Message& message, int queue, std::uint16_t salt,
               SharedValue<FlitOperand> operand);
    void contribute(topo::NodeId node, int entry, const Operand& own);
    /// The messages are dropped at the edge of the running client call. Call it with none to end
    /// the dropping of the edge before.
    void purge(const Purge& purge);
    InjectionPort* injection_port(topo::NodeId node, int queue) const;
    NetworkCounters flit_counters() const;
    ChannelCounters channel_counters(topo::NodeId router, int output_port, Cycle edge) const;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const;
    std::vector<VcWait> waits() const;
    Cycle suspense() const;
    /// Messages as FaultPort names them, in no order, possibly repeated.
    std::vector<std::uint32_t> on_channel(topo::NodeId router, topo::PortId port) const;
    std::vector<std::uint32_t> in_router(topo::NodeId router) const;
    std::vector<std::uint32_t> stranded() const;
    /// Throws std::logic_error for a channel VC whose credits do not add up (docs/router.md,
    /// section 14).
    void check_credits(const topo::Topology& topology) const;

private:
    /// SystemC searches its list from the beginning for a channel that is destroyed, and moves the
    /// last channel into its place. Once this one, our first, is destroyed, the last one is always
    /// there.
    std::unique_ptr<sc_core::sc_signal<bool>> place_holder_;
    std::unique_ptr<RouteTables> route_tables_;

public:
    std::unique_ptr<Clock> clock;
    std::vector<std::unique_ptr<RouterModule>> routers;
    /// By node, then queue or ejection port; null where a port is not connected.
    std::vector<std::vector<std::unique_ptr<InjectionPort>>> injection_ports;
    std::vector<std::vector<std::unique_ptr<EjectionPort>>> ejection_ports;
    /// By node and output port: the channel's link; null at latency 0.
    std::vector<std::vector<std::unique_ptr<Link>>> links;

private:
    struct Channel {
        explicit Channel(const std::string& name, int purging_vcs)
            : flit(name + "_flit"), credit(name + "_credit") {
            if (purging_vcs > 0) {
                dropped = std::make_unique<Wire<DroppedFlits>>(name + "_dropped",
                                                               DroppedFlits(purging_vcs));
            }
        }
        FlitWire flit;
        CreditWire credit;
        std::unique_ptr<Wire<DroppedFlits>> dropped;  ///< null: no purging
    };

    using Channels = std::vector<std::unique_ptr<Channel>>;
    /// The modules for reductions next to a router.
    struct Combining {
        explicit Combining(const std::string& name) : done(name + "_done") {}
        Wire<VcMask> done;
        std::unique_ptr<CombiningUnit> unit;
        std::unique_ptr<ResultPort> results;
        ClockGate* gate = nullptr;  ///< of the unit; null: it is on the plain clock
    };

    Channel& new_channel(Channels& channels, const std::string& name) const;
    ClockGate* bind_clock(sc_core::sc_in<bool>& clk_i, topo::NodeId node, ClockPhase phase,
                          int more, const std::vector<sc_core::sc_interface*>& opened_by);
    void wake(ClockGate* gate);
    void add_injection_port(topo::NodeId node, int queue, const FlitPayload& payload);
    void add_ejection_port(topo::NodeId node, int number, const FlitPayload& payload,
                           const TailCallback& tail);
    void add_combining_unit(topo::NodeId node, const ResultPort::HandedCallback& handed,
                            const CombiningFactory& combining);
    void add_channel(topo::NodeId node, topo::PortId port);
    std::unique_ptr<Link> new_link(const std::string& name, topo::NodeId node, int latency,
                                   Channel& near, Channel& far);
    void check_channel(topo::NodeId node, topo::PortId port, topo::PortPeer peer) const;

    Wire<bool> rst_n_{"rst_n", true};
    int purging_vcs_;  ///< VCs of a port where messages can be taken out, else 0
    const NetworkDescription& description_;
    std::unique_ptr<ClockGates> gates_;
    std::unique_ptr<Wire<Purge>> purge_;
    std::vector<std::vector<ClockGate*>> drive_gates_;  ///< as injection_ports; null: plain clock
    Channels link_channels_;
    std::vector<Channels> injection_channels_;                            ///< by node
    std::vector<std::vector<std::unique_ptr<FlitWire>>> ejection_wires_;  ///< by node
    std::vector<std::unique_ptr<Combining>> combining_;  ///< by node; empty: there are none
};

}  // namespace flitscope::rtl
