#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/clocking/fetch_ahead.h"

namespace flitscope::rtl {

class Gate;
class UnitGate;

/// Where in a cycle a clocked process runs.
enum class ClockPhase : std::uint8_t {
    rising,   ///< the edge: registers change
    falling,  ///< sinks and monitors look at what the wires carry
    driving   ///< after the client at the falling edge: injection ports drive their wires
};
constexpr std::size_t kClockPhases = 3;

/// The processes that must run at the next edge of a clock, and its time.
struct GateQueue {
    std::array<std::vector<Gate*>, kClockPhases> awake;
    sc_core::sc_event wake;  ///< for a clock that has stopped
    bool stopped = false;
    /// Asked in the deltas of a time step that takes too many, where there are units of somebody
    /// else: who knows signals that do not settle ends the run.
    std::vector<std::function<void()>> unsettled;
    bool holding = false;  ///< the simulation is about to pause: wires are taken back
    Cycle cycle = -1;      ///< running cycle; meaningless while stopped
    Cycle edges = 0;       ///< rising ones so far; cycles that are jumped over have none

    bool empty() const { return awake[0].empty() && awake[1].empty() && awake[2].empty(); }
};

/// A clock that opens gates.
class GatedClock {
public:
    GateQueue& gates() { return gates_; }
    const GateQueue& gates() const { return gates_; }

protected:
    virtual ~GatedClock() = default;

private:
    GateQueue gates_;
};

/// 64 channels of one reader: which have changed since it looked last.
struct ChangeWord {
    std::uint64_t bits = 0;
    Gate* gate = nullptr;  ///< woken by the first one; may be null

    inline void note(int bit);
};

/// A channel that tells the gates which watch it whether it carries something.
class Watched {
public:
    virtual ~Watched() = default;
    /// `changes`: the gate is to be woken whenever the value changes, not as long as there is one.
    inline void add_watcher(Gate& gate, bool changes);
    /// The unit is to compute anew in the delta after a change.
    inline void add_dependent(UnitGate& gate);
    /// Notes `bit` in the word whenever the value changes.
    inline void add_note(ChangeWord& word, int bit);

protected:
    /// The value has changed; `carries`: to one that says something.
    inline void tell_watchers(bool carries);
    template <typename Visit>
    void for_each_dependent(const Visit& visit) const;

    static constexpr std::size_t kAhead = 4;  ///< by trial
    static inline LastFirst<Watched> to_update_;

    bool asked_ = false;  ///< for an update; of update_requested() SystemC 2.3.4 says always true
    bool carries_ = false;

private:
    std::uint8_t note_bit_ = 0;  ///< in *note_
    static constexpr std::size_t kFew = 3;
    static constexpr std::size_t kFewDependents = 2;

    std::array<Gate*, kFew> watchers_{};                  ///< null: no more
    std::array<UnitGate*, kFewDependents> dependents_{};  ///< the same
    struct Others {
        std::vector<Gate*> watchers, change_watchers;
        std::vector<UnitGate*> dependents;
        std::vector<std::pair<ChangeWord*, int>> notes;
    };
    Others& others() {
        others_ = others_ ? std::move(others_) : std::make_unique<Others>();
        return *others_;
    }
    std::unique_ptr<Others> others_;
    ChangeWord* note_ = nullptr;  ///< null: none
};

/// Clock gating of one reader of signals. It runs at an edge only if a channel that it watches
/// carries something there (a flit, a bit of a mask) or if it asked for it.
///
/// A reader that is clocked by somebody else's signal, or has somebody else's channel at an input,
/// runs at every edge.
class Gate {
public:
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// At end of elaboration, from within the module, before `watch`.
    void follow(sc_core::sc_in<bool>& clk_i);
    /// As `follow`; false: the clock is somebody else's, and the gate is opened by none.
    bool join(sc_core::sc_in<bool>& clk_i) {
        auto* const clock = dynamic_cast<GatedClock*>(clk_i.get_interface());
        queue_ = clock == nullptr ? nullptr : &clock->gates();
        return clock != nullptr;
    }
    template <typename Port>
    void watch(Port& port) {
        watch_channel(port.get_interface(), false);
    }
    void watch_channel(sc_core::sc_interface* channel, bool changes);

