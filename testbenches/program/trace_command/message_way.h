#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "rtl_models/router/contract/digest.h"

namespace flitscope::tb {

/// What a message did at one router. Cycles are those of docs/router.md; absent: it did not get so
/// far, or the router does not say (one from outside).
struct RouterVisit {
    topo::NodeId router = 0;
    int input_port = 0;
    int input_vc = 0;
    int output_port = -1;
    int output_vc = -1;
    rtl::Cycle in = 0;  ///< the head is on the input wire, and in the buffer from in + 1 on
    std::optional<rtl::Cycle> routed, vc_granted;
    std::optional<rtl::Cycle> head_granted, tail_granted;  ///< the switch
    std::uint32_t flits_in = 0;
    std::uint32_t flits_out = 0;
    std::uint32_t flits_consumed = 0;
    bool taken_out = false;  ///< of an attempt that a recovery ended; the message was sent again
};

/// The way of one message through a network, router by router.
struct MessageWay {
    std::vector<RouterVisit> visits;      ///< in the order in which the head came
    std::optional<rtl::Cycle> delivered;  ///< edge at which the tail was consumed

    /// Where the last attempt begins; there must be a visit.
    const RouterVisit& start() const;
};

/// What is observed of a message of `length` flits, as a way. The order of events does not matter.
/// `ports`: network ports of its source; what is written at a higher one comes from the node.
MessageWay way_of(std::vector<rtl::Event> events, std::uint32_t length, int ports);

/// Watches one message; sets `delivered` to 1 when its last flit is consumed.
class MessageWatch final : public rtl::EventObserver {
public:
    MessageWatch(rtl::MessageId message, std::atomic<int>& delivered)
        : message_(static_cast<std::uint32_t>(message)), delivered_(delivered) {}

    /// It is generated, with so many flits.
    void generated(std::uint32_t length) { last_ = length - 1; }

    void event(const rtl::Event& event) override;
    const std::vector<rtl::Event>& events() const { return events_; }

private:
    std::uint32_t message_;
    std::uint32_t last_ = 0;
    std::atomic<int>& delivered_;
    std::vector<rtl::Event> events_;
};

}  // namespace flitscope::tb
