#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/message_store.h"
#include "rtl_models/fast/queued/event_wheel.h"
#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::tl {

/// A message from the offer to its delivery. It is in one place at a time: about to join, in the
/// queue of a link, or on the link's wire.
struct QueuedMessage {
    rtl::Message message;
    rtl::Cycle injected = 0;  ///< as in rtl::Delivery, as the next
    rtl::Cycle departed = 0;
    std::uint32_t hops = 0;
    std::uint32_t input = 0;     ///< by which it came or comes to the router it is at or goes to
    std::uint32_t next = kNone;  ///< behind it in the queue
    std::uint16_t salt = 0;
};

/// A network output: the FIFO of whole messages and the link that serves it.
struct LinkQueue {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    std::uint32_t count = 0;  ///< the message in service included
    std::uint32_t peer = 0;   ///< input at the other end
    rtl::Cycle started = 0;   ///< of the service
    rtl::Cycle cycles = 0;    ///< that it takes; 0: the link is free
    std::int32_t cycles_per_flit = 1;
    std::int32_t latency = 0;
    // Counts of the finished services:
    std::uint64_t flits = 0;
    std::uint64_t busy = 0;  ///< cycles
    std::uint64_t heads = 0;
    std::uint64_t blocked = 0;
};

/// Inputs and outputs of all routers in one array: those of router r begin at first[r]; network
/// ports come first, then the node's own.
struct QueuedLayout {
    std::vector<std::uint32_t> first;   ///< [router], and the end
    std::vector<std::uint32_t> router;  ///< [input]

    std::uint32_t port(std::uint32_t input) const { return input - first[router[input]]; }
    std::uint32_t local(std::uint32_t r) const { return first[r + 1] - 1; }
};

/// All registers of a network with queued outputs.
struct QueuedState {
    explicit QueuedState(const rtl::NetworkDescription& network);

    rtl::NetworkDescription description;
    QueuedLayout layout;
    std::vector<LinkQueue> links;  ///< [output]; those of nodes' own ports serve nobody
    SlotPool<QueuedMessage> messages;
    EventWheel ends;      ///< of services, by link
    EventWheel arrivals;  ///< of tails, by message; of messages to the own node
    rtl::Cycle edge = 0;
    std::vector<std::uint32_t> arrived;            ///< at this edge, to be appended
    std::vector<std::uint32_t> joining;            ///< at this edge
    std::vector<std::uint32_t> startable;          ///< links that were free and had nothing to do
    rtl::NetworkCounters counters;                 ///< flit_hops are in the links
    std::vector<std::uint64_t> injected, ejected;  ///< [router] flits
};

/// Throws std::logic_error if a queue's length or the number of messages is inconsistent.
void check_state(const QueuedState& state);

}  // namespace flitscope::tl
