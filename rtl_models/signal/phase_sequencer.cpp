#include "rtl_models/signal/phase_sequencer.h"

#include <algorithm>

namespace flitscope::rtl {

PhaseSequencer::PhaseSequencer(const sc_core::sc_module_name& name, PhaseScheme scheme,
                               const sc_core::sc_time& period)
    : sc_module(name), scheme_(scheme), period_(period) {
    // Before cycle 0 there is only an injection phase (docs/router.md, section 8).
    next_phase_ = kPhases - 1;
    SC_METHOD(run_phases);
}

void PhaseSequencer::run_phases() {
    if (asleep_) {
        asleep_ = false;
        const auto now = static_cast<Cycle>((sc_core::sc_time_stamp() - start_) / period_);
        if (now != cycle_ || any_enlisted()) {
            // Woken from outside in cycle `now`: what was written counts from the next edge on.
            cycle_ = now;
            next_phase_ = kPhases - 1;
        }
    }
    while (next_phase_ < kPhases) {
        if (next_phase_ == 0 && on_cycle_begin) {
            on_cycle_begin(cycle_);
        } else if (next_phase_ == 1 && on_registers) {
            on_registers(cycle_);
        }
        const auto phase = static_cast<Phase>(next_phase_);
        if (phase == Phase::injection) {
            if (!edge_called_) {
                edge_called_ = true;
                if (on_edge) {
                    on_edge(cycle_ + 1);
                }
            }
            if (run_hold()) {
                return;
            }
        }
        ++next_phase_;
        if (!start_workers(phase)) {
            continue;
        }
        if (phase == Phase::state && scheme_ == PhaseScheme::falling_edge) {
            next_trigger(period_ / 2);
        } else {
            next_trigger(sc_core::SC_ZERO_TIME);
        }
        return;
    }
    finish_cycle();
}

/// The two steps of hold(); false: there is none, or it is over.
bool PhaseSequencer::run_hold() {
    if (hold_ == Hold::none) {
        return false;
    }
    if (hold_ == Hold::asked) {
        hold_ = Hold::retracting;
        start_workers(Phase::injection);
    } else {
        hold_ = Hold::none;
        if (on_cycle_end && cycle_ >= 0) {
            on_cycle_end(cycle_);  // the simulation may never go on
        }
        sc_core::sc_pause();
    }
    next_trigger(sc_core::SC_ZERO_TIME);
    return true;
}

/// False: nobody is enlisted.
bool PhaseSequencer::start_workers(Phase phase) {
    std::vector<PhaseWorker*>& workers = enlisted_[static_cast<std::size_t>(phase)];
    if (workers.empty()) {
        return false;
    }
    state_phases_ += phase == Phase::state ? 1 : 0;
    running_.swap(workers);
    for (PhaseWorker* worker : running_) {
        worker->enlisted_ = false;
        worker->event.notify();
    }
    running_.clear();
    return true;
}

void PhaseSequencer::finish_cycle() {
    if (on_cycle_end && cycle_ >= 0) {
        on_cycle_end(cycle_);
    }
    next_phase_ = 0;
    edge_called_ = false;
    Cycle next = cycle_ + 1;
    if (!any_enlisted()) {
        const Cycle edge = next_edge ? next_edge(cycle_ + 1) : kNever;
        if (edge == kNever) {
            asleep_ = true;
            cycle_ = kNever;
            next_trigger(wake_);
            return;
        }
        asleep_ = edge - 1 > next;
        next = std::max(next, edge - 1);
    }
    cycle_ = next;
    // Cycle 0 shares its time step with the injection phase before it.
    const sc_core::sc_time start = start_ + static_cast<double>(cycle_) * period_;
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    const sc_core::sc_time wait = start > now ? start - now : sc_core::SC_ZERO_TIME;
    if (asleep_) {
        next_trigger(wait, wake_);
    } else {
        next_trigger(wait);
    }
}

bool PhaseSequencer::any_enlisted() const {
    return std::any_of(enlisted_.begin(), enlisted_.end(),
                       [](const auto& workers) { return !workers.empty(); });
}

}  // namespace flitscope::rtl
