#include "rtl_models/signal/clocking/clock.h"

#include <linux/mman.h>
#include <sys/mman.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>

#include "rtl_models/signal/clocking/clock_gate.h"

namespace flitscope::rtl {

using sc_core::SC_ZERO_TIME;

namespace {

std::int64_t time_now() { return static_cast<std::int64_t>(sc_core::sc_time_stamp().value()); }

/// More than kMostDeltasToSettle: a monitor that knows the signals and has their waves reports
/// first.
constexpr sc_dt::uint64 kMostDeltas = kMostDeltasToSettle + 1000;

/// The names of the signals below `object` that have changed in this delta.
void append_changed(const sc_core::sc_object& object, std::string& names) {
    const auto* const signal = dynamic_cast<const sc_core::sc_signal_channel*>(&object);
    if (signal != nullptr && signal->event()) {
        names += std::string(" ") + object.name();
    }
    for (const sc_core::sc_object* const child : object.get_child_objects()) {
        append_changed(*child, names);
    }
}

/// Puts the heap onto huge pages if the kernel can (Linux 6.1); otherwise does nothing. Every cycle
/// walks through a network of SystemC modules, which has more pages than the processor caches
/// translations for: 8x8 at load 0.2 runs a third faster.
void move_heap_to_huge_pages() {
#ifdef MADV_COLLAPSE
    constexpr std::uintptr_t kHugePage = std::uintptr_t{2} << 20;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t from = 0, to = 0;
        if (line.find("[heap]") == std::string::npos ||
            std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &from, &to) != 2) {
            continue;
        }
        from = (from + kHugePage - 1) / kHugePage * kHugePage;
        to = to / kHugePage * kHugePage;
        if (from < to) {
            // A kernel that refuses leaves the pages as they are.
            madvise(reinterpret_cast<void*>(from), to - from, MADV_COLLAPSE);
        }
    }
#endif
}

}  // namespace

Clock::Clock(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
    : sc_module(name), period_(static_cast<std::int64_t>(period.value())) {
    SC_METHOD(run);
    SC_METHOD(settle);
    dont_initialize();
    sensitive << time_step_;
}

void Clock::start_of_simulation() { move_heap_to_huge_pages(); }

void Clock::wait_until(std::int64_t time) {
    const std::int64_t rest = std::max<std::int64_t>(time - time_now(), 0);
    const auto wait = sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(rest));
    if (gates().stopped) {
        next_trigger(wait, gates().wake);
    } else {
        next_trigger(wait);
    }
}

/// Runs in every delta that is followed by another one. Signals in a loop never let time advance.
void Clock::settle() {
    settling_ = sc_core::sc_pending_activity_at_current_time();
    const sc_dt::uint64 deltas = sc_core::sc_delta_count() - first_delta_;
    if (deltas > kMostDeltasToSettle) {
        for (const auto& report : gates().unsettled) {
            report();
        }
    }
    if (deltas > kMostDeltas) {
        fail_to_settle();
    }
    if (settling_) {
        next_trigger(SC_ZERO_TIME);
    }
}

void Clock::fail_to_settle() {
    std::string names;
    for (const sc_core::sc_object* const top : sc_core::sc_get_top_level_objects()) {
        append_changed(*top, names);
    }
    const std::string what = "cycle " + std::to_string(cycle()) + ": signals do not settle in " +
                             std::to_string(kMostDeltas) + " delta cycles:" +
                             (names.empty() ? " none, processes notify each other" : names);
    report_violation({what, cycle(), "", nullptr});
}

void Clock::run() {
    if (!gates().unsettled.empty() && !settling_) {
        settling_ = true;
        first_delta_ = sc_core::sc_delta_count();
        time_step_.notify(SC_ZERO_TIME);
    }
    if (gates().stopped && !woken()) {
        return;
    }
    switch (step_) {
        case Step::rise:
            if (on_cycle_begin) {
                on_cycle_begin(cycle());
            }
            clk.write(true);
            step_ = Step::edge;
            next_trigger(SC_ZERO_TIME);
            break;
        case Step::edge:  // processes that are sensitive to clk.pos() run here
            open(ClockPhase::rising);
            step_ = Step::fall;
            wait_until(fall_of(cycle()));
            break;
        case Step::fall:
            clk.write(false);
            step_ = Step::observe;
            next_trigger(SC_ZERO_TIME);
            break;
        case Step::observe:
            if (on_registers) {
                on_registers(cycle());
            }
            open(ClockPhase::falling);
            step_ = Step::serve;
            next_trigger(SC_ZERO_TIME);
            break;
        case Step::serve:
            if (serve()) {
                open(ClockPhase::driving);
                step_ = Step::finish;
            }
            next_trigger(SC_ZERO_TIME);
            break;
        case Step::finish:
            finish();
            break;
    }
}