    /// Run at the next occurrence of the phase: still in this cycle if it is yet to come.
    void wake() {
        asked_ = true;
        enqueue();
    }
    /// Lets the reader run if there is something for it. For clocks.
    void open() {
        queued_ = false;
        if (asked_ || carrying_ > 0) {
            asked_ = false;
            run_(*this);
            if (carrying_ > 0) {
                enqueue();
            }
        }
    }
    /// Soon to be opened: into the cache with it, then with the process behind it.
    void fetch() const { fetch_lines(this, 0, 2); }
    void fetch_process() const {
        if (process_ != nullptr) {
            fetch_lines(process_, 1, 5);
        }
    }
    /// Number of the running cycle; with somebody else's clock: simulation time in ns.
    Cycle cycle() const { return queue_ != nullptr ? queue_->cycle : time_in_ns(); }
    /// A loop in a time step is to end the run (clock.h), by `unsettled` if it knows the signals.
    void watch_settling(std::function<void()> unsettled) {
        if (queue_ != nullptr) {
            queue_->unsettled.push_back(std::move(unsettled));
        }
    }
    /// False: clocked by a plain signal.
    bool counts_edges() const { return queue_ != nullptr; }
    /// Rising edges so far, that of the running evaluation phase included.
    Cycle edges() const { return queue_->edges; }
    bool holding() const { return queue_ != nullptr && queue_->holding; }

protected:
    using Run = void (*)(Gate& gate);
    Gate(ClockPhase phase, Run run) : run_(run), phase_(phase) {}
    ~Gate() = default;
    /// The running process is the one behind the gate.
    void know_process() {
        if (process_ == nullptr) {
            process_ = reinterpret_cast<const char*>(
                sc_core::sc_get_current_process_handle().get_process_object());
        }
    }

private:
    friend class Watched;
    static Cycle time_in_ns();
    void enqueue() {
        if (queue_ != nullptr && !queued_) {
            queued_ = true;
            queue_->awake[static_cast<std::size_t>(phase_)].push_back(this);
            if (queue_->stopped) {
                queue_->wake.notify(sc_core::SC_ZERO_TIME);
            }
        }
    }
    /// A watched channel begins or ends to carry something.
    void count(int by) {
        carrying_ += by;
        if (by > 0) {
            enqueue();
        }
    }

    Run run_;
    const char* process_ = nullptr;  ///< null: not known
    GateQueue* queue_ = nullptr;     ///< null: clocked by a plain signal
    int carrying_ = 0;  ///< watched channels that carry something, plus those of somebody else
    ClockPhase phase_;
    bool queued_ = false;
    bool asked_ = false;
};

/// Of a process: an SC_METHOD that is sensitive to `event` alone. It runs in the evaluation phase
/// in which processes run that are sensitive to clk_i.pos(): invisible at the ports.
class ProcessGate : public Gate {
public:
    explicit ProcessGate(ClockPhase phase) : Gate(phase, &notify), event(name_of(phase)) {}

    sc_core::sc_event event;

private:
    /// Without a name SystemC keeps a generator of names in every module.
    static const char* name_of(ClockPhase phase) {
        return phase == ClockPhase::rising    ? "rising"
               : phase == ClockPhase::falling ? "falling"
                                              : "driving";
    }
    static void notify(Gate& gate) { static_cast<ProcessGate&>(gate).event.notify(); }
};

/// Of the one process of a unit, an SC_METHOD that is sensitive to `event` alone. It runs at the
/// edges at which the gate opens, and in the delta after an input has changed that the unit depends
/// on: when a clocked process would run, and one that is sensitive to these inputs. A process and
/// an event for all of them fit into caches where two and one per signal would not.
class UnitGate : public Gate {
public:
    /// `name` of the event: each in a unit has its own.
    explicit UnitGate(const char* name = "gate") : UnitGate(name, &notify) {}

    sc_core::sc_event event;

    /// At end of elaboration, from within the module.
    template <typename Port>
    void depend_on(Port& port) {
        auto* const watched = dynamic_cast<Watched*>(port.get_interface());
        if (watched != nullptr) {
            watched->add_dependent(*this);
        } else {
            depend_on_event(port->value_changed_event());
        }
    }
    template <typename Port>
    void depend_on(sc_core::sc_vector<Port>& ports) {
        for (Port& port : ports) {
            depend_on(port);
        }
    }
    template <typename Port>
    void depend_on(OptionalPorts<Port>& ports) {
        ports.for_each([this](Port& port) { depend_on(port); });
    }
    /// Compute anew in the next delta: a register has changed.
    void recompute() {
        if (note_change()) {
            event.notify(sc_core::SC_ZERO_TIME);
        }
    }
    /// False: that it has to compute is known already.
    bool note_change() {
        fetch_process();
        if (changed_) {
            return false;
        }
        to_compute_.add(this);
        return changed_ = true;
    }
    /// The process: at_edge(), compute() or both. What the edge asks for is done in the next delta.
    template <typename AtEdge, typename Compute>
    void serve(const AtEdge& at_edge, const Compute& compute) {
        const bool changed = take_change();
        if (take_edge()) {
            at_edge();
        }
        if (changed) {
            compute();
        }
    }
    // True once for each edge or change.
    bool take_edge() {
        if (!edge_) {
            return false;
        }
        fetch_unit(at_edge_.take(kAhead));
        edge_ = false;
        return true;
    }
    bool take_change() {
        know_process();
        if (!changed_) {
            return false;
        }
        fetch_unit(to_compute_.take(kAhead));
        changed_ = false;
        return true;
    }
    /// At the edge.
    void begin() {
        at_edge_.add(this);
        edge_ = true;
        event.notify();
    }

protected:
    UnitGate(const char* name, Run run) : Gate(ClockPhase::rising, run), event(name) {}

private:
    static void notify(Gate& gate) { static_cast<UnitGate&>(gate).begin(); }
    void depend_on_event(const sc_core::sc_event& change);
    /// The gate is the last member of its unit.
    static void fetch_unit(const UnitGate* gate) { fetch_lines(gate, -4, 3); }

