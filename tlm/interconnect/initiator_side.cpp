#include "tlm/interconnect/initiator_side.h"

namespace flitscope::tl {

InitiatorSide::InitiatorSide(InterconnectParts& parts, std::string name, int nodes,
                             std::function<BackwardInterface&(topo::NodeId)> backward)
    : parts_(parts),
      name_(std::move(name)),
      backward_(std::move(backward)),
      sockets_(static_cast<std::size_t>(nodes)) {}

std::string InitiatorSide::where(topo::NodeId node) const {
    return name_ + ".target_socket_" + std::to_string(node);
}

Sync InitiatorSide::transport(topo::NodeId node, Payload& payload, Phase& phase,
                              sc_core::sc_time& delay) {
    switch (phase) {
        case ::tlm::BEGIN_REQ:
            return begin_request(node, payload, phase, delay);
        case ::tlm::END_RESP:
            end_response(node, payload, delay);
            return ::tlm::TLM_COMPLETED;
        case ::tlm::END_REQ:
        case ::tlm::BEGIN_RESP:
        case ::tlm::UNINITIALIZED_PHASE:
            report_fatal(kProtocolReport, where(node),
                         std::string(phase.get_name()) + " is not for an initiator to send");
            return ::tlm::TLM_ACCEPTED;
        default:
            return ::tlm::TLM_ACCEPTED;  // phases of extended protocols are ignored
    }
}

Sync InitiatorSide::begin_request(topo::NodeId node, Payload& payload, Phase& phase,
                                  sc_core::sc_time& delay) {
    Socket& s = socket(node);
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    parts_.flights.require_not_in_flight(payload, where(node));
    if (s.requesting != kNoFlight || when < s.request_free) {
        report_fatal(kProtocolReport, where(node),
                     "BEGIN_REQ before END_REQ of the request before it");
    }
    const AddressRange* const range = range_of(node, payload);
    if (range == nullptr) {
        return ::tlm::TLM_COMPLETED;
    }
    const rtl::Cycle edge = parts_.clock.edge_after(when);
    const std::uint32_t flight = launch(node, payload, *range, edge);
    if (parts_.answers_at_once()) {
        s.request_free = parts_.clock.time_of(edge);
        phase = ::tlm::END_REQ;
        delay = s.request_free - sc_core::sc_time_stamp();
        return ::tlm::TLM_UPDATED;
    }
    s.requesting = flight;
    return ::tlm::TLM_ACCEPTED;
}

const AddressRange* InitiatorSide::range_of(topo::NodeId node, Payload& payload) const {
    const AddressRange* range = nullptr;
    const Status status = is_multicast(payload) ? parts_.multicasts.prepare(payload, node, range)
                                                : parts_.rules.check(payload, parts_.map, range);
    if (status == ::tlm::TLM_OK_RESPONSE) {
        return range;
    }
    payload.set_response_status(status);
    payload.set_dmi_allowed(false);
    return nullptr;
}

std::uint32_t InitiatorSide::launch(topo::NodeId node, Payload& payload, const AddressRange& range,
                                    rtl::Cycle edge) {
    const std::uint32_t number = parts_.flights.open(payload, node, range);
    parts_.flights[number].extension->request.offered = edge;
    if (is_multicast(payload)) {
        parts_.multicasts.send(number, edge);
    } else {
        parts_.gate.send(edge, {node, range.node, parts_.rules.request_flits(payload),
                                parts_.classes.request, number, payload.get_address(), nullptr,
                                TransactionRules::request_bytes(payload)});
    }
    return number;
}

void InitiatorSide::accepted(std::uint32_t number, rtl::Cycle edge) {
    const Flight& flight = parts_.flights.checked(number);
    const topo::NodeId node = flight.extension->source;
    flight.extension->request.accepted = edge;
    if (socket(node).requesting == number) {
        parts_.agenda.add(parts_.clock.time_of(edge), node, Task::end_request, number);
    }
}

void InitiatorSide::end_request(std::uint32_t number) {
    Flight& flight = parts_.flights.checked(number);
    const topo::NodeId node = flight.extension->source;
    Socket& s = socket(node);
    s.requesting = kNoFlight;
    s.request_free = sc_core::sc_time_stamp();
    Phase phase = ::tlm::END_REQ;
    sc_core::sc_time delay;
    if (backward_(node).nb_transport_bw(*flight.payload, phase, delay) != ::tlm::TLM_ACCEPTED) {
        report_fatal(kProtocolReport, where(node), "the initiator must accept END_REQ");
    }
}

void InitiatorSide::delivered(std::uint32_t number, rtl::Cycle edge) {
    const Flight& flight = parts_.flights.checked(number);
    parts_.agenda.add(parts_.clock.time_of(edge), flight.extension->source,
                      flight.blocking ? Task::finish_blocking : Task::give_response, number);
}

void InitiatorSide::prepare_answer(Flight& flight) {
    flight.stage = FlightStage::answered;
    flight.payload->set_address(flight.address);
    flight.payload->set_dmi_allowed(false);
}

void InitiatorSide::give_response(topo::NodeId node, std::uint32_t arrived) {
    Socket& s = socket(node);
    if (arrived != kNoFlight) {
        parts_.flights[arrived].stage = FlightStage::returned;
        s.responses.push_back(arrived);
    }
    if (s.responses.empty() || s.answering != kNoFlight) {
        return;
    }
    if (sc_core::sc_time_stamp() < s.response_free) {
        parts_.agenda.add(s.response_free, node, Task::give_response, kNoFlight);
        return;
    }
    const std::uint32_t number = s.responses.front();
    s.responses.pop_front();
    s.answering = number;
    Flight& flight = parts_.flights.checked(number);
    prepare_answer(flight);
    Phase phase = ::tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const Sync sync = backward_(node).nb_transport_bw(*flight.payload, phase, delay);
    if (sync == ::tlm::TLM_ACCEPTED) {
        return;
    }
    if (s.answering != number || (sync == ::tlm::TLM_UPDATED && phase != ::tlm::END_RESP)) {
        report_fatal(kProtocolReport, where(node),
                     "END_RESP is the only answer to BEGIN_RESP, once");
    }
    complete(node, delay);
}

void InitiatorSide::end_response(topo::NodeId node, const Payload& payload,
                                 const sc_core::sc_time& delay) {
    const Socket& s = socket(node);
    if (s.answering == kNoFlight || parts_.flights.find(payload) != s.answering) {
        report_fatal(kProtocolReport, where(node),
                     "END_RESP without BEGIN_RESP: " + describe(payload));
    }
    complete(node, delay);
}

void InitiatorSide::complete(topo::NodeId node, const sc_core::sc_time& delay) {
    Socket& s = socket(node);
    const std::uint32_t number = s.answering;
    s.answering = kNoFlight;
    s.response_free = sc_core::sc_time_stamp() + delay;
    parts_.flights.close(number);
    if (!s.responses.empty()) {
        parts_.agenda.add(s.response_free, node, Task::give_response, kNoFlight);
    }
}

void InitiatorSide::blocking_transport(topo::NodeId node, Payload& payload,
                                       sc_core::sc_time& delay) {
    parts_.flights.require_not_in_flight(payload, where(node));
    const AddressRange* const range = range_of(node, payload);
    if (range == nullptr) {
        return;
    }
    const bool borrowed = !payload.has_mm();
    if (borrowed) {
        payload.set_mm(&temporary_manager_);
    }
    const std::uint32_t number =
        launch(node, payload, *range, parts_.clock.edge_after(sc_core::sc_time_stamp() + delay));
    Flight& flight = parts_.flights[number];
    flight.blocking = true;
    if (flight.finished == nullptr) {
        flight.finished = std::make_unique<sc_core::sc_event>();
    }
    sc_core::wait(*flight.finished);
    prepare_answer(flight);
    delay = sc_core::SC_ZERO_TIME;
    parts_.flights.close(number);
    if (borrowed) {
        while (payload.get_ref_count() > 0) {
            sc_core::wait(temporary_manager_.freed);  // the target keeps it a little longer
        }
        payload.set_mm(nullptr);
    }
}

void InitiatorSide::finish_blocking(std::uint32_t number) {
    parts_.flights.checked(number).finished->notify();
}

void InitiatorSide::TemporaryManager::free(Payload* payload) {
    if (auto* extension = payload->get_extension<MessageExtension>()) {
        extension->released();
    }
    freed.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace flitscope::tl
