#pragma once

#include <initializer_list>
#include <string_view>

namespace flitscope::tb {

/// The state of the network at a load (docs/measurement.md, "State").
enum class RunState {
    stable,     ///< carried: everything that queues was seen empty again and again
    undecided,  ///< too short to say
    saturated,  ///< more than the network carries
    deadlock,   ///< some messages can never move again
};

/// The name in result.json, tables and the report page.
constexpr const char* name_of(RunState state) {
    switch (state) {
        case RunState::stable:
            return "stable";
        case RunState::undecided:
            return "undecided";
        case RunState::saturated:
            return "saturated";
        default:
            return "deadlock";
    }
}

/// The state of this name in results; undecided for any other.
constexpr RunState run_state(std::string_view name) {
    for (const RunState state : {RunState::stable, RunState::saturated, RunState::deadlock}) {
        if (name == name_of(state)) {
            return state;
        }
    }
    return RunState::undecided;
}

}  // namespace flitscope::tb
