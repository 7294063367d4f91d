#include "rtl_models/signal/queued/queued_network.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/at.h"
#include "rtl_models/router/choice.h"
#include "rtl_models/router/contract/message_flit.h"
#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/signal/network/client_side.h"
#include "rtl_models/signal/network/link.h"
#include "rtl_models/signal/queued/queued_router.h"
#include "rtl_models/signal/watch/wave_taps.h"

namespace flitscope::rtl {

namespace {

NetworkDescription checked(const NetworkDescription& description) {
    check_queued_outputs(description, "signal network");
    return description;
}

/// Where the messages of a node join its router.
///
/// Timing   The falling edge of cycle t drives `messages_o` with what joins at edge t+1, after the
///          client has run.
class JoinPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(JoinPort);

    sc_core::sc_in<bool> drive_i{"drive_i"};  ///< rises once the client has had its turn
    sc_core::sc_in<bool> hold_i{"hold_i"};    ///< the run ends: nothing joins
    sc_core::sc_out<MessageBatch> messages_o{"messages_o"};

    /// `input`: the input port of the router.
    JoinPort(const sc_core::sc_module_name& name, int input) : sc_module(name), input_(input) {
        SC_METHOD(drive);
        dont_initialize();
        sensitive << drive_i.pos();
    }

    /// The message joins at the edge of the running client call.
    void offer(const Message& message, std::uint16_t salt) {
        joining_.messages.push_back({message_flit(message, salt), input_});
    }

private:
    void drive() { messages_o.write(hold_i.read() ? MessageBatch() : std::exchange(joining_, {})); }

    int input_;
    MessageBatch joining_;
};

class QueuedSignalNetwork final : public Network {
public:
    explicit QueuedSignalNetwork(const NetworkDescription& description)
        : description_(checked(description)), client_side_(*this, clock_, book_, payload_) {
        gates_.clk_i(clock_.clk);
        const topo::Topology& topology = *description_.topology;
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            add_router(node);
        }
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            for (const topo::PortId port : routers_[at(node)]->connected()) {
                add_channel(node, port);
            }
        }
        if (description_.waves != nullptr) {
            std::vector<WaveTap> taps;
            for (const auto& router : routers_) {
                taps.push_back({router->id(), [&router] { return router->wave_sources(); }});
            }
            record_waves(clock_, taps, topology, *description_.waves);
        }
    }

    void offer(const Message& message) override {
        check_message(description_, message);
        book_.open(message);
        const std::size_t source = at(message.source);
        join_ports_[source]->offer(message, message_salt(description_.seed, message.id));
        wake(join_gates_[source]);
    }
    std::size_t queued(topo::NodeId node, int queue) const override {
        if (node < 0 || node >= description_.topology->nodes() || queue != 0) {
            throw std::out_of_range("node " + std::to_string(node) + " has no queue " +
                                    std::to_string(queue));
        }
        return 0;  // a message is in the FIFO of its output at once
    }
    int queue_of(const Message& message) const override {
        check_message(description_, message);
        return 0;
    }
    /// Always: messages never wait to join a FIFO.
    bool starts_at_once(const Message& /*message*/) const override { return true; }
    void run(NetworkClient& client, Cycle limit) override { client_side_.run(client, limit); }
    Cycle now() const override { return client_side_.now(); }
    const NetworkDescription& description() const override { return description_; }
    NetworkCounters counters() const override;
    ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override {
        return is_local(node, input_port) ? routers_.at(at(node))->flits_injected() : 0;
    }
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override {
        return is_local(node, output_port) ? routers_.at(at(node))->flits_consumed() : 0;
    }
    std::vector<VcWait> waits() const override { return {}; }
    void check_invariants() const override;
    std::string level() const override { return "signal"; }

private:
    /// The wires at one end of a channel. Credits are never sent; Links need wires for them.
    struct End {
        explicit End(const std::string& name) : flit(name + "_flit"), credit(name + "_credit") {}
        FlitWire flit;
        CreditWire credit;
    };

    bool is_local(topo::NodeId node, int port) const {
        return port == description_.topology->ports(node);
    }
    void add_router(topo::NodeId node);
    void add_channel(topo::NodeId node, topo::PortId port);
    /// Null: modules at the node have the plain clock.
    ClockGates* gates_of(topo::NodeId node) {
        return description_.has_clock_gates(node) ? &gates_ : nullptr;
    }

    NetworkDescription description_;
    MessageBook book_{PipelineStages{}};
    FlitPayload payload_{description_};  ///< nothing: messages move as a whole
    Clock clock_{"clock"};
    ClientSide client_side_;
    std::vector<std::unique_ptr<QueuedRouter>> routers_;
    std::vector<std::unique_ptr<JoinPort>> join_ports_;
    std::vector<ClockGate*> join_gates_;  ///< by node; null: the port is on the plain clock
    ClockGates gates_{"clock_gates"};
    std::vector<std::unique_ptr<Wire<MessageBatch>>> joins_;
    std::vector<std::unique_ptr<End>> ends_;
    std::vector<std::unique_ptr<Link>> links_;
};

