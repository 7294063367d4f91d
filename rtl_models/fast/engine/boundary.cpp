#include "rtl_models/fast/engine/boundary.h"

#include <stdexcept>
#include <string>

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

namespace {

std::uint64_t key_of(std::uint32_t router, std::uint32_t message) {
    return std::uint64_t{router} << 32 | message;
}

}  // namespace

Boundary::Boundary(EngineState& state, ExternalRouters& routers,
                   const std::vector<topo::NodeId>& ids)
    : state_(state),
      routers_(routers),
      payload_(state.description),
      lookahead_(state.description),
      external_(state.layout.routers, 0),
      ends_(state.layout.input_vcs, 0),
      sending_(state.layout.output_vcs, kNone) {
    for (const topo::NodeId id : ids) {
        if (id < 0 || id >= static_cast<topo::NodeId>(external_.size())) {
            throw std::invalid_argument("fast network: no router " + std::to_string(id) +
                                        " that could be external");
        }
        external_[static_cast<std::size_t>(id)] = 1;
    }
    const EngineLayout& layout = state.layout;
    for (std::uint32_t id = 0; id < layout.input_vcs; ++id) {
        const bool reader = is_external(router_of(state, id));
        const bool writer = state.input_vcs[id].input_class != 0 &&  // from a link
                            is_external(layout.router_of[layout.feeder[id / layout.vcs]]);
        ends_[id] = static_cast<std::uint8_t>((reader ? kReader : 0) | (writer ? kWriter : 0));
    }
}

template <typename Give>
void Boundary::extract(IdList& due, std::uint8_t end, Give give) {
    std::uint32_t* kept = due.tail() - due.size();
    const std::size_t before = due.size();
    for (const std::uint32_t id : due) {
        if ((ends_[id] & end) != 0) {
            give(id);
        } else {
            *kept++ = id;
        }
    }
    due.end_at(kept);
    state_.on_wires -= before - due.size();
}

void Boundary::hand_over() {
    extract(state_.credits.at(state_.edge), kWriter, [this](std::uint32_t id) { give_credit(id); });
    extract(state_.flits.at(state_.edge), kReader, [this](std::uint32_t id) { give_flit(id); });
}

void Boundary::announce() {
    for (const std::uint32_t id : state_.credits.at(state_.edge)) {
        if (writes_externally(id)) {
            give_credit(id);
        }
    }
    for (const std::uint32_t id : state_.flits.at(state_.edge)) {
        if (reads_externally(id)) {
            tell_of_flit(id, arriving_flit(id));
        }
    }
}

/// The next flit of the input VC.
rtl::Flit Boundary::arriving_flit(std::uint32_t input_vc) {
    const InputVc& vc = state_.input_vcs[input_vc];
    const std::uint32_t front = state_.fifos[input_vc].first;
    const MessageRecord& record = state_.messages[state_.message_fifos.message(front)];
    const std::uint32_t leading = leading_flit(state_, front);
    const std::uint32_t index = vc.remaining == 0 ? leading : record.message.length - vc.remaining;
    rtl::Flit flit = make_flit(state_, record, index, leading, state_.message_fifos.hops(front),
                               state_.layout.vc_of(router_of(state_, input_vc), input_vc));
    const std::uint32_t before = state_.description.headers.entries_before(index);
    flit.served = index == leading && record.served > before ? record.served - before : 0;
    if (index == leading) {
        payload_.open(record.message);
        if (state_.description.router.lookahead) {
            const std::uint32_t router = router_of(state_, input_vc);
            lookahead_.mark(flit, static_cast<topo::RouterId>(router),
                            static_cast<int>(state_.layout.port_of(router, input_vc)));
        }
    }
    payload_.fill(flit);
    return flit;
}

void Boundary::tell_of_flit(std::uint32_t input_vc, const rtl::Flit& flit) {
    const std::uint32_t router = router_of(state_, input_vc);
    routers_.flit_arrives(static_cast<topo::NodeId>(router),
                          static_cast<int>(state_.layout.port_of(router, input_vc)), flit);
}

void Boundary::give_flit(std::uint32_t input_vc) {
    InputVc& vc = state_.input_vcs[input_vc];
    MessageFifo& fifo = state_.fifos[input_vc];
    const rtl::Flit flit = arriving_flit(input_vc);
    const std::uint32_t slot = state_.message_fifos.message(fifo.first);
    const bool multicast = state_.messages[slot].message.header != nullptr;
    if (vc.remaining == 0) {
        vc.remaining = state_.message_fifos.flits(fifo.first);
        if (!multicast) {
            inside_[key_of(router_of(state_, input_vc), flit.message)] = slot;
        } else {
            multicasts_[flit.message].slot = slot;
        }
    }
    if (--vc.remaining == 0) {
        if (multicast) {
            multicasts_[flit.message].arrived.push_back({flit.hop, state_.edge});
        }
        state_.message_fifos.pop(fifo);
    }
    tell_of_flit(input_vc, flit);
}

