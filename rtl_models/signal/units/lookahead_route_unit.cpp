#include "rtl_models/signal/units/lookahead_route_unit.h"

namespace flitscope::rtl {

LookaheadRouteUnit::LookaheadRouteUnit(const sc_core::sc_module_name& name,
                                       const Parameters& parameters)
    : RouteUnit(name, parameters) {
    ahead_.of = PerVc<AheadRoute>(parameters.router.virtual_channels);
    SC_METHOD(look_ahead);
    sensitive << head_i << node_i;
}

Route LookaheadRouteUnit::route(const HeadFields& head, bool /*escapes*/) {
    if (head.ahead_port >= parameters_.ports.network) {
        return {head.ahead_port, ejection_vcs(parameters_.router, head.message_class).mask()};
    }
    return checked({head.ahead_port, head.ahead_class}, head);
}

void LookaheadRouteUnit::look_ahead() {
    ahead_.valid = 0;
    for_each_bit(head_i.read().valid, [&](int v) {
        const HeadFields& head = head_i.read().of[v];
        if (head.ahead_port < parameters_.ports.network) {
            const topo::RouteCandidate next =
                parameters_.lookahead->behind(node_i.read(), head.ahead_port, head);
            ahead_.of[v] = {static_cast<std::uint16_t>(next.port),
                            static_cast<std::uint8_t>(next.vc_class)};
            ahead_.valid |= vc_bit(v);
        }
    });
    ahead_o->write(ahead_);
}

}  // namespace flitscope::rtl
