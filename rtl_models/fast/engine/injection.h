#pragma once

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// Injection ports (docs/router.md, section 8).

/// Throws std::invalid_argument for a message the network cannot take.
void check_message(const EngineState& state, const rtl::Message& message);
/// Puts a checked message into its source queue at the current edge.
void offer_message(EngineState& state, const rtl::Message& message);
/// The lowest VC of the port's buffer that the message may take now, or -1.
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

}  // namespace flitscope::tl
