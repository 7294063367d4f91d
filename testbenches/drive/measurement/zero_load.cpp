#include "testbenches/drive/measurement/zero_load.h"

#include <algorithm>

#include "rtl_models/router/route_choice.h"
#include "topologies/routing/live_routing.h"
#include "topologies/routing/next_router.h"

namespace flitscope::tb {

namespace {

bool same(const rtl::LinkParameters& a, const rtl::LinkParameters& b) {
    return a.latency == b.latency && a.cycles_per_flit == b.cycles_per_flit;
}

/// A message is served as a whole at every link.
ZeroLoadTimes queued_times(const std::vector<rtl::LinkParameters>& path, std::uint32_t length) {
    ZeroLoadTimes times{1, 0, 1};
    for (const rtl::LinkParameters& link : path) {
        times.arrived += rtl::Cycle{length} * link.cycles_per_flit + link.latency;
    }
    if (!path.empty()) {
        times.departed = path.front().cycles_per_flit;
        times.delivered = times.arrived;
    }
    return times;
}

}  // namespace

ZeroLoadTimes zero_load_times(const rtl::RouterParameters& router,
                              const std::vector<rtl::LinkParameters>& path, std::uint32_t length) {
    if (router.queued_outputs()) {
        return queued_times(path, length);
    }
    const int b = body_delay(router);
    const bool stores = router.switching == rtl::Switching::store_and_forward;
    std::vector<rtl::Cycle> flits(length);  // A_r(j), then D_r(j)
    for (std::uint32_t j = 0; j < length; ++j) {
        flits[j] = j;
    }
    ZeroLoadTimes times;
    for (std::size_t r = 0; r <= path.size(); ++r) {
        const bool last = r == path.size();
        const rtl::LinkParameters link = last ? rtl::LinkParameters{0, 1} : path[r];
        times.arrived = flits.back();
        flits[0] = (stores && r > 0 && !last ? flits.back() : flits.front()) + router.head_cycles();
        for (std::uint32_t j = 1; j < length; ++j) {
            flits[j] = std::max(flits[j] + b, flits[j - 1] + link.cycles_per_flit);
        }
        if (r == 0) {
            times.departed = flits.front();
        }
        times.delivered = flits.back();
        for (rtl::Cycle& flit : flits) {
            flit += link.latency;
        }
    }
    return times;
}

ZeroLoadReference::ZeroLoadReference(const rtl::NetworkDescription& description)
    : description_(&description),
      routing_(description.live != nullptr ? &description.live->healthy() : description.routing),
      service_of_length_(description.router.service == rtl::Service::kept),
      equal_links_(std::all_of(
          description.links.begin(), description.links.end(),
          [&](const rtl::LinkParameters& link) { return same(link, description.links.front()); })) {
    if (!description.links.empty()) {
        link_ = description.links.front();
    }
}

rtl::Cycle ZeroLoadReference::closed_form(int hops, std::uint32_t length) const {
    const rtl::RouterParameters& router = description_->router;
    if (router.queued_outputs()) {
        return hops == 0 ? 1 : hops * (rtl::Cycle{length} * link_.cycles_per_flit + link_.latency);
    }
    const rtl::Cycle rest = static_cast<rtl::Cycle>(length) - 1;
    if (hops == 0) {
        return router.head_cycles() + rest;
    }
    const rtl::Cycle spread = rest * link_.cycles_per_flit;  // first to last flit on a link
    rtl::Cycle latency = static_cast<rtl::Cycle>(hops) * (router.head_cycles() + link_.latency) +
                         std::max(router.head_cycles() + rest,
                                  rest > 0 ? spread + body_delay(router) : rtl::Cycle{0});
    if (router.switching == rtl::Switching::store_and_forward) {
        latency += (hops - 1) * spread;
    }
    return latency;
}

rtl::Cycle ZeroLoadReference::along_path(const rtl::Message& message) const {
    const topo::Topology& topology = *description_->topology;
    const std::uint16_t salt = rtl::message_salt(description_->seed, message.id);
    std::vector<rtl::LinkParameters> path;
    std::vector<topo::RouteCandidate> candidates;
    const topo::RouterId from = topology.place(message.source).router;
    const topo::RouterId to = topology.place(message.destination).router;
    topo::RouteQuery query{from, -1, from, to, 0, salt};
    while (query.here != to) {
        const topo::RouteCandidate taken =
            rtl::choose_by_salt(*routing_, routing_->selection(), query, candidates);
        path.push_back(
            description_
                ->links[static_cast<std::size_t>(topology.link_class(query.here, taken.port))]);
        topo::go_through(topology, taken, query);
    }
    return zero_load_times(description_->router, path, message.length).delivered;
}

}  // namespace flitscope::tb
