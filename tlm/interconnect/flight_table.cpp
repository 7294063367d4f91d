#include "tlm/interconnect/flight_table.h"

#include <sstream>

namespace flitscope::tl {

namespace {

std::string describe(::tlm::tlm_command command, unsigned int length, std::uint64_t address) {
    std::ostringstream out;
    out << (command == ::tlm::TLM_WRITE_COMMAND  ? "write"
            : command == ::tlm::TLM_READ_COMMAND ? "read"
                                                 : "ignore")
        << " of " << length << " bytes at 0x" << std::hex << address;
    return out.str();
}

}  // namespace

std::string describe(const Payload& payload) {
    return describe(payload.get_command(), payload.get_data_length(), payload.get_address());
}

void report_fatal(const char* id, const std::string& where, const std::string& what) {
    const std::string text = where + ": " + what + ", at " + sc_core::sc_time_stamp().to_string();
    SC_REPORT_FATAL(id, text.c_str());
}

FlightTable::~FlightTable() {
    for (Flight& flight : flights_) {
        if (flight.stage != FlightStage::free && flight.payload != nullptr) {
            flight.extension->holder_ = nullptr;
        }
    }
}

std::string FlightTable::where(const Flight& flight) const {
    return name_ + ": " + describe(flight.command, flight.length, flight.address);
}

void FlightTable::require_not_in_flight(const Payload& payload, const std::string& where) const {
    const auto* extension = payload.get_extension<MessageExtension>();
    if (extension != nullptr && extension->holder_ != nullptr) {
        report_fatal("/flitscope/tlm/payload_in_flight", where,
                     "the payload is still in flight (" + describe(payload) + ")");
    }
}

std::uint32_t FlightTable::open(Payload& payload, topo::NodeId source, const AddressRange& range) {
    if (!payload.has_mm()) {
        report_fatal("/flitscope/tlm/no_memory_manager", name_,
                     describe(payload) + ": nb_transport needs a payload with a memory manager");
    }
    payload.acquire();
    const std::uint32_t number = open_unreferenced(payload, source, range);
    flights_[number].referenced = true;
    return number;
}

std::uint32_t FlightTable::open_unreferenced(Payload& payload, topo::NodeId source,
                                             const AddressRange& range) {
    if (free_.empty()) {
        flights_.emplace_back();
        free_.push_back(static_cast<std::uint32_t>(flights_.size() - 1));
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    Flight& flight = flights_[number];
    flight.payload = &payload;
    flight.extension = payload.get_extension<MessageExtension>();
    if (flight.extension == nullptr) {
        flight.extension = new MessageExtension;  // from now on the payload's
        payload.set_extension(flight.extension);
    }
    flight.extension->holder_ = this;
    flight.extension->flight_ = number;
    flight.extension->source = source;
    flight.extension->destination = range.node;
    flight.extension->traffic_class = 0;
    flight.extension->request = {};
    flight.extension->response = {};
    flight.extension->approximate = false;
    flight.range = &range;
    flight.address = payload.get_address();
    flight.data = payload.get_data_ptr();
    flight.length = payload.get_data_length();
    flight.width = payload.get_streaming_width();
    flight.byte_enables = payload.get_byte_enable_ptr();
    flight.command = payload.get_command();
    flight.stage = FlightStage::requesting;
    flight.referenced = false;
    flight.blocking = false;
    flight.end_response_due = false;
    flight.multicast = kNoFlight;
    flight.posted = false;
    return number;
}

std::uint32_t FlightTable::find(const Payload& payload) const {
    const auto* extension = payload.get_extension<MessageExtension>();
    return extension != nullptr && extension->holder_ == this ? extension->flight_ : kNoFlight;
}

Flight& FlightTable::checked(std::uint32_t flight) {
    Flight& record = flights_[flight];
    const Payload* payload = record.payload;
    if (payload == nullptr || (record.referenced && payload->get_ref_count() < 1)) {
        report_fatal("/flitscope/tlm/payload_freed", where(record),
                     "the payload was freed while in flight");
    } else if (payload->get_extension<MessageExtension>() != record.extension ||
               payload->get_command() != record.command ||
               payload->get_data_length() != record.length ||
               payload->get_data_ptr() != record.data ||
               payload->get_streaming_width() != record.width ||
               payload->get_byte_enable_ptr() != record.byte_enables ||
               (record.stage <= FlightStage::arrived && payload->get_address() != record.address)) {
        report_fatal("/flitscope/tlm/payload_changed", where(record),
                     "the payload was changed while in flight, now " + describe(*payload));
    }
    return record;
}

void FlightTable::close(std::uint32_t flight) {
    Flight& record = flights_[flight];
    Payload& payload = *record.payload;
    record.extension->holder_ = nullptr;
    record.payload = nullptr;
    record.stage = FlightStage::free;
    free_.push_back(flight);
    if (record.referenced) {
        payload.release();
    }
}

void FlightTable::payload_destroyed(std::uint32_t flight) {
    Flight& record = flights_[flight];
    record.payload = nullptr;
    // At the end of a program payloads may go before the interconnect; nothing runs any more then.
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) {
        report_fatal("/flitscope/tlm/payload_freed", where(record),
                     "the payload was destroyed while in flight");
    }
}

void FlightTable::payload_released(std::uint32_t flight) {
    report_fatal("/flitscope/tlm/payload_freed", where(flights_[flight]),
                 "the last reference to the payload was released while in flight");
}

}  // namespace flitscope::tl
