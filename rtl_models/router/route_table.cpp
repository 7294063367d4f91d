#include "rtl_models/router/route_table.h"

#include <algorithm>
#include <string>

#include "common/options.h"
#include "rtl_models/router/pin_widths.h"
#include "rtl_models/router/route_choice.h"
#include "topologies/routing/next_router.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::rtl {

namespace {

/// Bits of a number 0..count-1; 0 if there is only one.
int bits_of(int count) { return count > 1 ? bits_for(count) : 0; }

int choice_of(topo::RouteSelection selection, bool ties_random) {
    switch (selection) {
        case topo::RouteSelection::only:
            return 0;
        case topo::RouteSelection::random:
            return 1;
        case topo::RouteSelection::ugal:
            return RouteTableShape::kUgal;
        case topo::RouteSelection::shortest_queue:
            break;
    }
    return ties_random ? 2 : 3;
}

/// Why a routing function with legs does not fit; empty: it fits.
std::string legs_problem(const topo::RoutingFunction& routing, const RouteTableShape& shape) {
    if (routing.legs().size() != 2 || shape.detour.empty()) {
        return " has legs that are not two to and from a drawn node";
    }
    for (const topo::RouteLeg& leg : routing.legs()) {
        const topo::RouteDependence seen = leg.routing->dependence();
        if (seen.input_port || seen.source || seen.hop || seen.salts.size() > 1) {
            return " has legs that look at more than their destination";
        }
    }
    const auto beyond = [](const std::string& what, std::size_t most) {
        return " on " + what + ", must be at most " + std::to_string(most) + " at this level";
    };
    const std::size_t dimensions = shape.detour.size() - 1;
    if (dimensions > RouteTableShape::kMaxDimensions) {
        return beyond(std::to_string(dimensions) + " dimensions", RouteTableShape::kMaxDimensions);
    }
    const int size = *std::max_element(shape.detour.begin(), shape.detour.end());
    if (size > RouteTableShape::kMaxSize) {
        return beyond("a dimension of " + std::to_string(size) + " nodes",
                      RouteTableShape::kMaxSize);
    }
    return {};
}

[[noreturn]] void refuse(const topo::RoutingFunction& routing, const std::string& problem) {
    throw OptionError("routing.algorithm", "routing.algorithm = " + routing.algorithm() + problem);
}

}  // namespace

RouteTableShape::RouteTableShape(const topo::RoutingFunction& routing, topo::NodeId nodes,
                                 bool ties_random)
    : classes(routing.vc_classes()), choice(choice_of(routing.selection(), ties_random)) {
    if (routing.escape() != nullptr) {
        classes += 1;
        choice += kEscapes;
    }
    topo::RouteDependence dependence = routing.dependence();
    if (!routing.legs().empty()) {
        dependence = {false, false, false};  // route_table_problem checks the legs
        detour = routing.settings();
    }
    const int node_bits = std::max(2, (bits_of(nodes) + 1) / 2 * 2);
    source_bits = dependence.source ? node_bits : 0;
    hop_bits = dependence.hop ? node_bits : 0;
    salt_parts = std::max(1, dependence.salt_parts);
    destination_bits = node_bits;
    if (ugal() && !detour.empty()) {
        salt_parts = 1 << node_bits;
    }
}

int RouteTableShape::address_bits() const {
    return source_bits + hop_bits + bits_of(salt_parts) + destination_bits +
           (detour.empty() && !escapes() && !ugal() ? 0 : 1);
}

std::uint32_t RouteTableShape::address(const topo::RouteQuery& query, std::uint32_t leg) const {
    const auto number = [](auto value) { return static_cast<std::uint32_t>(value); };
    const int hop_at = destination_bits + bits_of(salt_parts);
    std::uint32_t address = number(query.destination);
    address |= number(query.salt) * number(salt_parts) >> 16 << destination_bits;
    if (hop_bits > 0) {
        address |= std::min(number(query.hop), (1U << hop_bits) - 1) << hop_at;
    }
    if (source_bits > 0) {
        address |= number(query.source) << (hop_at + hop_bits);
    }
    return address | leg << (hop_at + hop_bits + source_bits);
}

std::vector<int> RouteTableShape::settings() const {
    std::vector<int> all = {source_bits, hop_bits, salt_parts, destination_bits, classes, choice};
    all.insert(all.end(), detour.begin(), detour.end());
    return all;
}

