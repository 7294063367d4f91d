#include "testbenches/drive/traffic/operation_needs.h"

#include <algorithm>

#include "testbenches/drive/traffic/registry.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "tlm/collectives/exchange/reduction_tree.h"

namespace flitscope::tb {

namespace {

/// Whether routing looks only at the node and the address, which is all that headers offer.
bool routes_headers(const topo::RoutingFunction& routing) {
    const topo::RouteDependence seen = routing.dependence();
    return routing.selection() == topo::RouteSelection::only && routing.escape() == nullptr &&
           !seen.input_port && !seen.source && !seen.hop && seen.salts.size() <= 1;
}

}  // namespace

bool broadcasts_with_headers(const TrafficConfig& traffic) {
    return traffic.has(OperationKind::broadcast) &&
           tl::find_collective(traffic.broadcast.algorithm).messages ==
               tl::CollectiveMessages::headers;
}

bool multicasts_with_headers(const TrafficConfig& traffic, const topo::Topology& topology,
                             const topo::RoutingFunction& unicast) {
    return traffic.has(OperationKind::multicast) &&
           (tl::find_collective(traffic.multicast.algorithm).messages ==
                tl::CollectiveMessages::headers ||
            (routes_headers(unicast) && topology.one_node_per_router()));
}

int longest_header(const TrafficConfig& traffic, const topo::Topology& topology,
                   const topo::RoutingFunction& unicast) {
    const bool multicasts = multicasts_with_headers(traffic, topology, unicast);
    return std::max(broadcasts_with_headers(traffic) ? kMostLegs : 0,
                    multicasts ? traffic.multicast.destinations : 0);
}

HeaderRoutings header_routings(const TrafficConfig& traffic, const topo::Topology& topology,
                               const std::shared_ptr<const topo::RoutingFunction>& unicast) {
    HeaderRoutings all;
    if (broadcasts_with_headers(traffic)) {
        all[index_of(OperationKind::broadcast)] = tl::collective_routings(
            tl::find_collective(traffic.broadcast.algorithm), topology, unicast);
    }
    if (multicasts_with_headers(traffic, topology, *unicast)) {
        all[index_of(OperationKind::multicast)] = tl::collective_routings(
            tl::find_collective(traffic.multicast.algorithm), topology, unicast);
    }
    return all;
}

bool only_headers(const TrafficConfig& traffic, const HeaderRoutings& routings) {
    return std::any_of(kAllOperations.begin(), kAllOperations.end(), [&](OperationKind kind) {
        return traffic.only(kind) && !routings[index_of(kind)].empty();
    });
}

HeaderVcs vcs_for_headers(const TrafficConfig& traffic, const rtl::RouterParameters& router,
                          const topo::RoutingFunction& unicast, const HeaderRoutings& routings) {
    int count = 0;
    int classes = 0;
    HeaderVcs needed;
    for (const auto& of_kind : routings) {
        for (const auto& routing : of_kind) {
            ++count;
            classes += routing->vc_classes();
            needed.ejection = std::max(needed.ejection, routing->ejection_classes());
        }
    }
    const bool alone = classes == 1 && only_headers(traffic, routings);
    needed.network = alone && router.virtual_channels == 1 ? 1 : classes + unicast.vc_classes();
    if (router.ejection_ports == rtl::kAll) {
        // What comes in by one input has one class of each routing.
        needed.ejection = std::min(needed.ejection, count);
    }
    needed.network *= router.message_classes;
    needed.ejection *= router.message_classes;
    return needed;
}

tl::Exchange exchange_of(const TrafficConfig& traffic, const rtl::RouterParameters& router,
                         const topo::Topology& topology,
                         const std::shared_ptr<const topo::RoutingFunction>& unicast) {
    tl::ExchangeRequest request = traffic.collective.exchange;
    request.one_port = router.injection_ports != rtl::kAll;
    return tl::make_exchange(tl::find_exchange(traffic.collective.algorithm), topology, unicast,
                             request);
}

std::shared_ptr<const rtl::ReductionSetup> combining_units(
    const TrafficConfig& traffic, const rtl::RouterParameters& router,
    const topo::Topology& topology, const std::shared_ptr<const topo::RoutingFunction>& unicast) {
    if (!traffic.has(OperationKind::collective) || !traffic.collective.in_network) {
        return nullptr;
    }
    return std::make_shared<const rtl::ReductionSetup>(
        tl::ReductionTree(exchange_of(traffic, router, topology, unicast))
            .setup(traffic.collective.entries));
}

std::int64_t longest_of_collectives(const TrafficConfig& traffic,
                                    const rtl::RouterParameters& router,
                                    const topo::Topology& topology,
                                    const topo::RoutingFunction& unicast) {
    if (!traffic.has(OperationKind::collective)) {
        return 0;
    }
    return exchange_of(traffic, router, topology, borrowed(unicast))
        .most_flits(operand_lengths(traffic, OperationKind::collective).longest);
}

LongestMessage longest_message(const TrafficConfig& traffic) {
    if (traffic.trace) {
        return {traffic.trace->longest(), "traffic.file"};
    }
    if (traffic.pattern.name == kRequestReply) {
        const auto [request, reply] = request_reply_lengths(traffic.pattern.options);
        return request > reply ? LongestMessage{request, "traffic.request_length"}
                               : LongestMessage{reply, "traffic.reply_length"};
    }
    return {find_length(traffic.length.name).make(traffic.length.options)->longest()};
}

LengthRange operand_lengths(const TrafficConfig& traffic, OperationKind kind) {
    if (traffic.trace) {
        const Trace::Extent& rows = traffic.trace->of_kind(kind);
        return {rows.shortest, rows.longest};
    }
    const auto length = find_length(traffic.length.name).make(traffic.length.options);
    return {length->shortest(), length->longest()};
}

}  // namespace flitscope::tb
