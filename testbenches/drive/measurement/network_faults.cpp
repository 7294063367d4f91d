#include "testbenches/drive/measurement/network_faults.h"

#include <algorithm>

#include "rtl_models/router/choice.h"

namespace flitscope::tb {

namespace {

/// Channels of which an element consists, by the port that they begin at.
template <typename Visit>
void for_each_channel(const topo::Topology& topology, const topo::FaultElement& element,
                      Visit visit) {
    const auto both_ways = [&](topo::NodeId node, topo::PortId port) {
        const topo::PortPeer peer = topology.peer(node, port);
        visit(node, port);
        visit(peer.node, peer.port);
    };
    for (topo::PortId port = 0; port < topology.ports(element.node); ++port) {
        const topo::PortPeer peer = topology.peer(element.node, port);
        if (peer.connected() && (element.is_node() || peer.node == element.other)) {
            both_ways(element.node, port);
        }
    }
}

}  // namespace

void NetworkFaults::hit(const topo::FaultElement& element, const rtl::FaultPort& network,
                        std::vector<Loss>& losses) const {
    const auto lose = [&](const std::vector<rtl::Message>& messages) {
        for (const rtl::Message& message : messages) {
            losses.push_back({message, false});
        }
    };
    for_each_channel(live_->graph().topology(), element, [&](topo::NodeId node, topo::PortId port) {
        lose(network.on_channel(node, port));
    });
    if (element.is_node()) {
        lose(network.in_router(element.node));
    }
}

std::vector<NetworkFaults::Loss> NetworkFaults::at_edge(rtl::Cycle edge, rtl::Network& network) {
    std::vector<Loss> losses;
    rtl::FaultPort& port = *network.faults();
    const std::vector<FaultSchedule::Event> events = edge == schedule_.next_edge()
                                                         ? schedule_.events_at(edge)
                                                         : std::vector<FaultSchedule::Event>();
    if (events.empty()) {
        for (const rtl::Message& message : port.stranded()) {
            losses.push_back({message, true});
        }
    } else {
        live_->change([&](topo::LiveGraph& graph) {
            for (const FaultSchedule::Event& event : events) {
                event.fails ? graph.fail(event.fault->element) : graph.repair(event.fault->element);
                failures_ += event.fails ? 1 : 0;
            }
        });
        for (const FaultSchedule::Event& event : events) {
            if (event.fails && event.fault->abrupt) {
                hit(event.fault->element, port, losses);
            }
        }
        port.route_again();
    }
    const auto by_id = [](const Loss& a, const Loss& b) { return a.message.id < b.message.id; };
    const auto same = [](const Loss& a, const Loss& b) { return a.message.id == b.message.id; };
    std::sort(losses.begin(), losses.end(), by_id);
    losses.erase(std::unique(losses.begin(), losses.end(), same), losses.end());
    return losses;
}

bool NetworkFaults::leads_on(const rtl::Message& message) const {
    const topo::LiveGraph& graph = live_->graph();
    if (graph.all_alive()) {
        return true;
    }
    if (!graph.alive(message.source) || !graph.alive(message.destination)) {
        return false;
    }
    if (message.source == message.destination) {
        return true;
    }
    topo::RouteQuery query;
    query.here = query.source = message.source;
    query.destination = message.destination;
    query.salt = rtl::message_salt(seed_, message.id);
    std::vector<topo::RouteCandidate> candidates;
    live_->candidates(query, candidates);
    return !candidates.empty();
}

}  // namespace flitscope::tb
