#pragma once

#include <array>
#include <cstdint>
#include <systemc>
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
    std::vector<Gate*> watchers_;
    std::vector<Gate*> change_watchers_;
    bool carries_ = false;
};

/// Clock gating of one process: an SC_METHOD that is sensitive to `event` alone. It runs at an edge
/// only if a channel that it watches carries something there (a flit, a bit of a mask) or if it
/// asked for it, and then in the evaluation phase in which processes run that are sensitive to
/// clk_i.pos(): invisible at the ports.
///
/// A module that is clocked by somebody else's signal, or has somebody else's channel at an input,
/// runs at every edge.
class Gate {
public:
    explicit Gate(ClockPhase phase) : phase_(phase) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// At end of elaboration, from within the module, before `watch`.
    void follow(sc_core::sc_in<bool>& clk_i);
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
    /// Starts the process in the running evaluation phase if there is something for it. For clocks.
    void open() {
        queued_ = false;
        if (asked_ || carrying_ > 0) {
            asked_ = false;
            event.notify();
            if (carrying_ > 0) {
                enqueue();
            }
        }
    }
    /// Number of the running cycle; with somebody else's clock: simulation time in ns.
    Cycle cycle() const;
    bool holding() const { return queue_ != nullptr && queue_->holding; }

    sc_core::sc_event event;

private:
    friend class Watched;
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

    ClockPhase phase_;
    bool queued_ = false;
    bool asked_ = false;
    int carrying_ = 0;  ///< watched channels that carry something, plus those of somebody else
    GateQueue* queue_ = nullptr;  ///< null: clocked by a plain signal
};

inline void Watched::add_watcher(Gate& gate, bool changes) {
    (changes ? change_watchers_ : watchers_).push_back(&gate);
    if (carries_ && !changes) {
        gate.count(1);
    }
}

inline void Watched::tell_watchers(bool carries) {
    if (carries != carries_) {
        carries_ = carries;
        for (Gate* gate : watchers_) {
            gate->count(carries ? 1 : -1);
        }
    }
    for (Gate* gate : change_watchers_) {
        gate->wake();
    }
}

}  // namespace flitscope::rtl
