#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/signal/phase_sequencer.h"

namespace flitscope::rtl {

class StateGroup;

/// A module with registers that follow its input wires: its share of the state phase. Enlisted when
/// such a wire is written; enlisting twice before the phase is one run.
class StateUnit {
public:
    explicit StateUnit(StateGroup& group) : group_(&group) {}
    virtual ~StateUnit() = default;
    StateUnit(const StateUnit&) = delete;
    StateUnit& operator=(const StateUnit&) = delete;

    inline void enlist();
    /// State phase: take what the wires carried before the edge.
    virtual void at_state() = 0;

private:
    friend class StateGroup;
    StateGroup* group_;
    std::uint32_t enlisted_for_ = 0;  ///< number of the state phase
};

/// The state units of one router and the one process that runs those that have something to take.
/// One process a router instead of one a port: a process and its event cost more memory and more
/// time than the work of a port.
class StateGroup {
public:
    explicit StateGroup(PhaseSequencer& sequencer)
        : worker(sequencer, Phase::state), sequencer_(sequencer) {}

    void add(StateUnit& unit) {
        // A wire written in a state phase (by a Link) is for the next one, whether this router's
        // process and this unit have run already or not.
        const std::uint32_t phase = sequencer_.state_phases() + 1;
        if (unit.enlisted_for_ != phase) {
            unit.enlisted_for_ = phase;
            units_[phase % 2].push_back(&unit);
            worker.enlist();
        }
    }
    /// The process.
    void run() {
        std::vector<StateUnit*>& units = units_[sequencer_.state_phases() % 2];
        for (StateUnit* unit : units) {
            unit->at_state();
        }
        units.clear();
    }
    PhaseWorker worker;

private:
    PhaseSequencer& sequencer_;
    std::vector<StateUnit*> units_[2];  ///< by parity of the state phase they are for
};

inline void StateUnit::enlist() { group_->add(*this); }

}  // namespace flitscope::rtl
