#include "tlm/interconnect/target_side.h"

namespace flitscope::tl {

/// Calls a target by b_transport, one transaction after the other, in a separate thread.
class TargetSide::BlockingCaller final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BlockingCaller);
    BlockingCaller(const sc_core::sc_module_name& name, TargetSide& side, topo::NodeId node)
        : sc_module(name), side_(side), node_(node) {
        SC_THREAD(serve);
    }

    void call(std::uint32_t flight) {
        flights_.push_back(flight);
        wake_.notify();
    }

private:
    void serve() {
        while (true) {
            while (flights_.empty()) {
                wait(wake_);
            }
            const std::uint32_t number = flights_.front();
            flights_.pop_front();
            Flight& flight = side_.parts_.flights.checked(number);
            side_.hand_over(flight);
            sc_core::sc_time delay;
            side_.forward_(node_).b_transport(*flight.payload, delay);
            if (delay != sc_core::SC_ZERO_TIME) {
                wait(delay);
            }
            side_.respond(number, sc_core::sc_time_stamp());
        }
    }

    TargetSide& side_;
    topo::NodeId node_;
    std::deque<std::uint32_t> flights_;
    sc_core::sc_event wake_;
};

TargetSide::TargetSide(InterconnectParts& parts, std::string name, int nodes,
                       std::function<ForwardInterface&(topo::NodeId)> forward)
    : parts_(parts),
      name_(std::move(name)),
      forward_(std::move(forward)),
      sockets_(static_cast<std::size_t>(nodes)) {
    for (const topo::NodeId node : parts.parameters.blocking_targets) {
        if (socket(node).caller == nullptr) {
            socket(node).caller = std::make_unique<BlockingCaller>(
                ("caller_" + std::to_string(node)).c_str(), *this, node);
        }
    }
}

TargetSide::~TargetSide() = default;

std::string TargetSide::where(topo::NodeId node) const {
    return name_ + ".initiator_socket_" + std::to_string(node);
}

void TargetSide::delivered(std::uint32_t number, rtl::Cycle edge) {
    Flight& flight = parts_.flights.checked(number);
    flight.stage = FlightStage::arrived;
    parts_.agenda.add(parts_.clock.time_of(edge), flight.range->node, Task::serve_target, number);
}

void TargetSide::serve(topo::NodeId node, std::uint32_t arrived) {
    Socket& s = socket(node);
    if (s.caller != nullptr) {
        s.caller->call(arrived);
        return;
    }
    if (arrived != kNoFlight) {
        s.requests.push_back(arrived);
    }
    if (s.requests.empty() || s.requesting != kNoFlight) {
        return;
    }
    if (sc_core::sc_time_stamp() < s.request_free) {
        parts_.agenda.add(s.request_free, node, Task::serve_target, kNoFlight);
        return;
    }
    const std::uint32_t number = s.requests.front();
    s.requests.pop_front();
    begin_request(node, number);
}

void TargetSide::hand_over(Flight& flight) {
    flight.stage = FlightStage::at_target;
    const AddressRange& range = *flight.range;
    flight.payload->set_address(flight.address - range.base + range.local_base);
}

void TargetSide::begin_request(topo::NodeId node, std::uint32_t number) {
    Flight& flight = parts_.flights.checked(number);
    hand_over(flight);
    socket(node).requesting = number;
    Phase phase = ::tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    const Sync sync = forward_(node).nb_transport_fw(*flight.payload, phase, delay);
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    if (sync == ::tlm::TLM_ACCEPTED) {
        return;
    }
    if (socket(node).requesting != number) {
        report_fatal(kProtocolReport, where(node), "the target answered BEGIN_REQ twice");
    }
    end_request(node, when);
    if (sync == ::tlm::TLM_COMPLETED) {
        respond(number, when);
    } else if (phase == ::tlm::BEGIN_RESP) {
        claim_response_channel(node, number);
        respond(number, when);
    } else if (phase != ::tlm::END_REQ) {
        report_fatal(kProtocolReport, where(node),
                     std::string("the target answered BEGIN_REQ by ") + phase.get_name());
    }
}

