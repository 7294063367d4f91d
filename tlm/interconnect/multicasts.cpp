#include "tlm/interconnect/multicasts.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/router/contract/header_route.h"

namespace flitscope::tl {

Multicasts::Multicasts(const rtl::NetworkDescription& network, const AddressMap& map,
                       const TransactionRules& rules, FlightTable& flights, MessageGate& gate,
                       int message_class)
    : network_(network),
      map_(map),
      rules_(rules),
      flights_(flights),
      gate_(gate),
      message_class_(message_class) {
    for (const auto& routing : network.headers.routings) {
        walks_.emplace_back(*network.topology, *routing);
    }
}

bool Multicasts::follow(HeaderKind kind, const rtl::Header& worm, topo::NodeId source) {
    if (!mistake_in(kind, worm).empty()) {
        return false;
    }
    try {
        rtl::Message message;
        message.source = source;
        message.destination = worm.entries.back().address;
        message.length = network_.headers.flits_of(worm.entries.size());
        message.header = &worm;
        rtl::check_header(network_, message);
        const topo::NodeId first_hop = worm.first_port < 0
                                           ? topo::kNoNode
                                           : network_.topology->peer(source, worm.first_port).node;
        const HeaderWay& way = walks_[static_cast<std::size_t>(worm.routing)].follow(
            source, first_hop, worm.entries.data(), worm.entries.size());
        const std::vector<topo::NodeId> receivers = way.receivers();
        receivers_.insert(receivers_.end(), receivers.begin(), receivers.end());
    } catch (const std::logic_error&) {
        return false;
    }
    return true;
}

bool Multicasts::find_receivers(const MessageExtension& extension, topo::NodeId source) {
    receivers_.clear();
    for (const rtl::Header& worm : extension.worms) {
        if (!follow(extension.header, worm, source)) {
            return false;
        }
    }
    std::sort(receivers_.begin(), receivers_.end());
    return !receivers_.empty() &&
           std::adjacent_find(receivers_.begin(), receivers_.end()) == receivers_.end();
}

std::uint32_t Multicasts::flits(const Payload& payload, const rtl::Header& worm) const {
    return rules_.request_flits(payload) - 1 + network_.headers.flits_of(worm.entries.size());
}

Status Multicasts::prepare(const Payload& payload, topo::NodeId source,
                           const AddressRange*& range) {
    const MessageExtension& extension = *payload.get_extension<MessageExtension>();
    const Status status = rules_.check_attributes(payload);
    if (status != ::tlm::TLM_OK_RESPONSE) {
        return status;
    }
    if (payload.is_read()) {
        return ::tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    if (!find_receivers(extension, source)) {
        return ::tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    for (const rtl::Header& worm : extension.worms) {
        if (!rules_.fits(flits(payload, worm))) {
            return ::tlm::TLM_BURST_ERROR_RESPONSE;
        }
    }
    prepared_.clear();
    for (const topo::NodeId node : receivers_) {
        range = map_.find_local(node, payload.get_address(), TransactionRules::span(payload));
        if (range == nullptr) {
            return ::tlm::TLM_ADDRESS_ERROR_RESPONSE;
        }
        prepared_.push_back({range, ::tlm::TLM_INCOMPLETE_RESPONSE, nullptr});
    }
    return ::tlm::TLM_OK_RESPONSE;
}

void Multicasts::make_copies(Multicast& multicast, const Payload& payload) {
    unsigned char* data = payload.get_data_ptr();
    unsigned char* enables = payload.get_byte_enable_ptr();
    if (multicast.posted && payload.is_write()) {  // the initiator may use its bytes again
        multicast.data.assign(data, data + payload.get_data_length());
        data = multicast.data.data();
        if (enables != nullptr) {
            multicast.enables.assign(enables, enables + payload.get_byte_enable_length());
            enables = multicast.enables.data();
        }
    }
    multicast.copies = prepared_;
    for (Copy& each : multicast.copies) {
        Payload& copy = payloads_.allocate();
        copy.acquire();
        copy.set_command(payload.get_command());
        copy.set_address(each.range->base + (payload.get_address() - each.range->local_base));
        copy.set_data_ptr(data);
        copy.set_data_length(payload.get_data_length());
        copy.set_streaming_width(payload.get_streaming_width());
        copy.set_byte_enable_ptr(enables);
        copy.set_byte_enable_length(payload.get_byte_enable_length());
        each.payload = &copy;
    }
}

void Multicasts::send(std::uint32_t number, rtl::Cycle edge) {
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(multicasts_.size()));
        multicasts_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    const Flight& flight = flights_[number];
    const Payload& payload = *flight.payload;
    Multicast& multicast = multicasts_[slot];
    multicast.flight = number;
    multicast.posted = flight.extension->posted;
    multicast.source = flight.extension->source;
    multicast.request = flight.extension->request;
    multicast.worms = flight.extension->worms;
    multicast.not_accepted = multicast.worms.size();
    multicast.not_answered = prepared_.size();
    make_copies(multicast, payload);
    if (prepared_.size() > 1) {
        flight.extension->destination = topo::kNoNode;
    }
    rtl::MessageBytes bytes = TransactionRules::request_bytes(payload);
    if (multicast.posted && payload.is_write()) {
        bytes.data = multicast.data.data();
    }
    for (const rtl::Header& worm : multicast.worms) {
        gate_.send(edge, {multicast.source, worm.entries.back().address, flits(payload, worm),
                          message_class_, kTicket | slot, payload.get_address(), &worm, bytes});
    }
}

std::uint32_t Multicasts::accepted(std::uint32_t ticket) {
    Multicast& multicast = multicasts_[ticket & ~kTicket];
    return --multicast.not_accepted == 0 ? multicast.flight : kNoFlight;
}

Multicasts::Copy& Multicasts::copy_for(Multicast& multicast, topo::NodeId node) {
    return *std::lower_bound(
        multicast.copies.begin(), multicast.copies.end(), node,
        [](const Copy& copy, topo::NodeId wanted) { return copy.range->node < wanted; });
}

std::uint32_t Multicasts::open_copy(std::uint32_t ticket, const rtl::Delivery& delivery) {
    const std::uint32_t slot = ticket & ~kTicket;
    Multicast& multicast = multicasts_[slot];
    if (!multicast.posted) {
        flights_.checked(multicast.flight);
    }
    Copy& copy = copy_for(multicast, delivery.node);
    const std::uint32_t number = flights_.open(*copy.payload, multicast.source, *copy.range);
    copy.payload->release();  // the flight holds it
    copy.payload = nullptr;
    Flight& flight = flights_[number];
    flight.multicast = slot;
    flight.posted = multicast.posted;
    flight.extension->traffic_class = message_class_;
    flight.extension->request = {multicast.request.offered, delivery.message.generated,
                                 delivery.injected, delivery.delivered};
    if (!multicast.posted) {
        LegTimes& whole = flights_[multicast.flight].extension->request;
        whole.injected = delivery.injected;
        whole.delivered = delivery.delivered;
    }
    return number;
}

std::uint32_t Multicasts::close_copy(std::uint32_t copy) {
    const Flight& flight = flights_.checked(copy);
    const std::uint32_t slot = flight.multicast;
    Multicast& multicast = multicasts_[slot];
    copy_for(multicast, flight.range->node).status = flight.payload->get_response_status();
    const LegTimes response = flight.extension->response;
    flights_.close(copy);
    if (--multicast.not_answered != 0) {
        return kNoFlight;
    }
    free_.push_back(slot);
    if (multicast.posted) {
        return kNoFlight;
    }
    const Flight& whole = flights_.checked(multicast.flight);
    const auto refused =
        std::find_if(multicast.copies.begin(), multicast.copies.end(),
                     [](const Copy& each) { return each.status != ::tlm::TLM_OK_RESPONSE; });
    whole.payload->set_response_status(refused == multicast.copies.end() ? ::tlm::TLM_OK_RESPONSE
                                                                         : refused->status);
    whole.extension->response = response;
    return multicast.flight;
}

}  // namespace flitscope::tl
