#include "tlm/fast/traversal.h"

#include <array>

#include "tlm/fast/injection.h"
#include "tlm/fast/route_stage.h"
#include "tlm/fast/vc_allocation.h"

namespace flitscope::tlm {

namespace {

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }
std::uint64_t mask_if(bool condition) { return condition ? ~std::uint64_t{0} : 0; }

/// The lists that flits and credits granted in this cycle go to, by wire class.
struct Wires {
    std::array<IdList*, 256> flits;
    std::array<IdList*, 256> credits;
};

void select_wires(EngineState& state, Wires& wires) {
    const std::size_t more = state.grants.size();
    const rtl::Cycle sent = state.edge + state.traits.traversal;
    wires.flits[0] = &state.ejected.at(sent + 1);
    wires.credits[0] = &state.injection_credits;
    for (std::size_t i = 1; i < state.layout.class_latency.size(); ++i) {
        const rtl::Cycle latency = state.layout.class_latency[i];
        wires.flits[i] = &state.flits.at(sent + 1 + latency);
        wires.credits[i] = &state.credits.at(state.edge + 1 + latency);
    }
    for (std::size_t i = 0; i < state.layout.class_latency.size(); ++i) {
        wires.flits[i]->make_room(more);
        wires.credits[i]->make_room(more);
    }
}

/// The part of every flit. No branches on data: what happens rarely goes to a list.
void move_flits(EngineState& state) {
    Wires wires;
    select_wires(state, wires);
    state.heads.clear();
    state.tails.clear();
    state.heads.make_room(state.grants.size());
    state.tails.make_room(state.grants.size());
    for (const std::uint32_t id : state.grants) {
        InputVc& vc = state.input_vcs[id];
        const bool more_flits = --vc.count != 0;
        const bool more_of_message = --vc.remaining != 0;
        const bool more_credits = --state.output_vcs[vc.output_vc].credits != 0;
        const bool requests = more_flits && more_of_message && more_credits;
        vc.gate &= mask_if(more_of_message && more_credits);
        state.requests[vc.word] &= ~(bit(vc.bit) & mask_if(!requests));
        state.busy[vc.router] =
            static_cast<std::uint8_t>(state.busy[vc.router] | (requests ? 1 : 0));
        wires.flits[vc.output_class]->push(vc.output_vc);
        wires.credits[vc.input_class]->push(id);
        state.tails.push_if(!more_of_message, id);
        state.heads.push_if(vc.stage == VcStage::departing, id);
        vc.stage = VcStage::active;
    }
    state.on_wires += 2 * state.grants.size();
    state.counters.flit_hops += state.grants.size();
}

/// Links with more than one cycle per flit close until the cycle in which they are free again.
void close_links(EngineState& state) {
    for (const std::uint32_t id : state.grants) {
        const std::uint32_t output = state.layout.output_of_word(state.input_vcs[id].word);
        const std::uint32_t cycles = state.layout.cycles_per_flit[output];
        if (cycles > 1) {
            state.open[output] = 0;
            IdList& due = state.reopened.at(state.edge + cycles);
            due.make_room(1);
            due.push(output);
            ++state.on_wires;
        }
    }
}

void depart(EngineState& state, std::uint32_t id) {
    const std::uint32_t message = state.message_fifos.message(state.fifos[id].first);
    state.messages[message].departed = state.edge + 1 + state.traits.traversal;
}

/// The tail at the front of the input VC has been sent.
void finish_message(EngineState& state, std::uint32_t id) {
    const EngineLayout& layout = state.layout;
    InputVc& vc = state.input_vcs[id];
    const std::uint32_t output = layout.output_of_word(vc.word);
    const std::uint32_t entry = state.fifos[id].first;
    const std::uint32_t message = state.message_fifos.message(entry);
    MessageRecord& record = state.messages[message];
    const rtl::Cycle arrival = state.edge + 1 + state.traits.traversal;
    state.flits_sent[output] += record.message.length;
    if (layout.is_ejection(vc.output_vc)) {
        state.consumed.at(arrival).push_back(
            {vc.router, layout.output_port(output), message, state.message_fifos.hops(entry)});
    } else {
        record.arrived = arrival + layout.class_latency[vc.output_class];
    }
    release_output_vc(state, output, vc.output_vc);
    state.message_fifos.pop(state.fifos[id]);
    vc.stage = VcStage::idle;
    vc.output_vc = kNone;
    if (vc.count != 0) {
        new_front(state, id);
    }
}

void arrive_flits(EngineState& state, IdList& due) {
    state.to_route.make_room(due.size());
    if (state.traits.store) {
        for (const std::uint32_t id : due) {
            InputVc& vc = state.input_vcs[id];
            ++vc.count;
            state.requests[vc.word] |= vc.gate;
            state.busy[vc.router] |= vc.gate != 0 ? 1 : 0;
            if (vc.stage == VcStage::idle) {
                stored_flit(state, id);
            }
        }
    } else {
        for (const std::uint32_t id : due) {
            InputVc& vc = state.input_vcs[id];
            const bool first = vc.count++ == 0;
            state.requests[vc.word] |= vc.gate;
            state.busy[vc.router] =
                static_cast<std::uint8_t>(state.busy[vc.router] | (vc.gate != 0 ? 1 : 0));
            state.to_route.push_if(first && vc.stage == VcStage::idle, id);
        }
    }
    state.on_wires -= due.size();
    due.clear();
}

/// A credit came for an output VC that nobody holds: heads may wait for room or for the last one.
void credit_unheld(EngineState& state, std::uint32_t output_vc) {
    const std::uint32_t output = state.layout.feeder[output_vc / state.layout.vcs];
    if (state.traits.buffer_empty) {
        if (state.output_vcs[output_vc].credits == state.traits.capacity) {
            free_output_vc(state, output, output_vc);
        }
    } else {
        wake_vc_allocation(state, output);
    }
}

void arrive_credits(EngineState& state, IdList& due) {
    const bool unheld_matters = state.traits.whole_messages || state.traits.buffer_empty;
    for (const std::uint32_t output_vc : due) {
        OutputVc& credited = state.output_vcs[output_vc];
        const bool was_empty = credited.credits++ == 0;
        if (credited.holder == kNone) {
            if (unheld_matters) {
                credit_unheld(state, output_vc);
            }
        } else if (was_empty) {
            InputVc& holder = state.input_vcs[credited.holder];
            holder.gate = bit(holder.bit);
            state.requests[holder.word] |= holder.gate & mask_if(holder.count != 0);
            state.busy[holder.router] = 1;
        }
    }
    state.on_wires -= due.size();
    due.clear();
}

void arrive_injection_credits(EngineState& state) {
    const EngineLayout& layout = state.layout;
    for (const std::uint32_t id : state.injection_credits) {
        ++state.output_vcs[id].credits;
        const std::uint32_t router = state.input_vcs[id].router;
        const std::uint32_t number = layout.first_injection_port[router] +
                                     layout.port_of(router, id) - layout.network_ports[router];
        InjectionPort& port = state.injection_ports[number];
        port.credit |= bit(layout.vc_of(router, id));
        if (port.queued != 0 || port.taken != 0) {
            wake_injection_port(state, number);
        }
    }
    state.on_wires -= state.injection_credits.size();
    state.injection_credits.clear();
}

/// Ascending (router, port); switch allocation leaves the list nearly so.
void sort(std::vector<Consumption>& due) {
    const auto before = [](const Consumption& a, const Consumption& b) {
        return a.router != b.router ? a.router < b.router : a.port < b.port;
    };
    for (std::size_t i = 1; i < due.size(); ++i) {
        const Consumption moving = due[i];
        std::size_t j = i;
        for (; j > 0 && before(moving, due[j - 1]); --j) {
            due[j] = due[j - 1];
        }
        due[j] = moving;
    }
}

}  // namespace

