#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tlm/headers/header_walk.h"
#include "tlm/interconnect/flight_table.h"
#include "tlm/interconnect/message_gate.h"
#include "tlm/interconnect/payload_pool.h"
#include "tlm/interconnect/transaction_rules.h"

namespace flitscope::tl {

/// Transactions with several targets: the messages that carry them, and a separate payload for each
/// target, the *copy*. From the edge at which the network delivers it, a copy is a flight like any
/// other.
class Multicasts {
public:
    /// Keeps the references. Messages have class `message_class`.
    Multicasts(const rtl::NetworkDescription& network, const AddressMap& map,
               const TransactionRules& rules, FlightTable& flights, MessageGate& gate,
               int message_class);

    /// Whether the gate's message belongs to a multicast.
    static bool is_ticket(std::uint32_t ticket) { return (ticket & kTicket) != 0; }

    /// TLM_OK_RESPONSE, and one of the targets' ranges, or the status that the transaction ends
    /// with (docs/tlm.md, "Errors"). The next call of `send` uses its result.
    Status prepare(const Payload& payload, topo::NodeId source, const AddressRange*& range);
    /// Sends the messages of a flight, which should join at `edge`.
    void send(std::uint32_t flight, rtl::Cycle edge);

    /// A message joined its source queue. Returns the flight when all of its messages have,
    /// otherwise kNoFlight.
    std::uint32_t accepted(std::uint32_t ticket);
    /// Opens the flight of a copy that was delivered.
    std::uint32_t open_copy(std::uint32_t ticket, const rtl::Delivery& delivery);
    /// The answer to a copy has arrived; closes its flight. Returns the flight of the initiator,
    /// which has the answer now, if this was the last copy and the initiator waits for it;
    /// otherwise kNoFlight.
    std::uint32_t close_copy(std::uint32_t copy);

private:
    static constexpr std::uint32_t kTicket = std::uint32_t{1} << 31;

    struct Copy {
        const AddressRange* range;   ///< of the target
        Status status;               ///< its answer
        Payload* payload = nullptr;  ///< held until its flight does
    };
    struct Multicast {
        std::uint32_t flight = kNoFlight;
        bool posted = false;
        topo::NodeId source = topo::kNoNode;
        LegTimes request;
        std::vector<rtl::Header> worms;
        std::vector<Copy> copies;  ///< by ascending nodes
        std::size_t not_accepted = 0;
        std::size_t not_answered = 0;
        std::vector<unsigned char> data, enables;  ///< of posted ones
    };

    bool find_receivers(const MessageExtension& extension, topo::NodeId source);
    bool follow(HeaderKind kind, const rtl::Header& worm, topo::NodeId source);
    std::uint32_t flits(const Payload& payload, const rtl::Header& worm) const;
    void make_copies(Multicast& multicast, const Payload& payload);
    static Copy& copy_for(Multicast& multicast, topo::NodeId node);

    const rtl::NetworkDescription& network_;
    const AddressMap& map_;
    const TransactionRules& rules_;
    FlightTable& flights_;
    MessageGate& gate_;
    int message_class_;
    std::vector<HeaderWalk> walks_;        ///< by header routing
    std::vector<topo::NodeId> receivers_;  ///< of the payload looked at last
    std::vector<Copy> prepared_;           ///< ...
    PayloadPool payloads_;
    std::deque<Multicast> multicasts_;  ///< never move: messages point to their headers
    std::vector<std::uint32_t> free_;
};

}  // namespace flitscope::tl
