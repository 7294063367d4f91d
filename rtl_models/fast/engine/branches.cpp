#include "rtl_models/fast/engine/branches.h"

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/vc_pointers.h"
#include "rtl_models/router/contract/header_route.h"

namespace flitscope::tl {

namespace {

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }

struct Front {
    Front(const EngineState& state, std::uint32_t id)
        : entry(state.fifos[id].first),
          message(state.message_fifos.message(entry)),
          router(router_of(state, id)),
          port(state.layout.port_of(router, id)) {}

    std::uint32_t entry;
    std::uint32_t message;
    std::uint32_t router;
    std::uint32_t port;
};

rtl::HeaderAction action_of(const EngineState& state, const Front& front) {
    const MessageRecord& record = state.messages[front.message];
    return rtl::header_action(*record.message.header, state.description.headers, record.served,
                              leading_flit(state, front.entry),
                              static_cast<topo::NodeId>(front.router),
                              static_cast<topo::NodeId>(state.layout.routers),
                              front.port >= state.layout.network_ports[front.router]);
}

std::uint32_t ejection_output(const EngineState& state, const Front& front) {
    return state.layout.output(front.router,
                               state.layout.ejection_port(front.router, 0, front.port));
}

std::uint16_t ejection_class(const EngineState& state, const Front& front, std::uint32_t output) {
    const rtl::Message& message = state.messages[front.message].message;
    const auto number = static_cast<std::size_t>(message.header->routing);
    const topo::RoutingFunction& routing = *state.description.headers.routings[number];
    const bool injected = front.port >= state.layout.network_ports[front.router];
    const int k = message.message_class * routing.ejection_classes() +
                  routing.ejection_class(static_cast<topo::NodeId>(front.router),
                                         injected ? -1 : static_cast<topo::PortId>(front.port));
    return class_at(state, output,
                    state.traits.network_classes + state.first_header_class[number] +
                        static_cast<std::uint32_t>(k));
}

void turn_on(EngineState& state, std::uint32_t id, const Front& front) {
    Branch& branch = state.branches.of[id];
    branch = Branch{};
    branch.on = true;
    branch.output = ejection_output(state, front);
    branch.vc_class = ejection_class(state, front, branch.output);
    branch.next = state.branches.first[front.router];
    state.branches.first[front.router] = id;
    state.requests.set_branching(front.router, true);
    state.input_vcs[id].remaining = state.message_fifos.flits(front.entry);
    ++state.messages[front.message].copies;
}

void turn_off(EngineState& state, std::uint32_t id) {
    const std::uint32_t router = router_of(state, id);
    std::uint32_t* at = &state.branches.first[router];
    while (*at != id) {
        at = &state.branches.of[*at].next;
    }
    *at = state.branches.of[id].next;
    state.requests.set_branching(router, state.branches.first[router] != kNone);
    state.branches.of[id].on = false;
}

void send_absorb(EngineState& state, std::uint32_t id, bool tail) {
    Branch& branch = state.branches.of[id];
    const Front front(state, id);
    const rtl::Cycle arrival = state.edge + 1 + state.traits.stages.to_wire();
    branch.absorbed = true;
    ++branch.absorb_flits;
    IdList& wire = state.ejected.at(arrival);
    wire.make_room(1);
    wire.push(branch.output_vc);
    if (tail) {
        const rtl::Cycle arrived =
            branch.forwarded ? branch.arrived : state.messages[front.message].arrived;
        state.consumed.at(arrival).push_back({front.router, state.layout.output_port(branch.output),
                                              front.message, state.message_fifos.hops(front.entry),
                                              arrived,
                                              state.messages[front.message].error_at == id});
        state.outputs[branch.output].flits_sent += branch.absorb_flits;
        release_output_vc(state, branch.output, branch.output_vc, state.edge + 1);
    }
}

void send_forward(EngineState& state, std::uint32_t id, bool tail) {
    Branch& branch = state.branches.of[id];
    const InputVc& vc = state.input_vcs[id];
    MessageRecord& record = state.messages[Front(state, id).message];
    const std::uint32_t output = vc.output;
    const rtl::Cycle arrival = state.edge + 1 + state.traits.stages.to_wire() +
                               state.layout.class_latency[vc.output_class];
    branch.forwarded = true;
    ++branch.forward_flits;
    --state.output_vcs[vc.output_vc].credits;
    if (state.shared_credits) {
        share_sent_flit(state, vc.output_vc);
    }
    IdList& wire = state.flits.at(arrival);
    wire.make_room(1);
    wire.push(vc.output_vc);
    close_link(state, output);
    if (tail) {
        branch.arrived = record.arrived;
        record.arrived = arrival;
        state.outputs[output].flits_sent += branch.forward_flits;
        release_output_vc(state, output, vc.output_vc, state.edge + 1);
    }
}

/// The flit at the front has been sent on all its branches.
void leave(EngineState& state, std::uint32_t id) {
    InputVc& vc = state.input_vcs[id];
    Branch& branch = state.branches.of[id];
    const std::uint32_t latency = state.layout.class_latency[vc.input_class];
    IdList& credits =
        vc.input_class == 0 ? state.injection_credits : state.credits.at(state.edge + 1 + latency);
    credits.make_room(1);
    credits.push(id);
    ++state.on_wires;
    if (state.observation.enabled()) {
        observe_credit(state, id);
    }
    --vc.count;
    --vc.remaining;
    branch.absorbed = branch.forwarded = false;
    if (vc.remaining == 0) {
        turn_off(state, id);
        state.message_fifos.pop(state.fifos[id]);
        vc.stage = VcStage::idle;
        vc.output_vc = kNone;
        if (vc.count != 0) {
            new_front(state, id);
        }
    } else if (branch.drops) {
        state.message_fifos.drop_leading(state.fifos[id].first);
        ++state.counters.flits_dropped;
        branch.drops = false;
        vc.stage = VcStage::idle;
        if (vc.count != 0) {
            state.to_route.make_room(1);
            state.to_route.push(id);
        }
    }
}

}  // namespace

