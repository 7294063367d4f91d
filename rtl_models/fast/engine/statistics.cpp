#include "rtl_models/fast/engine/statistics.h"

#include <algorithm>
#include <tuple>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/router/contract/wait_graph.h"

namespace flitscope::tl {

namespace {

/// Flits of an output's VCs whose message is still being sent.
std::uint64_t flits_of_holders(const EngineState& state, std::uint32_t first, std::uint32_t vcs) {
    std::uint64_t flits = 0;
    for (std::uint32_t v = 0; v < vcs; ++v) {
        const std::uint32_t holder = state.output_vcs[first + v].holder;
        if (holder == kNone) {
            continue;
        }
        if (state.branches.on(holder)) {
            const Branch& branch = state.branches.of[holder];
            flits += state.layout.is_ejection(first) ? branch.absorb_flits : branch.forward_flits;
        } else {
            flits += state.message_fifos.flits(state.fifos[holder].first) -
                     state.input_vcs[holder].remaining;
        }
    }
    return flits;
}

/// The branch absorb waits for a VC.
void wait_for_ejection(const EngineState& state, const Branch& branch, rtl::VcWait& wait) {
    const std::uint64_t allowed = state.class_vcs[branch.vc_class];
    wait.output_port = static_cast<int>(state.layout.output_port(branch.output));
    wait.wanted = {__builtin_ctzll(allowed), __builtin_popcountll(allowed)};
}

/// ... or has one.
void hold_ejection(const EngineState& state, const Branch& branch, rtl::VcWait& wait) {
    wait.absorb_port = static_cast<int>(state.layout.output_port(branch.output));
    wait.absorb_vc =
        static_cast<int>(branch.output_vc - state.layout.first_output_vc[branch.output]);
}

}  // namespace

rtl::ChannelCounters channel_counters(const EngineState& state, std::uint32_t output) {
    const EngineLayout& layout = state.layout;
    rtl::ChannelCounters counters;
    const std::uint32_t first = layout.first_output_vc[output];
    const bool connected = first != kNone;
    const std::uint32_t vcs = connected ? layout.vcs_of(output) : layout.vcs;
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
    const Output& counted = state.outputs[output];
    counters.vc_busy_cycles[counted.vcs_held] +=
        static_cast<std::uint64_t>(state.edge - counted.held_since);
    counters.heads = counted.heads_seen;
    counters.heads_blocked = counted.heads_blocked;
    counters.flits = counted.flits_sent;
    if (connected) {
        counters.flits += flits_of_holders(state, first, vcs);
    }
    return counters;
}

std::uint64_t injected_flits(const EngineState& state, std::uint32_t injection_port) {
    std::uint64_t flits = state.injection_ports[injection_port].flits;
    const std::uint32_t vcs = state.layout.injection_vcs;
    for (std::uint32_t v = 0; v < vcs; ++v) {
        const InjectionVc& vc = state.injection_vcs[std::size_t{injection_port} * vcs + v];
        if (vc.message != kNone) {
            flits += state.messages[vc.message].message.length - vc.remaining;
        }
    }
    return flits;
}

/// What has been granted and is not under way to the port any more.
std::uint64_t ejected_flits(const EngineState& state, std::uint32_t output) {
    const EngineLayout& layout = state.layout;
    const std::uint32_t first = layout.first_output_vc[output];
    if (first == kNone) {
        return 0;
    }
    std::uint64_t under_way = 0;
    const auto router = static_cast<topo::NodeId>(layout.router_of[output]);
    if (state.boundary && state.boundary->is_external(layout.router_of[output])) {
        const ExternalRouters& routers = state.boundary->routers();
        const auto port = static_cast<int>(layout.output_port(output));
        for (std::uint32_t v = 0; v < layout.ejection_vcs; ++v) {
            under_way +=
                static_cast<std::uint64_t>(routers.in_traversal(router, port, static_cast<int>(v)));
        }
        return routers.channel_counters(router, port, state.edge).flits - under_way;
    }
    const std::uint64_t granted =
        state.outputs[output].flits_sent + flits_of_holders(state, first, layout.ejection_vcs);
    for (int later = 1; later <= state.traits.stages.to_wire(); ++later) {
        const IdList& wire = state.ejected.at(state.edge + later);
        under_way += static_cast<std::uint64_t>(std::count_if(
            wire.begin(), wire.end(),
            [&](std::uint32_t vc) { return vc >= first && vc < first + layout.ejection_vcs; }));
    }
    const auto purged = state.never_consumed.find(output);
    return granted - under_way - (purged == state.never_consumed.end() ? 0 : purged->second);
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
        const std::uint32_t router = layout.router_of_word(vc.word);
        wait.router = static_cast<topo::NodeId>(router);
        wait.port = static_cast<int>(layout.port_of(router, id));
        wait.vc = static_cast<int>(layout.vc_of(router, id));
        const rtl::Message& message =
            state.messages[state.message_fifos.message(state.fifos[id].first)].message;
        wait.message = message.id;
        rtl::tell_room(wait, state.description.router, static_cast<int>(vc.count),
                       state.message_fifos.flits(state.fifos[id].first));
        wait.movable = true;
        if (state.branches.on(id) && state.branches.of[id].output_vc == kNone) {
            wait_for_ejection(state, state.branches.of[id], wait);
            wait.movable = requested_vc(state, id, state.branches.of[id].output) >= 0;
        } else if (state.branches.on(id) && !state.branches.of[id].forwards) {
            hold_ejection(state, state.branches.of[id], wait);
        } else if (vc.stage != VcStage::idle) {
            const std::uint32_t output = vc.output;
            const std::uint32_t first = layout.first_output_vc[output];
            const std::uint64_t allowed = state.class_vcs[state.classes[id]];
            wait.output_port = static_cast<int>(layout.output_port(output));
            wait.wanted = {__builtin_ctzll(allowed), __builtin_popcountll(allowed)};
            if (state.branches.on(id)) {
                hold_ejection(state, state.branches.of[id], wait);
            }
            if (vc.active()) {
                wait.output_vc = static_cast<int>(vc.output_vc - first);
                // A copy to the node can always be sent.
                const bool absorbs = state.branches.on(id) && !state.branches.of[id].absorbed;
                wait.movable = absorbs || state.output_vcs[vc.output_vc].credits != 0;
            } else {
                wait.movable = requested_vc(state, id, output) >= 0 || may_escape(state, id);
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
