#include "rtl_models/fast/engine/bypass.h"

#include <algorithm>

#include "rtl_models/fast/engine/waiting_heads.h"

namespace flitscope::tl {

namespace {

/// Whether a VC of `bits`, of request word `w` of the router, requests the switch and `wanted`.
template <typename Wanted>
bool asks(const EngineState& state, std::uint32_t router, std::uint32_t w, std::uint64_t bits,
          Wanted wanted) {
    bool found = false;
    for (; bits != 0 && !found; bits &= bits - 1) {
        const std::uint32_t id =
            state.layout.input_vc(router, w, static_cast<std::uint32_t>(__builtin_ctzll(bits)));
        found = wanted(state.input_vcs[id].output);
    }
    return found;
}

/// Whether another VC of its input port, or somebody else for its output, requests the switch. The
/// link of its output is free.
bool meets_in_switch(const EngineState& state, std::uint32_t id, const InputVc& vc) {
    const EngineLayout& layout = state.layout;
    const std::uint32_t router = layout.router_of_word(vc.word);
    const std::uint64_t own = std::uint64_t{1} << vc.bit;
    const int first_bit = vc.bit - static_cast<int>(layout.vc_of(router, id));
    const std::uint64_t of_port = rtl::VcRange{first_bit, static_cast<int>(layout.vcs)}.mask();
    const std::uint32_t first = router * layout.words;
    const auto open = [&](std::uint32_t output) { return state.is_open(output); };
    if (asks(state, router, vc.word - first, state.requests.of_router[vc.word] & of_port & ~own,
             open)) {
        return true;
    }
    if (layout.one_word) {
        return (state.requests.of_output[vc.output] & ~own) != 0;
    }
    const auto same = [&](std::uint32_t output) { return output == vc.output; };
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        const std::uint64_t self = first + w == vc.word ? own : 0;
        if (asks(state, router, w, state.requests.of_router[first + w] & ~self, same)) {
            return true;
        }
    }
    return false;
}

/// Whether another head requests VC v of the output in VA.
bool meets_in_vc_allocation(const EngineState& state, std::uint32_t id, int v) {
    const std::uint32_t output = state.input_vcs[id].output;
    bool found = false;
    if (heads_wait(state, output)) {
        for_waiting(state, output, [&](std::uint32_t /*requester*/, std::uint32_t other) {
            found = found || (other != id && requested_vc(state, other, output) == v);
        });
    }
    return found;
}

/// Whether a flit of the traversal register is on the link of the output, or crosses from the input
/// port.
bool meets_in_register(const EngineState& state, std::uint32_t id, const InputVc& vc) {
    const Bypass& bypass = *state.bypass;
    return !bypass.link_busy_until.empty() &&
           (state.edge <= bypass.link_busy_until[vc.output] ||
            state.edge <= bypass.crossing_until[id / state.layout.vcs]);
}

bool is_candidate(const InputVc& vc) { return vc.count == 1 && vc.stage != VcStage::idle; }

bool may_bypass(const EngineState& state, std::uint32_t id) {
    const InputVc& vc = state.input_vcs[id];
    const Bypass& bypass = *state.bypass;
    if (!is_candidate(vc) || bypass.interest[vc.output].candidates != 1 ||
        !state.is_open(vc.output) || meets_in_register(state, id, vc)) {
        return false;
    }
    std::uint32_t output_vc = vc.output_vc;
    if (!vc.active()) {
        const int v = requested_vc(state, id, vc.output);
        if (v < 0 || meets_in_vc_allocation(state, id, v)) {
            return false;
        }
        output_vc = state.layout.first_output_vc[vc.output] + static_cast<std::uint32_t>(v);
    }
    return state.output_vcs[output_vc].credits != 0 && !meets_in_switch(state, id, vc);
}

}  // namespace

Bypass::Bypass(const EngineState& state)
    : interest(state.layout.all_outputs),
      link_busy_until(state.traits.stages.traversal != 0 ? state.layout.all_outputs : 0, -1),
      crossing_until(link_busy_until.empty() ? 0 : state.layout.input_vcs / state.layout.vcs, -1) {}

void choose_bypasses(EngineState& state) {
    Bypass& bypass = *state.bypass;
    for (const std::uint32_t id : bypass.arrived) {
        const InputVc& vc = state.input_vcs[id];
        if (is_candidate(vc)) {
            Bypass::Interest& interest = bypass.interest[vc.output];
            interest.candidates = interest.cycle == state.edge ? interest.candidates + 1 : 1;
            interest.cycle = state.edge;
        }
    }
    bypass.going.clear();
    bypass.going.make_room(bypass.arrived.size());
    for (const std::uint32_t id : bypass.arrived) {
        bypass.going.push_if(may_bypass(state, id), id);
    }
    bypass.arrived.clear();
    for (const std::uint32_t id : bypass.going) {
        const InputVc& vc = state.input_vcs[id];
        if (!vc.active()) {
            take_output_vc(state, id, vc.output,
                           static_cast<std::uint32_t>(requested_vc(state, id, vc.output)));
            state.granted_vcs.make_room(1);
            state.granted_vcs.push(id);
        }
    }
    if (state.granted_vcs.empty()) {
        return;
    }
    if (!state.traits.stages.vc_with_route) {
        // They do not enter VA in the next cycle, which is where it counts heads.
        for (const std::uint32_t id : state.granted_vcs) {
            const InputVc& vc = state.input_vcs[id];
            state.outputs[vc.output].heads_seen += state.layout.is_ejection(vc.output_vc) ? 0 : 1;
        }
        state.to_route.remove_if(
            [&](std::uint32_t id) { return state.input_vcs[id].stage != VcStage::routed; });
    }
    if (state.observation.enabled()) {
        observe_granted_vcs(state);
    }
    enter_switch_allocation(state);
}

void move_bypasses(EngineState& state) {
    IdList& going = state.bypass->going;
    state.grants.clear();
    state.grants.make_room(going.size());
    for (const std::uint32_t id : going) {
        state.grants.push(id);
    }
    state.counters.flits_bypassed += going.size();
    traverse(state, state.edge + state.traits.stages.extra);
    going.clear();
}

void note_traversals(EngineState& state) {
    if (!state.bypass->link_busy_until.empty()) {
        for (const std::uint32_t id : state.grants) {
            const std::uint32_t output = state.input_vcs[id].output;
            state.bypass->link_busy_until[output] = state.edge + state.cycles_per_flit(output);
            state.bypass->crossing_until[id / state.layout.vcs] = state.edge + 1;
        }
    }
}

}  // namespace flitscope::tl
