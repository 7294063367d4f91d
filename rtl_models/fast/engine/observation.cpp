#include "rtl_models/fast/engine/observation.h"

#include <algorithm>

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/router/contract/message_flit.h"

namespace flitscope::tl {

namespace {

/// The flit at the front of an input VC.
struct Front {
    Front(const EngineState& state, std::uint32_t id)
        : vc(state.input_vcs[id]),
          router(static_cast<topo::NodeId>(router_of(state, id))),
          input_port(static_cast<int>(state.layout.port_of(router_of(state, id), id))) {
        const std::uint32_t entry = state.fifos[id].first;
        const MessageRecord& record = state.messages[state.message_fifos.message(entry)];
        const std::uint32_t leading = leading_flit(state, entry);
        const bool begun = vc.active() || state.branches.on(id);
        const std::uint32_t index = begun ? record.message.length - vc.remaining : leading;
        flit = make_flit(state, record, index, leading, state.message_fifos.hops(entry),
                         state.layout.vc_of(router_of(state, id), id));
        output = vc.output;
        output_port = static_cast<int>(state.layout.output_port(output));
        if (vc.active()) {
            output_vc = static_cast<int>(vc.output_vc - state.layout.first_output_vc[output]);
        }
    }

    const InputVc& vc;
    topo::NodeId router;
    int input_port;
    rtl::Flit flit;
    std::uint32_t output = 0;
    int output_port = 0;
    int output_vc = -1;
};

/// The flit at the front goes through the switch to `output_vc` of `output`; it is on the wire in
/// cycle `sent`.
void observe_copy(EngineState& state, const Front& front, std::uint32_t output,
                  std::uint32_t output_vc, rtl::Cycle sent) {
    Observation& o = state.observation;
    const EngineLayout& layout = state.layout;
    const std::uint32_t port = layout.output_port(output);
    const auto vc = static_cast<int>(output_vc - layout.first_output_vc[output]);
    const bool bypasses = state.bypass && !state.bypass->going.empty();
    o.observer->crosses(bypasses, state.edge, front.router, front.input_port, front.flit,
                        static_cast<int>(port), vc);
    rtl::Flit flit = front.flit;
    flit.vc = static_cast<std::uint8_t>(vc);
    const rtl::Cycle arrival = sent + 1 + layout.class_latency[layout.class_of_output[output]];
    if (layout.is_ejection(output_vc)) {
        o.to_consume.at(arrival).push_back({static_cast<std::uint32_t>(front.router), port, flit});
    } else {
        ++flit.hop;
        const std::uint32_t there = router_of(state, output_vc);
        o.to_write.at(arrival).push_back({there, layout.port_of(there, output_vc), flit});
    }
}

void report(std::vector<Observation::Passing>& due, rtl::Cycle edge, rtl::NetworkObserver& observer,
            void (rtl::NetworkObserver::*event)(rtl::Cycle, topo::NodeId, int, const rtl::Flit&)) {
    for (const Observation::Passing& passing : due) {
        (observer.*event)(edge, static_cast<topo::NodeId>(passing.router),
                          static_cast<int>(passing.port), passing.flit);
    }
    due.clear();
}

}  // namespace

rtl::Flit make_flit(const EngineState& state, const MessageRecord& record, std::uint32_t index,
                    std::uint32_t leading, std::uint32_t hops, std::uint32_t vc) {
    rtl::Flit flit = rtl::message_flit(rtl::addressed(record.message, state.addresses), record.salt,
                                       index, state.description.headers);
    flit.kind = rtl::flit_kind(index - leading, record.message.length - leading);
    flit.hop = static_cast<std::uint16_t>(hops);
    flit.vc = static_cast<std::uint8_t>(vc);
    flit.detour = record.detour != 0;
    return flit;
}

void observe_written(EngineState& state) {
    Observation& o = state.observation;
    std::vector<Observation::Passing>& due = o.to_write.at(state.edge);
    if (state.boundary) {
        // An external router reports what it takes by itself.
        due.erase(std::remove_if(due.begin(), due.end(),
                                 [&state](const Observation::Passing& passing) {
                                     return state.boundary->is_external(passing.router);
                                 }),
                  due.end());
    }
    report(due, state.edge, *o.observer, &rtl::NetworkObserver::flit_written);
}

void observe_consumed(EngineState& state) {
    Observation& o = state.observation;
    report(o.to_consume.at(state.edge), state.edge, *o.observer,
           &rtl::NetworkObserver::flit_consumed);
}

void observe_routed(EngineState& state, const IdList& routed_vcs) {
    const auto report_way = [&](const Front& front, int output_port, std::uint16_t k) {
        const std::uint64_t allowed = state.class_vcs[k];
        const rtl::VcRange range{__builtin_ctzll(allowed), __builtin_popcountll(allowed)};
        state.observation.observer->routed(state.edge, front.router, front.input_port, front.flit,
                                           output_port, range);
    };
    for (const std::uint32_t id : routed_vcs) {
        const Front front(state, id);
        if (state.branches.on(id)) {
            const Branch& branch = state.branches.of[id];
            if (branch.output_vc == kNone) {
                report_way(front, static_cast<int>(state.layout.output_port(branch.output)),
                           branch.vc_class);
            }
            if (!branch.forwards) {
                continue;
            }
        }
        report_way(front, front.output_port, state.classes[id]);
    }
}

void observe_granted_vcs(EngineState& state) {
    for (const std::uint32_t id : state.granted_vcs) {
        const Front front(state, id);
        state.observation.observer->vc_granted(state.edge, front.router, front.input_port,
                                               front.flit, front.output_port, front.output_vc);
    }
    for (const std::uint32_t id : state.branches.granted) {
        const Front front(state, id);
        const Branch& branch = state.branches.of[id];
        state.observation.observer->vc_granted(
            state.edge, front.router, front.input_port, front.flit,
            static_cast<int>(state.layout.output_port(branch.output)),
            static_cast<int>(branch.output_vc - state.layout.first_output_vc[branch.output]));
    }
}

void observe_switch_grants(EngineState& state, rtl::Cycle sent) {
    for (const std::uint32_t id : state.grants) {
        const Front front(state, id);
        observe_copy(state, front, front.output, front.vc.output_vc, sent);
        state.observation.observer->credit_sent(state.edge, front.router, front.input_port,
                                                front.flit.vc);
    }
}

void observe_branch_grants(EngineState& state) {
    const rtl::Cycle sent = state.edge + state.traits.stages.to_wire();
    for (const Branches::Grant& grant : state.branches.grants) {
        const Front front(state, grant.input_vc);
        const Branch& branch = state.branches.of[grant.input_vc];
        grant.absorb ? observe_copy(state, front, branch.output, branch.output_vc, sent)
                     : observe_copy(state, front, front.output, front.vc.output_vc, sent);
    }
}

void observe_credit(EngineState& state, std::uint32_t input_vc) {
    const std::uint32_t router = router_of(state, input_vc);
    state.observation.observer->credit_sent(
        state.edge, static_cast<topo::NodeId>(router),
        static_cast<int>(state.layout.port_of(router, input_vc)),
        static_cast<int>(state.layout.vc_of(router, input_vc)));
}

void observe_injection(EngineState& state, std::uint32_t input_vc, std::uint32_t message,
                       std::uint32_t index) {
    const std::uint32_t router = router_of(state, input_vc);
    state.observation.to_write.at(state.edge)
        .push_back({router, state.layout.port_of(router, input_vc),
                    make_flit(state, state.messages[message], index, 0, 0,
                              state.layout.vc_of(router, input_vc))});
}

}  // namespace flitscope::tl
