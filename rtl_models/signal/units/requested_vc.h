#pragma once

#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The VC that a head requests (docs/router.md, section 5): the lowest free one of its class with
/// the credits that it needs; -1: none. `ports`: of the unit, with state_i and outstanding_i.
template <typename Ports>
int requested_vc(const HeadRequest& request, const Ports& ports, const RouterParameters& router,
                 int network_ports) {
    const OutputVcRules rules(router);
    const auto port = static_cast<std::size_t>(request.port);
    const bool endless = !rules.needs_credits || request.port >= network_ports;
    return rules.lowest_with_room(ports.state_i[port].read().free & request.allowed,
                                  endless ? kUnbounded : router.buffer_flits, request.length,
                                  [&](int v) { return ports.outstanding_i[port].read()[v]; });
}

}  // namespace flitscope::rtl
