#include <algorithm>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

/// The switch kernel for a router with several request words. Bit b of word w is number 64*w + b;
/// the pointer of an output is such a number. `kWords`: words of a router, 0: as the layout says.
template <std::uint32_t kWords>
class WideAllocation {
public:
    WideAllocation(EngineState& state, std::uint32_t router)
        : state_(state),
          router_(router),
          words_(kWords != 0 ? kWords : state.layout.words),
          outputs_(state.layout.outputs(router)) {
        state.wide.resize(2 * std::size_t{words_} + outputs_);
        picks_ = state.wide.data();
        winners_ = picks_ + words_;
        asked_ = winners_ + words_;
    }

    /// Appends to state.grants.
    void allocate() {
        if (!collect_requests()) {
            return;
        }
        const SwitchKernel& kernel = state_.switch_kernel;
        std::uint64_t* const priority = &state_.input_priority[std::size_t{router_} * words_];
        for (std::uint32_t w = 0; w < words_; ++w) {
            picks_[w] = pick_vcs(picks_[w], priority[w], kernel);
            winners_[w] = 0;
        }
        const std::size_t asked = collect_outputs();
        state_.grants.make_room(asked);
        for (std::size_t i = 0; i < asked; ++i) {
            grant(static_cast<std::uint32_t>(asked_[i]));
        }
        for (std::uint32_t w = 0; w < words_; ++w) {
            priority[w] = next_input_priority(priority[w], winners_[w], kernel);
        }
    }

private:
    const std::uint64_t* requests_for(std::uint32_t output) const {
        return &state_.requests.words[std::size_t{output} * words_];
    }
    std::uint32_t output(std::uint32_t port) const { return state_.layout.output(router_, port); }

    /// Into picks_: all requests for open outputs; false: there are none. A router without requests
    /// for closed outputs either is not looked at again until it has some.
    bool collect_requests() {
        std::fill(picks_, picks_ + words_, 0);
        std::uint64_t closed = 0;
        for (std::uint32_t port = 0; port < outputs_; ++port) {
            const std::uint64_t* const requests = requests_for(output(port));
            const std::uint64_t open =
                state_.open.empty() ? ~std::uint64_t{0} : state_.open[output(port)];
            for (std::uint32_t w = 0; w < words_; ++w) {
                picks_[w] |= requests[w] & open;
                closed |= requests[w] & ~open;
            }
        }
        std::uint64_t any = 0;
        for (std::uint32_t w = 0; w < words_; ++w) {
            any |= picks_[w];
        }
        if ((any | closed) == 0) {
            state_.requests.of_router[router_] = 0;
        }
        return any != 0;
    }

    /// Into asked_: the outputs that some pick requests; returns how many. A pick requests one
    /// output only, and none that is closed.
    std::size_t collect_outputs() {
        std::uint64_t* end = asked_;
        for (std::uint32_t port = 0; port < outputs_; ++port) {
            const std::uint64_t* const requests = requests_for(output(port));
            std::uint64_t any = 0;
            for (std::uint32_t w = 0; w < words_; ++w) {
                any |= picks_[w] & requests[w];
            }
            *end = output(port);
            end += any != 0 ? 1 : 0;  // without a branch
        }
        return static_cast<std::size_t>(end - asked_);
    }

    void grant(std::uint32_t output) {
        const EngineLayout& layout = state_.layout;
        const std::uint64_t* const requests = requests_for(output);
        const std::uint32_t pointer = state_.output_pointer[output];
        std::uint32_t lowest = kNone;
        std::uint32_t above = kNone;  // the lowest at or above the pointer
        for (std::uint32_t w = words_; w-- > 0;) {
            const std::uint64_t candidates = picks_[w] & requests[w];
            const std::uint64_t beyond = 64 * w >= pointer ? candidates
                                         : 64 * w + 64 <= pointer
                                             ? 0
                                             : candidates & ~std::uint64_t{0} << (pointer % 64);
            lowest = candidates != 0 ? number(w, candidates) : lowest;
            above = beyond != 0 ? number(w, beyond) : above;
        }
        const std::uint32_t winner = above != kNone ? above : lowest;
        const std::uint32_t bit = winner % 64;
        winners_[winner / 64] |= std::uint64_t{1} << bit;
        // One beyond the last input is as good as 0: nobody is at or above it.
        const auto port = static_cast<std::uint32_t>(bit * state_.switch_kernel.port_factor >> 16U);
        state_.output_pointer[output] =
            static_cast<std::uint16_t>(winner - bit + (port + 1) * layout.stride);
        const std::uint32_t id = layout.input_vc(router_, winner / 64, bit);
        fetch(&state_.input_vcs[id]);
        state_.grants.push(id);
    }
    static std::uint32_t number(std::uint32_t word, std::uint64_t bits) {
        return 64 * word + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }

    EngineState& state_;
    std::uint32_t router_;
    std::uint32_t words_;
    std::uint32_t outputs_;
    std::uint64_t* picks_;    ///< [word]
    std::uint64_t* winners_;  ///< [word]
    std::uint64_t* asked_;    ///< outputs
};

}  // namespace

void allocate_wide(EngineState& state, std::uint32_t router) {
    switch (state.layout.words) {
        case 2:
            return WideAllocation<2>(state, router).allocate();
        case 3:
            return WideAllocation<3>(state, router).allocate();
        case 4:
            return WideAllocation<4>(state, router).allocate();
        default:
            return WideAllocation<0>(state, router).allocate();
    }
}

}  // namespace flitscope::tl
