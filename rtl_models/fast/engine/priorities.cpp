#include "rtl_models/fast/engine/priorities.h"

#include <algorithm>

#include "rtl_models/fast/engine/sight.h"

namespace flitscope::tl {

void note_priorities(EngineState& state) {
    for (const std::uint32_t id : state.to_route) {
        const InputVc& vc = state.input_vcs[id];
        const std::uint32_t entry = state.fifos[id].first;
        const rtl::Message& message = state.messages[state.message_fifos.message(entry)].message;
        state.priorities->of_vc[vc.word * Priorities::kBits + vc.bit] =
            rtl::priority_of(state.description.router.priority, message.generated,
                             static_cast<std::uint8_t>(message.message_class));
    }
}

void allocate_by_priority(EngineState& state, std::size_t first, std::size_t last) {
    const SwitchKernel& kernel = state.switch_kernel;
    last = std::min<std::size_t>(last, state.layout.routers);
    state.grants.make_room((last - first) * state.layout.outputs_per_router);
    std::uint32_t* grants = state.grants.tail();
    for (std::size_t router = first; router < last; ++router) {
        if (kernel.of_router[router] != 0) {
            grants = allocate_router(kernel, router, grants,
                                     sight<true>(state, static_cast<std::uint32_t>(router)));
        }
    }
    state.grants.end_at(grants);
}

}  // namespace flitscope::tl
