#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "rtl_models/microarchitecture/network.h"

namespace flitscope::rtl {

/// The phases of a cycle. Allocation phases run in the order that the pipeline depth asks for
/// (phase_order()).
enum class Phase : std::uint8_t {
    state,  ///< registers take what the wires carried before the edge
    route,
    vc_allocation,
    switch_allocation,
    crossbar,  ///< flits and credits onto the wires
    ejection,  ///< sinks look at the ejection wires
    injection  ///< injection ports drive their wires for the next edge
};
constexpr int kPhases = 7;

/// Where the allocation phases run. Only `deltas` changes all wires in the time step of the rising
/// edge.
enum class PhaseScheme {
    deltas,       ///< every phase a delta cycle at the rising edge
    falling_edge  ///< state at the rising edge, the other phases at the falling edge
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
/// One per network. Cycle t is at simulation time t * period. Between the ejection and the
/// injection phase of cycle t it calls `on_edge(t + 1)`, from where messages are offered; before
/// cycle 0 it does so for edge 0.
class PhaseSequencer : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(PhaseSequencer);
    /// `depth`: pipeline depth 1..4, which fixes the phase order.
    PhaseSequencer(const sc_core::sc_module_name& name, int depth,
                   PhaseScheme scheme = PhaseScheme::deltas,
                   sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS));

    /// The running cycle. Meaningless between cycles while everybody sleeps.
    Cycle cycle() const { return cycle_; }
    /// State phases begun so far. What is enlisted during one of them is for the next.
    std::uint32_t state_phases() const { return state_phases_; }
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

    /// The phases in the order they take in a cycle. A stage that shares its cycle with the stage
    /// before it runs after it and sees its results; a stage behind a pipeline register runs before
    /// it and so sees last cycle's (docs/router.md, section 4).
    static std::array<Phase, kPhases> phase_order(int depth);

private:
    friend class PhaseWorker;

    void run_phases();
    void finish_cycle();
    bool any_enlisted() const;
    void enlist(PhaseWorker& worker) {
        worker.enlisted_ = true;
        enlisted_[static_cast<std::size_t>(worker.phase_)].push_back(&worker);
        wake();
    }

    PhaseScheme scheme_;
    sc_core::sc_time period_;
    std::array<Phase, kPhases> order_;
    std::array<std::vector<PhaseWorker*>, kPhases> enlisted_;
    std::vector<PhaseWorker*> running_;
    sc_core::sc_event wake_;
    std::size_t next_phase_ = 0;  ///< index into order_
    std::uint32_t state_phases_ = 0;
    bool edge_called_ = false;
    bool asleep_ = false;
    Cycle cycle_ = -1;
};

inline void PhaseWorker::enlist() {
    if (!enlisted_) {
        sequencer_->enlist(*this);
    }
}

}  // namespace flitscope::rtl