void TargetSide::end_request(topo::NodeId node, const sc_core::sc_time& when) {
    Socket& s = socket(node);
    s.requesting = kNoFlight;
    s.request_free = when;
    if (!s.requests.empty()) {
        parts_.agenda.add(when, node, Task::serve_target, kNoFlight);
    }
}

Sync TargetSide::transport(topo::NodeId node, Payload& payload, Phase& phase,
                           sc_core::sc_time& delay) {
    if (phase > ::tlm::END_RESP) {
        return ::tlm::TLM_ACCEPTED;  // phases of extended protocols are ignored
    }
    const std::uint32_t number = parts_.flights.find(payload);
    if (number == kNoFlight || parts_.flights[number].stage != FlightStage::at_target ||
        parts_.flights[number].range->node != node) {
        report_fatal(kProtocolReport, where(node),
                     std::string(phase.get_name()) + " for a " + describe(payload) +
                         " that the target has not got");
    }
    parts_.flights.checked(number);
    if (phase == ::tlm::END_REQ && socket(node).requesting == number) {
        end_request(node, sc_core::sc_time_stamp() + delay);
        return ::tlm::TLM_ACCEPTED;
    }
    if (phase == ::tlm::BEGIN_RESP) {
        return begin_response(node, number, phase, delay);
    }
    report_fatal(kProtocolReport, where(node),
                 std::string(phase.get_name()) + " out of order: " + describe(payload));
    return ::tlm::TLM_ACCEPTED;
}

Sync TargetSide::begin_response(topo::NodeId node, std::uint32_t number, Phase& phase,
                                sc_core::sc_time& delay) {
    const sc_core::sc_time when = sc_core::sc_time_stamp() + delay;
    if (socket(node).requesting == number) {
        end_request(node, when);  // implied
    }
    if (parts_.answers_at_once()) {
        require_response_channel(node);
        respond(number, when);
        phase = ::tlm::END_RESP;
        return ::tlm::TLM_COMPLETED;
    }
    claim_response_channel(node, number);
    respond(number, when);
    return ::tlm::TLM_ACCEPTED;
}

void TargetSide::require_response_channel(topo::NodeId node) {
    if (socket(node).responding != kNoFlight) {
        report_fatal(kProtocolReport, where(node),
                     "BEGIN_RESP before END_RESP of the response before it");
    }
}

void TargetSide::claim_response_channel(topo::NodeId node, std::uint32_t number) {
    require_response_channel(node);
    socket(node).responding = number;
    parts_.flights[number].end_response_due = true;
}

void TargetSide::respond(std::uint32_t number, const sc_core::sc_time& when) {
    Flight& flight = parts_.flights.checked(number);
    MessageExtension& extension = *flight.extension;
    flight.stage = FlightStage::responding;
    const rtl::Cycle edge = parts_.clock.edge_after(when);
    extension.traffic_class = parts_.classes.response;
    extension.response.offered = edge;
    if (flight.posted) {
        parts_.agenda.add(parts_.clock.time_of(edge), flight.range->node, Task::end_posted, number);
        return;
    }
    parts_.gate.send(edge,
                     {extension.destination, extension.source,
                      parts_.rules.response_flits(*flight.payload), parts_.classes.response, number,
                      flight.address, nullptr, TransactionRules::response_bytes(*flight.payload)});
}

void TargetSide::accepted(std::uint32_t number, rtl::Cycle edge) {
    const Flight& flight = parts_.flights.checked(number);
    flight.extension->response.accepted = edge;
    if (flight.end_response_due) {
        parts_.agenda.add(parts_.clock.time_of(edge), flight.range->node, Task::end_response,
                          number);
    }
}

void TargetSide::end_response(std::uint32_t number) {
    Flight& flight = parts_.flights.checked(number);
    if (!flight.end_response_due) {
        return;
    }
    const topo::NodeId node = flight.range->node;
    flight.end_response_due = false;
    socket(node).responding = kNoFlight;
    Phase phase = ::tlm::END_RESP;
    sc_core::sc_time delay;
    forward_(node).nb_transport_fw(*flight.payload, phase, delay);
}

}  // namespace flitscope::tl
