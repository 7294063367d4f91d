#include "rtl_models/signal/crossbar.h"

namespace flitscope::rtl {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      driven_(static_cast<std::size_t>(parameters.ports.outputs())) {
    SC_METHOD(traverse);
    dont_initialize();
    for (std::size_t p = 0; p < front_i.size(); ++p) {
        sensitive << front_i[p] << active_i[p] << grant_i[p];
    }
    sensitive << select_i;
}

void Crossbar::end_of_elaboration() {
    front_in_ = readers(front_i);
    active_in_ = readers(active_i);
    grant_in_ = readers(grant_i);
    select_in_ = Reader<Selects>(select_i);
    flit_out_ = writers(flit_o);
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
        const VcMask grant = grant_in_[p].read();
        Flit flit;
        if (grant != 0) {
            const int v = __builtin_ctzll(grant);
            flit = front_in_[p].read()[v];
            flit.vc = static_cast<std::uint8_t>(active_in_[p].read().of[v].vc);
        }
        driven_[o] = 1;
        flit_out_[o].write(flit);
    }
}

}  // namespace flitscope::rtl
