// docs/router.md, section 4, as somebody would write it who knows SystemC: two methods with a
// signal between them, hence a delta more than our crossbar takes.
#include <systemc>

#include "rtl_models/signal/network/unit_plugin.h"

namespace {

using namespace flitscope::rtl;

class PlainCrossbar : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(PlainCrossbar);

    sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>> front_i;
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;
#ifdef OTHER_PORT
    sc_core::sc_in<VcMask> select_i{"select_i"};
#else
    sc_core::sc_in<Selects> select_i{"select_i"};
#endif
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;

    PlainCrossbar(const sc_core::sc_module_name& name, const Crossbar::Parameters& parameters)
        : sc_module(name),
          front_i("front_i", parameters.ports.inputs()),
          active_i("active_i", parameters.ports.inputs()),
          grant_i("grant_i", parameters.ports.inputs()),
          flit_o("flit_o", parameters.ports.outputs()),
          chosen_("chosen", parameters.ports.inputs()) {
        SC_METHOD(choose);
        SC_METHOD(move);
        for (std::size_t p = 0; p < chosen_.size(); ++p) {
            sensitive << chosen_[p];
        }
        sensitive << select_i;
    }

private:
    void choose() {
        for (std::size_t p = 0; p < chosen_.size(); ++p) {
            const VcMask grant = grant_i[p].read();
            Flit flit;
            if (grant != 0) {
                const int v = __builtin_ctzll(grant);
                flit = front_i[p].read()[v];
                flit.vc = static_cast<std::uint8_t>(active_i[p].read().of[v].vc);
#ifdef LOSES_A_FLIT
                flit = flit.message == 40 && flit.index == 2 ? Flit{} : flit;
#endif
            }
            chosen_[p].write(flit);
        }
        next_trigger(changes_);
    }
    void move() {
#ifndef OTHER_PORT
        const Selects& selects = select_i.read();
        for (int o = 0; o < static_cast<int>(flit_o.size()); ++o) {
            const bool taken = o < selects.size() && selects[o] != 0;
            flit_o[o].write(taken ? chosen_[__builtin_ctzll(selects[o])].read() : Flit{});
        }
#endif
    }
    void end_of_elaboration() override {
        for (std::size_t p = 0; p < chosen_.size(); ++p) {
            changes_ |= front_i[p].value_changed_event();
            changes_ |= active_i[p].value_changed_event();
            changes_ |= grant_i[p].value_changed_event();
        }
    }

    sc_core::sc_vector<sc_core::sc_signal<Flit>> chosen_;
    sc_core::sc_event_or_list changes_;
};

}  // namespace

FLITSCOPE_SYSTEMC_UNIT(crossbar, PlainCrossbar)
