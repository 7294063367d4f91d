#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/router/bucket_bits.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Events by edge and id; each id is due at most once. A timing wheel: bucket = edge modulo its
/// size, so the cost of an event does not depend on their number.
class EventWheel {
public:
    /// Ids 0..ids-1 from now on.
    void resize(std::size_t ids) { events_.resize(ids); }

    void schedule(std::uint32_t id, rtl::Cycle edge) {
        const std::size_t b = occupied_.bucket(edge);
        events_[id] = {edge, first_[b]};
        first_[b] = id;
        occupied_.set(b);
        ++waiting_;
    }

    /// visit(id) for all that is due at `edge`, in no particular order.
    template <typename Visit>
    void take(rtl::Cycle edge, Visit visit) {
        const std::size_t b = occupied_.bucket(edge);
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
            occupied_.clear(b);
        }
    }

    /// No event is due before this edge, which is at or after `edge`; kNever: there is none.
    rtl::Cycle next(rtl::Cycle edge) const {
        if (waiting_ == 0) {
            return rtl::kNever;
        }
        return occupied_.next(edge);
    }

    std::size_t waiting() const { return waiting_; }

private:
    static constexpr std::size_t kBuckets = 4096;
    struct Event {
        rtl::Cycle edge = 0;
        std::uint32_t next = kNone;  ///< in the bucket
    };

    std::vector<Event> events_;  ///< [id]
    std::vector<std::uint32_t> first_ = std::vector<std::uint32_t>(kBuckets, kNone);
    rtl::BucketBits occupied_{kBuckets};
    std::size_t waiting_ = 0;
};

}  // namespace flitscope::tl
