#include "rtl_models/fast/engine/speedup_allocation.h"

#include <algorithm>
#include <array>

#include "rtl_models/fast/engine/sight.h"

namespace flitscope::tl {

namespace {

using Words = std::array<std::uint64_t, EngineTraits::kMostWords>;

/// The requests in a word for outputs whose link is free.
std::uint64_t open_requests(const EngineState& state, const InputVc* vcs, std::uint32_t word,
                            std::uint32_t first_local) {
    std::uint64_t requests = state.requests.of_router[word];
    for (std::uint64_t left = state.open.empty() ? 0 : requests; left != 0; left &= left - 1) {
        const int bit = __builtin_ctzll(left);
        const std::uint32_t local =
            first_local + state.layout.local_of_bit[static_cast<std::size_t>(bit)];
        requests &= state.open[vcs[local].output] | ~(std::uint64_t{1} << bit);
    }
    return requests;
}

/// First stage, a word: the picks of all crossbar inputs.
template <typename Sees>
std::uint64_t pick_rows(const EngineState& state, std::uint32_t word, std::uint64_t requests,
                        const Sees& sees) {
    const SpeedupArbiters& arbiters = state.speedup;
    const std::size_t k = arbiters.rows.size();
    std::uint64_t picks = 0;
    for (std::size_t row = 0; row < k; ++row) {
        picks |= pick_vcs(sees.by_field(requests & arbiters.rows[row]),
                          arbiters.input_priority[word * k + row], state.switch_kernel);
    }
    return picks;
}

/// The arbiters of crossbar inputs whose pick won.
void move_rows(EngineState& state, std::uint32_t word, std::uint64_t winners) {
    SpeedupArbiters& arbiters = state.speedup;
    const std::size_t k = arbiters.rows.size();
    for (std::size_t row = 0; row < k; ++row) {
        std::uint64_t& priority = arbiters.input_priority[word * k + row];
        priority = next_input_priority(priority, winners & arbiters.rows[row], state.switch_kernel);
    }
}

template <bool kPriorities>
void allocate_router(EngineState& state, std::uint32_t router) {
    // More than any crossbar input: those below the pointer come after those at or above it.
    constexpr std::uint32_t kBehind = 1U << 15;
    constexpr std::uint32_t kLocalBits = 16;
    const EngineLayout& layout = state.layout;
    SpeedupArbiters& arbiters = state.speedup;
    const InputVc* const vcs = &state.input_vcs[layout.first_input_vc[router]];
    const std::uint32_t first_output = layout.output(router, 0);
    const auto best_at = [&](std::uint32_t output) -> std::uint32_t& {
        return arbiters.best[(output - first_output) / EngineLayout::kLanes];
    };
    state.grants.make_room(layout.outputs_per_router);
    std::uint32_t* const grants = state.grants.tail();  // outputs first, then their winners
    std::uint32_t* end = grants;
    const auto offer = [&](std::uint32_t local) {
        const std::uint32_t output = vcs[local].output;
        const std::uint32_t from = arbiters.crossbar_of[local];
        const std::uint32_t behind = from < arbiters.output_pointer[output] ? kBehind : 0;
        std::uint32_t& best = best_at(output);
        *end = output;
        end += best == kNone ? 1 : 0;
        best = std::min(best, ((from + behind) << kLocalBits) | local);
    };
    const auto for_picks = [&](const auto& visit) {
        for (std::uint32_t w = 0; w < layout.words; ++w) {
            const std::uint32_t first_local = w * layout.ports_per_word * layout.vcs;
            const std::uint32_t word = router * layout.words + w;
            const std::uint64_t requests = open_requests(state, vcs, word, first_local);
            for (std::uint64_t picks = requests == 0 ? 0
                                                     : pick_rows(state, word, requests,
                                                                 sight<kPriorities>(state, word));
                 picks != 0; picks &= picks - 1) {
                visit(first_local + layout.local_of_bit[__builtin_ctzll(picks)]);
            }
        }
    };
    offer_seen<kPriorities>(state, router, for_picks, offer);
    Words winners{};
    for (std::uint32_t* grant = grants; grant != end; ++grant) {
        const std::uint32_t local = best_at(*grant) & ((1U << kLocalBits) - 1);
        best_at(*grant) = kNone;
        // One beyond the last crossbar input is as good as 0: nobody is at or above it.
        arbiters.output_pointer[*grant] =
            static_cast<std::uint16_t>(arbiters.crossbar_of[local] + 1);
        winners[vcs[local].word & (layout.words - 1)] |= std::uint64_t{1} << vcs[local].bit;
        *grant = layout.first_input_vc[router] + local;
    }
    state.grants.end_at(end);
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        if (winners[w] != 0) {
            move_rows(state, router * layout.words + w, winners[w]);
        }
    }
}

}  // namespace

void SpeedupArbiters::build(const EngineLayout& layout, const rtl::CrossbarInputs& crossbar) {
    for (int row = 0; row < crossbar.speedup; ++row) {
        const std::uint64_t vcs = crossbar.vcs_at(row) & ((std::uint64_t{1} << layout.vcs) - 1);
        std::uint64_t& bits = rows.emplace_back(0);
        for (std::uint32_t port = 0; port < layout.ports_per_word; ++port) {
            bits |= vcs << layout.bit_of(port, 0);
        }
    }
    for (std::size_t local = 0; local < layout.port_of_local.size(); ++local) {
        crossbar_of.push_back(static_cast<std::uint16_t>(
            crossbar.input(layout.port_of_local[local], layout.vc_of_local[local])));
    }
    input_priority.resize(std::size_t{layout.routers} * layout.words * rows.size(), 0);
    output_pointer.resize(layout.all_outputs, 0);
    best.resize(layout.outputs_per_router, kNone);
}

void allocate_with_speedup(EngineState& state, std::size_t first, std::size_t last) {
    last = std::min<std::size_t>(last, state.layout.routers);
    for (std::size_t router = first; router < last; ++router) {
        if (state.requests.any(router, router + 1)) {
            const auto id = static_cast<std::uint32_t>(router);
            state.priorities ? allocate_router<true>(state, id) : allocate_router<false>(state, id);
        }
    }
}

}  // namespace flitscope::tl
