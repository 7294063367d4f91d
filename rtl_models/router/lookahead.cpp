#include "rtl_models/router/lookahead.h"

#include "rtl_models/router/route_choice.h"

namespace flitscope::rtl {

Lookahead::Lookahead(const NetworkDescription& network)
    : parameters_(network.router),
      topology_(network.topology),
      routing_(network.routing),
      addresses_(NodeAddresses(*network.topology)) {}

topo::RouteCandidate Lookahead::route(topo::RouteQuery& query, int input, int local) const {
    const PortLayout ports = port_layout(parameters_, *topology_, query.here);
    if (query.here == query.destination) {
        return {ports.ejection_output(local, input)};
    }
    query.input_port = input < ports.network ? input : -1;
    const auto no_load = [](const topo::RouteCandidate& /*candidate*/) { return 0; };
    return choose_route(*routing_, routing_->selection(), query,
                        queue_port(parameters_, ports, input), false, candidates_, no_load);
}

void Lookahead::mark(Flit& head, topo::RouterId router, int input) const {
    const topo::RouteCandidate taken = at(router, input, head, head.hop);
    carry_route(head, taken.port, taken.vc_class);
}

const char* excluded_by_lookahead(const topo::RoutingFunction& routing, bool multicasts,
                                  bool faults) {
    return topo::chooses_by_load(routing.selection()) ? "a routing that reads loads where it acts"
           : routing.escape() != nullptr ? "a routing with an escape, which routes heads again"
           : multicasts                  ? "multicasts, whose headers say where they go"
           : faults                      ? "faults, which change routes under way"
                                         : nullptr;
}

}  // namespace flitscope::rtl