void Boundary::give_credit(std::uint32_t output_vc) {
    const EngineLayout& layout = state_.layout;
    const std::uint32_t output = layout.feeder[output_vc / layout.vcs];
    routers_.credit_arrives(static_cast<topo::NodeId>(layout.router_of[output]),
                            static_cast<int>(layout.output_port(output)),
                            static_cast<int>(output_vc % layout.vcs));
}

/// Of the message whose head an external router sends.
std::uint32_t Boundary::slot_of(std::uint32_t router, const rtl::Flit& head) {
    const auto multicast = multicasts_.find(head.message);
    if (multicast != multicasts_.end()) {
        return multicast->second.slot;  // it may send several heads of it
    }
    const auto found = inside_.find(key_of(router, head.message));
    if (found == inside_.end()) {
        throw std::logic_error("fast network, edge " + std::to_string(state_.edge) + ", router " +
                               std::to_string(router) + ": sends the head of message " +
                               std::to_string(head.message) + ", which it does not have");
    }
    const std::uint32_t slot = found->second;
    inside_.erase(found);
    return slot;
}

/// When the tail of a multicast came to the router that copies it to its node.
rtl::Cycle Boundary::arrival_of(std::uint32_t slot, const rtl::Flit& tail) const {
    const auto multicast = multicasts_.find(tail.message);
    if (multicast != multicasts_.end()) {
        for (const auto& [hops, edge] : multicast->second.arrived) {
            if (hops == tail.hop) {
                return edge;
            }
        }
    }
    return state_.messages[slot].arrived;
}

void Boundary::begin_message(std::uint32_t router, std::uint32_t output_vc, const rtl::Flit& head) {
    const std::uint32_t slot = slot_of(router, head);
    sending_[output_vc] = slot;
    const bool ejection = state_.layout.is_ejection(output_vc);
    if (head.hop == (ejection ? 0 : 1)) {
        state_.messages[slot].departed = state_.edge + 1;
    }
    if (!ejection) {
        state_.messages[slot].detour = head.detour ? 1 : 0;
        // The first flit of a multicast has another number once those before it were dropped.
        state_.message_fifos.push(state_.fifos[output_vc], slot, head.hop,
                                  state_.messages[slot].message.length - head.index);
        state_.messages[slot].served =
            state_.description.headers.entries_before(head.index) + head.served;
    }
}

void Boundary::check_data(topo::NodeId router, int output_port, const rtl::Flit& flit) const {
    if (!payload_.right(flit)) {
        throw std::logic_error("router_" + std::to_string(router) + ": cycle " +
                               std::to_string(state_.edge) + ": output " +
                               std::to_string(output_port) + ": " + payload_.wrong(flit));
    }
}

void Boundary::drive_flit(topo::NodeId router, int output_port, const rtl::Flit& flit) {
    check_data(router, output_port, flit);
    const EngineLayout& layout = state_.layout;
    const auto port = static_cast<std::uint32_t>(output_port);
    const auto from = static_cast<std::uint32_t>(router);
    const std::uint32_t output = layout.output(from, port);
    const std::uint32_t output_vc = layout.first_output_vc[output] + flit.vc;
    const rtl::Cycle arrival =
        state_.edge + 1 + layout.class_latency[layout.class_of_output[output]];
    if (flit.is_head()) {
        begin_message(from, output_vc, flit);
    }
    const bool ejection = layout.is_ejection(output_vc);
    if (flit.is_tail()) {
        const std::uint32_t slot = sending_[output_vc];
        if (ejection) {
            state_.consumed.at(arrival).push_back(
                {from, port, slot, flit.hop, arrival_of(slot, flit), flit.error});
        } else {
            state_.messages[slot].arrived = arrival;
        }
    }
    IdList& wire = ejection ? state_.ejected.at(arrival) : state_.flits.at(arrival);
    wire.make_room(1);
    wire.push(output_vc);
    ++state_.on_wires;
    Observation& o = state_.observation;
    if (o.enabled() && ejection) {
        o.to_consume.at(arrival).push_back({from, port, flit});
    } else if (o.enabled()) {
        const std::uint32_t there = router_of(state_, output_vc);
        o.to_write.at(arrival).push_back({there, layout.port_of(there, output_vc), flit});
    }
}

void Boundary::copied(const rtl::Flit& tail, int more) {
    std::uint32_t& copies = state_.messages[multicasts_.at(tail.message).slot].copies;
    copies = static_cast<std::uint32_t>(static_cast<int>(copies) + more);
}

void Boundary::drive_credits(topo::NodeId router, int input_port, std::uint64_t vcs) {
    const EngineLayout& layout = state_.layout;
    const auto port = static_cast<std::uint32_t>(input_port);
    const auto from = static_cast<std::uint32_t>(router);
    const std::uint32_t latency =
        layout.class_latency[layout.class_of_input[layout.input_port(from, port)]];
    IdList& wire = port < layout.network_ports[from] ? state_.credits.at(state_.edge + 1 + latency)
                                                     : state_.injection_credits;
    for (; vcs != 0; vcs &= vcs - 1) {
        const auto v = static_cast<std::uint32_t>(__builtin_ctzll(vcs));
        wire.make_room(1);
        wire.push(layout.first_input_vc[from] + port * layout.vcs + v);
        ++state_.on_wires;
    }
}

}  // namespace flitscope::tl
