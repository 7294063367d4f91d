#include "rtl_models/fast/engine/priorities.h"

#include <algorithm>

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

/// What the arbiters of one router see (SeesAll).
struct SeesTheBest {
    const Priorities& priorities;
    const SwitchKernel& kernel;
    std::uint32_t router;

    /// By input port.
    std::uint64_t vcs(std::uint64_t requests) const {
        std::uint64_t seen = 0;
        while (requests != 0) {
            const std::uint64_t lowest = requests & -requests;
            const std::uint64_t guard = kernel.guard_bits & -lowest;
            const std::uint64_t field = requests & ((guard & -guard) - 1);
            seen |= priorities.seen(router, field);
            requests ^= field;
        }
        return seen;
    }
    std::uint64_t inputs(std::uint64_t picks) const { return priorities.seen(router, picks); }
};

}  // namespace

std::uint64_t Priorities::seen_of_several(std::uint32_t router, std::uint64_t requests) const {
    const std::uint16_t* const numbers = &of_vc[std::size_t{router} * kBits];
    std::uint64_t seen = 0;
    for (std::uint64_t left = requests; left != 0; left &= left - 1) {
        const std::uint16_t number = numbers[__builtin_ctzll(left)];
        unsigned hidden = 0;
        for (std::uint64_t others = requests; others != 0; others &= others - 1) {
            hidden |= rtl::comes_before(numbers[__builtin_ctzll(others)], number) ? 1U : 0U;
        }
        seen |= hidden != 0 ? 0 : left & -left;
    }
    return seen != 0 ? seen : requests;
}

std::uint16_t front_priority(const EngineState& state, std::uint32_t input_vc) {
    const std::uint32_t entry = state.fifos[input_vc].first;
    const rtl::Message& message = state.messages[state.message_fifos.message(entry)].message;
    return rtl::priority_of(state.description.router.priority, message.generated,
                            static_cast<std::uint8_t>(message.message_class));
}

void note_priorities(EngineState& state) {
    for (const std::uint32_t id : state.to_route) {
        const InputVc& vc = state.input_vcs[id];
        state.priorities->of_vc[std::size_t{vc.word} * Priorities::kBits + vc.bit] =
            front_priority(state, id);
    }
}

void allocate_by_priority(EngineState& state, std::size_t first, std::size_t last) {
    const SwitchKernel& kernel = state.switch_kernel;
    last = std::min<std::size_t>(last, state.layout.routers);
    state.grants.make_room((last - first) * state.layout.outputs_per_router);
    std::uint32_t* grants = state.grants.tail();
    for (std::size_t router = first; router < last; ++router) {
        if (kernel.of_router[router] != 0) {
            const SeesTheBest best{*state.priorities, kernel, static_cast<std::uint32_t>(router)};
            grants = allocate_router(kernel, router, grants, best);
        }
    }
    state.grants.end_at(grants);
}

}  // namespace flitscope::tl
