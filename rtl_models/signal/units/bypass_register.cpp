#include "rtl_models/signal/units/bypass_register.h"

#include <algorithm>

namespace flitscope::rtl {

BypassRegister::BypassRegister(const sc_core::sc_module_name& name, int cycles_per_flit)
    : sc_module(name), cycles_per_flit_(cycles_per_flit) {
    clear_o.initialize(true);
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(pass);
    sensitive << moved_ << flit_i << bypass_i;
}

void BypassRegister::edge() {
    register_ = rst_ni.read() && !bypass_i.read() ? flit_i.read() : Flit{};
    busy_ = register_.valid() ? cycles_per_flit_ : rst_ni.read() ? std::max(0, busy_ - 1) : 0;
    clear_o.write(busy_ == 0);
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void BypassRegister::pass() { flit_o.write(bypass_i.read() ? flit_i.read() : register_); }

}  // namespace flitscope::rtl
