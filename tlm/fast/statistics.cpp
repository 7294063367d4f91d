#include "tlm/fast/statistics.h"

#include <algorithm>
#include <tuple>

#include "tlm/fast/vc_allocation.h"

namespace flitscope::tl {

rtl::ChannelCounters channel_counters(const EngineState& state, std::uint32_t output) {
    const EngineLayout& layout = state.layout;
    rtl::ChannelCounters counters;
    const std::uint32_t first = layout.first_output_vc[output];
    const bool connected = first != kNone;
    const std::uint32_t vcs =
        connected && layout.is_ejection(first) ? layout.ejection_vcs : layout.vcs;
    if (connected && state.boundary && state.boundary->is_external(layout.router_of[output])) {
        return state.boundary->routers().channel_counters(
            static_cast<topo::NodeId>(layout.router_of[output]),
            static_cast<int>(layout.output_port(output)), state.edge);
    }
    counters.vc_busy_cycles.assign(vcs + 1, 0);
    for (std::uint32_t held = 0; held <= vcs; ++held) {
        counters.vc_busy_cycles[held] =
            state.vc_busy_cycles[std::size_t{output} * (layout.vcs + 1) + held];
    }
    counters.vc_busy_cycles[state.vcs_held[output]] +=
        static_cast<std::uint64_t>(state.edge - state.vc_busy_since[output]);
    counters.heads = state.heads_seen[output];
    counters.heads_blocked = state.heads_blocked[output];
    counters.flits = state.flits_sent[output];
    for (std::uint32_t v = 0; connected && v < vcs; ++v) {
        const std::uint32_t holder = state.output_vcs[first + v].holder;
        if (holder != kNone) {
            const std::uint32_t message = state.message_fifos.message(state.fifos[holder].first);
            counters.flits +=
                state.messages[message].message.length - state.input_vcs[holder].remaining;
        }
    }
    return counters;
}

std::vector<rtl::VcWait> waiting_vcs(const EngineState& state) {
    const EngineLayout& layout = state.layout;
    std::vector<rtl::VcWait> waits;
    for (std::uint32_t id = 0; id < layout.input_vcs; ++id) {
        const InputVc& vc = state.input_vcs[id];
        if (vc.count == 0) {
            continue;
        }
        rtl::VcWait wait;
        wait.router = static_cast<topo::NodeId>(vc.router);
        wait.port = static_cast<int>(layout.port_of(vc.router, id));
        wait.vc = static_cast<int>(layout.vc_of(vc.router, id));
        wait.message =
            state.messages[state.message_fifos.message(state.fifos[id].first)].message.id;
        wait.movable = true;
        if (vc.stage != VcStage::idle) {
            const std::uint32_t output = layout.output_of_word(vc.word);
            const std::uint32_t first = layout.first_output_vc[output];
            const std::uint64_t allowed = state.class_vcs[state.classes[id]];
            wait.output_port = static_cast<int>(layout.output_port(output));
            wait.wanted = {__builtin_ctzll(allowed), __builtin_popcountll(allowed)};
            if (vc.active()) {
                wait.output_vc = static_cast<int>(vc.output_vc - first);
                wait.movable = state.output_vcs[vc.output_vc].credits != 0;
            } else {
                wait.movable = requested_vc(state, id, output) >= 0;
            }
        }
        waits.push_back(wait);
    }
    if (state.boundary) {
        state.boundary->routers().append_waits(waits);
        std::sort(waits.begin(), waits.end(), [](const rtl::VcWait& a, const rtl::VcWait& b) {
            return std::tie(a.router, a.port, a.vc) < std::tie(b.router, b.port, b.vc);
        });
    }
    return waits;
}

}  // namespace flitscope::tl
