#include "rtl_models/signal/link.h"

namespace flitscope::rtl {

Link::Link(const sc_core::sc_module_name& name, int latency)
    : sc_module(name), flits_(latency), credits_(latency) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
}

void Link::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch(flit_i);
    gate_.watch(credit_i);
    flits_.bind(flit_i, flit_o);
    credits_.bind(credit_i, credit_o);
}

template <typename T>
void Link::Stages<T>::bind(sc_core::sc_in<T>& in, sc_core::sc_out<T>& out) {
    in_ = Reader<T>(in);
    out_ = Writer<T>(out);
}

template <typename T>
void Link::Stages<T>::shift() {
    const T& coming = in_.read();
    if (inside_ == 0 && !coming.valid()) {
        return;
    }
    // What the wire carries goes into the stage that leaves it.
    T& stage = ring_[first_];
    inside_ += (coming.valid() ? 1 : 0) - (stage.valid() ? 1 : 0);
    stage = coming;
    first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
    out_.write(ring_[first_]);
}

void Link::edge() {
    flits_.shift();
    credits_.shift();
    if (flits_.carry() || credits_.carry()) {
        gate_.wake();
    }
}

int Link::flits_of(int v) const {
    int count = 0;
    for (const Flit& flit : flits_.all()) {
        count += flit.valid() && flit.vc == v ? 1 : 0;
    }
    return count;
}

int Link::credits_of(int v) const {
    int count = 0;
    for (const Credit& credit : credits_.all()) {
        count += static_cast<int>(credit.vcs >> v & 1);
    }
    return count;
}

}  // namespace flitscope::rtl
