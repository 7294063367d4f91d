#include "tlm/fast/observation.h"

#include <algorithm>

#include "rtl_models/router/contract/message_flit.h"
#include "tlm/fast/engine_state.h"

namespace flitscope::tl {

namespace {

/// The flit at the front of an input VC.
struct Front {
    Front(const EngineState& state, std::uint32_t id)
        : vc(state.input_vcs[id]),
          router(static_cast<topo::NodeId>(vc.router)),
          input_port(static_cast<int>(state.layout.port_of(vc.router, id))) {
        const std::uint32_t entry = state.fifos[id].first;
        const MessageRecord& record = state.messages[state.message_fifos.message(entry)];
        const std::uint32_t index = vc.active() ? record.message.length - vc.remaining : 0;
        flit = make_flit(record, index, state.message_fifos.hops(entry),
                         state.layout.vc_of(vc.router, id));
        output = state.layout.output_of_word(vc.word);
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

void report(std::vector<Observation::Passing>& due, rtl::Cycle edge, rtl::NetworkObserver& observer,
            void (rtl::NetworkObserver::*event)(rtl::Cycle, topo::NodeId, int, const rtl::Flit&)) {
    for (const Observation::Passing& passing : due) {
        (observer.*event)(edge, static_cast<topo::NodeId>(passing.router),
                          static_cast<int>(passing.port), passing.flit);
    }
    due.clear();
}

}  // namespace

rtl::Flit make_flit(const MessageRecord& record, std::uint32_t index, std::uint32_t hops,
                    std::uint32_t vc) {
    rtl::Flit flit = rtl::message_flit(record.message, record.salt, index);
    flit.hop = static_cast<std::uint16_t>(hops);
    flit.vc = static_cast<std::uint8_t>(vc);
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
    for (const std::uint32_t id : routed_vcs) {
        const Front front(state, id);
        const std::uint64_t allowed = state.class_vcs[state.classes[id]];
        const rtl::VcRange range{__builtin_ctzll(allowed), __builtin_popcountll(allowed)};
        state.observation.observer->routed(state.edge, front.router, front.input_port, front.flit,
                                           front.output_port, range);
    }
}

void observe_granted_vcs(EngineState& state) {
    for (const std::uint32_t id : state.granted_vcs) {
        const Front front(state, id);
        state.observation.observer->vc_granted(state.edge, front.router, front.input_port,
                                               front.flit, front.output_port, front.output_vc);
    }
}

void observe_switch_grants(EngineState& state) {
    Observation& o = state.observation;
    const EngineLayout& layout = state.layout;
    for (const std::uint32_t id : state.grants) {
        const Front front(state, id);
        o.observer->switch_granted(state.edge, front.router, front.input_port, front.flit,
                                   front.output_port, front.output_vc);
        o.observer->credit_sent(state.edge, front.router, front.input_port, front.flit.vc);
        rtl::Flit flit = front.flit;
        flit.vc = static_cast<std::uint8_t>(front.output_vc);
        const rtl::Cycle arrival = state.edge + 1 + state.traits.traversal +
                                   layout.class_latency[layout.class_of_output[front.output]];
        if (layout.is_ejection(front.vc.output_vc)) {
            o.to_consume.at(arrival).push_back(
                {front.vc.router, static_cast<std::uint32_t>(front.output_port), flit});
        } else {
            ++flit.hop;
            const std::uint32_t there = state.input_vcs[front.vc.output_vc].router;
            o.to_write.at(arrival).push_back(
                {there, layout.port_of(there, front.vc.output_vc), flit});
        }
    }
}

void observe_injection(EngineState& state, std::uint32_t input_vc, std::uint32_t message,
                       std::uint32_t index) {
    const std::uint32_t router = state.input_vcs[input_vc].router;
    state.observation.to_write.at(state.edge)
        .push_back(
            {router, state.layout.port_of(router, input_vc),
             make_flit(state.messages[message], index, 0, state.layout.vc_of(router, input_vc))});
}

}  // namespace flitscope::tl
