#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

void Gate::follow(sc_core::sc_in<bool>& clk_i) {
    if (join(clk_i)) {
        return;
    }
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(phase_ == ClockPhase::rising ? &clk_i->posedge_event()
                                                         : &clk_i->negedge_event());
    sc_core::sc_spawn([this] { run_(*this); }, sc_core::sc_gen_unique_name("clocked"), &options);
}

void Gate::watch_channel(sc_core::sc_interface* channel, bool changes) {
    auto* const watched = dynamic_cast<Watched*>(channel);
    if (watched != nullptr) {
        watched->add_watcher(*this, changes);
    } else {
        count(1);
    }
}

void UnitGate::depend_on_event(const sc_core::sc_event& change) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&change);
    sc_core::sc_spawn(
        [this] {
            note_change();
            event.notify();
        },
        sc_core::sc_gen_unique_name("changed"), &options);
}

Cycle Gate::time_in_ns() {
    return static_cast<Cycle>(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
}

}  // namespace flitscope::rtl