void traverse(EngineState& state) {
    if (state.grants.empty()) {
        return;
    }
    if (state.observation.enabled()) {
        observe_switch_grants(state);
    }
    move_flits(state);
    if (!state.open.empty()) {
        close_links(state);
    }
    for (const std::uint32_t id : state.heads) {
        depart(state, id);
    }
    for (const std::uint32_t id : state.tails) {
        finish_message(state, id);
    }
}

void arrive(EngineState& state) {
    IdList& reopened = state.reopened.at(state.edge);
    for (const std::uint32_t output : reopened) {
        state.open[output] = ~std::uint64_t{0};
    }
    state.on_wires -= reopened.size();
    reopened.clear();
    arrive_credits(state, state.credits.at(state.edge));
    arrive_injection_credits(state);
    arrive_flits(state, state.flits.at(state.edge));
    if (state.observation.enabled()) {
        observe_written(state);
    }
}

void deliver(EngineState& state, rtl::NetworkClient& client) {
    IdList& ejected = state.ejected.at(state.edge);
    state.counters.flits_ejected += ejected.size();
    state.on_wires -= ejected.size();
    ejected.clear();
    if (state.observation.enabled()) {
        observe_consumed(state);
    }
    std::vector<Consumption>& due = state.consumed.at(state.edge);
    sort(due);
    for (const Consumption& consumption : due) {
        const MessageRecord& record = state.messages[consumption.message];
        ++state.counters.messages_delivered;
        const rtl::Delivery delivery{record.message,  record.injected,
                                     record.departed, record.arrived,
                                     state.edge,      static_cast<int>(consumption.hops)};
        state.messages.give_back(consumption.message);
        client.delivered(delivery);
    }
    due.clear();
}

}  // namespace flitscope::tlm
