#include "rtl_models/signal/link.h"

namespace flitscope::rtl {

Link::Link(const sc_core::sc_module_name& name, int latency)
    : sc_module(name),
      flits_(static_cast<std::size_t>(latency)),
      credits_(static_cast<std::size_t>(latency)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
}

void Link::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch(flit_i);
    gate_.watch(credit_i);
}

void Link::edge() {
    // What the wires carried goes into the stage that leaves them.
    Flit& flit = flits_[first_];
    Credit& credit = credits_[first_];
    inside_ -= (flit.valid() ? 1 : 0) + (credit.valid() ? 1 : 0);
    flit = flit_i.read();
    credit = credit_i.read();
    inside_ += (flit.valid() ? 1 : 0) + (credit.valid() ? 1 : 0);
    first_ = first_ + 1 == flits_.size() ? 0 : first_ + 1;
    flit_o.write(flits_[first_]);
    credit_o.write(credits_[first_]);
    if (inside_ > 0) {
        gate_.wake();
    }
}

int Link::flits_of(int v) const {
    int count = 0;
    for (const Flit& flit : flits_) {
        count += flit.valid() && flit.vc == v ? 1 : 0;
    }
    return count;
}

int Link::credits_of(int v) const {
    int count = 0;
    for (const Credit& credit : credits_) {
        count += static_cast<int>(credit.vcs >> v & 1);
    }
    return count;
}

}  // namespace flitscope::rtl
