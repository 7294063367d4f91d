#include "rtl_models/signal/network/link.h"

namespace flitscope::rtl {

Link::Link(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging_vcs > 0)),
      dropped_i(optional_port<sc_core::sc_in<DroppedFlits>>("dropped_i", purge_i != nullptr)),
      dropped_o(optional_port<sc_core::sc_out<DroppedFlits>>("dropped_o", purge_i != nullptr)),
      flits_(parameters.latency),
      credits_(parameters.latency),
      dropped_(parameters.purging_vcs) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    if (purge_i) {
        SC_METHOD(add_dropped);
        dont_initialize();
        sensitive << *dropped_i << moved_;
    }
}

/// Drops flits at the edge, after the stages have shifted.
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
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void Link::add_dropped() {
    DroppedFlits all = dropped_;
    all.add(dropped_i->read());
    dropped_o->write(all);
}

void Link::edge() {
    flits_.shift(flit_i.read());
    credits_.shift(credit_i.read());
    if (purge_i) {
        drop();
    }
    flit_o.write(flits_.on_wire());
    credit_o.write(credits_.on_wire());
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
