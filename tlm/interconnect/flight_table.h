#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tlm/interconnect/address_map.h"
#include "tlm/interconnect/message_extension.h"

namespace flitscope::tl {

/// The progress of a transaction.
enum class FlightStage : std::uint8_t {
    free,        ///< no transaction
    requesting,  ///< the request waits for its source queue, or travels
    arrived,     ///< the request waits for the target's socket
    at_target,   ///< the target has it
    responding,  ///< the response waits for its source queue, or travels
    returned,    ///< the response waits for the initiator's socket
    answered     ///< the initiator has BEGIN_RESP, or its b_transport returns
};

constexpr std::uint32_t kNoFlight = UINT32_MAX;

/// A transaction between its first and last phase. It keeps copies of the values that must not
/// change meanwhile, for comparison.
struct Flight {
    Payload* payload = nullptr;  ///< null: destroyed while nothing ran
    MessageExtension* extension = nullptr;
    const AddressRange* range = nullptr;
    std::uint64_t address = 0;  ///< as the initiator gave it
    unsigned char* data = nullptr;
    unsigned int length = 0;
    unsigned int width = 0;
    unsigned char* byte_enables = nullptr;
    ::tlm::tlm_command command = ::tlm::TLM_IGNORE_COMMAND;
    FlightStage stage = FlightStage::free;
    bool referenced = false;                      ///< the table holds a reference to the payload
    bool blocking = false;                        ///< came by b_transport
    bool end_response_due = false;                ///< the target waits for END_RESP
    std::uint32_t multicast = kNoFlight;          ///< a copy of this multicast (multicasts.h)
    bool posted = false;                          ///< ... that nobody waits for
    std::unique_ptr<sc_core::sc_event> finished;  ///< of blocking ones, kept for the next
};

/// The call of b_transport or nb_transport that a report is about: "<socket>: <what>".
std::string describe(const Payload& payload);

/// Id of the report of a broken base protocol.
constexpr const char* kProtocolReport = "/flitscope/tlm/protocol";

/// Ends the simulation with a fatal report: "<where>: <what>, at <time>".
void report_fatal(const char* id, const std::string& where, const std::string& what);

/// All transactions in flight. Holds a reference to each payload that has a memory manager, and
/// reports, before anything is corrupted, payloads that are freed, changed or reused while they are
/// in flight.
class FlightTable final : public PayloadHolder {
public:
    /// `name`: of the interconnect, for reports.
    explicit FlightTable(std::string name) : name_(std::move(name)) {}
    /// Payloads that outlive the table are no longer in flight.
    ~FlightTable() override;
    FlightTable(const FlightTable&) = delete;
    FlightTable& operator=(const FlightTable&) = delete;

    /// A payload that an initiator at `source` sent to `range`; acquires it. Fatal report
    /// .../no_memory_manager.
    std::uint32_t open(Payload& payload, topo::NodeId source, const AddressRange& range);
    /// The same without a reference, for calls during which the caller keeps the payload alive.
    std::uint32_t open_unreferenced(Payload& payload, topo::NodeId source,
                                    const AddressRange& range);
    /// Fatal report .../payload_in_flight if some interconnect holds the payload.
    void require_not_in_flight(const Payload& payload, const std::string& where) const;
    /// The flight of a payload, kNoFlight if it is not in this table.
    std::uint32_t find(const Payload& payload) const;
    /// Call it before the payload is passed on: checks that it is alive and unchanged. Fatal
    /// reports .../payload_freed, .../payload_changed.
    Flight& checked(std::uint32_t flight);
    Flight& operator[](std::uint32_t flight) { return flights_[flight]; }
    /// Releases the payload if `open` acquired it. It may be reused from now on.
    void close(std::uint32_t flight);

    std::size_t in_flight() const { return flights_.size() - free_.size(); }

    void payload_destroyed(std::uint32_t flight) override;
    void payload_released(std::uint32_t flight) override;

private:
    std::string where(const Flight& flight) const;

    std::string name_;
    std::deque<Flight> flights_;  ///< never move: b_transport keeps references while it waits
    std::vector<std::uint32_t> free_;
};

}  // namespace flitscope::tl
