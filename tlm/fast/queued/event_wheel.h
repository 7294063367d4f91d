#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "tlm/fast/engine_layout.h"

namespace flitscope::tl {

/// At which edge what happens, by id; each id is due once at most. A timing wheel: bucket = edge
/// modulo its size, so an event costs the same however many there are.
class EventWheel {
public:
    /// Ids 0..ids-1 from now on.
    void resize(std::size_t ids) { events_.resize(ids); }

    void schedule(std::uint32_t id, rtl::Cycle edge) {
        const std::size_t b = bucket(edge);
        events_[id] = {edge, first_[b]};
        first_[b] = id;
        occupied_[b / 64] |= std::uint64_t{1} << (b % 64);
        ++waiting_;
    }

    /// visit(id) for all that is due at `edge`, in no particular order.
    template <typename Visit>
    void take(rtl::Cycle edge, Visit visit) {
        const std::size_t b = bucket(edge);
        std::uint32_t* link = &first_[b];
        while (*link != kNone) {
            Event& event = events_[*link];
            if (event.edge != edge) {  // of a later turn
                link = &event.next;
                continue;
            }
            const std::uint32_t id = *link;
            *link = event.next;
            --waiting_;
            visit(id);
        }
        if (first_[b] == kNone) {
            occupied_[b / 64] &= ~(std::uint64_t{1} << (b % 64));
        }
    }

    /// No event is due before this edge, which is at or after `edge`; kNever: there is none.
    rtl::Cycle next(rtl::Cycle edge) const {
        if (waiting_ == 0) {
            return rtl::kNever;
        }
        const std::size_t start = bucket(edge);
        std::size_t word = start / 64;
        std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (start % 64));
        while (bits == 0) {
            word = (word + 1) % occupied_.size();
            bits = occupied_[word];
        }
        const std::size_t found = word * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
        return edge + static_cast<rtl::Cycle>((found - start) & (kBuckets - 1));
    }

    std::size_t waiting() const { return waiting_; }

private:
    static constexpr std::size_t kBuckets = 4096;
    struct Event {
        rtl::Cycle edge = 0;
        std::uint32_t next = kNone;  ///< in the bucket
    };
    static std::size_t bucket(rtl::Cycle edge) {
        return static_cast<std::size_t>(edge) & (kBuckets - 1);
    }

    std::vector<Event> events_;  ///< [id]
    std::vector<std::uint32_t> first_ = std::vector<std::uint32_t>(kBuckets, kNone);
    std::vector<std::uint64_t> occupied_ = std::vector<std::uint64_t>(kBuckets / 64, 0);
    std::size_t waiting_ = 0;
};

}  // namespace flitscope::tl
