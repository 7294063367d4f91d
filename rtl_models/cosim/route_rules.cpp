#include "rtl_models/cosim/route_rules.h"

#include <algorithm>

#include "rtl_models/router/route_choice.h"

namespace flitscope::cosim {

RouteRules::RouteRules(const rtl::RouterModule& router, const rtl::RouterInstance& instance,
                       const RouterShadow& shadow)
    : router_(router),
      shadow_(shadow),
      routing_(instance.routing),
      network_(instance.network),
      tables_(instance.route_tables),
      lookahead_(instance.lookahead),
      live_(instance.live),
      ties_random_(instance.ties_random) {}

bool RouteRules::routes(int port, const RouterShadow::InputVc& in) const {
    const bool waits = network_ != nullptr ? !in.busy : in.stage == rtl::VcStage::idle;
    if (!waits || in.fifo.empty() || !in.fifo.front().is_head()) {
        return false;
    }
    const bool stores =
        router_.context().parameters.switching == rtl::Switching::store_and_forward &&
        port < router_.ports().network && !stops(port, in.fifo.front());
    return !stores || std::any_of(in.fifo.begin(), in.fifo.end(),
                                  [](const rtl::Flit& flit) { return flit.is_tail(); });
}

bool RouteRules::ends_here(const rtl::Flit& head) const {
    return router_.context().addresses.router(head.destination) == router_.id();
}

bool RouteRules::stops(int port, const rtl::Flit& head) const {
    return head.header ? action(port, head).stops() : ends_here(head);
}

rtl::HeaderAction RouteRules::action(int port, const rtl::Flit& head) const {
    return rtl::header_action(*head.header, head.served, router_.id(),
                              network_->topology->routers(), port >= router_.ports().network);
}

RouteRules::Way RouteRules::forward(int port, const RouterShadow::InputVc& in) const {
    const rtl::Flit& head = in.fifo.front();
    topo::RouteCandidate onward;
    if (head.header) {
        const bool injected = port >= router_.ports().network;
        onward = rtl::header_route(*network_, head.header->routing,
                                   injected ? head.header->first_port : -1, router_.id(),
                                   action(port, head).towards);
    } else if (lookahead_ != nullptr && head.ahead_port < router_.ports().network) {
        onward = {head.ahead_port, head.ahead_class};
    } else if (ends_here(head)) {
        const int local = router_.context().addresses.local(head.destination);
        return {router_.ports().ejection_output(local, port),
                rtl::ejection_vcs(router_.context().parameters, head.message_class)};
    } else {
        onward = candidate(port, head, in.again);
    }
    return onward.port < 0 ? Way{-1, {}} : Way{onward.port, range(onward, head), onward.detour};
}

RouteRules::Way RouteRules::absorb(int port, const rtl::Flit& head) const {
    const topo::RoutingFunction& routing =
        *network_->headers.routings[static_cast<std::size_t>(head.header->routing)];
    const bool injected = port >= router_.ports().network;
    return {router_.ports().ejection_output(0, port),
            rtl::ejection_vcs(router_.context().parameters, routing,
                              routing.ejection_class(router_.id(), injected ? -1 : port),
                              head.message_class)};
}

topo::RouteCandidate RouteRules::candidate(int port, const rtl::Flit& head, bool again) const {
    const rtl::PortLayout& ports = router_.ports();
    const topo::PortId from = port < ports.network ? port : -1;
    const rtl::AddressParts& addresses = router_.context().addresses;
    const topo::RouteQuery query{router_.id(),
                                 from,
                                 addresses.router(head.source),
                                 addresses.router(head.destination),
                                 head.hop,
                                 head.salt,
                                 head.detour};
    if (again) {
        return rtl::escape_route(*routing_, query);
    }
    std::vector<topo::RouteCandidate> candidates;
    return rtl::choose_route(
        *routing_, routing_->selection(), query,
        rtl::queue_port(router_.context().parameters, ports, port), ties_random_, candidates,
        [&](const topo::RouteCandidate& candidate) { return load(candidate, head); });
}

std::uint32_t RouteRules::load(const topo::RouteCandidate& candidate, const rtl::Flit& head) const {
    const rtl::VcRange vcs = range(candidate, head);
    std::uint32_t sum = 0;
    for (int v = vcs.first; v < vcs.first + vcs.count; ++v) {
        const RouterShadow::OutputVc& state = shadow_.output_vc(candidate.port, v);
        sum += static_cast<std::uint32_t>(state.outstanding) + (state.held ? 1U : 0U);
    }
    return sum;
}

rtl::VcRange RouteRules::range(const topo::RouteCandidate& candidate, const rtl::Flit& head) const {
    const int vcs = router_.output_vcs(candidate.port);
    return network_ != nullptr
               ? rtl::network_vcs(*network_, candidate.vc_class, head.message_class, vcs)
               : rtl::network_vcs(router_.context().parameters, *routing_, candidate.vc_class,
                                  head.message_class, vcs);
}

}  // namespace flitscope::cosim
