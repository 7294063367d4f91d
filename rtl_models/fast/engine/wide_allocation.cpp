#include <algorithm>
#include <array>

#include "rtl_models/fast/engine/lookahead.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

constexpr std::size_t kLanes = EngineLayout::kLanes;

/// The switch kernel for the routers of a block, whose input VCs need several request words each.
/// The words of a block lie side by side, first those of its first router. Bit b of word w of a
/// router is number 64*w + b; the pointer of an output is such a number. `kWords`: words of a
/// router, for compilers to unroll by; 0: as the layout says.
template <std::size_t kWords>
class WideAllocation {
public:
    WideAllocation(EngineState& state, std::size_t block)
        : state_(state),
          words_(kWords != 0 ? kWords : state.layout.words),
          first_router_(block * kLanes),
          first_output_(first_router_ * state.layout.outputs_per_router) {}

    /// Appends to state.grants.
    void allocate() {
        collect_requests();
        std::uint64_t* const priority = &state_.input_priority[first_router_ * words()];
        for (std::size_t i = 0; i < all(); ++i) {
            picks_[i] = pick_vcs(picks_[i], priority[i], state_.switch_kernel);
        }
        const std::size_t asked = collect_outputs();
        state_.grants.make_room(asked);
        std::fill_n(winners_.begin(), all(), 0);
        for (std::size_t i = 0; i < asked; ++i) {
            grant(state_.wide[i]);
        }
        for (std::size_t i = 0; i < all(); ++i) {
            priority[i] = next_input_priority(priority[i], winners_[i], state_.switch_kernel);
        }
    }

private:
    using Words = std::array<std::uint64_t, kLanes * EngineTraits::kMostWords>;

    std::size_t words() const { return kWords != 0 ? kWords : words_; }
    std::size_t all() const { return kLanes * words(); }  ///< of the block
    const std::uint64_t* requests_for(std::size_t output) const {
        return &state_.requests.words[output * words()];
    }
    std::uint64_t any(const Words& of, std::size_t lane) const {
        std::uint64_t bits = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            bits |= of[lane * words() + w];
        }
        return bits;
    }

    /// Into picks_: all requests for open outputs. Routers without any, also for closed ones, are
    /// not looked at again until they have some.
    void collect_requests() {
        std::fill_n(picks_.begin(), all(), 0);
        for_ports([&](std::size_t output) {
            const std::uint64_t* const requests = requests_for(output);
            for (std::size_t i = 0; i < all(); ++i) {
                picks_[i] |= requests[i];
            }
        });
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (any(picks_, lane) == 0) {
                state_.requests.of_router[first_router_ + lane] = 0;
            }
        }
        if (!state_.open.empty()) {
            for_ports([&](std::size_t output) {
                const std::uint64_t* const requests = requests_for(output);
                for (std::size_t i = 0; i < all(); ++i) {
                    picks_[i] &= ~(requests[i] & ~state_.open[output + i / words()]);
                }
            });
        }
    }

    /// Into EngineState::wide: the outputs that some pick requests; returns how many. A pick
    /// requests one output only, and none that is closed.
    std::size_t collect_outputs() {
        state_.wide.resize(kLanes * state_.layout.outputs_per_router + 1);
        std::uint32_t* end = state_.wide.data();
        for_ports([&](std::size_t output) {
            const std::uint64_t* const requests = requests_for(output);
            Words asked;
            for (std::size_t i = 0; i < all(); ++i) {
                asked[i] = picks_[i] & requests[i];
            }
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                *end = static_cast<std::uint32_t>(output + lane);
                end += any(asked, lane) != 0 ? 1 : 0;  // without a branch
            }
        });
        return static_cast<std::size_t>(end - state_.wide.data());
    }

    void grant(std::uint32_t output) {
        const EngineLayout& layout = state_.layout;
        const std::size_t lane = output % kLanes;
        const std::uint64_t* const picks = &picks_[lane * words()];
        const std::uint64_t* const requests = requests_for(output);
        const std::uint32_t pointer = state_.output_pointer[output];
        std::uint32_t lowest = kNone;
        std::uint32_t above = kNone;  // the lowest at or above the pointer
        for (auto w = static_cast<std::uint32_t>(words()); w-- > 0;) {
            const std::uint64_t candidates = picks[w] & requests[w];
            const std::uint64_t beyond = 64 * w >= pointer ? candidates
                                         : 64 * w + 64 <= pointer
                                             ? 0
                                             : candidates & ~std::uint64_t{0} << (pointer % 64);
            lowest = candidates != 0 ? number(w, candidates) : lowest;
            above = beyond != 0 ? number(w, beyond) : above;
        }
        const std::uint32_t winner = above != kNone ? above : lowest;
        const std::uint32_t bit = winner % 64;
        winners_[lane * words() + winner / 64] |= std::uint64_t{1} << bit;
        // One beyond the last input is as good as 0: nobody is at or above it.
        const auto port = static_cast<std::uint32_t>(bit * state_.switch_kernel.port_factor >> 16U);
        state_.output_pointer[output] =
            static_cast<std::uint16_t>(winner - bit + (port + 1) * layout.stride);
        const std::uint32_t id =
            layout.input_vc(static_cast<std::uint32_t>(first_router_ + lane), winner / 64, bit);
        fetch(&state_.input_vcs[id]);
        state_.grants.push(id);
    }
    static std::uint32_t number(std::uint32_t word, std::uint64_t bits) {
        return 64 * word + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }

    /// work(output of the first router) for every port.
    template <typename Work>
    void for_ports(Work work) const {
        for (std::size_t port = 0; port < state_.layout.outputs_per_router; ++port) {
            work(first_output_ + port * kLanes);
        }
    }

    EngineState& state_;
    std::size_t words_;
    std::size_t first_router_;
    std::size_t first_output_;
    Words picks_;
    Words winners_;
};

}  // namespace

void allocate_wide(EngineState& state, std::size_t block) {
    switch (state.layout.words) {
        case 2:
            return WideAllocation<2>(state, block).allocate();
        case 3:
            return WideAllocation<3>(state, block).allocate();
        case 4:
            return WideAllocation<4>(state, block).allocate();
        default:
            return WideAllocation<0>(state, block).allocate();
    }
}

bool heads_wait_in_words(const EngineState& state, std::uint32_t output) {
    const std::uint32_t words = state.layout.words;
    const std::uint64_t* const waiting = &state.waiting[std::size_t{output} * words];
    return std::any_of(waiting, waiting + words, [](std::uint64_t word) { return word != 0; });
}

}  // namespace flitscope::tl
