#pragma once

#include <cstdint>

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// An output VC of `output` becomes held (+1) or free (-1) at `edge`.
inline void count_held(EngineState& state, std::uint32_t output, int change, rtl::Cycle edge) {
    Output& counters = state.outputs[output];
    state.vc_busy_cycles[std::size_t{output} * (state.layout.vcs + 1) + counters.vcs_held] +=
        static_cast<std::uint64_t>(edge - counters.held_since);
    counters.held_since = edge;
    counters.vcs_held = static_cast<std::uint8_t>(counters.vcs_held + change);
}

/// Counters of an output as of state.edge: cycles before it.
rtl::ChannelCounters channel_counters(const EngineState& state, std::uint32_t output);

/// Flits of an injection port (number in EngineState::injection_ports) and of an ejection output
/// (rtl::Network).
std::uint64_t injected_flits(const EngineState& state, std::uint32_t injection_port);
std::uint64_t ejected_flits(const EngineState& state, std::uint32_t output);

/// Every non-empty input VC (rtl::Network::waits).
std::vector<rtl::VcWait> waiting_vcs(const EngineState& state);

/// Throws std::logic_error for the first violation of docs/router.md, section 14, or of an
/// invariant of EngineState.
void check_state(const EngineState& state);

}  // namespace flitscope::tl