/// A wire was written, the client is to be called, or the awaited time has come. False: it is not
/// yet time to go on.
bool Clock::woken() {
    gates().stopped = false;
    const std::int64_t now = time_now();
    if (step_ == Step::serve && now == fall_of(cycle())) {
        jump_to(cycle());
        return true;
    }
    // The last cycle whose falling edge is not in the future.
    const Cycle passed = (now - fall_of(-1)) / period_ - 1;
    gates().cycle = passed;
    if (now == fall_of(passed)) {
        jump_to(passed);
        return true;
    }
    if (gates().empty()) {
        plan();
        return false;
    }
    gates().cycle = passed + 1;
    if (now < rise_of(cycle())) {
        step_ = Step::rise;
        wait_until(rise_of(cycle()));
    } else {
        // What was written after the edge counts from the next one on.
        step_ = Step::observe;
        wait_until(fall_of(cycle()));
    }
    return false;
}

/// Goes on with the falling edge of a cycle in which nothing else happens.
void Clock::jump_to(Cycle cycle) {
    gates().cycle = cycle;
    step_ = Step::serve;
    if (on_cycle_begin) {
        on_cycle_begin(cycle);
    }
    if (on_registers) {
        on_registers(cycle);
    }
}

/// False: the simulation is being held.
bool Clock::serve() {
    if (!edge_called_) {
        edge_called_ = true;
        if (on_edge) {
            on_edge(cycle() + 1);
        }
    }
    if (hold_ == Hold::none) {
        return true;
    }
    if (hold_ == Hold::asked) {
        hold_ = Hold::announced;
        hold_o.write(true);
    } else if (hold_ == Hold::announced) {
        hold_ = Hold::retracting;
        gates().holding = true;
        open(ClockPhase::driving);
    } else {
        hold_ = Hold::none;
        gates().holding = false;
        hold_o.write(false);
        if (on_cycle_end && cycle() >= 0) {
            on_cycle_end(cycle());  // the simulation may never go on
        }
        sc_core::sc_pause();
    }
    return false;
}

void Clock::open(ClockPhase phase) {
    if (phase == ClockPhase::driving && drive.followed()) {
        drive.rise();
    }
    open_.swap(gates().awake[static_cast<std::size_t>(phase)]);
    for (Gate* const gate : open_) {
        gate->serve();
    }
    open_.clear();
}

void Clock::finish() {
    if (on_cycle_end && cycle() >= 0) {
        on_cycle_end(cycle());
    }
    edge_called_ = false;
    plan();
}

/// Decides what follows the falling edge of the running cycle.
void Clock::plan() {
    Cycle next = cycle() + 1;
    if (!busy()) {
        const Cycle edge = next_edge ? next_edge(next) : kNever;
        gates().stopped = edge == kNever || edge - 1 > next;
        if (edge == kNever) {
            gates().cycle = kNever;
            step_ = Step::finish;  // nothing is waited for
            next_trigger(gates().wake);
            return;
        }
        next = std::max(next, edge - 1);
    }
    gates().cycle = next;
    step_ = gates().stopped ? Step::serve : Step::rise;
    wait_until(gates().stopped ? fall_of(next) : rise_of(next));
}

ClockGate* bind_clock(sc_core::sc_in<bool>& clk_i, Clock& clock, ClockGates* gates,
                      ClockPhase phase, int more,
                      const std::vector<sc_core::sc_interface*>& opened_by) {
    if (gates == nullptr) {
        phase == ClockPhase::driving ? clk_i(clock.drive) : clk_i(clock.clk);
        return nullptr;
    }
    const std::string module = clk_i.get_parent_object()->basename();
    ClockGate& gate = gates->add(module + '_' + clk_i.basename(), phase, more);
    for (sc_core::sc_interface* const channel : opened_by) {
        gate.opened_by(*channel);
    }
    clk_i(gate);
    return &gate;
}

}  // namespace flitscope::rtl