std::string route_table_problem(const topo::RoutingFunction& routing,
                                const RouteTableShape& shape) {
    const std::string name = "routing.algorithm = " + routing.algorithm();
    if (!routing.legs().empty()) {
        if (const std::string problem = legs_problem(routing, shape); !problem.empty()) {
            return name + problem;
        }
    } else if (routing.dependence().salts.size() > 1 && shape.salt_parts == 1) {
        return name + " looks at the salt bit by bit, which no route table can hold";
    }
    if (shape.address_bits() > RouteTableShape::kMaxAddressBits) {
        return name + " needs route tables with addresses of " +
               std::to_string(shape.address_bits()) + " bits, must be at most " +
               std::to_string(RouteTableShape::kMaxAddressBits) +
               ": the network has too many nodes for it at this level";
    }
    if (shape.classes > RouteTableShape::kMaxClasses) {
        return name + " has " + std::to_string(shape.classes) + " VC classes, must be at most " +
               std::to_string(RouteTableShape::kMaxClasses) + " at this level";
    }
    return {};
}

NetworkRouteTables::NetworkRouteTables(const topo::Topology& topology,
                                       const topo::RoutingFunction& routing, bool ties_random,
                                       const topo::LiveRouting* live)
    : topology_(&topology),
      routing_(live != nullptr ? &live->healthy() : &routing),
      shape_(*routing_, topology.routers(), ties_random),
      live_(live),
      made_anew_(live != nullptr && routing_->remade(live->graph()) != nullptr),
      first_table_{0} {
    for (topo::NodeId node = 0; node < topology.routers(); ++node) {
        first_table_.push_back(first_table_.back() + 1 +
                               static_cast<std::size_t>(topology.ports(node)));
    }
}

std::unique_ptr<RouteTables> make_route_tables(const NetworkDescription& description) {
    if (topo::computed_in_verilog(*description.routing)) {
        return nullptr;
    }
    return std::make_unique<NetworkRouteTables>(*description.topology, *description.routing,
                                                description.ties_random, description.live);
}

std::size_t NetworkRouteTables::table(topo::NodeId node, topo::PortId input) const {
    return first_table_[static_cast<std::size_t>(node)] + static_cast<std::size_t>(input + 1);
}

const RouteTableRows& NetworkRouteTables::rows(topo::NodeId node, topo::PortId input) const {
    if (tables_.empty()) {
        const std::string problem = route_table_problem(*routing_, shape_);
        if (!problem.empty()) {
            throw OptionError("routing.algorithm", problem);
        }
        RouteTableRows empty;
        empty.bound_class = shape_.escapes() ? shape_.classes - 1 : 0;
        tables_.resize(first_table_.back(), empty);
        if (made_anew_) {
            fill_all();
        } else {
            routing_->legs().empty() ? fill() : fill_legs();
        }
    }
    return tables_[table(node, input)];
}

/// Calls visit(query) for every node and every other node as destination.
template <typename Visit>
void NetworkRouteTables::for_each_pair(const Visit& visit) const {
    topo::RouteQuery query;
    for (query.here = 0; query.here < topology_->routers(); ++query.here) {
        query.source = query.here;
        for (query.destination = 0; query.destination < topology_->routers(); ++query.destination) {
            if (query.destination != query.here && topology_->nodes_at(query.destination) > 0) {
                visit(query);
            }
        }
    }
}

/// Adds rows for all possible heads.
void NetworkRouteTables::fill_all() const {
    std::vector<topo::RouteCandidate> candidates;
    for_each_pair([&](topo::RouteQuery query) {
        for (; query.input_port < topology_->ports(query.here); ++query.input_port) {
            candidates.clear();
            live_->candidates(query, candidates);
            add_row(query, shape_.address(query), candidates);
        }
    });
}

/// If the source does not matter, sources are followed together: each head is met once.
void NetworkRouteTables::fill() const {
    const std::size_t hops = shape_.hop_bits > 0 ? std::size_t{1} << shape_.hop_bits : 1;
    std::vector<std::uint32_t> seen_in(tables_.size() * hops);
    std::uint32_t walk = 0;
    topo::RouteQuery query;
    for (query.destination = 0; query.destination < topology_->routers(); ++query.destination) {
        if (topology_->nodes_at(query.destination) == 0) {
            continue;
        }
        // With UGAL minimal ways first, which ignore the salt, then detours.
        for (int round = shape_.ugal() ? -1 : 0; round < shape_.salt_parts; ++round) {
            query.detour = shape_.ugal() && round >= 0;
            const int part = std::max(round, 0);
            // The first salt of the part.
            query.salt = static_cast<std::uint16_t>((part * 65536 + shape_.salt_parts - 1) /
                                                    shape_.salt_parts);
            ++walk;
            for (query.source = 0; query.source < topology_->routers(); ++query.source) {
                walk += shape_.source_bits > 0 ? 1 : 0;
                if (query.source != query.destination && topology_->nodes_at(query.source) > 0) {
                    follow(query, seen_in, walk);
                }
            }
        }
    }
}

