#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

class Gate;

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
    bool holding = false;  ///< the simulation is about to pause: wires are taken back
    Cycle cycle = -1;      ///< running cycle; meaningless while stopped

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

/// A channel that tells the gates which watch it whether it carries something.
class Watched {
public:
    virtual ~Watched() = default;
    /// `changes`: the gate is to be woken whenever the value changes, not as long as there is one.
    inline void add_watcher(Gate& gate, bool changes);

protected:
    /// The value has changed; `carries`: to one that says something.
    inline void tell_watchers(bool carries);

private:
    static constexpr std::size_t kFew = 3;

    std::array<Gate*, kFew> watchers_{};  ///< null: no more
    bool carries_ = false;
    struct Others {
        std::vector<Gate*> watchers, change_watchers;
    };
    std::unique_ptr<Others> others_;
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
    /// Number of the running cycle; with somebody else's clock: simulation time in ns.
    Cycle cycle() const { return queue_ != nullptr ? queue_->cycle : time_in_ns(); }
    bool holding() const { return queue_ != nullptr && queue_->holding; }

protected:
    using Run = void (*)(Gate& gate);
    Gate(ClockPhase phase, Run run) : run_(run), phase_(phase) {}
    ~Gate() = default;

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
    GateQueue* queue_ = nullptr;  ///< null: clocked by a plain signal
    int carrying_ = 0;  ///< watched channels that carry something, plus those of somebody else
    ClockPhase phase_;
    bool queued_ = false;
    bool asked_ = false;
};

/// Of a process: an SC_METHOD that is sensitive to `event` alone. It runs in the evaluation phase
/// in which processes run that are sensitive to clk_i.pos(): invisible at the ports.
class ProcessGate : public Gate {
public:
    explicit ProcessGate(ClockPhase phase) : Gate(phase, &notify) {}

    sc_core::sc_event event;

private:
    static void notify(Gate& gate) { static_cast<ProcessGate&>(gate).event.notify(); }
};

/// Of a process that would not do anything unless `needed` of its module says so: the enable of its
/// clock.
template <typename Module>
class EnabledGate : public Gate {
public:
    EnabledGate(ClockPhase phase, const Module& module, bool (Module::*needed)() const)
        : Gate(phase, &notify), module_(module), needed_(needed) {}

    sc_core::sc_event event;

private:
    static void notify(Gate& gate) {
        auto& enabled = static_cast<EnabledGate&>(gate);
        if ((enabled.module_.*enabled.needed_)()) {
            enabled.event.notify();
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
        others_ = others_ ? std::move(others_) : std::make_unique<Others>();
        (changes ? others_->change_watchers : others_->watchers).push_back(&gate);
    }
    if (carries_ && !changes) {
        gate.count(1);
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
    }
}

}  // namespace flitscope::rtl
