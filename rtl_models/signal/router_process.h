#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rtl_models/signal/phase_sequencer.h"

namespace flitscope::rtl {

class RouterProcess;

/// A module with registers that follow its input wires: its share of the state phase. Enlisted when
/// such a wire is written; enlisting twice before the phase is one run.
class StateUnit {
public:
    explicit StateUnit(RouterProcess& process) : process_(&process) {}
    virtual ~StateUnit() = default;
    StateUnit(const StateUnit&) = delete;
    StateUnit& operator=(const StateUnit&) = delete;

    inline void enlist();
    /// State phase: take what the wires carried before the edge.
    virtual void at_state() = 0;

private:
    friend class RouterProcess;
    RouterProcess* process_;
    std::uint32_t enlisted_for_ = 0;  ///< number of the state phase
};

/// A module with a place in the order of a router's allocation: route unit, allocators, crossbar.
class AllocationUnit {
public:
    explicit AllocationUnit(RouterProcess& process) : process_(&process) {}
    virtual ~AllocationUnit() = default;
    AllocationUnit(const AllocationUnit&) = delete;
    AllocationUnit& operator=(const AllocationUnit&) = delete;

    /// Run at this unit's next turn: still in this cycle if the turn is yet to come.
    inline void enlist();

protected:
    virtual void at_turn() = 0;

private:
    friend class RouterProcess;
    RouterProcess* process_;
    bool enlisted_ = false;
};

/// The process of one router: state phase, then the allocation units in the order that the pipeline
/// depth asks for. Both in one activation, because routers influence each other through wires only,
/// and what is written to a wire is read one cycle later; one pass over a router's memory per cycle
/// is what large networks need (docs/signal_level.md has the measurement). Sleeps when no unit has
/// work.
class RouterProcess {
public:
    /// `order`: the allocation units, in order, until nullptr. Set before the simulation starts.
    explicit RouterProcess(PhaseSequencer& sequencer)
        : state_worker(sequencer, Phase::state),
          allocation_worker(sequencer, Phase::allocation),
          sequencer_(sequencer),
          separate_(sequencer.scheme() != PhaseScheme::one_activation) {}

    void set_order(std::vector<AllocationUnit*> order) { order_ = std::move(order); }
    /// State and allocation in two activations, with time for `on_registers` between them.
    void separate() { separate_ = true; }

    void add(StateUnit& unit) {
        // A wire written in a state phase (by a Link) is for the next one, whether this router's
        // process and this unit have run already or not.
        const std::uint32_t phase = sequencer_.state_phases() + 1;
        if (unit.enlisted_for_ != phase) {
            unit.enlisted_for_ = phase;
            units_[phase % 2].push_back(&unit);
            state_worker.enlist();
        }
    }
    void wake() {
        if (!running_) {
            state_worker.enlist();
        }
    }

    /// Body of the process that waits for state_worker.event.
    void run_state() {
        running_ = true;
        std::vector<StateUnit*>& units = units_[sequencer_.state_phases() % 2];
        for (StateUnit* unit : units) {
            unit->at_state();
        }
        units.clear();
        running_ = false;
        if (separate_) {
            allocation_worker.enlist();
        } else {
            run_allocation();
        }
    }
    /// Body of the process that waits for allocation_worker.event.
    void run_allocation() {
        running_ = true;
        for (AllocationUnit* unit : order_) {
            if (unit->enlisted_) {
                unit->enlisted_ = false;
                unit->at_turn();
            }
        }
        running_ = false;
        for (const AllocationUnit* unit : order_) {
            if (unit->enlisted_) {
                state_worker.enlist();
                break;
            }
        }
    }

    PhaseWorker state_worker;
    PhaseWorker allocation_worker;

private:
    PhaseSequencer& sequencer_;
    bool separate_;
    bool running_ = false;
    std::vector<StateUnit*> units_[2];  ///< by parity of the state phase they are for
    std::vector<AllocationUnit*> order_;
};

inline void StateUnit::enlist() { process_->add(*this); }
inline void AllocationUnit::enlist() {
    enlisted_ = true;
    process_->wake();
}

}  // namespace flitscope::rtl
