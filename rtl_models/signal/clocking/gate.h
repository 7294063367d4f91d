#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

class Gate;

/// Where in a cycle a gate opens.
enum class ClockPhase : std::uint8_t {
    rising,   ///< the edge: registers change
    falling,  ///< sinks and monitors look at what the wires carry
    driving   ///< after the client at the falling edge: injection ports drive their wires
};
constexpr std::size_t kClockPhases = 3;

/// Delta cycles in one time step after which signals count as a loop. Own choice: a unit may take
/// hundreds.
constexpr sc_dt::uint64 kMostDeltasToSettle = 10000;

/// The gates that open at the next edge of a clock, and its time.
struct GateQueue {
    std::array<std::vector<Gate*>, kClockPhases> awake;
    sc_core::sc_event wake;  ///< for a clock that has stopped
    bool stopped = false;
    /// Called in the deltas of a time step that takes too many, if there are replaced units. A
    /// callee that knows signals that do not settle ends the run.
    std::vector<std::function<void()>> unsettled;
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

/// A channel that tells the gates that watch it whether it carries something.
class Watched {
public:
    virtual ~Watched() = default;
    /// The gate is open as long as the channel carries something.
    void add_watcher(Gate& gate);
    /// The gate is woken whenever the value changes.
    void add_change_watcher(Gate& gate) { change_watchers_.push_back(&gate); }

protected:
    /// The value has changed; `carries`: the new value is not empty.
    void tell_watchers(bool carries);

private:
    bool carries_ = false;
    std::vector<Gate*> watchers_, change_watchers_;
};

/// Opens at an edge only if a channel that it watches carries something (a flit, a bit of a mask)
/// or if it was woken.
///
/// With a clock or a watched channel that is not ours, it opens at every edge.
class Gate {
public:
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Call at end of elaboration, from within the module, before `watch`.
    void follow(sc_core::sc_in<bool>& clk_i);
    template <typename Port>
    void watch(Port& port) {
        watch_channel(port.get_interface());
    }
    void watch_channel(sc_core::sc_interface* channel);
    void watch_changes(sc_core::sc_interface* channel);

    /// Opens at the next occurrence of the phase, in this cycle if it is still to come.
    void wake() {
        asked_ = true;
        enqueue();
    }
    /// Opens at every edge from now on.
    void stay_open() { count(1); }
    /// Opens if there is a reason. For clocks.
    void serve();
    /// Number of the running cycle; with a clock that is not ours: simulation time in ns.
    Cycle cycle() const { return queue_ != nullptr ? queue_->cycle : time_in_ns(); }

protected:
    explicit Gate(ClockPhase phase) : phase_(phase) {}
    virtual ~Gate() = default;
    /// It is open.
    virtual void open() = 0;
    /// A watched channel carries something.
    bool carries() const { return carrying_ > 0; }
    bool holding() const { return queue_ != nullptr && queue_->holding; }

private:
    friend class Watched;
    void enqueue();
    /// A watched channel starts or stops carrying something.
    void count(int by);

    GateQueue* queue_ = nullptr;  ///< null: clocked by a plain signal
    int carrying_ = 0;            ///< watched channels that carry something or are not ours
    ClockPhase phase_;
    bool queued_ = false;
    bool asked_ = false;
};

/// For a module that reads signals and writes none, and so needs no process: calls `look` of a
/// port.
template <typename Observer>
class ObserverGate : public Gate {
public:
    ObserverGate(ClockPhase phase, Observer& observer, void (Observer::*look)(int port), int port)
        : Gate(phase), observer_(observer), look_(look), port_(port) {}

private:
    void open() override { (observer_.*look_)(port_); }

    Observer& observer_;
    void (Observer::*look_)(int port);
    int port_;
};

}  // namespace flitscope::rtl
