#include <algorithm>

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/request_infos.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/switch_kernel.h"

namespace flitscope::tl {

namespace {

/// By the router's allocator object: for what the kernel does not cover. Appends to state.grants.
void allocate_router(EngineState& state, std::uint32_t router) {
    const EngineLayout& layout = state.layout;
    state.switch_requests.clear();
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        for (std::uint64_t left = state.requests.of_router[router * layout.words + w]; left != 0;
             left &= left - 1) {
            const std::uint32_t id =
                layout.input_vc(router, w, static_cast<std::uint32_t>(__builtin_ctzll(left)));
            const std::uint32_t output = state.input_vcs[id].output;
            if (state.is_open(output)) {
                state.switch_requests.push_back(
                    {static_cast<std::int32_t>(layout.port_of(router, id)),
                     static_cast<std::int32_t>(layout.vc_of(router, id)),
                     {static_cast<std::int32_t>(layout.output_port(output)), -1},
                     nullptr});
            }
        }
    }
    if (state.traits.headers) {
        add_branch_requests(state, router);
    }
    if (state.switch_requests.empty()) {
        return;
    }
    const auto input_vc_of = [&](const auto& request) {
        return layout.input_vc_at(router, request.input, request.vc);
    };
    // Of two branches the one that goes on counts, which comes first: ejection outputs have all
    // their credits.
    const auto output_vc_of = [&](const rtl::SwitchRequest& request) {
        const auto port = static_cast<std::uint32_t>(request.output[0]);
        return port < layout.network_ports[router]
                   ? state.input_vcs[input_vc_of(request)].output_vc
                   : layout.first_output_vc[layout.output(router, port)];
    };
    add_request_infos(state, state.traits.switch_allocators_read, state.switch_requests,
                      input_vc_of, output_vc_of);
    state.switch_allocators[router]->allocate(state.switch_requests, state.switch_grants);
    state.grants.make_room(state.switch_grants.size());
    for (const rtl::SwitchGrant& grant : state.switch_grants) {
        const std::uint32_t id = input_vc_of(grant);
        if (state.branches.on(id)) {
            const auto port = static_cast<std::uint32_t>(grant.output);
            state.branches.grants.push_back({id, port >= layout.network_ports[router]});
        } else {
            state.grants.push(id);
        }
    }
}

/// work(group) for the groups of the chunk from group `first` on that may have requests.
template <typename Work>
void for_awake(const SwitchRequests& requests, std::size_t first, Work work) {
    const std::size_t last = std::min(requests.awake.size(), first + requests.chunk);
    for (std::size_t group = first; group < last; ++group) {
        if (requests.awake[group] != 0) {
            work(group);
        }
    }
}

/// Fetches what allocation and traversal of the requests in the chunk from group `first` on will
/// touch.
void fetch_requests(const EngineState& state, std::size_t first) {
    const EngineLayout& layout = state.layout;
    const SwitchRequests& requests = state.requests;
    const auto for_requests = [&](auto fetch_of) {
        for_awake(requests, first, [&](std::size_t group) {
            for (std::size_t router = group * SwitchRequests::kGroup;
                 router < requests.end_of(group); ++router) {
                for (std::uint64_t left = requests.of_router[router]; left != 0; left &= left - 1) {
                    const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(left));
                    const auto id = layout.input_vc(static_cast<std::uint32_t>(router), 0, bit);
                    fetch_of(state.input_vcs[id], router);
                }
            }
        });
    };
    for_requests([&](const InputVc& vc, std::size_t router) {
        fetch(&vc);
        fetch(&state.input_priority[router]);
    });
    for_requests([&](const InputVc& vc, std::size_t /*router*/) {
        fetch(&requests.of_output[vc.output]);
        fetch(&state.output_priority[vc.output]);
        fetch(&state.output_vcs[vc.output_vc]);
    });
}

/// Allocates for the routers of a group that have branches, which the kernel does not know, and
/// hides their requests from it while it lives.
class RoutersWithBranches {
public:
    RoutersWithBranches(EngineState& state, std::size_t group) : state_(state) {
        LargeArray<std::uint64_t>& of_router = state.requests.of_router;
        for (std::uint64_t left = state.requests.branching_in(group); left != 0; left &= left - 1) {
            const std::size_t router =
                group * SwitchRequests::kGroup + static_cast<std::size_t>(__builtin_ctzll(left));
            allocate_with_branches(state, static_cast<std::uint32_t>(router));
            state.hidden_requests.emplace_back(router, of_router[router]);
            of_router[router] = 0;
        }
    }
    ~RoutersWithBranches() {
        for (const auto& [router, bits] : state_.hidden_requests) {
            state_.requests.of_router[router] = bits;
        }
        state_.hidden_requests.clear();
    }
    RoutersWithBranches(const RoutersWithBranches&) = delete;
    RoutersWithBranches& operator=(const RoutersWithBranches&) = delete;

private:
    EngineState& state_;
};

/// Appends to state.grants for the routers of a group.
void allocate_group(EngineState& state, std::size_t group) {
    const std::size_t first = group * SwitchRequests::kGroup;
    const std::size_t last = state.requests.end_of(group);
    if (state.traits.packed_switch_allocation) {
        const RoutersWithBranches apart(state, group);
        if (state.priorities) {
            allocate_by_priority(state, first, last);
            return;
        }
        state.grants.make_room((last - first) * state.layout.outputs_per_router +
                               EngineLayout::kLanes);
        std::uint32_t* const grants = state.grants.tail();
        state.grants.end_at(grants + state.allocate_switch(state.switch_kernel,
                                                           first / EngineLayout::kLanes,
                                                           last / EngineLayout::kLanes, grants));
        return;
    }
    if (state.traits.wide_switch_allocation) {
        allocate_wide(state, first, last);
        return;
    }
    if (state.traits.speedup_on_words) {
        allocate_with_speedup(state, first, last);
        return;
    }
    if (state.traits.islip_on_words) {
        allocate_islip(state, first, last);
        return;
    }
    for (std::size_t router = first; router < last; ++router) {
        if (state.requests.any(router, router + 1) ||
            (state.requests.branching_in(group) >> router % SwitchRequests::kGroup & 1) != 0) {
            allocate_router(state, static_cast<std::uint32_t>(router));
        }
    }
}

}  // namespace

void switch_stage(EngineState& state) {
    SwitchRequests& requests = state.requests;
    for (std::size_t chunk = 0; chunk < requests.awake.size(); chunk += requests.chunk) {
        if (state.traits.far && state.traits.packed_switch_allocation) {
            fetch_requests(state, chunk);
        }
        state.grants.clear();
        for_awake(requests, chunk, [&](std::size_t group) {
            const std::size_t before = state.grants.size();
            allocate_group(state, group);
            if (state.grants.size() == before) {
                requests.fall_asleep(group);
            }
        });
        if (state.traits.stages.vc_at_switch) {
            take_open_vcs(state);
        } else if (state.speculation) {
            mask_granted_ports(state);
        }
        traverse(state, state.edge + state.traits.stages.to_wire());
        if (state.bypass) {
            note_traversals(state);
        }
    }
    if (!state.branches.grants.empty()) {
        traverse_branches(state);
    }
}

}  // namespace flitscope::tl
