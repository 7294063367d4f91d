#include "rtl_models/fast/engine/engine_state.h"

#include "rtl_models/router/vc_choice.h"

namespace flitscope::tl {

namespace {

EngineTraits traits_of(const rtl::NetworkDescription& description, const EngineLayout& layout) {
    const rtl::RouterParameters& router = description.router;
    EngineTraits traits;
    traits.stages = router.stages();
    traits.rules = rtl::OutputVcRules(router);
    traits.store = router.switching == rtl::Switching::store_and_forward;
    traits.all_injection = router.injection_ports == rtl::kAll;
    traits.one_by_one = router.injects_one_by_one();
    traits.capacity = router.buffer_flits == rtl::kUnbounded
                          ? kNone
                          : static_cast<std::uint32_t>(router.buffer_flits);
    traits.headers = description.headers.used();
    traits.vc_classes = static_cast<std::uint32_t>(rtl::vc_class_count(description));
    traits.network_classes = static_cast<std::uint32_t>(router.message_classes) * traits.vc_classes;
    traits.simple_vc_allocation =
        traits.network_classes == 1 && !traits.rules.whole_messages && !traits.headers;
    // What has a faster form here than the allocator object.
    const bool few_words =
        layout.words == 1 || (!traits.headers && layout.words <= EngineTraits::kMostWords);
    const bool on_words = router.arbiter == rtl::ArbiterKind::round_robin &&
                          description.makers == nullptr && few_words;
    const bool packed = on_words && layout.words == 1;
    traits.packed_vc_allocation =
        traits.stages.vc_at_switch ||
        (on_words && (router.vc_allocator == rtl::VcAllocatorKind::separable_input ||
                      router.vc_allocator == rtl::VcAllocatorKind::separable_output));
    const bool input_first = on_words && layout.vcs < 64 &&
                             router.switch_allocator == rtl::SwitchAllocatorKind::separable_input;
    const bool speedup = router.input_speedup > 1;
    traits.speedup_on_words = speedup && input_first && !traits.headers;
    traits.packed_switch_allocation = !speedup && input_first && packed;
    traits.wide_switch_allocation = !speedup && input_first && !packed;
    const bool islip = router.switch_allocator == rtl::SwitchAllocatorKind::islip ||
                       (router.switch_allocator == rtl::SwitchAllocatorKind::separable_output &&
                        router.arbiter_state == rtl::ArbiterState::per_pair);
    traits.islip_on_words = packed && !traits.headers && islip &&
                            IslipArbiters::fit(layout, rtl::CrossbarInputs(router));
    traits.vc_allocators_read.priorities = router.has_priorities();
    traits.switch_allocators_read.priorities = router.has_priorities();
    traits.selection = description.routing->selection();
    traits.escape = description.routing->escape();
    traits.pointers = router.vc_choice == rtl::VcChoice::round_robin;
    traits.late_pointers = router.bypass || traits.rules.whole_messages ||
                           traits.escape != nullptr || !traits.packed_vc_allocation;
    constexpr std::size_t kCache = std::size_t{2} << 20;  // of one core, as processors have it
    traits.far = layout.input_vcs * sizeof(InputVc) > kCache;
    return traits;
}

/// The VCs of all classes, on links with `link_vcs` of them.
void add_class_masks(EngineState& state, int link_vcs) {
    const rtl::RouterParameters& router = state.description.router;
    for (int m = 0; m < router.message_classes; ++m) {
        for (int c = 0; c < static_cast<int>(state.traits.vc_classes); ++c) {
            state.class_vcs.push_back(rtl::network_vcs(state.description, c, m, link_vcs).mask());
        }
    }
    for (int m = 0; m < router.message_classes; ++m) {
        state.class_vcs.push_back(rtl::ejection_vcs(router, m).mask());
    }
    for (const auto& routing : state.description.headers.routings) {
        for (int m = 0; m < router.message_classes; ++m) {
            for (int e = 0; e < routing->ejection_classes(); ++e) {
                state.class_vcs.push_back(rtl::ejection_vcs(router, *routing, e, m).mask());
            }
        }
    }
}

void build_classes(EngineState& state) {
    const EngineLayout& layout = state.layout;
    const auto message_classes =
        static_cast<std::uint32_t>(state.description.router.message_classes);
    std::uint32_t behind = message_classes;
    for (const auto& routing : state.description.headers.routings) {
        state.first_header_class.push_back(behind);
        behind += message_classes * static_cast<std::uint32_t>(routing->ejection_classes());
    }
    if (layout.link_vcs.empty()) {
        add_class_masks(state, static_cast<int>(layout.vcs));
        return;
    }
    state.first_class.resize(layout.all_outputs, 0);
    std::map<std::uint32_t, std::size_t> first;  // by VCs of a link
    for (std::uint32_t output = 0; output < layout.all_outputs; ++output) {
        const std::uint32_t vcs = layout.link_vcs[output] == 0 ? layout.vcs  // an ejection output
                                                               : layout.link_vcs[output];
        const auto [group, added] = first.try_emplace(vcs, state.class_vcs.size());
        if (added) {
            add_class_masks(state, static_cast<int>(vcs));
        }
        state.first_class[output] = static_cast<std::uint16_t>(group->second);
    }
}

/// The index of an entry of vc_groups with these groups, which is added if there is none.
std::uint8_t group_kind(EngineState& state, const rtl::VcGroups& groups) {
    std::vector<std::uint64_t> group_of;
    for (int v = 0; v < static_cast<int>(state.layout.vcs); ++v) {
        group_of.push_back(rtl::vc_group_of(groups, v));
    }
    const auto known = std::find(state.vc_groups.begin(), state.vc_groups.end(), group_of);
    const auto kind = known - state.vc_groups.begin();
    if (known == state.vc_groups.end()) {
        state.vc_groups.push_back(std::move(group_of));
    }
    return static_cast<std::uint8_t>(kind);
}

void build_vc_groups(EngineState& state) {
    const EngineLayout& layout = state.layout;
    const std::uint8_t ejection =
        group_kind(state, rtl::ejection_vc_groups(state.description.router));
    std::map<std::uint32_t, std::uint8_t> network;  // by VCs of a link
    for (std::uint32_t output = 0; output < layout.all_outputs; ++output) {
        const std::uint32_t first = layout.first_output_vc[output];
        if (first == kNone) {
            continue;
        }
        if (layout.is_ejection(first)) {
            state.outputs[output].group_kind = ejection;
            continue;
        }
        const std::uint32_t vcs = layout.vcs_of(output);
        const auto [kind, added] = network.try_emplace(vcs, 0);
        if (added) {
            kind->second =
                group_kind(state, rtl::network_vc_groups(state.description, static_cast<int>(vcs)));
        }
        state.outputs[output].group_kind = kind->second;
    }
}

void build_input_vcs(EngineState& state) {
    const EngineLayout& layout = state.layout;
    state.input_vcs.resize(layout.input_vcs);
    state.fifos.resize(layout.input_vcs);
    state.classes.resize(layout.input_vcs, 0);
    for (std::uint32_t router = 0; router < layout.routers; ++router) {
        for (std::uint32_t port = 0; port < layout.inputs(router); ++port) {
            for (std::uint32_t v = 0; v < layout.vcs; ++v) {
                InputVc& vc =
                    state.input_vcs[layout.first_input_vc[router] + port * layout.vcs + v];
                vc.word = layout.word_of(router, port);
                vc.bit = static_cast<std::uint8_t>(layout.bit_of(port, v));
                vc.input_class = layout.class_of_input[layout.input_port(router, port)];
            }
        }
    }
}

void build_outputs(EngineState& state) {
    const EngineLayout& layout = state.layout;
    state.output_vcs.resize(layout.output_vcs, {state.traits.capacity, kNone});
    state.outputs.resize(layout.all_outputs);
    for (std::uint32_t output = 0; output < layout.all_outputs; ++output) {
        if (layout.first_output_vc[output] != kNone) {
            state.outputs[output].free_vcs =
                rtl::VcRange{0, static_cast<int>(layout.vcs_of(output))}.mask();
        }
    }
    state.waiting.resize(std::size_t{layout.all_outputs} * layout.words, 0);
    if (!layout.cycles_per_flit.empty()) {
        state.open.resize(layout.all_outputs, ~std::uint64_t{0});
    }
}

/// The arrays of the state as the packed switch allocator sees them.
SwitchKernel kernel_of(EngineState& state) {
    const EngineLayout& layout = state.layout;
    SwitchKernel kernel{};
    kernel.requests = state.requests.of_output.data();
    kernel.of_router = state.requests.of_router.data();
    kernel.input_vcs = state.input_vcs.data();
    kernel.open = state.open.empty() ? nullptr : state.open.data();
    kernel.input_priority = state.input_priority.data();
    kernel.output_priority = state.output_priority.data();
    kernel.first_input_vc = layout.first_input_vc.data();
    kernel.local_of_bit = layout.local_of_bit.data();
    for (std::uint32_t port = 0; port < layout.ports_per_word; ++port) {
        kernel.low_bits |= std::uint64_t{1} << (port * layout.stride);
        kernel.guard_bits |= std::uint64_t{1} << (port * layout.stride + layout.vcs);
    }
    kernel.port_factor = port_factor(layout.vcs);
    kernel.vcs = layout.vcs;
    kernel.outputs = layout.outputs_per_router;
    return kernel;
}

void build_arbiters(EngineState& state) {
    const EngineLayout& layout = state.layout;
    const rtl::RouterParameters& router = state.description.router;
    if (state.traits.packed_vc_allocation) {
        state.vc_pointer.resize(layout.output_vcs, 0);
        state.va_listed.resize(layout.all_outputs, 0);
    } else {
        state.va_listed.resize(layout.routers, 0);
    }
    const bool input_first =
        state.traits.packed_switch_allocation || state.traits.wide_switch_allocation;
    if (input_first) {
        state.allocate_switch = chosen_switch_kernel().allocate;
        // All bits set, or none: both mean that the search starts at requester 0.
        state.input_priority.resize(state.requests.of_router.size(), 0);
        if (layout.one_word) {
            state.output_priority.resize(layout.all_outputs, 0);
        } else {
            state.output_pointer.resize(layout.all_outputs, 0);
        }
        state.switch_kernel = kernel_of(state);
    }
    if (state.traits.speedup_on_words) {
        state.speedup.build(layout, rtl::CrossbarInputs(router));
        state.switch_kernel = kernel_of(state);
    }
    if (state.traits.islip_on_words) {
        const bool islip = router.switch_allocator == rtl::SwitchAllocatorKind::islip;
        state.islip.build(layout, rtl::CrossbarInputs(router), islip ? router.iterations : 1);
    }
    for (std::uint32_t r = 0; r < layout.routers; ++r) {
        const rtl::PortLayout ports =
            rtl::port_layout(router, *state.description.topology, static_cast<topo::RouterId>(r));
        if (!state.traits.packed_vc_allocation) {
            state.vc_allocators.push_back(
                rtl::make_vc_allocation(router, ports, state.description.makers));
            state.traits.vc_allocators_read.add(*state.vc_allocators.back());
        }
        if (!input_first && !state.traits.islip_on_words && !state.traits.speedup_on_words) {
            state.switch_allocators.push_back(
                rtl::make_switch_allocation(router, ports, state.description.makers));
            state.traits.switch_allocators_read.add(*state.switch_allocators.back());
        }
    }
}

void build_speculation(EngineState& state) {
    if (state.description.router.speculates()) {
        state.speculation = std::make_unique<Speculation>(state.description, state.layout);
    }
}

void build_priorities(EngineState& state) {
    if (state.description.router.has_priorities()) {
        state.priorities = std::make_unique<Priorities>(state.layout);
    }
}

void build_sources(EngineState& state) {
    const EngineLayout& layout = state.layout;
    state.injection_ports.resize(layout.first_injection_port[layout.routers]);
    state.injecting.make_room(state.injection_ports.size());
    state.injection_vcs.resize(state.injection_ports.size() * layout.injection_vcs);
    for (std::uint32_t router = 0; router < layout.routers; ++router) {
        for (std::uint32_t i = layout.first_injection_port[router];
             i < layout.first_injection_port[router + 1]; ++i) {
            InjectionPort& port = state.injection_ports[i];
            const std::uint32_t local = i - layout.first_injection_port[router];
            port.first_vc =
                layout.first_input_vc[router] + (layout.network_ports[router] + local) * layout.vcs;
            port.router = router;
            port.credit = rtl::VcRange{0, static_cast<int>(layout.injection_vcs)}.mask();
        }
    }
}

void build_wires(EngineState& state) {
    const std::size_t ahead =
        1 + state.layout.max_latency + static_cast<std::size_t>(state.traits.stages.to_wire());
    state.flits.resize(ahead);
    state.credits.resize(ahead);
    state.ejected.resize(ahead);
    state.consumed.resize(ahead);
    state.reopened.resize(state.layout.max_cycles_per_flit);
    state.observation.observer = state.description.observer;
    state.observation.to_write.resize(ahead);
    state.observation.to_consume.resize(ahead);
}

/// Answers of a routing that looks at nothing but here and destination are kept, as long as they
/// fit into the cache better than the computation takes time.
void build_routes(EngineState& state) {
    constexpr std::uint32_t kMostRouters = 256;
    const topo::RoutingFunction& routing = *state.description.routing;
    const topo::RouteDependence depends = routing.dependence();
    if (state.traits.selection == topo::RouteSelection::only && !depends.input_port &&
        !depends.source && !depends.hop && depends.salts.size() == 1 &&
        state.layout.routers <= kMostRouters && state.layout.outputs_per_router < 256 &&
        routing.vc_classes() < 255) {
        state.routes.resize(std::size_t{state.layout.routers} * state.layout.routers,
                            kUnknownRoute);
    }
}

void build_statistics(EngineState& state) {
    state.vc_busy_cycles.resize(std::size_t{state.layout.all_outputs} * (state.layout.vcs + 1), 0);
}

}  // namespace

EngineState::EngineState(const rtl::NetworkDescription& network)
    : description(network),
      layout(network),
      addresses(*network.topology),
      traits(traits_of(network, layout)),
      requests(layout, traits.headers) {
    for (int m = 0; m < network.router.message_classes; ++m) {
        injection_class_vcs.push_back(rtl::injection_vcs(network.router, m).mask());
    }
    build_classes(*this);
    build_input_vcs(*this);
    build_branches(*this);
    build_outputs(*this);
    build_vc_groups(*this);
    build_arbiters(*this);
    build_speculation(*this);
    build_priorities(*this);
    build_sources(*this);
    build_wires(*this);
    build_routes(*this);
    build_statistics(*this);
    if (network.router.shares_buffers()) {
        shared_credits = std::make_unique<SharedCredits>(network.router, layout, output_vcs);
    }
    if (network.router.bypass) {
        bypass = std::make_unique<Bypass>(*this);
    }
}

}  // namespace flitscope::tl
