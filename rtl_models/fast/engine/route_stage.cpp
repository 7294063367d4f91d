#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/router/route_choice.h"

namespace flitscope::tl {

namespace {

/// Flits outstanding and VCs held among the VCs a candidate may use (docs/router.md, section 12).
std::uint64_t load_of(const EngineState& state, const topo::RouteQuery& query,
                      const topo::RouteCandidate& candidate, std::uint32_t message_class) {
    const std::uint32_t output = state.layout.output(static_cast<std::uint32_t>(query.here),
                                                     static_cast<std::uint32_t>(candidate.port));
    const std::uint32_t first = state.layout.first_output_vc[output];
    const std::uint32_t k =
        message_class * state.traits.vc_classes + static_cast<std::uint32_t>(candidate.vc_class);
    std::uint64_t load = 0;
    for (std::uint64_t vcs = state.class_vcs[class_at(state, output, k)]; vcs != 0;
         vcs &= vcs - 1) {
        const std::uint32_t vc = first + static_cast<std::uint32_t>(__builtin_ctzll(vcs));
        load += state.outstanding(vc) + (state.output_vcs[vc].holder != kNone ? 1 : 0);
    }
    return load;
}

const MessageRecord& front_message(const EngineState& state, std::uint32_t id) {
    return state.messages[state.message_fifos.message(state.fifos[id].first)];
}

/// Store-and-forward: the flits in the FIFO of an input VC with which its head may be routed.
std::uint32_t flits_to_route(const EngineState& state, std::uint32_t id) {
    const InputVc& vc = state.input_vcs[id];
    const MessageRecord& record = front_message(state, id);
    const bool ends_here = record.message.header == nullptr
                               ? record.router == static_cast<topo::RouterId>(router_of(state, id))
                               : header_passes_unstored(state, id);
    return vc.input_class == 0 || ends_here ? 1 : state.message_fifos.flits(state.fifos[id].first);
}

/// The choice among several candidates. `injection_port`: negative for a network input.
[[gnu::noinline]] topo::RouteCandidate choose_way(EngineState& state, MessageRecord& record,
                                                  const topo::RouteQuery& query,
                                                  int injection_port) {
    const int queues =
        static_cast<int>(state.layout.network_ports[static_cast<std::size_t>(query.here)]);
    const bool bound = state.traits.all_injection && injection_port >= 0;
    const auto message_class = static_cast<std::uint32_t>(record.message.message_class);
    const topo::RouteCandidate route =
        rtl::choose_route(*state.description.routing, state.traits.selection, query,
                          bound ? injection_port % queues : -1, state.description.ties_random,
                          state.candidates, [&](const topo::RouteCandidate& candidate) {
                              return load_of(state, query, candidate, message_class);
                          });
    // A head without a way keeps its bit; it may be routed again.
    if (state.traits.selection == topo::RouteSelection::ugal && route.port >= 0) {
        record.detour = route.detour ? 1 : 0;
    }
    return route;
}

/// By the routing function; `known` remembers it if it is not null.
[[gnu::noinline]] topo::RouteCandidate compute_route(EngineState& state, MessageRecord& record,
                                                     std::uint32_t router, std::uint32_t port,
                                                     std::uint32_t hops, bool escapes,
                                                     std::uint16_t* known) {
    const int injection_port =
        static_cast<int>(port) - static_cast<int>(state.layout.network_ports[router]);
    topo::RouteQuery query;
    query.here = static_cast<topo::RouterId>(router);
    query.input_port = injection_port < 0 ? static_cast<topo::PortId>(port) : -1;
    query.source = state.description.topology->place(record.message.source).router;
    query.destination = record.router;
    query.hop = static_cast<int>(hops);
    query.salt = record.salt;
    query.detour = record.detour != 0;
    if (escapes) {
        return rtl::escape_route(*state.description.routing, query);
    }
    const topo::RouteCandidate route = state.traits.selection == topo::RouteSelection::only
                                           ? state.description.routing->only_candidate(query)
                                           : choose_way(state, record, query, injection_port);
    if (known != nullptr && route.port >= 0) {
        *known = static_cast<std::uint16_t>(route.port | route.vc_class << 8);
    }
    return route;
}

/// The route of a message for another node whose head came in by input `port`; `escapes`: it is
/// routed again.
topo::RouteCandidate route_of(EngineState& state, MessageRecord& record, std::uint32_t router,
                              std::uint32_t port, std::uint32_t hops, bool escapes) {
    std::uint16_t* known = nullptr;
    if (!state.routes.empty()) {
        known = &state.routes[std::size_t{router} * state.layout.routers +
                              static_cast<std::uint32_t>(record.router)];
        if (*known != kUnknownRoute) {
            return {*known & 255, *known >> 8};
        }
    }
    return compute_route(state, record, router, port, hops, escapes, known);
}

/// The head stays where it is, and is routed again in the next cycle.
void strand(EngineState& state, std::uint32_t id) {
    state.stranded.make_room(1);
    state.stranded.push(id);
}

[[gnu::always_inline]] inline void route_head(EngineState& state, std::uint32_t id, bool escapes) {
    const EngineLayout& layout = state.layout;
    InputVc& vc = state.input_vcs[id];
    const std::uint32_t entry = state.fifos[id].first;
    MessageRecord& record = state.messages[state.message_fifos.message(entry)];
    if (state.traits.headers && record.message.header != nullptr) {
        route_header(state, id);
        return;
    }
    const std::uint32_t router = layout.router_of_word(vc.word);
    const std::uint32_t port = layout.port_of(router, id);
    const auto message_class = static_cast<std::uint32_t>(record.message.message_class);
    std::uint32_t output_port = 0;
    std::uint32_t k = state.traits.network_classes + message_class;
    if (record.router == static_cast<topo::RouterId>(router)) {
        output_port = layout.ejection_port(router, record.local, port);
    } else {
        const topo::RouteCandidate route =
            route_of(state, record, router, port, state.message_fifos.hops(entry), escapes);
        if (route.port < 0) {
            strand(state, id);
            return;
        }
        output_port = static_cast<std::uint32_t>(route.port);
        k = message_class * state.traits.vc_classes + static_cast<std::uint32_t>(route.vc_class);
    }
    const std::uint32_t output = layout.output(router, output_port);
    state.classes[id] = class_at(state, output, k);
    vc.output = output;
    vc.stage = VcStage::routed;
}

}  // namespace

void new_front(EngineState& state, std::uint32_t input_vc) {
    if (state.traits.store && state.input_vcs[input_vc].count < flits_to_route(state, input_vc)) {
        return;
    }
    state.to_route.make_room(1);
    state.to_route.push(input_vc);
}

void stored_flit(EngineState& state, std::uint32_t input_vc) {
    if (state.input_vcs[input_vc].count == flits_to_route(state, input_vc)) {
        state.to_route.make_room(1);
        state.to_route.push(input_vc);
    }
}

void route_stage(EngineState& state) {
    if (!state.stranded.empty()) {
        state.to_route.make_room(state.stranded.size());
        for (const std::uint32_t id : state.stranded) {
            state.to_route.push(id);
        }
        state.stranded.clear();
    }
    for_each_fetched(
        state.to_route, state.traits.far, [&](std::uint32_t id) { route_head(state, id, false); },
        [&](std::uint32_t id) { fetch_front(state, id); },
        [&](std::uint32_t id) { state.message_fifos.fetch_entry(state.fifos[id].first); },
        [&](std::uint32_t id) { fetch_message(state, id); });
    if (!state.to_escape.empty()) {
        state.to_route.make_room(state.to_escape.size());
        for (const std::uint32_t id : state.to_escape) {
            route_head(state, id, true);
            state.to_route.push(id);
        }
        state.to_escape.clear();
    }
    if (!state.stranded.empty()) {
        state.to_route.remove_if(
            [&](std::uint32_t id) { return state.input_vcs[id].stage == VcStage::idle; });
    }
    if (state.observation.enabled()) {
        observe_routed(state, state.to_route);
    }
    if (state.traits.headers) {
        state.to_route.remove_if(
            [&](std::uint32_t id) { return asks_for_no_vc(state.branches, id); });
    }
}

}  // namespace flitscope::tl