void build_branches(EngineState& state) {
    if (state.traits.headers) {
        state.branches.of.resize(state.layout.input_vcs);
        state.branches.first.resize(state.layout.routers, kNone);
    }
}

bool header_passes_unstored(const EngineState& state, std::uint32_t input_vc) {
    return action_of(state, Front(state, input_vc)).stops();
}

void route_header(EngineState& state, std::uint32_t input_vc) {
    const Front front(state, input_vc);
    const rtl::HeaderAction action = action_of(state, front);
    MessageRecord& record = state.messages[front.message];
    Branch& branch = state.branches.of[input_vc];
    InputVc& vc = state.input_vcs[input_vc];
    record.served = action.served;
    if (action.error) {
        record.error_at = input_vc;
    }
    if (action.stops() && !branch.on) {
        const std::uint32_t output = ejection_output(state, front);
        state.classes[input_vc] = ejection_class(state, front, output);
        vc.output = output;
        vc.stage = VcStage::routed;
        return;
    }
    if (action.receive && !branch.on) {
        turn_on(state, input_vc, front);
    } else if (branch.on && action.stops()) {
        --record.copies;  // the copy that is being made is the last one
    }
    branch.drops = action.drop;
    branch.forwards = action.forward;
    vc.stage = action.forward || branch.output_vc == kNone ? VcStage::routed : VcStage::active;
    if (action.forward) {
        const rtl::Header& header = *record.message.header;
        const bool injected = front.port >= state.layout.network_ports[front.router];
        const topo::RouteCandidate way =
            rtl::header_route(state.description, header.routing, injected ? header.first_port : -1,
                              static_cast<topo::NodeId>(front.router), action.towards);
        const std::uint32_t output =
            state.layout.output(front.router, static_cast<std::uint32_t>(way.port));
        const auto message_class = static_cast<std::uint32_t>(record.message.message_class);
        state.classes[input_vc] = class_at(
            state, output,
            message_class * state.traits.vc_classes + static_cast<std::uint32_t>(way.vc_class));
        vc.output = output;
    }
}

