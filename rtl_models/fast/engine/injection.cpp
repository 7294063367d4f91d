#include <stdexcept>
#include <string>

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/router/choice.h"
#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/router/vc_choice.h"

namespace flitscope::tl {

namespace {

[[noreturn]] void reject(const rtl::Message& message, const std::string& what) {
    throw std::invalid_argument("message " + std::to_string(message.id) + ": " + what);
}

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }

void start_message(EngineState& state, InjectionPort& port, InjectionVc* vcs) {
    const int vc = startable_vc(state, port, state.messages[port.first].message);
    if (vc < 0) {
        return;
    }
    const std::uint32_t message = port.first;
    MessageRecord& record = state.messages[message];
    port.first = record.next;
    --port.queued;
    port.taken |= bit(static_cast<std::uint32_t>(vc));
    if (state.traits.pointers) {
        const std::uint64_t group =
            state.injection_class_vcs[static_cast<std::size_t>(record.message.message_class)];
        port.passed =
            (port.passed & ~group) | rtl::passed_up_to(bit(static_cast<std::uint32_t>(vc)), group);
    }
    vcs[vc] = {message, record.message.length, record.message.length};
}

/// Puts the next flit of VC `vc` onto the wire.
void send_flit(EngineState& state, InjectionPort& port, InjectionVc& sender, std::uint32_t vc) {
    const std::uint32_t id = port.first_vc + vc;
    if (sender.remaining == sender.length) {
        state.messages[sender.message].injected = state.edge;
        state.message_fifos.push(state.fifos[id], sender.message, 0, sender.remaining);
        ++state.counters.messages_injected;
    }
    if (state.observation.enabled()) {
        observe_injection(state, id, sender.message, sender.length - sender.remaining);
    }
    state.flits.at(state.edge).push(id);
    if (--sender.remaining == 0) {
        port.flits += sender.length;
        state.messages[sender.message].arrived = state.edge;
        sender.message = kNone;
        port.taken &= ~bit(vc);
    }
    if (--state.output_vcs[id].credits == 0) {
        port.credit &= ~bit(vc);
    }
    port.pointer = static_cast<std::uint8_t>(vc + 1 == state.layout.injection_vcs ? 0 : vc + 1);
}

/// Returns whether the port may have something to do in the next cycle.
bool serve_port(EngineState& state, std::uint32_t number) {
    InjectionPort& port = state.injection_ports[number];
    InjectionVc* vcs = &state.injection_vcs[std::size_t{number} * state.layout.injection_vcs];
    if (port.queued != 0) {
        start_message(state, port, vcs);
    }
    const std::uint64_t ready = port.taken & port.credit;
    if (ready == 0) {
        return false;  // a credit or an offer wakes the port
    }
    const std::uint64_t above = ready & (~std::uint64_t{0} << port.pointer);
    const auto vc = static_cast<std::uint32_t>(__builtin_ctzll(above != 0 ? above : ready));
    send_flit(state, port, vcs[vc], vc);
    return port.queued != 0 || (port.taken & port.credit) != 0;
}

}  // namespace

int startable_vc(const EngineState& state, const InjectionPort& port, const rtl::Message& message) {
    if (state.traits.one_by_one && port.taken != 0) {
        return -1;
    }
    std::uint64_t vcs = state.injection_class_vcs[static_cast<std::size_t>(message.message_class)] &
                        ~port.taken & port.credit;
    const rtl::OutputVcRules& rules = state.traits.rules;
    const auto credits = [&](int v) {
        return state.output_vcs[port.first_vc + static_cast<std::uint32_t>(v)].credits;
    };
    if (rules.buffer_empty) {
        rtl::for_each_bit(vcs, [&](int v) {
            vcs &= credits(v) == state.traits.capacity ? ~std::uint64_t{0} : ~rtl::vc_bit(v);
        });
    }
    return rules.chosen(
        vcs, port.passed, message.length, [&](int v) { return state.traits.capacity - credits(v); },
        credits);
}

void check_message(const EngineState& state, const rtl::Message& message) {
    rtl::check_message(state.description, message);
    if (state.traits.rules.whole_messages && message.length > state.traits.capacity) {
        reject(message, "length " + std::to_string(message.length) + " exceeds the buffers");
    }
    const auto router =
        static_cast<std::uint32_t>(state.description.topology->place(message.source).router);
    if (state.layout.first_injection_port[router] ==
        state.layout.first_injection_port[router + 1]) {
        reject(message, "its source has no injection port");
    }
}

void offer_message(EngineState& state, const rtl::Message& message) {
    const topo::Topology& topology = *state.description.topology;
    const auto queue = static_cast<std::uint32_t>(rtl::source_queue(state.description, message));
    const std::uint32_t slot = state.messages.take();
    MessageRecord& record = state.messages[slot];
    record = MessageRecord{};
    record.message = message;
    record.salt = rtl::message_salt(state.description.seed, message.id);
    const topo::NodePlace to = topology.place(message.destination);
    record.router = to.router;
    record.local = static_cast<std::uint16_t>(to.local);
    const std::uint32_t number = state.layout.injection_port(topology.place(message.source), queue);
    InjectionPort& port = state.injection_ports[number];
    if (port.queued == 0) {
        port.first = slot;
    } else {
        state.messages[port.last].next = slot;
    }
    port.last = slot;
    ++port.queued;
    ++state.counters.messages_offered;
    wake_injection_port(state, number);
}

void injection_phase(EngineState& state) {
    IdList& wire = state.flits.at(state.edge);
    wire.make_room(state.injecting.size());
    const std::size_t before = wire.size();
    std::size_t kept = 0;
    std::uint32_t* const injecting = state.injecting.data();
    const std::size_t vcs = state.layout.injection_vcs;
    for_each_fetched(
        state.injecting, state.traits.far,
        [&](std::uint32_t number) __attribute__((always_inline)) {
            if (serve_port(state, number)) {
                injecting[kept++] = number;
            } else {
                state.injection_ports[number].listed = 0;
            }
        },
        [&](std::uint32_t number) {
            fetch(&state.injection_ports[number]);
            fetch(&state.injection_vcs[number * vcs]);
        },
        [&](std::uint32_t number) {
            const std::uint32_t first = state.injection_ports[number].first_vc;
            fetch(&state.fifos[first]);
            fetch(&state.output_vcs[first]);
        });
    state.injecting.end_at(injecting + kept);
    const std::size_t sent = wire.size() - before;
    state.on_wires += sent;
    state.counters.flits_injected += sent;
}

}  // namespace flitscope::tl
