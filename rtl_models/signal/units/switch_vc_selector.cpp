#include "rtl_models/signal/units/switch_vc_selector.h"

#include "rtl_models/signal/units/requested_vc.h"

namespace flitscope::rtl {

SwitchVcSelector::SwitchVcSelector(const sc_core::sc_module_name& name,
                                   const Parameters& parameters)
    : sc_module(name),
      VcAllocatorPorts(parameters),
      parameters_(parameters),
      granted_{0, PerVc<std::int32_t>(parameters.router.virtual_channels)} {
    SC_METHOD(select);
    sense(sensitive, request_i, state_i, outstanding_i, active_i, switch_grant_i);
}

/// Adds the heads of input port p to its active VCs; returns those that ask.
VcMask SwitchVcSelector::ask(std::size_t p) {
    const HeadRequests& heads = request_i[p].read();
    VcMask added = 0;
    asking_ = active_i[p].read();
    for_each_bit(heads.valid, [&](int v) {
        const HeadRequest& head = heads.of[v];
        const int wanted = requested_vc(head, *this, parameters_.router, parameters_.ports.network);
        if (wanted >= 0) {
            asking_.of[v] = {head.port, wanted, head.hop, head.detour};
            added |= vc_bit(v);
        }
    });
    asking_.valid |= added;
    return added;
}

void SwitchVcSelector::select() {
    taken_.assign(taken_o.size(), 0);
    for (std::size_t p = 0; p < request_i.size(); ++p) {
        granted_.valid = ask(p) & switch_grant_i[p].read();
        for_each_bit(granted_.valid, [&](int v) {
            const ActiveVc& to = asking_.of[v];
            granted_.vc[v] = to.vc;
            taken_[static_cast<std::size_t>(to.port)] |= vc_bit(to.vc);
        });
        asking_o[p].write(asking_);
        grant_o[p].write(granted_);
    }
    for (std::size_t o = 0; o < taken_o.size(); ++o) {
        taken_o[o].write(taken_[o]);
    }
}

}  // namespace flitscope::rtl
