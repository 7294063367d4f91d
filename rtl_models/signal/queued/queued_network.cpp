#include "rtl_models/signal/queued/queued_network.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/router/choice.h"
#include "rtl_models/router/link_check.h"
#include "rtl_models/signal/network/client_side.h"
#include "rtl_models/signal/network/link.h"
#include "rtl_models/signal/queued/join_port.h"
#include "rtl_models/signal/queued/queued_router.h"
#include "rtl_models/signal/watch/wave_taps.h"

namespace flitscope::rtl {

namespace {

NetworkDescription checked(const NetworkDescription& description) {
    const auto require = [](bool ok, const char* what) {
        if (!ok) {
            throw std::invalid_argument(std::string("signal network with queued outputs: ") + what);
        }
    };
    description.router.validate("signal network");
    check_links(description, "signal network");
    require(description.router.switching == Switching::store_and_forward,
            "switching must be store_and_forward");
    require(
        (description.router.service == Service::redrawn) == (description.service_flits != nullptr),
        "service lengths are for service: redrawn, and it needs them");
    return description;
}

}  // namespace

/// The modules and their wires.
class QueuedSignalNetwork::Parts {
public:
    Parts(Network& network, const NetworkDescription& network_description)
        : description(checked(network_description)),
          book(1),
          payload(description),
          clock("clock"),
          client_side(network, clock, book, payload) {
        gates_.clk_i(clock.clk);
        const topo::Topology& topology = *description.topology;
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            add_router(node);
        }
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            for (const topo::PortId port : routers[at(node)]->connected()) {
                add_channel(node, port);
            }
        }
        if (description.waves != nullptr) {
            std::vector<WaveTap> taps;
            for (const auto& router : routers) {
                taps.push_back({router->id(), [&router] { return router->wave_sources(); }});
            }
            record_waves(clock, taps, topology, *description.waves);
        }
    }

    static std::size_t at(topo::NodeId node) { return static_cast<std::size_t>(node); }

    const OutputQueue* queue(topo::NodeId node, int port) const {
        const int index = routers.at(at(node))->index_of(port);
        return index < 0 ? nullptr : &routers[at(node)]->queue(static_cast<std::size_t>(index));
    }

    NetworkDescription description;
    MessageBook book;
    FlitPayload payload;  ///< nothing: messages move as a whole
    Clock clock;
    ClientSide client_side;
    std::vector<std::unique_ptr<QueuedRouter>> routers;
    std::vector<std::unique_ptr<JoinPort>> join_ports;
    std::vector<ClockGate*> join_gates;  ///< by node; null: the port is on the plain clock

private:
    /// The wires at one end of a channel. Nobody sends credits; Links have wires for them.
    struct End {
        explicit End(const std::string& name) : flit(name + "_flit"), credit(name + "_credit") {}
        FlitWire flit;
        CreditWire credit;
    };

    void add_router(topo::NodeId node) {
        const std::string id = std::to_string(node);
        routers.push_back(std::make_unique<QueuedRouter>(
            ("router_" + id).c_str(), description, node, &book, [this](const Flit& tail, int port) {
                client_side.tail(tail, tail.destination, port);
            }));
        join_ports.push_back(std::make_unique<JoinPort>(("node_" + id + "_join").c_str(),
                                                        description.topology->ports(node)));
        joins_.push_back(std::make_unique<Wire<MessageBatch>>("node_" + id + "_messages"));
        routers.back()->clk_i(clock.clk);
        routers.back()->join_i(*joins_.back());
        JoinPort& join = *join_ports.back();
        join_gates.push_back(bind_clock(join.drive_i, clock, gates_of(node), ClockPhase::driving, 0,
                                        {joins_.back().get()}));
        join.hold_i(clock.hold_o);
        join.messages_o(*joins_.back());
    }

    /// Null: modules at the node have the plain clock.
    ClockGates* gates_of(topo::NodeId node) {
        return description.has_clock_gates(node) ? &gates_ : nullptr;
    }

    void add_channel(topo::NodeId node, topo::PortId port) {
        const topo::PortPeer peer = description.topology->peer(node, port);
        const int latency = description.link(node, port).latency;
        QueuedRouter& from = *routers[at(node)];
        QueuedRouter& to = *routers[at(peer.node)];
        sc_core::sc_in<Flit>& flit_i = to.flit_i[static_cast<std::size_t>(to.index_of(peer.port))];
        const std::string name = "link_" + std::to_string(node) + "_to_" +
                                 std::to_string(peer.node) + "_port_" + std::to_string(port);
        End& near = *ends_.emplace_back(std::make_unique<End>(name));
        from.flit_o[static_cast<std::size_t>(from.index_of(port))](near.flit);
        if (latency == 0) {
            flit_i(near.flit);
            return;
        }
        End& far = *ends_.emplace_back(std::make_unique<End>(name + "_far"));
        links_.push_back(std::make_unique<Link>(name.c_str(), Link::Parameters{latency}));
        Link& link = *links_.back();
        bind_clock(link.clk_i, clock, gates_of(node), ClockPhase::rising, latency, {&near.flit});
        link.flit_i(near.flit);
        link.flit_o(far.flit);
        link.credit_i(far.credit);
        link.credit_o(near.credit);
        flit_i(far.flit);
    }

    ClockGates gates_{"clock_gates"};
    std::vector<std::unique_ptr<Wire<MessageBatch>>> joins_;
    std::vector<std::unique_ptr<End>> ends_;
    std::vector<std::unique_ptr<Link>> links_;
};