/// A leg depends only on its destination (RoutingFunction::legs), so all are listed everywhere. The
/// minimal way of UGAL is the second leg.
void NetworkRouteTables::fill_legs() const {
    const std::vector<topo::RouteLeg> legs = routing_->legs();
    std::vector<topo::RouteCandidate> candidates;
    for (std::uint32_t leg = 0; leg < legs.size(); ++leg) {
        for_each_pair([&](topo::RouteQuery query) {
            candidates.clear();
            legs[leg].routing->candidates(query, candidates);
            if (shape_.ugal()) {
                add_injected_legs(query, leg, candidates);
                query.input_port = 0;
            }
            for (; query.input_port < topology_->ports(query.here); ++query.input_port) {
                add_row(query, shape_.address(query, leg), candidates, legs[leg].first_class);
            }
        });
    }
}

/// What UGAL chooses from: a minimal way, or detours over query.destination to every node.
void NetworkRouteTables::add_injected_legs(
    topo::RouteQuery query, std::uint32_t leg,
    const std::vector<topo::RouteCandidate>& candidates) const {
    const std::vector<topo::RouteLeg> legs = routing_->legs();
    const topo::NodeId first_end = query.destination;
    const auto add = [&] {
        topo::RouteQuery head = query;
        for (std::uint32_t walked = leg; walked < legs.size(); ++walked) {
            const topo::NodeId end = walked == 0 ? first_end : query.destination;
            while (head.here != end && head.here != query.destination) {
                head.destination = end;
                go_through(*topology_, legs[walked].routing->only_candidate(head), head);
            }
        }
        add_row(query, shape_.address(query, leg), candidates, legs[leg].first_class, head.hop);
    };
    if (leg == 1) {
        add();
        return;
    }
    query.salt = static_cast<std::uint16_t>(first_end << (16 - shape_.destination_bits));
    for (query.destination = 0; query.destination < topology_->routers(); ++query.destination) {
        if (query.destination != query.here && topology_->nodes_at(query.destination) > 0) {
            add();
        }
    }
}

/// Adds rows for every head of this message. `seen_in`: by table and hop, the last walk there.
void NetworkRouteTables::follow(topo::RouteQuery query, std::vector<std::uint32_t>& seen_in,
                                std::uint32_t walk) const {
    const std::size_t hops = seen_in.size() / tables_.size();
    std::vector<topo::RouteCandidate> candidates;
    std::vector<Head> open;
    const auto meet = [&](const Head& head) {
        const std::size_t hop = hops > 1 ? static_cast<std::size_t>(head.hop) : 0;
        if (hop >= hops) {
            refuse(*routing_, " has ways of more than " + std::to_string(hops) +
                                  " channels and looks at the hop: no route table");
        }
        std::uint32_t& seen = seen_in[table(head.node, head.input) * hops + hop];
        if (seen != walk) {
            seen = walk;
            open.push_back(head);
        }
    };
    meet({query.source, -1, 0});
    while (!open.empty()) {
        const Head head = open.back();
        open.pop_back();
        query.here = head.node;
        query.input_port = head.input;
        query.hop = head.hop;
        candidates.clear();
        if (shape_.ugal()) {
            candidates.push_back(routing_->only_candidate(query));
        } else {
            routing_->candidates(query, candidates);
        }
        add_row(query, shape_.address(query, shape_.ugal() && !query.detour ? 1 : 0), candidates, 0,
                shape_.ugal() && head.input < 0 ? routing_->hops(query) : 0);
        if (shape_.escapes()) {
            const topo::RouteCandidate way = escape_route(*routing_, query);
            add_row(query, shape_.address(query, 1), {way});
            candidates.push_back(way);
        }
        for (const topo::RouteCandidate& candidate : candidates) {
            const topo::PortPeer there = topology_->peer(head.node, candidate.port);
            if (there.connected() && there.node != query.destination) {
                meet({there.node, there.port, head.hop + 1});
            }
        }
    }
}

void NetworkRouteTables::add_row(const topo::RouteQuery& query, std::uint32_t address,
                                 const std::vector<topo::RouteCandidate>& candidates,
                                 int first_class, int hops) const {
    const int high = hops << bits_of(shape_.classes);
    if (high >= RouteTableShape::kMaxClasses) {
        refuse(*routing_, " has a way of " + std::to_string(hops) +
                              " channels, more than fit into a row of a route table");
    }
    RouteTableRows& rows = tables_[table(query.here, query.input_port)];
    rows.addresses.push_back(address);
    const std::size_t first = rows.entries.size();
    rows.entries.resize(first + static_cast<std::size_t>(topology_->ports(query.here)));
    for (const topo::RouteCandidate& candidate : candidates) {
        if (live_ != nullptr && !live_->graph().alive(query.here, candidate.port)) {
            continue;
        }
        std::uint8_t& entry = rows.entries[first + static_cast<std::size_t>(candidate.port)];
        if (entry != 0) {
            refuse(*routing_,
                   " has a port twice among its candidates, which no route "
                   "table can hold");
        }
        entry = static_cast<std::uint8_t>(RouteTableRows::kCandidate + high + first_class +
                                          candidate.vc_class);
    }
}

}  // namespace flitscope::rtl
