#pragma once

#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/router/node_address.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// Lookahead routing (docs/router.md, section 4): a head carries its route to the router that it
/// enters. The source computes the route at its own router, every router the one at the next.
class Lookahead {
public:
    explicit Lookahead(const NetworkDescription& network);

    /// The output port and VC class of a head that enters `router` by this input; at the
    /// destination's router the ejection port, and class 0. `hop`: channels used by then. `head`
    /// has the source, destination (addresses) and salt.
    template <typename Head>
    topo::RouteCandidate at(topo::RouterId router, int input, const Head& head, int hop) const {
        topo::RouteQuery query;
        query.here = router;
        query.source = addresses_.router(head.source);
        query.destination = addresses_.router(head.destination);
        query.hop = hop;
        query.salt = head.salt;
        return route(query, input, addresses_.local(head.destination));
    }
    /// ... behind network output `port` of the router at which it is.
    template <typename Head>
    topo::RouteCandidate behind(topo::RouterId router, topo::PortId port, const Head& head) const {
        const topo::PortPeer next = peer(router, port);
        return at(next.node, next.port, head, head.hop + 1);
    }
    topo::PortPeer peer(topo::RouterId router, topo::PortId port) const {
        return topology_->peer(router, port);
    }
    /// Writes it into a head that enters `router` by this input.
    void mark(Flit& head, topo::RouterId router, int input) const;

private:
    topo::RouteCandidate route(topo::RouteQuery& query, int input, int local) const;

    RouterParameters parameters_;
    const topo::Topology* topology_;
    const topo::RoutingFunction* routing_;
    AddressParts addresses_;
    mutable std::vector<topo::RouteCandidate> candidates_;  ///< scratch memory
};

/// Writes a route into a head.
inline void carry_route(Flit& head, int port, int vc_class) {
    head.ahead_port = static_cast<std::uint16_t>(port);
    head.ahead_class = static_cast<std::uint8_t>(vc_class);
}

/// What of this network cannot be with lookahead routing, as in "with ..."; null: nothing.
const char* excluded_by_lookahead(const topo::RoutingFunction& routing, bool multicasts,
                                  bool faults);

}  // namespace flitscope::rtl
