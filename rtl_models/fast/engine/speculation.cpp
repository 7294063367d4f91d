#include "rtl_models/fast/engine/speculation.h"

#include "rtl_models/fast/engine/request_infos.h"
#include "rtl_models/fast/engine/waiting_heads.h"
#include "rtl_models/router/allocators/speculative_grants.h"

namespace flitscope::tl {

Speculation::Speculation(const rtl::NetworkDescription& network, const EngineLayout& layout)
    : routers(layout.routers),
      exact(network.router.speculation == rtl::Speculation::exact),
      input_masked(layout.input_vcs / layout.vcs, 0),
      output_masked(layout.all_outputs, 0) {
    for (std::uint32_t r = 0; r < layout.routers; ++r) {
        const rtl::PortLayout ports =
            rtl::port_layout(network.router, *network.topology, static_cast<topo::RouterId>(r));
        routers[r].allocation = rtl::make_switch_allocation(network.router, ports, network.makers);
    }
}

namespace {

/// The heads that request a VC of this output.
void add_heads(EngineState& state, std::uint32_t output) {
    if (!state.is_open(output)) {
        return;
    }
    const EngineLayout& layout = state.layout;
    const std::uint32_t router = layout.router_of[output];
    std::vector<rtl::SwitchRequest>& requests = state.speculation->routers[router].requests;
    const bool first = requests.empty();
    for_waiting(state, output, [&](std::uint32_t /*requester*/, std::uint32_t id) {
        if (requested_vc(state, id, output) >= 0) {
            requests.push_back({static_cast<std::int32_t>(layout.port_of(router, id)),
                                static_cast<std::int32_t>(layout.vc_of(router, id)),
                                {static_cast<std::int32_t>(layout.output_port(output)), -1},
                                nullptr});
        }
    });
    if (first && !requests.empty()) {
        state.speculation->asking.push_back(router);
    }
}

void mask(EngineState& state, std::uint32_t id) {
    Speculation& speculation = *state.speculation;
    speculation.input_masked[id / state.layout.vcs] = state.edge + 1;
    speculation.output_masked[state.input_vcs[id].output] = state.edge + 1;
}

/// `pessimistic`: the requests of the routers that speculate mask their ports.
void mask_requested_ports(EngineState& state) {
    const EngineLayout& layout = state.layout;
    for (const std::uint32_t router : state.speculation->asking) {
        for (std::uint32_t w = 0; w < layout.words; ++w) {
            for (std::uint64_t left = state.requests.of_router[router * layout.words + w];
                 left != 0; left &= left - 1) {
                const std::uint32_t id =
                    layout.input_vc(router, w, static_cast<std::uint32_t>(__builtin_ctzll(left)));
                if (state.is_open(state.input_vcs[id].output)) {
                    mask(state, id);
                }
            }
        }
    }
}

/// Leaves the used grants of a router, and lets their heads request the switch.
void use_grants(EngineState& state, std::uint32_t number) {
    Speculation& speculation = *state.speculation;
    Speculation::Router& router = speculation.routers[number];
    const rtl::Cycle now = state.edge + 1;
    const auto vc_of = [&](const rtl::SwitchGrant& grant) -> InputVc& {
        return state.input_vcs[state.layout.input_vc_at(number, grant.input, grant.vc)];
    };
    rtl::keep_used(
        router.grants,
        [&](const rtl::SwitchGrant& grant) {
            const auto input = static_cast<std::uint32_t>(grant.input);
            return speculation.input_masked[state.layout.input_port(number, input)] == now ||
                   speculation.output_masked[vc_of(grant).output] == now;
        },
        [&](const rtl::SwitchGrant& grant) {
            const InputVc& vc = vc_of(grant);
            return vc.active() && state.output_vcs[vc.output_vc].credits != 0;
        },
        [&](const rtl::SwitchGrant& /*grant*/) { ++state.counters.wasted_grants; });
    router.requests.clear();
    if (router.grants.empty()) {
        return;
    }
    router.allocation->update(router.grants);
    state.counters.speculative_grants += router.grants.size();
    state.grants.make_room(router.grants.size());
    for (const rtl::SwitchGrant& grant : router.grants) {
        InputVc& vc = vc_of(grant);
        vc.gate = std::uint64_t{1} << vc.bit;
        state.requests.add(vc, vc.gate);
        state.grants.push(state.layout.input_vc_at(number, grant.input, grant.vc));
    }
}

}  // namespace

void speculate(EngineState& state) {
    const EngineLayout& layout = state.layout;
    for (const std::uint32_t unit : state.va_units) {
        if (state.traits.packed_vc_allocation) {
            add_heads(state, unit);
            continue;
        }
        for (std::uint32_t port = 0; port < layout.outputs(unit); ++port) {
            add_heads(state, layout.output(unit, port));
        }
    }
    for (const std::uint32_t number : state.speculation->asking) {
        Speculation::Router& router = state.speculation->routers[number];
        const auto requester = [&](const rtl::SwitchRequest& request) {
            return state.layout.input_vc_at(number, request.input, request.vc);
        };
        add_request_infos(state, state.traits.switch_allocators_read, router.requests, requester,
                          [&](const rtl::SwitchRequest& request) {
                              const std::uint32_t output = layout.output(
                                  number, static_cast<std::uint32_t>(request.output[0]));
                              const int v = requested_vc(state, requester(request), output);
                              return layout.first_output_vc[output] + static_cast<std::uint32_t>(v);
                          });
        router.allocation->pick(router.requests, router.grants);
    }
}

void mask_granted_ports(EngineState& state) {
    if (state.speculation->exact) {
        for (const std::uint32_t id : state.grants) {
            mask(state, id);
        }
    }
}

void switch_speculatively(EngineState& state) {
    Speculation& speculation = *state.speculation;
    if (!speculation.exact) {
        mask_requested_ports(state);
    }
    switch_stage(state);
    state.grants.clear();
    for (const std::uint32_t router : speculation.asking) {
        use_grants(state, router);
    }
    speculation.asking.clear();
    // Those that cross have a gate, and do not enter switch allocation a second time.
    state.granted_vcs.remove_if([&](std::uint32_t id) { return state.input_vcs[id].gate != 0; });
    traverse(state, state.edge + state.traits.stages.to_wire());
}

}  // namespace flitscope::tl
