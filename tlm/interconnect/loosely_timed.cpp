#include "tlm/interconnect/loosely_timed.h"

namespace flitscope::tl {

LooselyTimed::LooselyTimed(InterconnectParts& parts, std::string name,
                           const rtl::NetworkDescription& description,
                           std::function<ForwardInterface&(topo::NodeId)> forward)
    : parts_(parts), name_(std::move(name)), forward_(std::move(forward)), latency_(description) {}

rtl::Cycle LooselyTimed::travel(LegTimes& leg, const sc_core::sc_time& offered, topo::NodeId source,
                                topo::NodeId destination, std::uint32_t flits, int message_class) {
    const rtl::Cycle latency = latency_.of(source, destination, flits, message_class);
    leg.offered = parts_.clock.edge_after(offered);
    leg.accepted = leg.offered;
    leg.injected = leg.offered;
    leg.delivered = leg.offered + latency;
    // One more for the registered socket, as in a message that really travels.
    return latency + 1;
}

void LooselyTimed::transport(topo::NodeId node, Payload& payload, sc_core::sc_time& delay) {
    parts_.flights.require_not_in_flight(payload, name_ + ".target_socket_" + std::to_string(node));
    const AddressRange* range = nullptr;
    const Status status = parts_.rules.check(payload, parts_.map, range);
    payload.set_dmi_allowed(false);
    if (status != ::tlm::TLM_OK_RESPONSE) {
        payload.set_response_status(status);
        return;
    }
    const std::uint32_t number = parts_.flights.open_unreferenced(payload, node, *range);
    Flight& flight = parts_.flights[number];
    LegTimes& request = flight.extension->request;
    delay +=
        parts_.clock.time_of(travel(request, sc_core::sc_time_stamp() + delay, node, range->node,
                                    parts_.rules.request_flits(payload), parts_.classes.request));
    flight.stage = FlightStage::at_target;
    payload.set_address(flight.address - range->base + range->local_base);
    forward_(range->node).b_transport(payload, delay);
    parts_.flights.checked(number);
    payload.set_address(flight.address);
    payload.set_dmi_allowed(false);
    LegTimes& response = flight.extension->response;
    delay +=
        parts_.clock.time_of(travel(response, sc_core::sc_time_stamp() + delay, range->node, node,
                                    parts_.rules.response_flits(payload), parts_.classes.response));
    flight.extension->traffic_class = parts_.classes.response;
    flight.extension->approximate = true;
    parts_.flights.close(number);
}

}  // namespace flitscope::tl
