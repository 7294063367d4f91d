// VC selection at the switch (docs/router.md, section 5), in place of vc_allocation.cpp.
#include "rtl_models/fast/engine/waiting_heads.h"

namespace flitscope::tl {

namespace {

/// The heads that wait for `output` ask for the switch if a VC is open to them. InputVc::output_vc
/// is the one that they would take. Nothing changes in this until the output is listed again,
/// unless every flit and credit may change which VC it is: then it stays listed.
bool ask(EngineState& state, std::uint32_t output) {
    const std::uint32_t first = state.layout.first_output_vc[output];
    state.requests.write([&](auto requests) {
        for_waiting(state, output, [&](std::uint32_t /*requester*/, std::uint32_t id) {
            InputVc& vc = state.input_vcs[id];
            const int open = requested_vc(state, id, output);
            if (open >= 0) {
                vc.output_vc = first + static_cast<std::uint32_t>(open);
                requests.add(vc, std::uint64_t{1} << vc.bit);
            } else if (vc.output_vc != kNone) {
                vc.output_vc = kNone;
                requests.keep(vc, 0);
            }
        });
    });
    return state.traits.rules.choice == rtl::VcChoice::most_credits && heads_wait(state, output);
}

}  // namespace

void ask_for_switch(EngineState& state) {
    enter_vc_allocation(state);
    std::swap(state.to_enter, state.entered);
    work_off(state, ask);
}

void take_open_vcs(EngineState& state) {
    for (const std::uint32_t id : state.grants) {
        InputVc& vc = state.input_vcs[id];
        if (vc.stage != VcStage::routed) {
            continue;
        }
        take_output_vc(state, id, vc.output,
                       vc.output_vc - state.layout.first_output_vc[vc.output]);
        vc.gate = std::uint64_t{1} << vc.bit;
        if (heads_wait(state, vc.output)) {
            wake_vc_allocation(state, vc.output);
        }
        if (state.observation.enabled()) {
            state.granted_vcs.make_room(1);
            state.granted_vcs.push(id);
        }
    }
    advance_late_pointers(state);
    if (state.observation.enabled()) {
        observe_granted_vcs(state);
        state.granted_vcs.clear();
    }
}

void count_heads_that_lost(EngineState& state) {
    for (const std::uint32_t id : state.entered) {
        const InputVc& vc = state.input_vcs[id];
        const bool lost = vc.stage == VcStage::routed && at_network_output(state, vc);
        state.outputs[vc.output].heads_blocked += lost ? 1 : 0;
    }
    state.entered.clear();
}

}  // namespace flitscope::tl
