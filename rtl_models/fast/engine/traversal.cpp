#include <array>

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/reductions.h"
#include "rtl_models/fast/engine/stages.h"

namespace flitscope::tl {

namespace {

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }

/// The lists that flits and credits granted in this cycle go to, by wire class, and where to write
/// next. Classes differ in latency, so no list is used by two. Here for any number of classes.
struct ManyWires {
    std::array<IdList*, 256> lists;
    std::array<std::uint32_t*, 256> tails;

    void use(std::size_t wire_class, IdList& list, std::size_t room) {
        list.make_room(room);
        lists[wire_class] = &list;
        tails[wire_class] = list.tail();
    }
    void push(std::uint8_t wire_class, std::uint32_t id) { *tails[wire_class]++ = id; }
    void finish(std::size_t classes) {
        for (std::size_t i = 0; i < classes; ++i) {
            lists[i]->end_at(tails[i]);
        }
    }
};

/// The same where all links have one latency: class 0, which is no link, and class 1. Both ends of
/// lists stay in registers; every number is written to both and counted in one.
struct TwoWires {
    std::array<IdList*, 2> lists;
    std::uint32_t* local = nullptr;
    std::uint32_t* link = nullptr;

    void use(std::size_t wire_class, IdList& list, std::size_t room) {
        list.make_room(room);
        lists[wire_class] = &list;
        (wire_class == 0 ? local : link) = list.tail();
    }
    void push(std::uint8_t wire_class, std::uint32_t id) {
        *local = id;
        *link = id;
        local += wire_class == 0 ? 1 : 0;
        link += wire_class;
    }
    void finish(std::size_t /*classes*/) {
        lists[0]->end_at(local);
        lists[1]->end_at(link);
    }
};

/// The part of every flit. No branches on data: what happens rarely goes to a list.
template <typename Wires, typename Requests>
void move_flits(EngineState& state, Requests requests, rtl::Cycle sent) {
    const std::size_t room = state.grants.size();
    const std::size_t classes = state.layout.class_latency.size();
    Wires flits;
    Wires credits;
    flits.use(0, state.ejected.at(sent + 1), room);
    credits.use(0, state.injection_credits, room);
    for (std::size_t i = 1; i < classes; ++i) {
        const rtl::Cycle latency = state.layout.class_latency[i];
        flits.use(i, state.flits.at(sent + 1 + latency), room);
        credits.use(i, state.credits.at(state.edge + 1 + latency), room);
    }
    state.heads.clear();
    state.tails.clear();
    state.heads.make_room(room);
    state.tails.make_room(room);
    std::uint32_t* heads = state.heads.tail();
    std::uint32_t* tails = state.tails.tail();
    InputVc* const input_vcs = state.input_vcs.data();
    OutputVc* const output_vcs = state.output_vcs.data();
    for (const std::uint32_t id : state.grants) {
        InputVc& vc = input_vcs[id];
        const std::uint32_t output_vc = vc.output_vc;
        const std::uint32_t count = vc.count - 1;
        const std::uint32_t remaining = vc.remaining - 1;
        const std::uint32_t left = output_vcs[output_vc].credits - 1;
        vc.count = count;
        vc.remaining = remaining;
        output_vcs[output_vc].credits = left;
        const unsigned may_go_on = (remaining != 0 ? 1U : 0U) & (left != 0 ? 1U : 0U);
        const unsigned goes_on = may_go_on & (count != 0 ? 1U : 0U);
        vc.gate &= -std::uint64_t{may_go_on};
        requests.keep(vc, goes_on);
        flits.push(vc.output_class, output_vc);
        credits.push(vc.input_class, id);
        *tails = id;
        tails += remaining == 0 ? 1 : 0;
        *heads = id;
        heads += vc.stage == VcStage::departing ? 1 : 0;
        vc.stage = VcStage::active;
    }
    flits.finish(classes);
    credits.finish(classes);
    state.heads.end_at(heads);
    state.tails.end_at(tails);
    state.on_wires += 2 * room;
    state.counters.flit_hops += room;
}

void depart(EngineState& state, std::uint32_t id, rtl::Cycle sent) {
    const std::uint32_t message = state.message_fifos.message(state.fifos[id].first);
    state.messages[message].departed = sent + 1;
}

/// The tail at the front of the input VC has been sent.
[[gnu::always_inline]] inline void finish_message(EngineState& state, std::uint32_t id,
                                                  rtl::Cycle sent) {
    const EngineLayout& layout = state.layout;
    InputVc& vc = state.input_vcs[id];
    const std::uint32_t output = vc.output;
    const std::uint32_t entry = state.fifos[id].first;
    const std::uint32_t message = state.message_fifos.message(entry);
    MessageRecord& record = state.messages[message];
    const rtl::Cycle arrival = sent + 1;
    state.outputs[output].flits_sent += state.message_fifos.flits(entry);
    if (layout.is_ejection(vc.output_vc)) {
        state.consumed.at(arrival).push_back(
            {layout.router_of_word(vc.word), layout.output_port(output), message,
             state.message_fifos.hops(entry), record.arrived, record.error_at == id});
    } else {
        record.arrived = arrival + layout.class_latency[vc.output_class];
    }
    release_output_vc(state, output, vc.output_vc, state.edge + 1);
    state.message_fifos.pop(state.fifos[id]);
    vc.stage = VcStage::idle;
    vc.output_vc = kNone;
    if (!state.traits.store) {
        state.to_route.push_if(vc.count != 0, id);  // as new_front
    } else if (vc.count != 0) {
        new_front(state, id);
    }
}

/// Appends flits to their FIFOs; idle VCs get a new head when the first one comes.
template <typename Requests>
void arrive_flits(EngineState& state, IdList& due, Requests requests) {
    state.to_route.make_room(due.size());
    std::uint32_t* to_route = state.to_route.tail();
    InputVc* const input_vcs = state.input_vcs.data();
    const auto arrive = [&](std::uint32_t id) {
        InputVc& vc = input_vcs[id];
        const std::uint32_t count = vc.count;
        vc.count = count + 1;
        requests.add(vc, vc.gate);
        // Two comparisons in one, so that no branch comes of it.
        *to_route = id;
        to_route += (count | static_cast<std::uint32_t>(vc.stage)) == 0 ? 1 : 0;
    };
    for_each_fetched(
        due, state.traits.far, arrive, [&](std::uint32_t id) { fetch(&input_vcs[id]); },
        [&](std::uint32_t id) { requests.fetch_words(input_vcs[id]); });
    state.to_route.end_at(to_route);
}

/// The same under store-and-forward, where a head may have to wait for its tail.
void arrive_and_store(EngineState& state, IdList& due) {
    for (const std::uint32_t id : due) {
        InputVc& vc = state.input_vcs[id];
        ++vc.count;
        state.requests.add(vc, vc.gate);
        if (vc.stage == VcStage::idle) {
            stored_flit(state, id);
        }
    }
}

void arrive_credits(EngineState& state, IdList& due) {
    OutputVc* const output_vcs = state.output_vcs.data();
    if (state.shared_credits) {
        arrive_shared_credits(state, due);
    } else if (state.traits.rules.needs_credits || state.traits.rules.buffer_empty) {
        for (const std::uint32_t output_vc : due) {
            OutputVc& credited = output_vcs[output_vc];
            ++credited.credits;
            if (credited.holder == kNone) {
                credit_unheld(state, output_vc);
            } else if (credited.credits == 1) {
                first_credit(state, credited.holder);
            }
        }
    } else {
        state.holders.clear();
        state.holders.make_room(due.size());
        std::uint32_t* holders = state.holders.tail();
        const auto credit = [&](std::uint32_t output_vc) {
            OutputVc& credited = output_vcs[output_vc];
            *holders = credited.holder;
            holders += credited.credits++ == 0 ? 1 : 0;
        };
        const auto early = [&](std::uint32_t vc) { fetch(&output_vcs[vc]); };
        for_each_fetched(due, state.traits.far, credit, early);
        state.holders.end_at(holders);
        for (const std::uint32_t holder : state.holders) {
            if (holder != kNone) {
                first_credit(state, holder);
            }
        }
    }
    state.on_wires -= due.size();
    due.clear();
}

void arrive_injection_credits(EngineState& state) {
    const auto port_of = [&](std::uint32_t id) {
        return state.layout.feeder[id / state.layout.vcs];
    };
    for_each_fetched(
        state.injection_credits, state.traits.far,
        [&](std::uint32_t id) {
            ++state.output_vcs[id].credits;
            const std::uint32_t number = port_of(id);
            InjectionPort& port = state.injection_ports[number];
            port.credit |= bit(id - port.first_vc);
            wake_injection_port(state, number, (port.queued | port.taken) != 0);
        },
        [&](std::uint32_t id) {
            fetch(&state.output_vcs[id]);
            fetch(&state.layout.feeder[id / state.layout.vcs]);
        },
        [&](std::uint32_t id) { fetch(&state.injection_ports[port_of(id)]); });
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

void credit_unheld(EngineState& state, std::uint32_t output_vc) {
    const std::uint32_t output = state.layout.feeder[output_vc / state.layout.vcs];
    if (state.traits.rules.buffer_empty) {
        if (state.outstanding(output_vc) == 0) {
            free_output_vc(state, output, output_vc);
        }
    } else {
        wake_vc_allocation(state, output);
    }
}

void first_credit(EngineState& state, std::uint32_t holder_id) {
    if (state.branches.on(holder_id)) {
        return;  // looks at its credits itself
    }
    InputVc& holder = state.input_vcs[holder_id];
    holder.gate = bit(holder.bit);
    state.requests.add(holder, holder.count != 0 ? holder.gate : 0);
}

void close_link(EngineState& state, std::uint32_t output) {
    const std::uint32_t cycles = state.cycles_per_flit(output);
    if (cycles > 1) {
        state.open[output] = 0;
        IdList& due = state.reopened.at(state.edge + cycles);
        due.make_room(1);
        due.push(output);
        ++state.on_wires;
    }
}

void traverse(EngineState& state, rtl::Cycle sent) {
    if (state.grants.empty()) {
        return;
    }
    if (state.observation.enabled()) {
        observe_switch_grants(state, sent);
    }
    state.requests.write([&](auto requests) {
        if (state.layout.class_latency.size() == 2) {
            move_flits<TwoWires>(state, requests, sent);
        } else {
            move_flits<ManyWires>(state, requests, sent);
        }
    });
    if (state.shared_credits) {
        share_granted_flits(state);
    }
    if (!state.open.empty()) {
        for (const std::uint32_t id : state.grants) {
            close_link(state, state.input_vcs[id].output);
        }
    }
    const auto fetch_fifo = [&](std::uint32_t id) { fetch(&state.fifos[id]); };
    const auto fetch_entry = [&](std::uint32_t id) {
        state.message_fifos.fetch_entry(state.fifos[id].first);
    };
    const auto fetch_front_message = [&](std::uint32_t id) { fetch_message(state, id); };
    for_each_fetched(
        state.heads, state.traits.far, [&](std::uint32_t id) { depart(state, id, sent); },
        fetch_fifo, fetch_entry, fetch_front_message);
    state.to_route.make_room(state.tails.size());
    for_each_fetched(
        state.tails, state.traits.far,
        [&](std::uint32_t id) __attribute__((always_inline)) { finish_message(state, id, sent); },
        fetch_fifo,
        [&](std::uint32_t id) {
            const InputVc& vc = state.input_vcs[id];
            fetch_entry(id);
            fetch_held(state, vc.output);
            fetch(&state.waiting[state.layout.word_at(vc.output, vc.word)]);
        },
        fetch_front_message);
}

void arrive(EngineState& state) {
    IdList& reopened = state.reopened.at(state.edge);
    for (const std::uint32_t output : reopened) {
        state.open[output] = ~std::uint64_t{0};
    }
    state.on_wires -= reopened.size();
    reopened.clear();
    if (state.boundary) {
        state.boundary->hand_over();
    }
    arrive_credits(state, state.credits.at(state.edge));
    arrive_injection_credits(state);
    IdList& flits = state.flits.at(state.edge);
    if (state.traits.store) {
        arrive_and_store(state, flits);
    } else {
        state.requests.write([&](auto requests) { arrive_flits(state, flits, requests); });
    }
    state.on_wires -= flits.size();
    if (state.bypass) {
        std::swap(flits, state.bypass->arrived);
    }
    flits.clear();
    if (state.observation.enabled()) {
        observe_written(state);
    }
}

bool deliver(EngineState& state, rtl::NetworkClient& client, Reductions* units) {
    IdList& ejected = state.ejected.at(state.edge);
    state.counters.flits_ejected += ejected.size();
    state.on_wires -= ejected.size();
    ejected.clear();
    if (state.observation.enabled()) {
        observe_consumed(state);
    }
    std::vector<Consumption>& due = state.consumed.at(state.edge);
    sort(due);
    const auto consume = [&](const Consumption& consumption) {
        MessageRecord& record = state.messages[consumption.message];
        const topo::NodeId node = record.message.header == nullptr
                                      ? record.message.destination
                                      : static_cast<topo::NodeId>(consumption.router);
        const bool last = --record.copies == 0;
        const rtl::Delivery delivery{record.message,
                                     record.injected,
                                     record.departed,
                                     consumption.arrived,
                                     state.edge,
                                     static_cast<int>(consumption.hops),
                                     node,
                                     last,
                                     consumption.error};
        if (last) {
            if (state.boundary) {
                state.boundary->forget(record.message);
            }
            ++state.counters.messages_delivered;
            state.messages.give_back(consumption.message);
        }
        client.delivered(delivery);
        if (units != nullptr) {
            units->delivered(delivery);
        }
    };
    for_each_fetched(due, state.traits.far, consume, [&](const Consumption& consumption) {
        fetch_record(state.messages[consumption.message]);
    });
    const bool any = !due.empty();
    due.clear();
    return any;
}

}  // namespace flitscope::tl