void QueuedSignalNetwork::add_router(topo::NodeId node) {
    const std::string id = std::to_string(node);
    routers_.push_back(std::make_unique<QueuedRouter>(
        ("router_" + id).c_str(), description_, node, &book_,
        [this](const Flit& tail, int port) { client_side_.tail(tail, tail.destination, port); }));
    join_ports_.push_back(std::make_unique<JoinPort>(("node_" + id + "_join").c_str(),
                                                     description_.topology->ports(node)));
    joins_.push_back(std::make_unique<Wire<MessageBatch>>("node_" + id + "_messages"));
    routers_.back()->clk_i(clock_.clk);
    routers_.back()->join_i(*joins_.back());
    JoinPort& join = *join_ports_.back();
    join_gates_.push_back(bind_clock(join.drive_i, clock_, gates_of(node), ClockPhase::driving, 0,
                                     {joins_.back().get()}));
    join.hold_i(clock_.hold_o);
    join.messages_o(*joins_.back());
}

void QueuedSignalNetwork::add_channel(topo::NodeId node, topo::PortId port) {
    const topo::PortPeer peer = description_.topology->peer(node, port);
    const int latency = description_.link(node, port).latency;
    QueuedRouter& from = *routers_[at(node)];
    QueuedRouter& to = *routers_[at(peer.node)];
    sc_core::sc_in<Flit>& flit_i = to.flit_i[static_cast<std::size_t>(to.index_of(peer.port))];
    const std::string name = "link_" + std::to_string(node) + "_to_" + std::to_string(peer.node) +
                             "_port_" + std::to_string(port);
    End& near = *ends_.emplace_back(std::make_unique<End>(name));
    from.flit_o[static_cast<std::size_t>(from.index_of(port))](near.flit);
    if (latency == 0) {
        flit_i(near.flit);
        return;
    }
    End& far = *ends_.emplace_back(std::make_unique<End>(name + "_far"));
    links_.push_back(std::make_unique<Link>(name.c_str(), Link::Parameters{latency}));
    Link& link = *links_.back();
    bind_clock(link.clk_i, clock_, gates_of(node), ClockPhase::rising, latency, {&near.flit});
    link.flit_i(near.flit);
    link.flit_o(far.flit);
    link.credit_i(far.credit);
    link.credit_o(near.credit);
    flit_i(far.flit);
}

NetworkCounters QueuedSignalNetwork::counters() const {
    NetworkCounters counters;
    counters.messages_offered = book_.offered();
    counters.messages_injected = book_.injected();
    counters.messages_delivered = book_.delivered();
    for (const auto& router : routers_) {
        counters.flits_injected += router->flits_injected();
        counters.flits_ejected += router->flits_consumed();
        for (std::size_t i = 0; i < router->connected().size(); ++i) {
            counters.flit_hops += router->queue(i).counters(now()).flits;
        }
    }
    counters.flit_hops += counters.flits_ejected;
    return counters;
}

ChannelCounters QueuedSignalNetwork::channel_counters(topo::NodeId router, int output_port) const {
    const QueuedRouter& sender = *routers_.at(at(router));
    const int queue = sender.index_of(output_port);
    if (queue >= 0) {
        return sender.queue(static_cast<std::size_t>(queue)).counters(now());
    }
    ChannelCounters counters;
    counters.flits = ejected_flits(router, output_port);
    counters.vc_busy_cycles = {static_cast<std::uint64_t>(now()), 0};
    return counters;
}

void QueuedSignalNetwork::check_invariants() const {
    std::uint64_t waiting = 0;
    for (const auto& router : routers_) {
        for (std::size_t i = 0; i < router->connected().size(); ++i) {
            const OutputQueue& queue = router->queue(i);
            waiting += queue.load();
            if (!queue.serving() && queue.length() > 0) {
                throw std::logic_error(std::string(queue.name()) + ": serves none of its " +
                                       std::to_string(queue.length()) + " messages");
            }
        }
    }
    const std::uint64_t under_way = book_.offered() - book_.delivered();
    if (waiting > under_way) {
        throw std::logic_error("signal network: " + std::to_string(waiting) +
                               " messages in queues, " + std::to_string(under_way) + " under way");
    }
}

}  // namespace

std::unique_ptr<Network> make_queued_network(const NetworkDescription& description) {
    return std::make_unique<QueuedSignalNetwork>(description);
}

}  // namespace flitscope::rtl
