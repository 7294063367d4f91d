#pragma once

#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The VC that a head requests (docs/router.md, section 5): the lowest free one of its class with
/// the credits that it needs; -1: none. `ports`: of the unit, with state_i and outstanding_i.
template <typename Ports>
int requested_vc(const HeadRequest& request, const Ports& ports, const RouterParameters& router,
                 int network_ports) {
    const OutputVcRules rules(router);
    const VcCredits credits(router);
    const auto port = static_cast<std::size_t>(request.port);
    const bool endless = !rules.needs_credits || request.port >= network_ports;
    return rules.lowest_with_room(
        ports.state_i[port].read().free & request.allowed, request.length, [&](int v) {
            return endless
                       ? kUnbounded
                       : credits.of(v, [&](int w) { return ports.outstanding_i[port].read()[w]; });
        });
}

}  // namespace flitscope::rtl
