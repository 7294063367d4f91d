#include "rtl_models/signal/units/held_priority.h"

#include "rtl_models/router/priority.h"

namespace flitscope::rtl {

HeldPriority::HeldPriority(const sc_core::sc_module_name& name, Priority by, int vcs)
    : sc_module(name), by_(by), shown_(vcs), held_(shown_) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(show);
    sensitive << moved_ << head_i << front_i;
}

void HeldPriority::edge() {
    held_ = rst_ni.read() ? shown_ : Priorities(held_.size());
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void HeldPriority::show() {
    shown_ = held_;
    for_each_bit(head_i.read().valid, [this](int v) {
        const Flit& head = front_i.read()[v];
        shown_[v] = priority_of(by_, head.joined, head.message_class);
    });
    priority_o.write(shown_);
}

}  // namespace flitscope::rtl
