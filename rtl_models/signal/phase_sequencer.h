#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// The phases of a cycle, in order.
enum class Phase : std::uint8_t {
    state,       ///< registers take what the wires carried before the edge; see PhaseScheme
    allocation,  ///< routes, VCs, switch; flits and credits onto the wires
    ejection,    ///< sinks look at the ejection wires
    injection    ///< injection ports drive their wires for the next edge
};
constexpr std::size_t kPhases = 4;

/// When a router's allocation runs. All give the same cycles; docs/signal_level.md compares them.
enum class PhaseScheme {
    one_activation,  ///< right after the router's own state phase
    deltas,          ///< a delta cycle after the state phase of all routers
    falling_edge     ///< at the falling edge; wires change there
};

class PhaseSequencer;

/// One process of a module and the phase it runs in. The process is an SC_METHOD that is sensitive
/// to `event` alone and sleeps until it is enlisted; enlisting twice before it runs is one run.
class PhaseWorker {
public:
    PhaseWorker(PhaseSequencer& sequencer, Phase phase) : sequencer_(&sequencer), phase_(phase) {}
    PhaseWorker(const PhaseWorker&) = delete;
    PhaseWorker& operator=(const PhaseWorker&) = delete;

    /// Run at the next occurrence of the phase: still in this cycle if the phase is yet to come,
    /// else in the next cycle.
    inline void enlist();
    sc_core::sc_event event;

private:
    friend class PhaseSequencer;
    PhaseSequencer* sequencer_;
    Phase phase_;
    bool enlisted_ = false;
};

/// Starts the phases of every cycle, and skips the cycles in which nobody has work.
///
/// One per network. Cycle t is at simulation time start + t * period. Between the ejection and the
/// injection phase of cycle t it calls `on_edge(t + 1)`, from where messages are offered; before
/// cycle 0 it does so for edge 0.
class PhaseSequencer : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(PhaseSequencer);
    explicit PhaseSequencer(const sc_core::sc_module_name& name,
                            PhaseScheme scheme = PhaseScheme::one_activation,
                            const sc_core::sc_time& period = sc_core::sc_time(1, sc_core::SC_NS));

    /// Simulation time of cycle 0, by default 0. Before the simulation starts.
    void start_at(const sc_core::sc_time& start) { start_ = start; }
    /// The running cycle. Meaningless between cycles while everybody sleeps.
    Cycle cycle() const { return cycle_; }
    PhaseScheme scheme() const { return scheme_; }
    /// State phases begun so far. What is enlisted during one of them is for the next.
    std::uint32_t state_phases() const { return state_phases_; }
    /// From on_edge: pauses the simulation at the end of the cycle, before anything is injected.
    /// The workers of the injection phase run twice: before the pause, while holding() is true, to
    /// take back what they drove in the last cycle, and properly when the simulation goes on.
    void hold() { hold_ = Hold::asked; }
    bool holding() const { return hold_ == Hold::retracting; }
    /// Ends the simulation with an exception that is not to become a report: sc_start throws a
    /// report for it, and who called it rethrows failure() instead.
    [[noreturn]] void fail(std::exception_ptr failure) {
        failure_ = std::move(failure);
        std::rethrow_exception(failure_);
    }
    /// Null: nobody failed.
    const std::exception_ptr& failure() const { return failure_; }
    /// Somebody has work in this cycle or the next.
    bool any_enlisted() const;
    /// Ask next_edge again, should everybody be asleep.
    void wake() {
        if (asleep_) {
            wake_.notify(sc_core::SC_ZERO_TIME);
        }
    }

    /// Called between ejection and injection; edge = cycle() + 1. Absent: nothing is called.
    std::function<void(Cycle edge)> on_edge;
    /// Called before anything happens in a cycle that is worked off.
    std::function<void(Cycle cycle)> on_cycle_begin;
    /// Called after the state phase of every cycle that is worked off: registers are as after its
    /// edge.
    std::function<void(Cycle cycle)> on_registers;
    /// Called when a cycle in which something happened is over, before time moves on.
    std::function<void(Cycle cycle)> on_cycle_end;
    /// First edge after `edge` at which on_edge must be called although no module has work; kNever:
    /// none.
    std::function<Cycle(Cycle edge)> next_edge;

private:
    friend class PhaseWorker;

    enum class Hold : std::uint8_t { none, asked, retracting };

    void run_phases();
    bool run_hold();
    bool start_workers(Phase phase);
    void finish_cycle();
    void enlist(PhaseWorker& worker) {
        worker.enlisted_ = true;
        enlisted_[static_cast<std::size_t>(worker.phase_)].push_back(&worker);
        wake();
    }

    PhaseScheme scheme_;
    sc_core::sc_time period_;
    sc_core::sc_time start_;
    std::array<std::vector<PhaseWorker*>, kPhases> enlisted_;
    std::vector<PhaseWorker*> running_;
    sc_core::sc_event wake_;
    std::size_t next_phase_ = 0;  ///< number of a Phase; kPhases: the cycle is over
    std::uint32_t state_phases_ = 0;
    bool edge_called_ = false;
    Hold hold_ = Hold::none;
    bool asleep_ = false;
    Cycle cycle_ = -1;
    std::exception_ptr failure_;
};

inline void PhaseWorker::enlist() {
    if (!enlisted_) {
        sequencer_->enlist(*this);
    }
}

}  // namespace flitscope::rtl
