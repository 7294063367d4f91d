#include <algorithm>
#include <array>

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/request_infos.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/waiting_heads.h"

namespace flitscope::tl {

namespace {

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }
std::uint32_t lowest(std::uint64_t set) { return static_cast<std::uint32_t>(__builtin_ctzll(set)); }

[[gnu::always_inline]] inline void grant_vc(EngineState& state, std::uint32_t id,
                                            std::uint32_t output, std::uint32_t v) {
    if (state.layout.is_ejection(state.layout.first_output_vc[output]) && state.branches.on(id)) {
        grant_absorb(state, id, v);
        return;
    }
    take_output_vc(state, id, output, v);
    state.granted_vcs.make_room(1);
    state.granted_vcs.push(id);
}

/// Which of these VCs of the output the heads of their class ask for, wherever all have room.
[[gnu::always_inline]] inline std::uint32_t chosen_vc(const EngineState& state,
                                                      std::uint32_t output, std::uint64_t free) {
    const std::uint32_t first = state.layout.first_output_vc[output];
    if (state.traits.rules.choice == rtl::VcChoice::most_credits &&
        !state.layout.is_ejection(first)) {
        return static_cast<std::uint32_t>(rtl::OutputVcRules::fewest(
            free, [&](int v) { return state.outstanding(first + static_cast<std::uint32_t>(v)); }));
    }
    const std::uint64_t ahead = free & ~state.outputs[output].passed;
    return lowest(ahead != 0 ? ahead : free);
}

/// Round robin over the heads in `requests` for VC v of `output`; one request word per router.
/// `kPriorities`: over those that state.priorities shows.
template <bool kPriorities>
[[gnu::always_inline]] inline void arbitrate(EngineState& state, std::uint32_t output,
                                             std::uint32_t v, std::uint64_t requests) {
    if constexpr (kPriorities) {
        requests = seen_of(requests, state.priorities->of_word(state.layout.router_of[output]));
    }
    std::uint16_t& pointer = state.vc_pointer[state.layout.first_output_vc[output] + v];
    const std::uint64_t above = requests & (~std::uint64_t{0} << pointer);
    const std::uint32_t winner = lowest(above != 0 ? above : requests);
    // One beyond the last requester is as good as 0: nobody is at or above it.
    pointer = static_cast<std::uint16_t>(winner + 1 == 64 ? 0 : winner + 1);
    grant_vc(state, state.layout.input_vc(state.layout.router_of[output], 0, winner), output, v);
}

/// All heads at the output may use the same VCs: all request the same one of those that are free.
template <bool kPriorities>
bool allocate_simple(EngineState& state, std::uint32_t output) {
    const std::uint64_t requests = state.waiting[output];
    const std::uint64_t free = state.outputs[output].free_vcs;
    if (requests == 0 || free == 0) {
        return false;
    }
    arbitrate<kPriorities>(state, output, chosen_vc(state, output, free), requests);
    return state.waiting[output] != 0 && state.outputs[output].free_vcs != 0;
}

template <bool kPriorities>
bool allocate_packed(EngineState& state, std::uint32_t output) {
    std::array<std::uint64_t, 64> requests;
    std::uint64_t requested = 0;
    const std::uint32_t router = state.layout.router_of[output];
    for (std::uint64_t left = state.waiting[output]; left != 0; left &= left - 1) {
        const std::uint32_t requester = lowest(left);
        const int v = requested_vc(state, state.layout.input_vc(router, 0, requester), output);
        if (v >= 0) {
            const auto vc = static_cast<std::uint32_t>(v);
            requests[vc] = ((requested & bit(vc)) != 0 ? requests[vc] : 0) | bit(requester);
            requested |= bit(vc);
        }
    }
    for (std::uint64_t left = requested; left != 0; left &= left - 1) {
        arbitrate<kPriorities>(state, output, lowest(left), requests[lowest(left)]);
    }
    return requested != 0 && state.waiting[output] != 0;
}

/// allocate_packed for routers with several request words.
template <bool kPriorities>
bool allocate_wide_output(EngineState& state, std::uint32_t output) {
    const EngineLayout& layout = state.layout;
    std::uint16_t* const pointers = &state.vc_pointer[layout.first_output_vc[output]];
    std::array<std::uint32_t, 64> first;    // requester, by VC
    std::array<std::uint32_t, 64> pointed;  // ... at or above the pointer
    std::uint64_t requested = 0;
    std::uint64_t above = 0;
    const auto offer = [&](std::uint32_t v, std::uint32_t requester) {
        first[v] = (requested >> v & 1) != 0 ? first[v] : requester;
        requested |= bit(v);
        if ((above >> v & 1) == 0 && requester >= pointers[v]) {
            pointed[v] = requester;
            above |= bit(v);
        }
    };
    for_waiting(state, output, [&](std::uint32_t requester, std::uint32_t id) {
        const int free = requested_vc(state, id, output);
        if (free < 0) {
            return;
        }
        const auto v = static_cast<std::uint32_t>(free);
        if constexpr (kPriorities) {
            state.priorities->wide.add(v, requester, state.priorities->of(state.input_vcs[id]));
        } else {
            offer(v, requester);
        }
    });
    if constexpr (kPriorities) {
        state.priorities->wide.take_seen(offer);
    }
    for (std::uint64_t left = requested; left != 0; left &= left - 1) {
        const std::uint32_t v = lowest(left);
        const std::uint32_t winner = (above >> v & 1) != 0 ? pointed[v] : first[v];
        pointers[v] = static_cast<std::uint16_t>(winner + 1);
        grant_vc(state, layout.input_vc(layout.router_of[output], winner / 64, winner % 64), output,
                 v);
    }
    return requested != 0 && heads_wait(state, output);
}

/// By the router's allocator object, for what the packed forms do not cover: requests for the
/// outputs from port `first` up to `last`. Appends the grants to state.vc_grants; whether somebody
/// asked.
bool allocate_outputs(EngineState& state, std::uint32_t router, std::uint32_t first,
                      std::uint32_t last) {
    const EngineLayout& layout = state.layout;
    std::vector<rtl::VcRequest>& requests = state.vc_requests;
    requests.clear();
    for (std::uint32_t port = first; port < last; ++port) {
        const std::uint32_t output = layout.output(router, port);
        for (std::uint32_t w = 0; w < layout.words; ++w) {
            for (std::uint64_t left = state.waiting[output * layout.words + w]; left != 0;
                 left &= left - 1) {
                const std::uint32_t id = layout.input_vc(router, w, lowest(left));
                const int v = requested_vc(state, id, output);
                if (v >= 0) {
                    requests.push_back(
                        {static_cast<std::int32_t>(id - layout.first_input_vc[router]),
                         static_cast<std::int32_t>(port * layout.vcs) + v, nullptr});
                }
            }
        }
    }
    if (requests.empty()) {
        return false;
    }
    const auto input_vc_of = [&](const rtl::VcRequest& request) {
        return layout.first_input_vc[router] + static_cast<std::uint32_t>(request.requester);
    };
    const auto output_vc_of = [&](const rtl::VcRequest& request) {
        const auto output_vc = static_cast<std::uint32_t>(request.output_vc);
        return layout.first_output_vc[layout.output(router, output_vc / layout.vcs)] +
               output_vc % layout.vcs;
    };
    add_request_infos(state, state.traits.vc_allocators_read, requests, input_vc_of, output_vc_of);
    state.vc_allocators[router]->pick(requests, state.vc_picks);
    for (const rtl::VcRequest& grant : state.vc_picks) {
        const auto output_vc = static_cast<std::uint32_t>(grant.output_vc);
        grant_vc(state, input_vc_of(grant), layout.output(router, output_vc / layout.vcs),
                 output_vc % layout.vcs);
    }
    state.vc_grants.insert(state.vc_grants.end(), state.vc_picks.begin(), state.vc_picks.end());
    return true;
}

/// Ejection outputs come first where a head may ask for the next channel only with an ejection VC.
bool allocate_router(EngineState& state, std::uint32_t router) {
    const std::uint32_t outputs = state.layout.outputs(router);
    const std::uint32_t network = state.traits.headers ? state.layout.network_ports[router] : 0;
    state.vc_grants.clear();
    bool asked = allocate_outputs(state, router, network, outputs);
    asked |= allocate_outputs(state, router, 0, network);
    if (state.vc_grants.empty()) {
        // Who looks at occupancy may grant in the next cycle what it did not in this one. Heads
        // that speculate ask in every cycle.
        return asked && (state.traits.vc_allocators_read.occupancy || state.speculation);
    }
    state.vc_allocators[router]->update(state.vc_grants);
    return true;
}

/// The same where ejection outputs come first: heads that get a VC there may ask for the next
/// channel in the same cycle.
template <typename Allocate>
void work_off_ejection_first(EngineState& state, Allocate allocate) {
    const auto at_network = [&](std::uint32_t output) {
        return !state.layout.is_ejection(state.layout.first_output_vc[output]);
    };
    const auto ejection = std::partition(state.va_units.begin(), state.va_units.end(), at_network);
    std::vector<std::uint32_t>& first = state.va_ejection;
    first.assign(ejection, state.va_units.end());
    state.va_units.erase(ejection, state.va_units.end());
    std::size_t kept = 0;
    for (const std::uint32_t output : first) {
        state.va_listed[output] = 0;
        if (allocate(state, output)) {
            first[kept++] = output;
        }
    }
    first.resize(kept);
    work_off(state, allocate);
    for (const std::uint32_t output : first) {
        wake_vc_allocation(state, output);
    }
}

template <bool kPriorities>
void allocate_on_words(EngineState& state) {
    if (!state.layout.one_word) {
        work_off(state, allocate_wide_output<kPriorities>);
    } else if (state.traits.simple_vc_allocation) {
        work_off(state, allocate_simple<kPriorities>);
    } else if (state.traits.headers) {
        work_off_ejection_first(state, allocate_packed<kPriorities>);
    } else {
        work_off(state, allocate_packed<kPriorities>);
    }
}

/// Whether its branch absorb has no VC, or only since this cycle: EngineState::branches.entered has
/// the head if it asks for the next channel.
bool newly_absorbing(const EngineState& state, std::uint32_t id) {
    return state.branches.on(id) && !state.branches.of[id].absorb_ready;
}

/// A head that lost is routed again in the next cycle.
void send_back(EngineState& state, std::uint32_t id) {
    stop_waiting(state, id);
    state.to_escape.make_room(1);
    state.to_escape.push(id);
}

}  // namespace

