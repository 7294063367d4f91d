#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"
#include "tlm/headers/header_bits.h"
#include "tlm/interconnect/base_protocol.h"

namespace flitscope::tl {

constexpr rtl::Cycle kNotYet = -1;

/// Edges on the path of one message, a request or a response; kNotYet for edges still to come.
struct LegTimes {
    rtl::Cycle offered = kNotYet;    ///< first edge that saw the call
    rtl::Cycle accepted = kNotYet;   ///< joined the source queue
    rtl::Cycle injected = kNotYet;   ///< head in the injection buffer; known from `delivered` on
    rtl::Cycle delivered = kNotYet;  ///< tail consumed
};

/// An owner of payloads in flight, which must be told when one is destroyed or released.
class PayloadHolder {
public:
    virtual ~PayloadHolder() = default;
    /// The payload of this flight (or its extension) is being destroyed.
    virtual void payload_destroyed(std::uint32_t flight) = 0;
    /// The last reference to it was released.
    virtual void payload_released(std::uint32_t flight) = 0;
};

/// The network's data about a transaction beyond the generic payload.
///
/// The interconnect attaches one to every payload that has none, and leaves it there: initiators
/// and targets read it with `payload.get_extension<MessageExtension>()`. It lives as long as its
/// payload.
class MessageExtension : public ::tlm::tlm_extension<MessageExtension> {
public:
    // Set by the initiator; the rest are answers.
    HeaderKind header = HeaderKind::unicast;  ///< what the worms are: CPR or destination lists
    std::vector<rtl::Header> worms;  ///< of a multicast: one message each, in the order of sending
    bool posted = false;  ///< a multicast is answered as soon as its last message is accepted

    topo::NodeId source = topo::kNoNode;  ///< node of the initiator
    /// Node of the target; of a multicast with many: kNoNode, each copy has its own.
    topo::NodeId destination = topo::kNoNode;
    int traffic_class = 0;  ///< message class of the leg under way
    LegTimes request;
    LegTimes response;
    bool approximate = false;  ///< the times are those of an idle network (loosely timed)

    /// Whether an interconnect holds the payload.
    bool in_flight() const { return holder_ != nullptr; }
    /// Called by a memory manager whose payload lost its last reference.
    void released() {
        if (holder_ != nullptr) {
            holder_->payload_released(flight_);
        }
    }
    /// Resets it to the state of a new one. Not while in flight.
    void clear();

    /// The copy has the same answers and is not in flight.
    ::tlm::tlm_extension_base* clone() const override;
    void copy_from(const ::tlm::tlm_extension_base& other) override;
    void free() override;

private:
    friend class FlightTable;
    PayloadHolder* holder_ = nullptr;
    std::uint32_t flight_ = 0;
};

/// Whether its initiator directs the payload by a header.
inline bool is_multicast(const Payload& payload) {
    const auto* extension = payload.get_extension<MessageExtension>();
    return extension != nullptr && extension->header != HeaderKind::unicast;
}

}  // namespace flitscope::tl
