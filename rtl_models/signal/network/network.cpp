#include "rtl_models/signal/network/network.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "rtl_models/router/choice.h"
#include "rtl_models/router/contract/fault_port.h"
#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/signal/network/client_side.h"
#include "rtl_models/signal/network/network_builder.h"
#include "rtl_models/signal/watch/wave_taps.h"

namespace flitscope::rtl {

/// The modules, and what connects them with whoever drives the network.
class SignalNetwork::Parts final : public FaultPort, public ReductionPort {
public:
    Parts(Network& network, const NetworkDescription& description, const RouterFactory& factory,
          const CombiningFactory& combining)
        : description_(description),
          book_(description.router.pipeline),
          payload_(description),
          modules_(
              description_, book_, payload_, factory,
              [this](const Flit& tail, topo::NodeId node, int port) {
                  client_side_.tail(tail, node, port);
              },
              [this](const ReductionResult& result) { client_side_.result(result); }, combining),
          client_side_(network, *modules_.clock, book_, payload_) {
        if (description.purging) {
            client_side_.after_client = [this] {
                forget_earlier_purges();
                modules_.purge(purge_);
            };
        }
        if (description.waves != nullptr) {
            std::vector<RouterModule*> routers;
            for (const auto& router : modules_.routers) {
                routers.push_back(router.get());
            }
            record_waves(*modules_.clock, routers, *description.topology, *description.waves);
        }
    }

    void offer(const Message& message) {
        const topo::NodeId nodes = description_.topology->nodes();
        if (message.source < 0 || message.source >= nodes || message.destination < 0 ||
            message.destination >= nodes || message.length < 1) {
            throw std::invalid_argument("message " + std::to_string(message.id) + ": source " +
                                        std::to_string(message.source) + ", destination " +
                                        std::to_string(message.destination) + ", length " +
                                        std::to_string(message.length) + ": nodes are 0.." +
                                        std::to_string(nodes - 1) + ", the length is at least 1");
        }
        if (message.header != nullptr) {
            check_header(description_, message);
        }
        const int queue = queue_of(message);
        modules_.injection_port(message.source, queue);  // refuses what is none
        book_.open(message);
        payload_.open(message);
        modules_.offer(message, queue, message_salt(description_.seed, message.id),
                       operand_of(message));
    }

    int queue_of(const Message& message) const { return source_queue(description_, message); }

    void purge(const std::vector<MessageId>& messages) {
        if (!client_side_.in_client_call() || !description_.purging) {
            throw std::logic_error("Network::purge: not inside at_edge, or not of this network");
        }
        forget_earlier_purges();
        for (const MessageId message : messages) {
            book_.purge(static_cast<std::uint32_t>(message));
            payload_.close(message);
            purge_.messages.push_back(static_cast<std::uint32_t>(message));
        }
        std::sort(purge_.messages.begin(), purge_.messages.end());
    }

    void route_again() override {
        forget_earlier_purges();
        purge_.route_again = true;
    }
    /// Of other edges; at one edge the client may have several turns.
    void forget_earlier_purges() {
        if (purge_edge_ != client_side_.now()) {
            purge_edge_ = client_side_.now();
            purge_ = {};
        }
    }
    std::vector<Message> on_channel(topo::NodeId router, topo::PortId port) const override {
        return messages(modules_.on_channel(router, port));
    }
    std::vector<Message> in_router(topo::NodeId router) const override {
        return messages(modules_.in_router(router));
    }
    std::vector<Message> stranded() const override { return messages(modules_.stranded()); }

    std::vector<Message> messages(const std::vector<std::uint32_t>& ids) const {
        std::vector<Message> messages;
        for (const std::uint32_t id : ids) {
            messages.push_back(book_.message(id));
        }
        return messages;
    }

    void contribute(topo::NodeId node, int entry, const Operand& own) override {
        modules_.contribute(node, entry, own);
    }
    void carry(const Message& message, int entry, const Operand& elements) override {
        operands_[message.id] = FlitOperand{entry, *elements};
    }
    SharedValue<FlitOperand> operand_of(const Message& message) {
        const auto operand = operands_.extract(message.id);
        return operand ? operand.mapped() : SharedValue<FlitOperand>();
    }

    NetworkDescription description_;
    MessageBook book_;
    FlitPayload payload_;
    SignalModules modules_;
    ClientSide client_side_;
    /// Of messages that are still to be offered.
    std::unordered_map<MessageId, SharedValue<FlitOperand>> operands_;
    Purge purge_;  ///< at purge_edge_
    Cycle purge_edge_ = -1;
};

SignalNetwork::SignalNetwork(const NetworkDescription& description, const RouterFactory& factory,
                             const CombiningFactory& combining, const char* level)
    : parts_(std::make_unique<Parts>(*this, description, factory, combining)), level_(level) {}

SignalNetwork::~SignalNetwork() = default;

void SignalNetwork::offer(const Message& message) { parts_->offer(message); }
void SignalNetwork::purge(const std::vector<MessageId>& messages) { parts_->purge(messages); }
FaultPort* SignalNetwork::faults() {
    return parts_->description_.live != nullptr ? parts_.get() : nullptr;
}
ReductionPort* SignalNetwork::reductions() {
    return parts_->description_.reductions ? parts_.get() : nullptr;
}
std::size_t SignalNetwork::queued(topo::NodeId node, int queue) const {
    return parts_->modules_.injection_port(node, queue)->queued();
}
int SignalNetwork::queue_of(const Message& message) const { return parts_->queue_of(message); }
bool SignalNetwork::starts_at_once(const Message& message) const {
    const InjectionPort& port = *parts_->modules_.injection_port(message.source, queue_of(message));
    return port.queued() == 0 && port.startable_vc(message) >= 0;
}
void SignalNetwork::attach(NetworkClient& client, const sc_core::sc_time& first_edge) {
    parts_->client_side_.attach(client, first_edge);
}
void SignalNetwork::run(NetworkClient& client, Cycle limit) {
    parts_->client_side_.run(client, limit);
}
Cycle SignalNetwork::now() const { return parts_->client_side_.now(); }
const NetworkDescription& SignalNetwork::description() const { return parts_->description_; }

NetworkCounters SignalNetwork::counters() const {
    NetworkCounters counters = parts_->modules_.flit_counters();
    counters.messages_offered = parts_->book_.offered();
    counters.messages_injected = parts_->book_.injected();
    counters.messages_delivered = parts_->book_.delivered();
    counters.messages_purged = parts_->book_.purged();
    return counters;
}

ChannelCounters SignalNetwork::channel_counters(topo::NodeId router, int output_port) const {
    return parts_->modules_.channel_counters(router, output_port, now());
}
std::uint64_t SignalNetwork::injected_flits(topo::NodeId node, int input_port) const {
    return parts_->modules_.injected_flits(node, input_port);
}
std::uint64_t SignalNetwork::ejected_flits(topo::NodeId node, int output_port) const {
    return parts_->modules_.ejected_flits(node, output_port);
}
std::vector<VcWait> SignalNetwork::waits() const { return parts_->modules_.waits(); }

Cycle SignalNetwork::suspense() const { return parts_->modules_.suspense(); }
void SignalNetwork::check_invariants() const {
    parts_->modules_.check_credits(*parts_->description_.topology);
}
RouterModule& SignalNetwork::router(topo::NodeId id) {
    return *parts_->modules_.routers[static_cast<std::size_t>(id)];
}
Clock& SignalNetwork::clock() { return *parts_->modules_.clock; }

}  // namespace flitscope::rtl
