#include "testbenches/tests/drive/measurement/fake_network.h"

#include <algorithm>

#include "testbenches/drive/measurement/zero_load.h"
#include "topologies/registry.h"

namespace flitscope::tb {

FakeNetwork::FakeNetwork(const rtl::NetworkDescription& description, FakeBehaviour behaviour)
    : description_(description),
      behaviour_(behaviour),
      queues_(static_cast<std::size_t>(description.topology->nodes())),
      free_at_(queues_.size(), 0) {}

void FakeNetwork::offer(const rtl::Message& message) {
    ++counters_.messages_offered;
    offered.push_back(message);
    queues_[static_cast<std::size_t>(message.source)].push_back(message);
    backlogged_.insert(message.source);
}

std::size_t FakeNetwork::queued(topo::NodeId node, int /*queue*/) const {
    return queues_[static_cast<std::size_t>(node)].size();
}

bool FakeNetwork::starts_at_once(const rtl::Message& message) const {
    const auto node = static_cast<std::size_t>(message.source);
    return queues_[node].empty() && free_at_[node] <= now_;
}

void FakeNetwork::start_messages() {
    for (auto node = backlogged_.begin(); node != backlogged_.end();) {
        auto& queue = queues_[static_cast<std::size_t>(*node)];
        rtl::Cycle& free_at = free_at_[static_cast<std::size_t>(*node)];
        while (!queue.empty() && free_at <= now_) {
            rtl::Delivery delivery;
            delivery.message = queue.front();
            queue.pop_front();
            const rtl::Message& message = delivery.message;
            delivery.hops = description_.topology->distance(message.source, message.destination);
            const ZeroLoadTimes times =
                zero_load_times(description_.router,
                                std::vector<rtl::LinkParameters>(
                                    static_cast<std::size_t>(delivery.hops), description_.links[0]),
                                message.length);
            delivery.injected = now_;
            delivery.departed = now_ + times.departed;
            delivery.arrived = now_ + times.arrived;
            delivery.delivered = now_ + times.delivered + behaviour_.detour -
                                 (message.id == behaviour_.early ? 1 : 0);
            free_at = now_ + behaviour_.service;
            ++counters_.messages_injected;
            counters_.flits_injected += message.length;
            if (message.id < behaviour_.first_stuck || message.id > behaviour_.last_stuck) {
                due_[delivery.delivered].push_back(delivery);
            }
        }
        node = queue.empty() ? backlogged_.erase(node) : std::next(node);
    }
}

void FakeNetwork::deliver_due(rtl::NetworkClient& client) {
    const auto due = due_.find(now_);
    if (due == due_.end()) {
        return;
    }
    std::vector<rtl::Delivery> deliveries = std::move(due->second);
    due_.erase(due);
    std::stable_sort(deliveries.begin(), deliveries.end(), [this](const auto& a, const auto& b) {
        return behaviour_.reverse_order ? a.message.destination > b.message.destination
                                        : a.message.destination < b.message.destination;
    });
    for (rtl::Delivery& delivery : deliveries) {
        const rtl::Message& message = delivery.message;
        counters_.messages_delivered += message.id == behaviour_.forgotten ? 0 : 1;
        counters_.flits_ejected += message.length;
        counters_.flit_hops += message.length * static_cast<std::uint64_t>(delivery.hops + 1);
        delivery.error = message.id == behaviour_.in_error;
        if (message.id == behaviour_.corrupted) {
            ++delivery.message.length;
        }
        client.delivered(delivery);
        if (message.id == behaviour_.twice) {
            client.delivered(delivery);
        }
    }
}

void FakeNetwork::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    for (bool more = true; more && now_ <= limit;) {
        deliver_due(client);
        if (behaviour_.every_edge || client.next_edge() <= now_) {
            more = client.at_edge(now_, *this);
        }
        start_messages();
        rtl::Cycle next = client.next_edge();
        if (!due_.empty()) {
            next = std::min(next, due_.begin()->first);
        }
        for (const topo::NodeId node : backlogged_) {
            next = std::min(next, free_at_[static_cast<std::size_t>(node)]);
        }
        if (more) {
            now_ = behaviour_.every_edge ? now_ + 1 : std::max(now_ + 1, next);
        }
    }
}

rtl::ChannelCounters FakeNetwork::channel_counters(topo::NodeId router, int output_port) const {
    // Made up: channel i of router r passes a flit in i + 1 of 8 cycles and holds one VC meanwhile.
    rtl::ChannelCounters counters;
    const auto cycles = static_cast<std::uint64_t>(now_);
    counters.flits = cycles * static_cast<std::uint64_t>(output_port + 1) / 8;
    counters.heads = cycles / 8;
    counters.heads_blocked = router % 2 == 0 ? cycles / 16 : 0;
    counters.vc_busy_cycles.assign(
        static_cast<std::size_t>(description_.router.virtual_channels) + 1, 0);
    counters.vc_busy_cycles[0] = cycles - counters.flits;
    counters.vc_busy_cycles[1] = counters.flits;
    return counters;
}

/// Made up as well: a flit every 4 cycles from each node, and every 8 to those with odd numbers.
std::uint64_t FakeNetwork::injected_flits(topo::NodeId /*node*/, int /*input_port*/) const {
    return static_cast<std::uint64_t>(now_) / 4;
}

std::uint64_t FakeNetwork::ejected_flits(topo::NodeId node, int /*output_port*/) const {
    return node % 2 == 1 ? static_cast<std::uint64_t>(now_) / 8 : 0;
}

std::vector<rtl::VcWait> FakeNetwork::waits() const {
    if (!behaviour_.deadlock) {
        return {};
    }
    // Nodes 0 and 1: each front holds what the other wants (mesh ports: 0 is +x, 1 is -x).
    rtl::VcWait east, west;
    east.router = 0;
    east.port = 0;
    east.message = 100;
    east.output_port = 0;
    east.output_vc = 0;
    west.router = 1;
    west.port = 1;
    west.message = 101;
    west.output_port = 1;
    west.output_vc = 0;
    return {east, west};
}

FakeSetup::FakeSetup(const FakeBehaviour& behaviour)
    : topology(topo::find_topology("mesh").make({{"size", std::vector<std::int64_t>{8, 4}}})),
      routing(topo::make_routing("dimension_order", *topology, {})) {
    description.topology = topology.get();
    description.routing = routing.get();
    description.links.assign(topology->link_classes().size(), rtl::LinkParameters{});
    network = std::make_unique<FakeNetwork>(description, behaviour);
}

ExperimentConfig fake_config(double rate) {
    ExperimentConfig config;
    config.traffic.rate = rate;
    config.measure.warmup_messages = 500;
    return config;
}

}  // namespace flitscope::tb
