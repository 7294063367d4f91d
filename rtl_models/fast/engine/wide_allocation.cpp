#include <algorithm>

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/sight.h"
#include "rtl_models/fast/engine/stages.h"

namespace flitscope::tl {

namespace {

/// work(number p*V + v) for the bits of a router's request word `w`, in ascending order.
template <typename Work>
void for_locals(const EngineLayout& layout, std::uint32_t w, std::uint64_t bits, Work work) {
    const std::uint32_t first = w * layout.ports_per_word * layout.vcs;
    const std::uint8_t* const local_of_bit = layout.local_of_bit.data();
    for (; bits != 0; bits &= bits - 1) {
        work(first + local_of_bit[__builtin_ctzll(bits)]);
    }
}

/// First stage for a router: the picks of its input ports, by request word.
template <bool kPriorities>
void pick_inputs(const EngineState& state, std::uint32_t router, std::uint64_t* picks) {
    const EngineLayout& layout = state.layout;
    const InputVc* const vcs = &state.input_vcs[layout.first_input_vc[router]];
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        const std::uint32_t word = router * layout.words + w;
        std::uint64_t requests = state.requests.of_router[word];
        picks[w] = 0;
        if (requests == 0) {
            continue;
        }
        if (!state.open.empty()) {
            for_locals(layout, w, requests, [&](std::uint32_t local) {
                const std::uint64_t open = state.open[vcs[local].output];
                requests &= open | ~(std::uint64_t{1} << vcs[local].bit);
            });
        }
        picks[w] = pick_vcs(sight<kPriorities>(state, word).by_field(requests),
                            state.input_priority[word], state.switch_kernel);
        if (state.traits.far) {
            for_locals(layout, w, picks[w], [&](std::uint32_t local) { fetch(&vcs[local]); });
        }
    }
}

/// Second stage: an output takes the first pick at or above its pointer, else the first one.
template <bool kPriorities>
void grant_outputs(EngineState& state, std::uint32_t router, std::uint64_t* picks) {
    const EngineLayout& layout = state.layout;
    const InputVc* const vcs = &state.input_vcs[layout.first_input_vc[router]];
    const std::uint32_t first_output = layout.output(router, 0);
    std::uint16_t* const pointers = state.output_pointer.data();
    std::uint32_t* const winners = state.wide_winners.data();
    const auto winner_of = [=](std::uint32_t output) -> std::uint32_t& {
        return winners[(output - first_output) / EngineLayout::kLanes];
    };
    state.grants.make_room(layout.outputs_per_router);
    std::uint32_t* const grants = state.grants.tail();  // outputs first, then their winners
    std::uint32_t* end = grants;
    const auto offer = [&](std::uint32_t local) {
        const std::uint32_t output = vcs[local].output;
        const std::uint32_t pointer = pointers[output];
        std::uint32_t& winner = winner_of(output);
        // Without branches: picks for one output are rare, but not rare enough.
        const unsigned first = winner == kNone ? 1 : 0;
        const unsigned passes = (winner < pointer ? 1U : 0U) & (local >= pointer ? 1U : 0U);
        *end = output;
        end += first;
        winner = (first | passes) != 0 ? local : winner;
    };
    const auto for_picks = [&](const auto& visit) {
        for (std::uint32_t w = 0; w < layout.words; ++w) {
            for_locals(layout, w, picks[w], visit);
        }
    };
    offer_seen<kPriorities>(state, router, for_picks, offer);
    std::fill_n(picks, layout.words, 0);
    for (std::uint32_t* grant = grants; grant != end; ++grant) {
        const std::uint32_t local = winner_of(*grant);
        winner_of(*grant) = kNone;
        // One beyond the last input is as good as 0: nobody is at or above it.
        pointers[*grant] =
            static_cast<std::uint16_t>((layout.port_of_local[local] + 1) * layout.vcs);
        picks[vcs[local].word & (layout.words - 1)] |= std::uint64_t{1} << vcs[local].bit;
        *grant = layout.first_input_vc[router] + local;
        if (state.traits.far) {
            fetch(&state.output_vcs[vcs[local].output_vc]);
        }
    }
    state.grants.end_at(end);
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        if (picks[w] != 0) {
            std::uint64_t& priority = state.input_priority[router * layout.words + w];
            priority = next_input_priority(priority, picks[w], state.switch_kernel);
        }
    }
}

template <bool kPriorities>
void allocate(EngineState& state, std::size_t first, std::size_t last) {
    const std::size_t words = state.layout.words;
    for (std::size_t router = first; router < last; ++router) {
        pick_inputs<kPriorities>(state, static_cast<std::uint32_t>(router),
                                 &state.wide_picks[(router - first) * words]);
    }
    for (std::size_t router = first; router < last; ++router) {
        grant_outputs<kPriorities>(state, static_cast<std::uint32_t>(router),
                                   &state.wide_picks[(router - first) * words]);
    }
}

}  // namespace

void allocate_wide(EngineState& state, std::size_t first, std::size_t last) {
    last = std::min<std::size_t>(last, state.layout.routers);
    state.wide_picks.resize(SwitchRequests::kGroup * state.layout.words);
    state.wide_winners.resize(state.layout.outputs_per_router, kNone);
    state.priorities ? allocate<true>(state, first, last) : allocate<false>(state, first, last);
}

bool heads_wait_in_words(const EngineState& state, std::uint32_t output) {
    const std::uint32_t words = state.layout.words;
    const std::uint64_t* const waiting = &state.waiting[std::size_t{output} * words];
    return std::any_of(waiting, waiting + words, [](std::uint64_t word) { return word != 0; });
}

}  // namespace flitscope::tl
