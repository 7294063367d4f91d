#include "rtl_models/signal/network/link.h"

namespace flitscope::rtl {

Link::Link(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      LinkPorts(parameters),
      flits_(parameters.latency),
      credits_(parameters.latency),
      dropped_(parameters.purging_vcs) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
    if (purge_i) {
        SC_METHOD(add_dropped);
        dont_initialize();
        sensitive << *dropped_i;
    }
}

void Link::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch(flit_i);
    gate_.watch(credit_i);
    flits_.bind(flit_i, flit_o);
    credits_.bind(credit_i, credit_o);
    if (purge_i) {
        gate_.watch(*purge_i);
    }
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

template <typename T>
template <typename Drop>
void Link::Stages<T>::drop(Drop drop) {
    for (T& stage : ring_) {
        if (stage.valid() && drop(stage)) {
            stage = T{};
            --inside_;
        }
    }
    out_.write(ring_[first_]);
}

/// At the edge, once everything has moved.
void Link::drop() {
    dropped_ = DroppedFlits(dropped_.of.size());
    const Purge& purge = purge_i->read();
    if (purge.valid()) {
        flits_.drop([&](const Flit& flit) {
            if (!purge.takes(flit)) {
                return false;
            }
            dropped_.add(flit.vc, 1);
            return true;
        });
        flits_dropped_ += dropped_.sum();
        gate_.wake();  // to take it back
    }
    add_dropped();
}

void Link::add_dropped() {
    DroppedFlits all = dropped_;
    all.add(dropped_i->read());
    dropped_o->write(all);
}

void Link::edge() {
    flits_.shift();
    credits_.shift();
    if (purge_i && (purge_i->read().valid() || dropped_.valid != 0)) {
        drop();
    }
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

void Link::append_messages(std::vector<std::uint32_t>& ids) const {
    flits_.for_each_behind([&](const Flit& flit) { ids.push_back(flit.message); });
}

int Link::credits_of(int v) const {
    int count = 0;
    for (const Credit& credit : credits_.all()) {
        count += static_cast<int>(credit.vcs >> v & 1);
    }
    return count;
}

}  // namespace flitscope::rtl
