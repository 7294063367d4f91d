#include <algorithm>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

std::uint32_t lowest(std::uint64_t set) { return static_cast<std::uint32_t>(__builtin_ctzll(set)); }

/// The requests of a router for open outputs, by word; false: it has none. A router without
/// requests for closed outputs either is not looked at again until there are some.
bool collect_requests(EngineState& state, std::uint32_t router, std::uint64_t* collected) {
    const EngineLayout& layout = state.layout;
    const std::uint32_t words = layout.words;
    std::fill(collected, collected + words, 0);
    bool closed = false;
    for (std::uint32_t port = 0; port < layout.outputs(router); ++port) {
        const std::uint32_t output = layout.output(router, port);
        const std::uint64_t* const requests = &state.requests.words[std::size_t{output} * words];
        if (!state.open.empty() && state.open[output] == 0) {
            closed |= std::any_of(requests, requests + words, [](auto word) { return word != 0; });
            continue;
        }
        for (std::uint32_t w = 0; w < words; ++w) {
            collected[w] |= requests[w];
        }
    }
    const bool any = std::any_of(collected, collected + words, [](auto word) { return word != 0; });
    if (!any && !closed) {
        state.requests.of_router[router] = 0;
    }
    return any;
}

/// The word and bit of the pick that an output takes, whose arrays begin at `base`.
struct Winner {
    std::uint32_t word;
    std::uint64_t bit;
};
Winner choose(const EngineState& state, const std::uint64_t* picks, std::uint32_t first,
              std::size_t base) {
    Winner lowest{first, 0};
    for (std::uint32_t w = first; w < state.layout.words; ++w) {
        const std::uint64_t candidates = picks[w] & state.requests.words[base + w];
        const std::uint64_t above = candidates & state.output_priority[base + w];
        if (above != 0) {
            return {w, above & -above};
        }
        if (lowest.bit == 0) {
            lowest = {w, candidates & -candidates};
        }
    }
    return lowest;
}

}  // namespace

void allocate_wide(EngineState& state, std::uint32_t router) {
    const EngineLayout& layout = state.layout;
    const SwitchKernel& kernel = state.switch_kernel;
    const std::uint32_t words = layout.words;
    std::vector<std::uint64_t>& scratch = state.wide;
    scratch.resize(std::size_t{2} * words);
    std::uint64_t* const picks = scratch.data();
    std::uint64_t* const winners = picks + words;
    if (!collect_requests(state, router, picks)) {
        return;
    }
    std::uint64_t* const input_priority = &state.input_priority[std::size_t{router} * words];
    for (std::uint32_t w = 0; w < words; ++w) {
        picks[w] = pick_vcs(picks[w], input_priority[w], kernel);
        winners[w] = 0;
    }
    state.grants.make_room(layout.outputs(router));
    for (std::uint32_t first = 0; first < words; ++first) {
        while (picks[first] != 0) {
            const std::uint32_t pick = layout.input_vc(router, first, lowest(picks[first]));
            const std::size_t base = state.input_vcs[pick].word - first;
            const Winner winner = choose(state, picks, first, base);
            for (std::uint32_t w = 0; w < words; ++w) {
                picks[w] &= ~state.requests.words[base + w];
                state.output_priority[base + w] = w > winner.word ? ~std::uint64_t{0} : 0;
            }
            state.output_priority[base + winner.word] = next_output_priority(winner.bit, kernel);
            winners[winner.word] |= winner.bit;
            state.grants.push(layout.input_vc(router, winner.word, lowest(winner.bit)));
        }
    }
    for (std::uint32_t w = 0; w < words; ++w) {
        input_priority[w] = next_input_priority(input_priority[w], winners[w], kernel);
    }
}

}  // namespace flitscope::tl
