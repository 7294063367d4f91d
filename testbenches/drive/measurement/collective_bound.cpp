#include "testbenches/drive/measurement/collective_bound.h"

#include <algorithm>
#include <optional>

#include "testbenches/drive/measurement/zero_load.h"
#include "topologies/channels.h"
#include "topologies/graph_measures.h"

namespace flitscope::tb {

namespace {

using Kind = tl::ExchangeKind;

/// Channels of a node whose data need not cross any.
constexpr int kNoLimit = INT32_MAX;

bool for_the_root(Kind kind) { return kind == Kind::reduce || kind == Kind::gather; }

/// The least latency and the least cycles per flit of all classes of links.
rtl::LinkParameters fastest(const std::vector<rtl::LinkParameters>& links) {
    rtl::LinkParameters least = links.front();
    for (const rtl::LinkParameters& link : links) {
        least.latency = std::min(least.latency, link.latency);
        least.cycles_per_flit = std::min(least.cycles_per_flit, link.cycles_per_flit);
    }
    return least;
}

/// Hops between the two nodes that are farthest apart, of all pairs in which one needs data of the
/// other.
int farthest(const topo::Topology& topology, const tl::ExchangeRequest& request) {
    const int from_root = topo::eccentricity(topology, topology.place(request.root).router);
    std::optional<topo::DistanceSummary> all;
    if (!for_the_root(request.kind)) {
        all = topology.distance_summary();
        if (!all && topology.nodes() <= topo::kMaxBoundedNodes) {
            all = topo::search_distances(topology);
        }
    }
    return all ? all->diameter : from_root;
}

/// The smallest known number of links between two halves of the nodes; 0: not known.
std::int64_t bisection_of(const topo::Topology& topology) {
    if (!topology.one_node_per_router()) {
        return 0;  // halves of the routers need not be halves of the nodes
    }
    if (topology.bisection() >= 0) {
        return topology.bisection();
    }
    return topology.nodes() <= topo::kMaxBoundedNodes ? topo::some_bisection(topology) : 0;
}

std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

CollectiveBound::CollectiveBound(const rtl::NetworkDescription& description,
                                 const tl::ExchangeRequest& request, rtl::Cycle startup)
    : kind_(request.kind), nodes_(description.topology->nodes()), startup_(startup) {
    const topo::Topology& topology = *description.topology;
    const rtl::RouterParameters& router = description.router;
    const rtl::LinkParameters link = fastest(description.links);
    cycles_per_flit_ = link.cycles_per_flit;
    saved_ = router.queued_outputs() ? 0 : router.head_cycles() - body_delay(router);
    const auto way = [&](int hops) {
        const std::vector<rtl::LinkParameters> links(static_cast<std::size_t>(hops), link);
        return Way{hops, zero_load_times(router, links, 1).delivered};
    };
    const bool share_routers = topology.local_bits() > 0;  // some nodes
    neighbour_ = way(share_routers ? 0 : 1);
    farthest_ = way(farthest(topology, request));
    bisection_ = bisection_of(topology);

    std::vector<int> channels(static_cast<std::size_t>(topology.routers()), 0);
    topo::for_each_channel(topology, [&](auto from, auto /*port*/, const auto& /*peer*/) {
        ++channels[static_cast<std::size_t>(from)];
    });
    std::vector<int> degrees;  // [node]
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        const auto at_router = static_cast<std::size_t>(topology.place(node).router);
        degrees.push_back(share_routers ? kNoLimit : channels[at_router]);
    }
    const int root = degrees[static_cast<std::size_t>(request.root)];
    const int least = *std::min_element(degrees.begin(), degrees.end());
    const int most = *std::max_element(degrees.begin(), degrees.end());
    degrees.erase(degrees.begin() + request.root);
    const int other = *std::min_element(degrees.begin(), degrees.end());
    const auto with_ports = [&](int ports) {
        const bool as_channels = ports == rtl::kAll || router.queued_outputs();
        const auto width = [&](int degree) { return Width{as_channels ? degree : ports, degree}; };
        return Nodes{width(root), width(least), width(other), width(most)};
    };
    out_ = with_ports(router.injection_ports);
    in_ = with_ports(router.ejection_ports);
}

/// Cycles until the last of `flits` flits is consumed, if nodes of `width` send them over `way`.
/// The last flit need not be a head, so no router need hold it for the stages of heads.
rtl::Cycle CollectiveBound::sent(std::int64_t flits, const Width& width, const Way& way) const {
    const std::int64_t by_port = ceil_of(flits, width.ports) - 1;
    const std::int64_t by_channel = ceil_of(flits, width.channels) - 1;
    return std::max({way.cycles, way.cycles + by_port - (way.hops + 1) * saved_,
                     way.cycles + by_channel * cycles_per_flit_ - way.hops * saved_});
}

/// The same if nodes of `width` receive them over `way`: the first flit that is consumed, and the
/// first on the last channel, is a head.
rtl::Cycle CollectiveBound::received(std::int64_t flits, const Width& width, const Way& way) const {
    const std::int64_t by_port = ceil_of(flits, width.ports) - 1;
    const std::int64_t by_channel = ceil_of(flits, width.channels) - 1;
    return std::max(way.cycles + by_port, way.cycles + by_channel * cycles_per_flit_ - saved_);
}

rtl::Cycle CollectiveBound::over_ports(std::int64_t operand) const {
    const std::int64_t others = (nodes_ - 1) * operand;
    const auto out = [&](std::int64_t flits, const Width& width) {
        return sent(flits, width, neighbour_);
    };
    const auto in = [&](std::int64_t flits, const Width& width) {
        return received(flits, width, neighbour_);
    };
    switch (kind_) {
        case Kind::reduce:
            return std::max(in(operand, in_.root), out(operand, out_.narrowest_but_root));
        case Kind::gather:
            return std::max(in(others, in_.root), out(operand, out_.narrowest_but_root));
        case Kind::all_gather:
            return std::max(in(others, in_.narrowest), out(operand, out_.narrowest));
        case Kind::all_to_all:
            return std::max(in(others, in_.narrowest), out(others, out_.narrowest));
        case Kind::all_reduce: {
            const std::int64_t some_node = ceil_of(2 * others, nodes_);
            return std::max({in(operand, in_.narrowest), out(operand, out_.narrowest),
                             in(some_node, in_.widest), out(some_node, out_.widest)});
        }
        case Kind::barrier:
            break;
    }
    return neighbour_.cycles;
}

/// Flits that cross the bisection in the busier direction.
std::int64_t CollectiveBound::over_bisection(std::int64_t operand) const {
    const std::int64_t smaller = nodes_ / 2;
    const std::int64_t larger = nodes_ - smaller;
    switch (kind_) {
        case Kind::gather:
            return smaller * operand;
        case Kind::all_gather:
            return larger * operand;
        case Kind::all_to_all:
            return smaller * larger * operand;
        default:
            return operand;
    }
}

rtl::Cycle CollectiveBound::cycles(std::uint32_t length) const {
    const std::int64_t operand = kind_ == Kind::barrier ? 1 : length;
    rtl::Cycle bound = std::max({sent(operand, out_.widest, farthest_),
                                 received(operand, in_.widest, farthest_), over_ports(operand)});
    if (bisection_ > 0) {
        const std::int64_t more = ceil_of(over_bisection(operand), bisection_) - 1;
        bound = std::max(bound, neighbour_.cycles + more * cycles_per_flit_ - saved_);
    }
    return startup_ + bound;
}

}  // namespace flitscope::tb