bool enter_absorb(EngineState& state, std::uint32_t input_vc) {
    const Branch& branch = state.branches.of[input_vc];
    if (branch.output_vc != kNone) {
        return false;
    }
    const InputVc& vc = state.input_vcs[input_vc];
    state.waiting[state.layout.word_at(branch.output, vc.word)] |= bit(vc.bit);
    wake_vc_allocation(state, branch.output);
    return true;
}

void grant_absorb(EngineState& state, std::uint32_t input_vc, std::uint32_t v) {
    Branch& branch = state.branches.of[input_vc];
    InputVc& vc = state.input_vcs[input_vc];
    branch.output_vc = state.layout.first_output_vc[branch.output] + v;
    state.waiting[state.layout.word_at(branch.output, vc.word)] &= ~bit(vc.bit);
    state.outputs[branch.output].free_vcs &= ~bit(v);
    note_granted_vc(state, branch.output, v);
    count_held(state, branch.output, +1, state.edge + 1);
    state.output_vcs[branch.output_vc] = {kNone, input_vc};
    state.branches.granted.make_room(1);
    state.branches.granted.push(input_vc);
    if (!branch.forwards) {
        vc.stage = VcStage::active;
        return;
    }
    state.waiting[state.layout.word_at(vc.output, vc.word)] |= bit(vc.bit);
    wake_vc_allocation(state, vc.output);
    ++state.outputs[vc.output].heads_seen;
    state.branches.entered.make_room(1);
    state.branches.entered.push(input_vc);
}

void enter_branches(EngineState& state) {
    for (const std::uint32_t id : state.branches.granted) {
        state.branches.of[id].absorb_ready = true;
    }
    state.branches.granted.clear();
}

void add_branch_requests(EngineState& state, std::uint32_t router) {
    const EngineLayout& layout = state.layout;
    for (std::uint32_t id = state.branches.first[router]; id != kNone;
         id = state.branches.of[id].next) {
        const Branch& branch = state.branches.of[id];
        const InputVc& vc = state.input_vcs[id];
        rtl::SwitchRequest request{static_cast<std::int32_t>(layout.port_of(router, id)),
                                   static_cast<std::int32_t>(layout.vc_of(router, id)),
                                   {-1, -1},
                                   nullptr};
        int outputs = 0;
        if (vc.count != 0 && branch.forward_ready && !branch.forwarded &&
            state.output_vcs[vc.output_vc].credits != 0) {
            if (state.is_open(vc.output)) {
                request.output[outputs++] =
                    static_cast<std::int32_t>(layout.output_port(vc.output));
            }
        }
        if (vc.count != 0 && branch.absorb_ready && !branch.absorbed) {
            request.output[outputs++] =
                static_cast<std::int32_t>(layout.output_port(branch.output));
        }
        if (outputs != 0) {
            state.switch_requests.push_back(request);
        }
    }
}

void traverse_branches(EngineState& state) {
    if (state.observation.enabled()) {
        observe_branch_grants(state);
    }
    for (const Branches::Grant& grant : state.branches.grants) {
        const bool tail = state.input_vcs[grant.input_vc].remaining == 1;
        grant.absorb ? send_absorb(state, grant.input_vc, tail)
                     : send_forward(state, grant.input_vc, tail);
    }
    state.on_wires += state.branches.grants.size();
    state.counters.flit_hops += state.branches.grants.size();
    state.counters.flits_copied += state.branches.grants.size();
    for (const Branches::Grant& grant : state.branches.grants) {
        const Branch& branch = state.branches.of[grant.input_vc];
        if (branch.on && branch.absorbed && (branch.forwarded || !branch.forwards)) {
            --state.counters.flits_copied;
            leave(state, grant.input_vc);
        }
    }
    state.branches.grants.clear();
}

}  // namespace flitscope::tl