int requested_vc(const EngineState& state, std::uint32_t input_vc, std::uint32_t output) {
    const std::uint32_t first = state.layout.first_output_vc[output];
    const bool absorbs = state.layout.is_ejection(first) && state.branches.on(input_vc);
    const std::uint16_t k =
        absorbs ? state.branches.of[input_vc].vc_class : state.classes[input_vc];
    const std::uint64_t vcs = state.class_vcs[k] & state.outputs[output].free_vcs;
    if (vcs == 0) {
        return -1;
    }
    if (!state.traits.rules.needs_credits || state.layout.is_ejection(first)) {
        return static_cast<int>(chosen_vc(state, output, vcs));
    }
    const std::uint32_t length = state.message_fifos.flits(state.fifos[input_vc].first);
    const auto id = [first](int v) { return first + static_cast<std::uint32_t>(v); };
    return state.traits.rules.chosen(
        vcs, state.outputs[output].passed, length, [&](int v) { return state.outstanding(id(v)); },
        [&](int v) { return state.output_vcs[id(v)].credits; });
}

void enter_vc_allocation(EngineState& state) {
    const EngineLayout& layout = state.layout;
    const auto enter = [&](std::uint32_t id) {
        if (state.branches.on(id) && enter_absorb(state, id)) {
            return;
        }
        const InputVc& vc = state.input_vcs[id];
        state.waiting[layout.word_at(vc.output, vc.word)] |= bit(vc.bit);
        wake_vc_allocation(state, vc.output);
        state.outputs[vc.output].heads_seen += at_network_output(state, vc) ? 1 : 0;
    };
    for_each_fetched(
        state.to_enter, state.traits.far, enter,
        [&](std::uint32_t id) { fetch(&state.input_vcs[id]); },
        [&](std::uint32_t id) {
            const InputVc& vc = state.input_vcs[id];
            fetch(&state.waiting[layout.word_at(vc.output, vc.word)]);
            fetch(&state.va_listed[state.traits.packed_vc_allocation
                                       ? vc.output
                                       : layout.router_of_word(vc.word)]);
            fetch(&state.outputs[vc.output]);
            fetch(&layout.first_output_vc[vc.output]);
        });
}

