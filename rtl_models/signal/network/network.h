#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/at.h"
#include "rtl_models/router/contract/fault_port.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/router/node_address.h"
#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/clocking/wire.h"
#include "rtl_models/signal/network/client_side.h"
#include "rtl_models/signal/network/ejection_port.h"
#include "rtl_models/signal/network/injection_port.h"
#include "rtl_models/signal/network/link.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// A network of SystemC modules: every router a `Router`, or what the factory makes, wired by
/// `Link`s or, at latency 0, by common wires, with a clock and an injection and ejection port for
/// each local port.
///
/// SystemC has one simulation per process: build at most one, before anything was simulated.
class SignalNetwork : public Network, private FaultPort, private ReductionPort {
public:
    /// Module names: `router_<id>`, `node_<id>_injection_<queue>`, `node_<id>_ejection_<port>`,
    /// `node_<id>_combining`, `link_<from>_to_<to>`. Throws std::invalid_argument. `combining`:
    /// makes the cores of combining units; empty: in C++. `level`: the name of the level.
    explicit SignalNetwork(const NetworkDescription& description, const RouterFactory& factory = {},
                           const CombiningFactory& combining = {}, const char* level = "signal");
    /// Destroys modules and wires in reverse order (`place_holder_`).
    ~SignalNetwork() override;

    void offer(const Message& message) override;
    void purge(const std::vector<MessageId>& messages) override;
    FaultPort* faults() override { return description_.live != nullptr ? this : nullptr; }
    ReductionPort* reductions() override { return description_.reductions ? this : nullptr; }
    std::size_t queued(topo::NodeId node, int queue) const override {
        return injection_port(node, queue)->queued();
    }
    int queue_of(const Message& message) const override;
    bool starts_at_once(const Message& message) const override;
    void run(NetworkClient& client, Cycle limit = kNever) override {
        client_side_.run(client, limit);
    }
    /// Used instead of run(): serves the client while other code drives the simulation. Edge t is
    /// at `first_edge` + t ns; the client is called for it half a nanosecond earlier. If the client
    /// needs an earlier edge than before, wake the clock in time. Call it once, before the
    /// simulation starts.
    void attach(NetworkClient& client, const sc_core::sc_time& first_edge) {
        client_side_.attach(client, first_edge);
    }
    Cycle now() const override { return client_side_.now(); }
    const NetworkDescription& description() const override { return description_; }
    NetworkCounters counters() const override;
    ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::RouterId router, int input_port) const override;
    std::uint64_t ejected_flits(topo::RouterId router, int output_port) const override;
    std::vector<VcWait> waits() const override;
    Cycle suspense() const override;
    void check_invariants() const override;
    std::string level() const override { return level_; }

    RouterModule& router(topo::NodeId id) { return *routers_[at(id)]; }
    Clock& clock() { return *clock_; }

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
    struct Combining;

    // FaultPort and ReductionPort.
    void route_again() override;
    std::vector<Message> on_channel(topo::NodeId router, topo::PortId port) const override;
    std::vector<Message> in_router(topo::NodeId router) const override;
    std::vector<Message> stranded() const override;
    void contribute(topo::NodeId node, int entry, const Operand& own) override;
    void carry(const Message& message, int entry, const Operand& elements) override {
        operands_[message.id] = FlitOperand{entry, *elements};
    }

    /// The node of a local port, and which of its injection or ejection ports it is.
    std::pair<topo::NodeId, int> local_port(topo::RouterId router, int port,
                                            int ports_of_node) const;
    InjectionPort* injection_port(topo::NodeId node, int queue) const {
        return injection_ports_.at(at(node)).at(at(queue)).get();
    }
    void forget_earlier_purges();
    void drive_purge();
    std::vector<Message> messages(const std::vector<std::uint32_t>& ids) const;
    void check_channel(topo::RouterId router, topo::PortId port, topo::PortPeer peer) const;

    // network_builder.cpp: the modules and their bindings.
    Channel& new_channel(Channels& channels, const std::string& name) const;
    ClockGate* bind_clock(sc_core::sc_in<bool>& clk_i, topo::RouterId router, ClockPhase phase,
                          int more, const std::vector<sc_core::sc_interface*>& opened_by);
    void add_router(topo::RouterId id, const RouterFactory& factory);
    void add_local_ports(topo::NodeId node);
    void add_injection_port(topo::NodeId node, int queue);
    void add_ejection_port(topo::NodeId node, int number);
    void add_combining_unit(topo::NodeId node, const CombiningFactory& combining);
    void add_channel(topo::RouterId router, topo::PortId port);
    std::unique_ptr<Link> new_link(const std::string& name, topo::RouterId router, int latency,
                                   Channel& near, Channel& far);

    const char* level_;
    NetworkDescription description_;
    NodeAddresses addresses_;
    MessageBook book_;
    std::unique_ptr<const Lookahead> lookahead_;  ///< null: no lookahead
    FlitPayload payload_;
    /// SystemC searches its list from the beginning for a channel that is destroyed, and moves the
    /// last channel into its place. Once this one, our first, is destroyed, the last one is always
    /// there.
    std::unique_ptr<sc_core::sc_signal<bool>> place_holder_;
    std::unique_ptr<RouteTables> route_tables_;
    std::unique_ptr<Clock> clock_;
    Wire<bool> rst_n_{"rst_n", true};
    int purging_vcs_;  ///< VCs of a port where messages can be purged, else 0
    std::unique_ptr<ClockGates> gates_;
    std::unique_ptr<Wire<Purge>> purge_;
    std::vector<std::unique_ptr<RouterModule>> routers_;
    /// By node, then queue or ejection port; null where a port is not connected.
    std::vector<std::vector<std::unique_ptr<InjectionPort>>> injection_ports_;
    std::vector<std::vector<std::unique_ptr<EjectionPort>>> ejection_ports_;
    /// By router and output port: the channel's link; null at latency 0.
    std::vector<std::vector<std::unique_ptr<Link>>> links_;
    std::vector<std::vector<ClockGate*>> drive_gates_;  ///< as injection_ports_; null: plain clock
    Channels link_channels_;
    std::vector<Channels> injection_channels_;                            ///< by node
    std::vector<std::vector<std::unique_ptr<FlitWire>>> ejection_wires_;  ///< by node
    std::vector<std::unique_ptr<Combining>> combining_;  ///< by node; empty: there are none
    ClientSide client_side_;
    /// Of messages that are still to be offered.
    std::unordered_map<MessageId, SharedValue<FlitOperand>> operands_;
    Purge purged_;  ///< at purge_edge_
    Cycle purge_edge_ = -1;
};

}  // namespace flitscope::rtl
