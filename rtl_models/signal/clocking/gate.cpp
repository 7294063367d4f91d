#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

void Watched::add_watcher(Gate& gate) {
    watchers_.push_back(&gate);
    if (carries_) {
        gate.count(1);
    }
}

void Watched::tell_watchers(bool carries) {
    if (carries != carries_) {
        carries_ = carries;
        for (Gate* const gate : watchers_) {
            gate->count(carries ? 1 : -1);
        }
    }
    for (Gate* const gate : change_watchers_) {
        gate->wake();
    }
}

void Gate::follow(sc_core::sc_in<bool>& clk_i) {
    auto* const clock = dynamic_cast<GatedClock*>(clk_i.get_interface());
    if (clock != nullptr) {
        queue_ = &clock->gates();
        if (carrying_ > 0 || asked_) {
            enqueue();
        }
        return;
    }
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(phase_ == ClockPhase::rising ? &clk_i->posedge_event()
                                                         : &clk_i->negedge_event());
    sc_core::sc_spawn([this] { open(); }, sc_core::sc_gen_unique_name("clocked"), &options);
}

void Gate::watch_channel(sc_core::sc_interface* channel) {
    auto* const watched = dynamic_cast<Watched*>(channel);
    watched != nullptr ? watched->add_watcher(*this) : stay_open();
}

void Gate::watch_changes(sc_core::sc_interface* channel) {
    auto* const watched = dynamic_cast<Watched*>(channel);
    watched != nullptr ? watched->add_change_watcher(*this) : stay_open();
}

void Gate::serve() {
    queued_ = false;
    if (asked_ || carrying_ > 0) {
        asked_ = false;
        open();
        if (carrying_ > 0) {
            enqueue();
        }
    }
}

void Gate::enqueue() {
    if (queue_ != nullptr && !queued_) {
        queued_ = true;
        queue_->awake[static_cast<std::size_t>(phase_)].push_back(this);
        if (queue_->stopped) {
            queue_->wake.notify(sc_core::SC_ZERO_TIME);
        }
    }
}

void Gate::count(int by) {
    carrying_ += by;
    if (by > 0) {
        enqueue();
    }
}

}  // namespace flitscope::rtl
