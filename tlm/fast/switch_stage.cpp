#include "tlm/fast/switch_stage.h"

#include <algorithm>

#include "tlm/fast/switch_kernel.h"
#include "tlm/fast/traversal.h"

namespace flitscope::tlm {

namespace {

/// Blocks of routers worked off together: allocation and traversal of a chunk find each other's
/// data in the cache, and the list of grants stays short.
constexpr std::size_t kBlocksPerChunk = 64;

SwitchKernel kernel_of(EngineState& state) {
    const EngineLayout& layout = state.layout;
    SwitchKernel kernel{};
    kernel.requests = state.requests.data();
    kernel.open = state.open.empty() ? nullptr : state.open.data();
    kernel.input_priority = state.input_priority.data();
    kernel.output_priority = state.output_priority.data();
    kernel.busy = state.busy.data();
    kernel.first_input_vc = layout.first_input_vc.data();
    kernel.local_of_bit = layout.local_of_bit.data();
    kernel.fields_above = layout.fields_above.data();
    for (std::uint32_t port = 0; port < layout.ports_per_word; ++port) {
        kernel.low_bits |= std::uint64_t{1} << (port * layout.stride);
        kernel.guard_bits |= std::uint64_t{1} << (port * layout.stride + layout.vcs);
    }
    kernel.vcs = layout.vcs;
    kernel.outputs = layout.outputs_per_router;
    return kernel;
}

/// By the router's allocator object: for what the kernel does not cover. Appends to state.grants.
void allocate_router(EngineState& state, std::uint32_t router) {
    const EngineLayout& layout = state.layout;
    state.switch_requests.clear();
    bool blocked = false;
    for (std::uint32_t port = 0; port < layout.outputs(router); ++port) {
        const std::uint32_t output = layout.output(router, port);
        const bool open = state.open.empty() || state.open[output] != 0;
        for (std::uint32_t w = 0; w < layout.words; ++w) {
            const std::uint64_t word = state.requests[output * layout.words + w];
            blocked = blocked || (word != 0 && !open);
            for (std::uint64_t left = open ? word : 0; left != 0; left &= left - 1) {
                const std::uint32_t id =
                    layout.input_vc(router, w, static_cast<std::uint32_t>(__builtin_ctzll(left)));
                state.switch_requests.push_back(
                    {static_cast<std::int32_t>(layout.port_of(router, id)),
                     static_cast<std::int32_t>(layout.vc_of(router, id)),
                     {static_cast<std::int32_t>(port), -1}});
            }
        }
    }
    state.busy[router] = blocked ? 1 : 0;
    if (state.switch_requests.empty()) {
        return;
    }
    state.switch_allocators[router]->allocate(state.switch_requests, state.switch_grants);
    state.grants.make_room(state.switch_grants.size());
    for (const rtl::SwitchGrant& grant : state.switch_grants) {
        state.grants.push(layout.first_input_vc[router] +
                          static_cast<std::uint32_t>(grant.input) * layout.vcs +
                          static_cast<std::uint32_t>(grant.vc));
    }
    if (state.switch_grants.size() < state.switch_requests.size()) {
        state.busy[router] = 1;
    }
}

}  // namespace

void switch_stage(EngineState& state) {
    const std::size_t blocks = state.busy.size() / EngineLayout::kLanes;
    const SwitchKernel kernel = kernel_of(state);
    for (std::size_t first = 0; first < blocks; first += kBlocksPerChunk) {
        const std::size_t last = std::min(blocks, first + kBlocksPerChunk);
        state.grants.clear();
        if (state.traits.packed_switch_allocation) {
            state.grants.make_room((last - first) * EngineLayout::kLanes *
                                       state.layout.outputs_per_router +
                                   EngineLayout::kLanes);
            std::uint32_t* const grants = state.grants.tail();
            state.grants.end_at(grants + state.allocate_switch(kernel, first, last, grants));
        } else {
            for (std::size_t router = first * EngineLayout::kLanes;
                 router < last * EngineLayout::kLanes; ++router) {
                if (state.busy[router] != 0) {
                    allocate_router(state, static_cast<std::uint32_t>(router));
                }
            }
        }
        traverse(state);
    }
}

}  // namespace flitscope::tlm