    static constexpr std::size_t kAhead = 3;  ///< by trial
    static inline LastFirst<UnitGate> to_compute_;
    static inline FirstFirst<UnitGate> at_edge_;

    bool edge_ = false;
    bool changed_ = false;
};

/// Of a unit that would not do anything at the edge unless `needed` of it says so: the enable of
/// its clock.
template <typename Module>
class EnabledGate : public UnitGate {
public:
    EnabledGate(const Module& module, bool (Module::*needed)() const)
        : UnitGate("gate", &notify), module_(module), needed_(needed) {}

private:
    static void notify(Gate& gate) {
        auto& enabled = static_cast<EnabledGate&>(gate);
        if ((enabled.module_.*enabled.needed_)()) {
            enabled.begin();
        }
    }

    const Module& module_;
    bool (Module::*needed_)() const;
};

/// Of one who reads signals and writes none, hence needs no process: `look` of a port is called.
template <typename Observer>
class ObserverGate : public Gate {
public:
    ObserverGate(ClockPhase phase, Observer& observer, void (Observer::*look)(int port), int port)
        : Gate(phase, &call), observer_(observer), look_(look), port_(port) {}

private:
    static void call(Gate& gate) {
        auto& mine = static_cast<ObserverGate&>(gate);
        (mine.observer_.*mine.look_)(mine.port_);
    }

    Observer& observer_;
    void (Observer::*look_)(int port);
    int port_;
};

inline void Watched::add_watcher(Gate& gate, bool changes) {
    const auto free = std::find(watchers_.begin(), watchers_.end(), nullptr);
    if (!changes && free != watchers_.end()) {
        *free = &gate;
    } else {
        (changes ? others().change_watchers : others().watchers).push_back(&gate);
    }
    if (carries_ && !changes) {
        gate.count(1);
    }
}

inline void Watched::add_dependent(UnitGate& gate) {
    const auto free = std::find(dependents_.begin(), dependents_.end(), nullptr);
    if (free != dependents_.end()) {
        *free = &gate;
    } else {
        others().dependents.push_back(&gate);
    }
}

inline void ChangeWord::note(int bit) {
    if (bits == 0 && gate != nullptr) {
        gate->wake();
    }
    bits |= std::uint64_t{1} << bit;
}

inline void Watched::add_note(ChangeWord& word, int bit) {
    if (note_ == nullptr) {
        note_ = &word;
        note_bit_ = static_cast<std::uint8_t>(bit);
    } else {
        others().notes.emplace_back(&word, bit);
    }
}

template <typename Visit>
void Watched::for_each_dependent(const Visit& visit) const {
    for (UnitGate* gate : dependents_) {
        if (gate == nullptr) {
            return;
        }
        visit(*gate);
    }
    if (others_) {
        for (UnitGate* gate : others_->dependents) {
            visit(*gate);
        }
    }
}

inline void Watched::tell_watchers(bool carries) {
    if (carries != carries_) {
        carries_ = carries;
        const int by = carries ? 1 : -1;
        for (Gate* gate : watchers_) {
            if (gate == nullptr) {
                break;
            }
            gate->count(by);
        }
        if (others_) {
            for (Gate* gate : others_->watchers) {
                gate->count(by);
            }
        }
    }
    if (others_) {
        for (Gate* gate : others_->change_watchers) {
            gate->wake();
        }
        for (const auto& [word, bit] : others_->notes) {
            word->note(bit);
        }
    }
    if (note_ != nullptr) {
        note_->note(note_bit_);
    }
}

}  // namespace flitscope::rtl