QueuedSignalNetwork::QueuedSignalNetwork(const NetworkDescription& description)
    : parts_(std::make_unique<Parts>(*this, description)) {}

QueuedSignalNetwork::~QueuedSignalNetwork() = default;

int QueuedSignalNetwork::queue_of(const Message& message) const {
    const topo::NodeId nodes = parts_->description.topology->nodes();
    if (message.source < 0 || message.source >= nodes || message.destination < 0 ||
        message.destination >= nodes || message.length < 1) {
        throw std::invalid_argument("message " + std::to_string(message.id) + ": nodes are 0.." +
                                    std::to_string(nodes - 1) + ", the length is at least 1");
    }
    return 0;
}

void QueuedSignalNetwork::offer(const Message& message) {
    queue_of(message);  // refuses what is no message
    parts_->book.open(message);
    const std::size_t source = Parts::at(message.source);
    parts_->join_ports[source]->offer(message, message_salt(parts_->description.seed, message.id));
    if (parts_->join_gates[source] != nullptr) {
        parts_->join_gates[source]->wake();  // no wire shows what has come
    }
}

std::size_t QueuedSignalNetwork::queued(topo::NodeId node, int queue) const {
    if (node < 0 || node >= parts_->description.topology->nodes() || queue != 0) {
        throw std::out_of_range("node " + std::to_string(node) + " has no queue " +
                                std::to_string(queue));
    }
    return 0;  // a message is in the FIFO of its output at once
}

void QueuedSignalNetwork::run(NetworkClient& client, Cycle limit) {
    parts_->client_side.run(client, limit);
}

Cycle QueuedSignalNetwork::now() const { return parts_->client_side.now(); }
const NetworkDescription& QueuedSignalNetwork::description() const { return parts_->description; }

NetworkCounters QueuedSignalNetwork::counters() const {
    NetworkCounters counters;
    counters.messages_offered = parts_->book.offered();
    counters.messages_injected = parts_->book.injected();
    counters.messages_delivered = parts_->book.delivered();
    for (const auto& router : parts_->routers) {
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
    const OutputQueue* const queue = parts_->queue(router, output_port);
    if (queue != nullptr) {
        return queue->counters(now());
    }
    ChannelCounters counters;
    counters.flits = ejected_flits(router, output_port);
    counters.vc_busy_cycles = {static_cast<std::uint64_t>(now()), 0};
    return counters;
}

std::uint64_t QueuedSignalNetwork::injected_flits(topo::NodeId node, int input_port) const {
    const bool own = input_port == parts_->description.topology->ports(node);
    return own ? parts_->routers.at(Parts::at(node))->flits_injected() : 0;
}

std::uint64_t QueuedSignalNetwork::ejected_flits(topo::NodeId node, int output_port) const {
    const bool own = output_port == parts_->description.topology->ports(node);
    return own ? parts_->routers.at(Parts::at(node))->flits_consumed() : 0;
}

void QueuedSignalNetwork::check_invariants() const {
    std::uint64_t waiting = 0;
    for (const auto& router : parts_->routers) {
        for (std::size_t i = 0; i < router->connected().size(); ++i) {
            const OutputQueue& queue = router->queue(i);
            waiting += queue.load();
            if (!queue.serving() && queue.length() > 0) {
                throw std::logic_error(std::string(queue.name()) + ": serves none of its " +
                                       std::to_string(queue.length()) + " messages");
            }
        }
    }
    const std::uint64_t under_way = parts_->book.offered() - parts_->book.delivered();
    if (waiting > under_way) {
        throw std::logic_error("signal network: " + std::to_string(waiting) +
                               " messages in queues, " + std::to_string(under_way) + " under way");
    }
}

}  // namespace flitscope::rtl
