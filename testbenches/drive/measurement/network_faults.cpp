#include "testbenches/drive/measurement/network_faults.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/router/choice.h"
#include "testbenches/drive/traffic/deterministic_math.h"

namespace flitscope::tb {

namespace {

/// Edges beyond are never reached.
constexpr double kFar = 0x1p60;

/// Visits the channels of an element: the node and the port at which each begins.
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

FaultSchedule::FaultSchedule(std::vector<FaultConfig> faults, std::uint64_t seed)
    : random_(seed, RandomPurpose::fault) {
    for (FaultConfig& fault : faults) {
        entries_.push_back({std::move(fault)});
    }
    for (Entry& entry : entries_) {
        begin_life(entry, 0);
    }
}

rtl::Cycle FaultSchedule::next_edge() const {
    rtl::Cycle next = rtl::kNever;
    for (const Entry& entry : entries_) {
        next = std::min(next, entry.next);
    }
    return next;
}

/// Exponential: P(a failure in the cycle after any one of life) = 1 - exp(-rate).
void FaultSchedule::begin_life(Entry& entry, rtl::Cycle edge) const {
    const std::uint64_t life = entry.life++;
    if (entry.fault.at) {
        entry.next = life == 0 ? *entry.fault.at : rtl::kNever;
        return;
    }
    const double u = unit_interval(random_.at(static_cast<topo::NodeId>(number_of(entry)), life));
    const double cycles = -natural_log(u) / entry.fault.rate;
    entry.next = cycles < kFar ? edge + 1 + static_cast<rtl::Cycle>(cycles) : rtl::kNever;
    if (entry.fault.until && entry.next >= *entry.fault.until) {
        entry.next = rtl::kNever;
    }
}

void FaultSchedule::fail(Entry& entry, rtl::Cycle edge) {
    const FaultConfig& fault = entry.fault;
    entry.next = fault.until.value_or(rtl::kNever);
    if (fault.duration) {
        entry.next = std::min(entry.next, edge + *fault.duration);
    }
    if (fault.spare_delay && spares_used_.insert(fault.element.node).second) {
        entry.next = std::min(entry.next, edge + *fault.spare_delay);
    }
}

std::vector<FaultSchedule::Event> FaultSchedule::events_at(rtl::Cycle edge) {
    std::vector<Event> events;
    for (Entry& entry : entries_) {
        if (entry.next < edge) {
            throw std::logic_error("faults: edge " + std::to_string(entry.next) + " was skipped");
        }
        if (entry.next > edge) {
            continue;
        }
        entry.dead = !entry.dead;
        events.push_back({&entry.fault, entry.dead});
        if (entry.dead) {
            fail(entry, edge);
        } else {
            begin_life(entry, edge);
        }
    }
    return events;
}

void NetworkFaults::hit(const topo::FaultElement& element, const rtl::FaultPort& network,
                        std::vector<Lost>& losses) const {
    const auto lose = [&](const std::vector<rtl::Message>& messages) {
        for (const rtl::Message& message : messages) {
            losses.push_back({message, Loss::Cause::hit});
        }
    };
    for_each_channel(live_->graph().topology(), element, [&](topo::NodeId node, topo::PortId port) {
        lose(network.on_channel(node, port));
    });
    if (element.is_node()) {
        lose(network.in_router(element.node));
    }
}

std::vector<NetworkFaults::Lost> NetworkFaults::at_edge(rtl::Cycle edge, rtl::Network& network) {
    std::vector<Lost> losses;
    rtl::FaultPort& port = *network.faults();
    const std::vector<FaultSchedule::Event> events = edge == schedule_.next_edge()
                                                         ? schedule_.events_at(edge)
                                                         : std::vector<FaultSchedule::Event>();
    if (events.empty()) {
        for (const rtl::Message& message : port.stranded()) {
            losses.push_back({message, Loss::Cause::no_way});
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
    const auto by_id = [](const Lost& a, const Lost& b) { return a.message.id < b.message.id; };
    const auto same = [](const Lost& a, const Lost& b) { return a.message.id == b.message.id; };
    std::sort(losses.begin(), losses.end(), by_id);
    losses.erase(std::unique(losses.begin(), losses.end(), same), losses.end());
    return losses;
}

bool NetworkFaults::leads_on(const rtl::Message& message) const {
    const topo::LiveGraph& graph = live_->graph();
    if (graph.all_alive()) {
        return true;
    }
    topo::RouteQuery query;
    query.here = query.source = graph.topology().place(message.source).router;
    query.destination = graph.topology().place(message.destination).router;
    if (!graph.alive(query.source) || !graph.alive(query.destination)) {
        return false;
    }
    if (query.source == query.destination) {
        return true;
    }
    query.salt = rtl::message_salt(seed_, message.id);
    std::vector<topo::RouteCandidate> candidates;
    live_->candidates(query, candidates);
    return !candidates.empty();
}

}  // namespace flitscope::tb
