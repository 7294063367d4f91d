#include "tlm/fast/switch_stage.h"

#include <algorithm>

#include "tlm/fast/lookahead.h"
#include "tlm/fast/switch_kernel.h"
#include "tlm/fast/traversal.h"

namespace flitscope::tlm {

namespace {

SwitchKernel kernel_of(EngineState& state) {
    const EngineLayout& layout = state.layout;
    SwitchKernel kernel{};
    kernel.requests = state.requests.words.data();
    kernel.of_router = state.requests.of_router.data();
    kernel.input_vcs = state.input_vcs.data();
    kernel.open = state.open.empty() ? nullptr : state.open.data();
    kernel.input_priority = state.input_priority.data();
    kernel.output_priority = state.output_priority.data();
    kernel.first_input_vc = layout.first_input_vc.data();
    kernel.local_of_bit = layout.local_of_bit.data();
    kernel.fields_above = layout.fields_above.data();
    for (std::uint32_t port = 0; port < layout.ports_per_word; ++port) {
        kernel.low_bits |= std::uint64_t{1} << (port * layout.stride);
        kernel.guard_bits |= std::uint64_t{1} << (port * layout.stride + layout.vcs);
    }
    kernel.port_factor = port_factor(layout.vcs);
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
            const std::uint64_t word = state.requests.words[output * layout.words + w];
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
    if (state.switch_requests.empty()) {
        if (!blocked) {
            state.requests.of_router[router] = 0;
        }
        return;
    }
    state.switch_allocators[router]->allocate(state.switch_requests, state.switch_grants);
    state.grants.make_room(state.switch_grants.size());
    for (const rtl::SwitchGrant& grant : state.switch_grants) {
        state.grants.push(layout.first_input_vc[router] +
                          static_cast<std::uint32_t>(grant.input) * layout.vcs +
                          static_cast<std::uint32_t>(grant.vc));
    }
}

/// Fetches what allocation and traversal of the requests of routers [first, last) will touch.
void fetch_requests(const EngineState& state, std::size_t first, std::size_t last) {
    const EngineLayout& layout = state.layout;
    const auto for_requests = [&](auto fetch_of) {
        for (std::size_t router = first; router < last; ++router) {
            for (std::uint64_t left = state.requests.of_router[router]; left != 0;
                 left &= left - 1) {
                const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(left));
                const auto id = layout.input_vc(static_cast<std::uint32_t>(router), 0, bit);
                fetch_of(state.input_vcs[id], router);
            }
        }
    };
    for_requests([&](const InputVc& vc, std::size_t router) {
        fetch(&vc);
        fetch(&state.input_priority[router]);
    });
    for_requests([&](const InputVc& vc, std::size_t /*router*/) {
        fetch(&state.requests.words[vc.word]);
        fetch(&state.output_priority[vc.word]);
        fetch(&state.output_vcs[vc.output_vc]);
    });
}

/// Appends to state.grants for routers [first, last), whole blocks.
void allocate_group(EngineState& state, const SwitchKernel& kernel, std::size_t first,
                    std::size_t last) {
    if (state.traits.packed_switch_allocation) {
        if (state.traits.far) {
            fetch_requests(state, first, last);
        }
        state.grants.make_room((last - first) * state.layout.outputs_per_router +
                               EngineLayout::kLanes);
        std::uint32_t* const grants = state.grants.tail();
        state.grants.end_at(grants + state.allocate_switch(kernel, first / EngineLayout::kLanes,
                                                           last / EngineLayout::kLanes, grants));
        return;
    }
    for (std::size_t router = first; router < last; ++router) {
        if (state.requests.of_router[router] != 0) {
            allocate_router(state, static_cast<std::uint32_t>(router));
        }
    }
}

}  // namespace

void switch_stage(EngineState& state) {
    SwitchRequests& requests = state.requests;
    const SwitchKernel kernel = kernel_of(state);
    for (std::size_t group = 0; group < requests.awake.size(); ++group) {
        if (requests.awake[group] == 0) {
            continue;
        }
        const std::size_t first = group * SwitchRequests::kGroup;
        const std::size_t last =
            std::min<std::size_t>(requests.of_router.size(), first + SwitchRequests::kGroup);
        state.grants.clear();
        allocate_group(state, kernel, first, last);
        if (state.grants.empty()) {
            requests.fall_asleep(group);
        } else {
            traverse(state);
        }
    }
}

}  // namespace flitscope::tlm
