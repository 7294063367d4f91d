#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// A message from the offer to its delivery.
struct MessageRecord {
    rtl::Message message;
    rtl::Cycle injected = 0;  ///< as in rtl::Delivery
    rtl::Cycle departed = 0;
    rtl::Cycle arrived = 0;
    std::uint32_t next = kNone;  ///< behind it in the source queue
    std::uint16_t salt = 0;
    std::uint16_t local : 15;   ///< of the destination at its router
    std::uint16_t detour : 1;   ///< as RouteQuery::detour
    topo::RouterId router = 0;  ///< of the destination
    // Of multicasts (docs/headers_and_branches.md).
    std::uint32_t served = 0;  ///< entries of the header that are invalid
    std::uint32_t copies = 1;  ///< to be consumed: the last one, and those that are being made
    std::uint32_t error_at = kNone;  ///< input VC at which a protocol error ends it
};

/// Reusable slots, the last one returned first (it is still in the cache).
template <typename T>
class SlotPool {
public:
    std::uint32_t take() {
        if (free_slots_ == 0) {
            grow();
        }
        return free_[--free_slots_];
    }
    void give_back(std::uint32_t slot) { free_[free_slots_++] = slot; }

    T& operator[](std::uint32_t slot) { return slots_[slot]; }
    const T& operator[](std::uint32_t slot) const { return slots_[slot]; }
    std::size_t size() const { return slots_.size(); }  ///< in use or not
    std::size_t in_use() const { return slots_.size() - free_slots_; }

private:
    void grow() {
        const std::size_t old = slots_.size();
        slots_.resize(std::max<std::size_t>(64, 2 * old));
        free_.resize(slots_.size());
        for (std::size_t slot = slots_.size(); slot-- > old;) {
            give_back(static_cast<std::uint32_t>(slot));
        }
    }

    LargeArray<T> slots_;
    std::vector<std::uint32_t> free_;  ///< the first free_slots_ of it
    std::size_t free_slots_ = 0;
};

/// The messages, in order, that have at least one flit to arrive or to leave in one input VC or on
/// the wire to it. Flits are only counted: between a head and its tail a VC carries nothing else,
/// so the position of a flit determines its message.
struct MessageFifo {
    std::uint32_t first = kNone;  ///< entries of MessageFifos
    std::uint32_t last = kNone;
};

/// The entries of all MessageFifos; takes memory only for queued messages.
class MessageFifos {
public:
    /// hops: channels the message has used when it is in this VC; flits: those of it that come
    /// here.
    void push(MessageFifo& fifo, std::uint32_t message, std::uint32_t hops, std::uint32_t flits) {
        const std::uint32_t entry = entries_.take();
        // Whether it is empty is unpredictable; for masks GCC generates no branch.
        const std::uint32_t empty = fifo.first == kNone ? kNone : 0;  // all bits
        entries_[(fifo.last & ~empty) | (entry & empty)].next = entry;
        entries_[entry] = {message, kNone, hops, flits};
        fifo.first &= entry | ~empty;
        fifo.last = entry;
    }
    void pop(MessageFifo& fifo) {
        const std::uint32_t entry = fifo.first;
        fifo.first = entries_[entry].next;
        entries_.give_back(entry);
    }
    /// Removes the first entry of the message. Precondition: there is one.
    void erase(MessageFifo& fifo, std::uint32_t message) {
        if (entries_[fifo.first].message == message) {
            return pop(fifo);
        }
        std::uint32_t before = fifo.first;
        while (entries_[entries_[before].next].message != message) {
            before = entries_[before].next;
        }
        const std::uint32_t entry = entries_[before].next;
        entries_[before].next = entries_[entry].next;
        fifo.last = entry == fifo.last ? before : fifo.last;
        entries_.give_back(entry);
    }
    void fetch_entry(std::uint32_t entry) const { fetch(&entries_[entry]); }
    std::uint32_t message(std::uint32_t entry) const { return entries_[entry].message; }
    std::uint32_t hops(std::uint32_t entry) const { return entries_[entry].hops; }
    /// Those from the flit that leads here to the tail: all of a message, but of multicasts whose
    /// header flits were dropped.
    std::uint32_t flits(std::uint32_t entry) const { return entries_[entry].flits; }
    void drop_leading(std::uint32_t entry) { --entries_[entry].flits; }
    std::uint32_t next(std::uint32_t entry) const { return entries_[entry].next; }

private:
    struct Entry {
        std::uint32_t message = kNone;
        std::uint32_t next = kNone;
        std::uint32_t hops = 0;
        std::uint32_t flits = 0;
    };
    SlotPool<Entry> entries_;
};

}  // namespace flitscope::tl
