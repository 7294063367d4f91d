#include "tlm/interconnect/multicasts.h"

#include <algorithm>
#include <stdexcept>

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

bool Multicasts::asked(const Payload& payload) {
    const auto* extension = payload.get_extension<MessageExtension>();
    return extension != nullptr && extension->header != HeaderKind::unicast;
}

bool Multicasts::follow(const rtl::Header& worm, topo::NodeId source, bool every_address) {
    if (worm.routing < 0 || static_cast<std::size_t>(worm.routing) >= walks_.size()) {
        return false;
    }
    const auto has_bits = [](const rtl::HeaderEntry& entry) {
        return entry.control != rtl::Control::pass;
    };
    if (every_address && std::any_of(worm.entries.begin(), worm.entries.end(), has_bits)) {
        return false;
    }
    topo::NodeId first_hop = topo::kNoNode;
    if (worm.first_port >= 0) {
        if (worm.first_port >= network_.topology->ports(source) ||
            !network_.topology->peer(source, worm.first_port).connected()) {
            return false;
        }
        first_hop = network_.topology->peer(source, worm.first_port).node;
    }
    try {
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
        if (!follow(worm, source, extension.header == HeaderKind::destination_list)) {
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
        prepared_.push_back({range, ::tlm::TLM_INCOMPLETE_RESPONSE});
    }
    return ::tlm::TLM_OK_RESPONSE;
}

void Multicasts::keep_bytes(Multicast& multicast) {
    if (multicast.command == ::tlm::TLM_IGNORE_COMMAND) {
        return;
    }
    multicast.kept_data.assign(multicast.data, multicast.data + multicast.length);
    multicast.data = multicast.kept_data.data();
    if (multicast.enables != nullptr) {
        multicast.kept_enables.assign(multicast.enables,
                                      multicast.enables + multicast.enables_length);
        multicast.enables = multicast.kept_enables.data();
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
    multicast.answers = prepared_;
    multicast.not_accepted = multicast.worms.size();
    multicast.not_answered = prepared_.size();
    multicast.address = payload.get_address();
    multicast.command = payload.get_command();
    multicast.length = payload.get_data_length();
    multicast.width = payload.get_streaming_width();
    multicast.data = payload.get_data_ptr();
    multicast.enables = payload.get_byte_enable_ptr();
    multicast.enables_length = payload.get_byte_enable_length();
    if (multicast.posted) {
        keep_bytes(multicast);
    }
    if (prepared_.size() > 1) {
        flight.extension->destination = topo::kNoNode;
    }
    for (const rtl::Header& worm : multicast.worms) {
        gate_.send(edge, {multicast.source, worm.entries.back().address, flits(payload, worm),
                          message_class_, kTicket | slot, payload.get_address(), &worm});
    }
}

std::uint32_t Multicasts::accepted(std::uint32_t ticket) {
    Multicast& multicast = multicasts_[ticket & ~kTicket];
    return --multicast.not_accepted == 0 ? multicast.flight : kNoFlight;
}

Multicasts::Answer& Multicasts::answer_of(Multicast& multicast, topo::NodeId node) {
    return *std::lower_bound(
        multicast.answers.begin(), multicast.answers.end(), node,
        [](const Answer& answer, topo::NodeId wanted) { return answer.range->node < wanted; });
}

std::uint32_t Multicasts::open_copy(std::uint32_t ticket, const rtl::Delivery& delivery) {
    const std::uint32_t slot = ticket & ~kTicket;
    Multicast& multicast = multicasts_[slot];
    if (!multicast.posted) {
        flights_.checked(multicast.flight);
    }
    const AddressRange& range = *answer_of(multicast, delivery.node).range;
    Payload& copy = copies_.allocate();
    copy.acquire();
    copy.set_command(multicast.command);
    copy.set_address(range.base + (multicast.address - range.local_base));
    copy.set_data_ptr(multicast.data);
    copy.set_data_length(multicast.length);
    copy.set_streaming_width(multicast.width);
    copy.set_byte_enable_ptr(multicast.enables);
    copy.set_byte_enable_length(multicast.enables_length);
    const std::uint32_t number = flights_.open(copy, multicast.source, range);
    copy.release();  // the flight holds it
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
    answer_of(multicast, flight.range->node).status = flight.payload->get_response_status();
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
        std::find_if(multicast.answers.begin(), multicast.answers.end(),
                     [](const Answer& answer) { return answer.status != ::tlm::TLM_OK_RESPONSE; });
    whole.payload->set_response_status(refused == multicast.answers.end() ? ::tlm::TLM_OK_RESPONSE
                                                                          : refused->status);
    whole.extension->response = response;
    return multicast.flight;
}

}  // namespace flitscope::tl
