#pragma once

#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The VC that a head requests (docs/router.md, section 5): of the free ones of its class, with the
/// credits that it needs, the one that vc_choice names; -1: none. `ports`: of the unit, with
/// state_i and outstanding_i.
template <typename Ports>
int requested_vc(const HeadRequest& request, const Ports& ports, const RouterParameters& router,
                 int network_ports) {
    const VcCredits credits(router);
    const auto port = static_cast<std::size_t>(request.port);
    const bool endless = request.port >= network_ports;
    const OutputState& state = ports.state_i[port].read();
    const auto outstanding = [&](int v) {
        return endless ? 0 : ports.outstanding_i[port].read()[v];
    };
    return OutputVcRules(router).chosen(
        state.free & request.allowed, state.passed, request.length, outstanding,
        [&](int v) { return endless ? kUnbounded : credits.of(v, outstanding); });
}

}  // namespace flitscope::rtl
