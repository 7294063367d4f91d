#include "rtl_models/signal/units/crossbar.h"

namespace flitscope::rtl {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      network_outputs_(parameters.ports.network),
      driven_(static_cast<std::size_t>(parameters.ports.outputs())) {
    SC_METHOD(run);
    dont_initialize();
    sensitive << select_gate_.event << data_gate_.event;
}

void Crossbar::end_of_elaboration() {
    front_in_ = readers(front_i);
    active_in_ = readers(active_i);
    grant_in_ = readers(grant_i);
    absorb_active_in_ = readers(absorb_active_i);
    absorb_grant_in_ = readers(absorb_grant_i);
    served_in_ = readers(served_i);
    error_in_ = readers(error_i);
    select_in_ = Reader<Selects>(select_i);
    flit_out_ = writers(flit_o);
    data_gate_.depend_on(front_i);
    data_gate_.depend_on(active_i);
    data_gate_.depend_on(absorb_active_i);
    data_gate_.depend_on(served_i);
    data_gate_.depend_on(error_i);
    select_gate_.depend_on(grant_i);
    select_gate_.depend_on(absorb_grant_i);
    select_gate_.depend_on(select_i);
}

/// The flits at the fronts change at an edge, and the grants, as a rule, a delta later: until then
/// the flits would go where those before them went.
void Crossbar::run() {
    const bool selected = select_gate_.take_change();
    if (data_gate_.take_change() && !selected) {
        select_gate_.recompute();
    } else {
        traverse();
    }
}

void Crossbar::traverse() {
    const Selects& selects = select_in_.read();
    for (std::size_t o = 0; o < driven_.size(); ++o) {
        const int output = static_cast<int>(o);
        const InputMask select = output < selects.size() ? selects[output] : 0;
        if (select == 0) {
            if (driven_[o] != 0) {
                driven_[o] = 0;
                flit_out_[o].write(Flit{});
            }
            continue;
        }
        const auto p = static_cast<std::size_t>(__builtin_ctzll(select));
        driven_[o] = 1;
        flit_out_[o].write(crossing(p, output >= network_outputs_));
    }
}

/// What crosses from an input port to an output that selects it.
Flit Crossbar::crossing(std::size_t input, bool ejected) const {
    const VcMask absorbed =
        ejected && !absorb_grant_in_.empty() ? absorb_grant_in_[input].read() : 0;
    const VcMask grant = absorbed != 0 ? absorbed : grant_in_[input].read();
    Flit flit;
    if (grant != 0) {
        const int v = __builtin_ctzll(grant);
        const ActiveVcs& active =
            absorbed != 0 ? absorb_active_in_[input].read() : active_in_[input].read();
        flit = front_in_[input].read()[v];
        flit.vc = static_cast<std::uint8_t>(active.of[v].vc);
        if (absorbed != 0) {
            flit.error = (error_in_[input].read() >> v & 1) != 0;
        } else if (!served_in_.empty()) {
            flit.served = served_in_[input].read().of[v];
        }
    }
    return flit;
}

}  // namespace flitscope::rtl
