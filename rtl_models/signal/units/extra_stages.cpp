#include "rtl_models/signal/units/extra_stages.h"

namespace flitscope::rtl {

ExtraStages::ExtraStages(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
      dropped_i(
          optional_port<sc_core::sc_in<DroppedFlits>>("dropped_i", parameters.credited_vcs > 0)),
      dropped_o(
          optional_port<sc_core::sc_out<DroppedFlits>>("dropped_o", parameters.credited_vcs > 0)),
      flits_(parameters.stages),
      dropped_(parameters.credited_vcs) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    if (dropped_o) {
        SC_METHOD(add_dropped);
        dont_initialize();
        sensitive << *dropped_i << moved_;
    }
}

void ExtraStages::edge() {
    flits_.shift(flit_i.read());
    if (!rst_ni.read()) {
        flits_.drop([](const Flit&) { return true; });
    }
    if (purge_i) {
        drop();
    }
    flit_o.write(flits_.on_wire());
}

/// Drops flits at the edge, after the stages have shifted.
void ExtraStages::drop() {
    dropped_ = DroppedFlits(dropped_.of.size());
    flits_.drop([&](const Flit& flit) {
        if (!purge_i->read().takes(flit)) {
            return false;
        }
        if (dropped_o) {
            dropped_.add(flit.vc, 1);
        }
        ++flits_dropped_;
        return true;
    });
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void ExtraStages::add_dropped() {
    DroppedFlits all = dropped_;
    all.add(dropped_i->read());
    dropped_o->write(all);
}

int ExtraStages::flits_of(int v) const {
    int count = flit_i.read().valid() && flit_i.read().vc == v ? 1 : 0;
    flits_.for_each_behind([&](const Flit& flit) { count += flit.vc == v ? 1 : 0; });
    return count;
}

void ExtraStages::append_messages(std::vector<std::uint32_t>& ids) const {
    if (flit_i.read().valid()) {
        ids.push_back(flit_i.read().message);
    }
    flits_.for_each_behind([&](const Flit& flit) { ids.push_back(flit.message); });
}

}  // namespace flitscope::rtl
