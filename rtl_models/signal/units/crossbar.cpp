#include "rtl_models/signal/units/crossbar.h"

#include "rtl_models/router/lookahead.h"

namespace flitscope::rtl {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      crossbar_(parameters.router),
      network_outputs_(static_cast<std::size_t>(parameters.ports.network)) {
    SC_METHOD(traverse);
    sensitive << select_i;
    sense(sensitive, front_i, active_i, grant_i);
    sense(sensitive, absorb_active_i, absorb_grant_i, served_i, error_i, ahead_i);
}

void Crossbar::traverse() {
    const Selects& select = select_i.read();
    for (std::size_t o = 0; o < flit_o.size(); ++o) {
        const int output = static_cast<int>(o);
        const InputMask input = output < select.size() ? select[output] : 0;
        flit_o[o].write(input == 0 ? Flit{}
                                   : crossing(__builtin_ctzll(input), o >= network_outputs_));
    }
}

/// The flit that crosses from a crossbar input to an output that selects it.
Flit Crossbar::crossing(int from, bool ejected) const {
    const auto input = static_cast<std::size_t>(crossbar_.port(from));
    const VcMask here = crossbar_.vcs_at(from);
    const VcMask absorbed =
        ejected && absorb_grant_i.size() != 0 ? absorb_grant_i[input].read() & here : 0;
    const VcMask grant = absorbed != 0 ? absorbed : grant_i[input].read() & here;
    if (grant == 0) {
        return Flit{};
    }
    const int v = __builtin_ctzll(grant);
    const ActiveVcs& active =
        absorbed != 0 ? absorb_active_i[input].read() : active_i[input].read();
    Flit flit = front_i[input].read()[v];
    flit.vc = static_cast<std::uint8_t>(active.of[v].vc);
    flit.detour = active.of[v].detour;
    if (absorbed != 0) {
        flit.error = (error_i[input].read() >> v & 1) != 0;
    } else if (served_i.size() != 0) {
        flit.served = served_i[input].read().of[v];
    }
    if (ahead_i.size() != 0 && (ahead_i[input].read().valid >> v & 1) != 0) {
        const AheadRoute& ahead = ahead_i[input].read().of[v];
        carry_route(flit, ahead.port, ahead.vc_class);
    }
    return flit;
}

}  // namespace flitscope::rtl
