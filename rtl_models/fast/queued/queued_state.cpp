#include "rtl_models/fast/queued/queued_state.h"

#include <stdexcept>
#include <string>

namespace flitscope::tl {

namespace {

void require(bool ok, const std::string& what) {
    if (!ok) {
        throw std::invalid_argument("fast network with queued outputs: " + what);
    }
}

}  // namespace

QueuedState::QueuedState(const rtl::NetworkDescription& network) : description(network) {
    require(network.topology != nullptr && network.routing != nullptr, "no topology or no routing");
    rtl::check_queued_outputs(network, "fast network");
    const topo::Topology& topology = *network.topology;
    const auto routers = static_cast<std::uint32_t>(topology.routers());
    layout.first.push_back(0);
    for (std::uint32_t r = 0; r < routers; ++r) {
        const auto ports =
            static_cast<std::uint64_t>(topology.ports(static_cast<topo::NodeId>(r))) + 1;
        require(layout.first.back() + ports < kNone / 2, "more than 2^31 ports");
        layout.first.push_back(layout.first.back() + static_cast<std::uint32_t>(ports));
        layout.router.insert(layout.router.end(), ports, r);
    }
    links.resize(layout.first.back());
    ends.resize(links.size());
    injected.resize(routers);
    ejected.resize(routers);
    for (std::uint32_t output = 0; output < links.size(); ++output) {
        const auto node = static_cast<topo::NodeId>(layout.router[output]);
        const auto port = static_cast<topo::PortId>(layout.port(output));
        links[output].peer = kNone;
        if (port == topology.ports(node)) {
            continue;
        }
        const topo::PortPeer peer = topology.peer(node, port);
        if (peer.connected()) {
            const rtl::LinkParameters& link =
                network.links[static_cast<std::size_t>(topology.link_class(node, port))];
            links[output].peer = layout.first[static_cast<std::size_t>(peer.node)] +
                                 static_cast<std::uint32_t>(peer.port);
            links[output].cycles_per_flit = link.cycles_per_flit;
            links[output].latency = link.latency;
        }
    }
}

void check_state(const QueuedState& state) {
    const auto check = [](bool ok, std::uint32_t link, const char* what) {
        if (!ok) {
            throw std::logic_error("fast network: queue of output " + std::to_string(link) + ": " +
                                   what);
        }
    };
    std::size_t found = state.arrivals.waiting() + state.arrived.size() + state.joining.size();
    std::size_t serving = 0;
    for (std::uint32_t i = 0; i < state.links.size(); ++i) {
        const LinkQueue& link = state.links[i];
        std::size_t length = 0;
        for (std::uint32_t slot = link.first; slot != kNone && length <= link.count;
             slot = state.messages[slot].next) {
            ++length;
        }
        check(length == link.count, i, "does not hold as many messages as it says");
        check(link.cycles == 0 || link.count > 0, i, "serves a message that is not there");
        check(link.cycles == 0 || state.edge <= link.started + link.cycles, i,
              "serves a message for too long");
        found += length;
        serving += link.cycles != 0 ? 1 : 0;
    }
    check(serving == state.ends.waiting(), 0, "services and their ends do not match");
    const std::size_t under_way = state.messages.in_use();
    check(found == under_way, 0, "messages are lost or doubled");
    check(state.counters.messages_offered - state.counters.messages_delivered == under_way, 0,
          "messages are not those that were offered and not delivered");
}

}  // namespace flitscope::tl
