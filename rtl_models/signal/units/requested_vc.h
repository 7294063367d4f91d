#pragma once

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The VC that a head requests in VC allocation (docs/router.md, section 5): the lowest free one of
/// its class, with room for the message where that is required; -1: none. `ports`: of the unit,
/// with state_i and outstanding_i.
template <typename Ports>
int requested_vc(const HeadRequest& request, const Ports& ports, const RouterParameters& router,
                 int network_ports) {
    const auto port = static_cast<std::size_t>(request.port);
    VcMask open = ports.state_i[port].read().free & request.allowed;
    const int capacity = router.buffer_flits;
    if (router.switching != Switching::wormhole && request.port < network_ports &&
        capacity != kUnbounded) {
        const PerVc<std::uint32_t>& outstanding = ports.outstanding_i[port].read();
        for_each_bit(open, [&](int v) {
            if (static_cast<std::uint32_t>(capacity) - outstanding[v] < request.length) {
                open &= ~vc_bit(v);
            }
        });
    }
    return open == 0 ? -1 : __builtin_ctzll(open);
}

}  // namespace flitscope::rtl