void vc_allocation_stage(EngineState& state) {
    enter_vc_allocation(state);
    if (state.speculation) {
        speculate(state);
    }
    if (state.bypass) {
        choose_bypasses(state);
    }
    if (!state.traits.packed_vc_allocation) {
        work_off(state, allocate_router);
    } else {
        state.priorities ? allocate_on_words<true>(state) : allocate_on_words<false>(state);
    }
    advance_late_pointers(state);
    for (const std::uint32_t id : state.to_enter) {
        const InputVc& vc = state.input_vcs[id];
        if (vc.stage == VcStage::routed && !newly_absorbing(state, id)) {
            state.outputs[vc.output].heads_blocked += at_network_output(state, vc) ? 1 : 0;
            if (may_escape(state, id)) {
                send_back(state, id);
            }
        }
    }
    for (const std::uint32_t id : state.branches.entered) {
        const InputVc& vc = state.input_vcs[id];
        state.outputs[vc.output].heads_blocked += vc.stage == VcStage::routed ? 1 : 0;
    }
    state.to_enter.clear();
    state.branches.entered.clear();
    if (state.observation.enabled()) {
        observe_granted_vcs(state);
    }
}

void enter_switch_allocation(EngineState& state) {
    state.requests.write([&](auto requests) {
        for (const std::uint32_t id : state.granted_vcs) {
            InputVc& vc = state.input_vcs[id];
            if (state.branches.on(id)) {
                state.branches.of[id].forward_ready = true;
            } else {
                vc.gate = std::uint64_t{state.output_vcs[vc.output_vc].credits != 0} << vc.bit;
                requests.add(vc, vc.gate);
            }
        }
    });
    state.granted_vcs.clear();
    enter_branches(state);
}

}  // namespace flitscope::tl
