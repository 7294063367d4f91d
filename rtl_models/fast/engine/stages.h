#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/statistics.h"

namespace flitscope::tl {

class Reductions;

// The stages of a cycle (docs/router.md, section 4), each in the file of its name.

// injection.cpp: the injection ports (docs/router.md, section 8).

/// Throws std::invalid_argument for a message the network cannot take.
void check_message(const EngineState& state, const rtl::Message& message);
/// Puts a checked message into its source queue at the current edge.
void offer_message(EngineState& state, const rtl::Message& message);
/// The VC of the port's buffer that the message would take now, or -1.
int startable_vc(const EngineState& state, const InjectionPort& port, const rtl::Message& message);
/// Lists an injection port that may have work, if `wanted`, without a branch.
inline void wake_injection_port(EngineState& state, std::uint32_t number, bool wanted = true) {
    InjectionPort& port = state.injection_ports[number];
    const unsigned wakes = static_cast<unsigned>(wanted) & (port.listed ^ 1U);
    state.injecting.push_if(wakes != 0, number);
    port.listed |= static_cast<std::uint8_t>(wakes);
}
/// Injection phase before the current edge: at most one flit per port onto its wire.
void injection_phase(EngineState& state);

// route_stage.cpp: RC.

/// The front of an input VC has become a head that RC has not seen: lists it for RC unless
/// store-and-forward makes it wait for its tail.
void new_front(EngineState& state, std::uint32_t input_vc);

/// Store-and-forward: a flit was appended to the idle input VC.
void stored_flit(EngineState& state, std::uint32_t input_vc);

/// RC on all of state.to_route and state.to_escape, which are all in to_route then.
void route_stage(EngineState& state);

// vc_allocation.cpp: VA (docs/router.md, section 5).

/// Call it when a change may let heads waiting for `output` proceed.
inline void wake_vc_allocation(EngineState& state, std::uint32_t output) {
    const std::uint32_t unit =
        state.traits.packed_vc_allocation ? output : state.layout.router_of[output];
    if (state.va_listed[unit] == 0) {
        state.va_listed[unit] = 1;
        state.va_units.push_back(unit);
    }
}

/// The VC that the routed head of an input VC requests at `output` now, or -1 if none is free.
int requested_vc(const EngineState& state, std::uint32_t input_vc, std::uint32_t output);

/// One cycle: heads in state.to_enter join, the winners are in state.granted_vcs.
void vc_allocation_stage(EngineState& state);

/// Makes the input VCs of state.granted_vcs request the switch, and clears the list.
void enter_switch_allocation(EngineState& state);

/// The routed head of an input VC waits no more, and is to be routed anew.
inline void stop_waiting(EngineState& state, std::uint32_t input_vc) {
    InputVc& vc = state.input_vcs[input_vc];
    state.waiting[state.layout.word_at(vc.output, vc.word)] &= ~(std::uint64_t{1} << vc.bit);
    state.requests.write([&](auto requests) { requests.keep(vc, 0); });  // ask_for_switch
    vc.output_vc = kNone;
    vc.stage = VcStage::idle;
}

/// Marks a VC that is no longer held as free and wakes waiting heads.
inline void free_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc) {
    state.outputs[output].free_vcs |= std::uint64_t{1}
                                      << (output_vc - state.layout.first_output_vc[output]);
    if (!state.traits.packed_vc_allocation || heads_wait(state, output)) {
        wake_vc_allocation(state, output);
    }
}

/// Releases output VC `output_vc` of `output` from `edge` on.
inline void release_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc,
                              rtl::Cycle edge) {
    OutputVc& released = state.output_vcs[output_vc];
    released.holder = kNone;
    count_held(state, output, -1, edge);
    if (state.traits.rules.free(
            false, state.outstanding(output_vc) == 0 || state.layout.is_ejection(output_vc))) {
        free_output_vc(state, output, output_vc);
    }
}

// switch_vc_selection.cpp: VC selection at the switch, in place of VA.

/// Heads in state.to_enter join (and are in state.entered, then); those to which a VC is open ask
/// for the switch, the others do not.
void ask_for_switch(EngineState& state);

/// The heads among state.grants take the VCs that they asked for.
void take_open_vcs(EngineState& state);

/// After the switch stage: heads of state.entered that did not win are blocked.
void count_heads_that_lost(EngineState& state);

// switch_stage.cpp: SA, in branch_allocation.cpp for multicasts.

/// Switch allocation and traversal of one cycle (docs/router.md, section 6): granted flits leave
/// their FIFOs, take a credit and enter the wires; tails release their VCs.
void switch_stage(EngineState& state);

/// The switch kernel for the routers from `first` up to `last`, whose input VCs need several
/// request words. Appends to state.grants.
void allocate_wide(EngineState& state, std::size_t first, std::size_t last);

/// Does the work of the switch kernel for a router with branches: a VC may request two outputs, and
/// be granted both (docs/headers_and_branches.md, section 2). Appends to state.grants and
/// state.branches.grants.
void allocate_with_branches(EngineState& state, std::uint32_t router);

// traversal.cpp: ST, and what arrives at an edge.

/// A credit came for an output VC that nobody holds: heads may wait for room or for the last one.
void credit_unheld(EngineState& state, std::uint32_t output_vc);

/// The first credit lets the holder of the VC request the switch again.
void first_credit(EngineState& state, std::uint32_t holder_id);

/// Moves the flits of state.grants through the crossbar in the current cycle: FIFO, credits,
/// request bits, wires, on which they are in cycle `sent`; tails release their output VCs.
void traverse(EngineState& state, rtl::Cycle sent);

/// After a grant in the current cycle: a link with more than one cycle per flit is closed until the
/// cycle in which it is free again.
void close_link(EngineState& state, std::uint32_t output);

/// The arrivals of the current edge: flits enter FIFOs, credits enter counters, links become free.
void arrive(EngineState& state);

/// Consumes the flits on the ejection wires and reports the deliveries of the current edge. Returns
/// whether there was one. `units` (may be null) are told of them, too.
bool deliver(EngineState& state, rtl::NetworkClient& client, Reductions* units);

// purge.cpp

/// The work of FastEngine::begin_cycle at an edge at which the messages state.purges are purged
/// (docs/recovery_and_faults.md): purge, injection, arrivals, and the credits of injection buffers
/// that are due one edge later. Throws std::logic_error for a message that is not in the network.
void begin_cycle_with_purge(EngineState& state);

}  // namespace flitscope::tl
