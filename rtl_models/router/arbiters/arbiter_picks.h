#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

constexpr std::int32_t kNoPick = -1;

/// The picks of a bank's arbiters, computed request by request: each request may replace the pick
/// so far. The result is the grant over all requests, at a cost in proportion to the requests, not
/// to the arbiters and their sizes.
class ArbiterPicks {
public:
    explicit ArbiterPicks(int count) : picks_(static_cast<std::size_t>(count), {kNoPick}) {}

    /// `candidate` requests from arbiter `which`.
    void offer(const ArbiterBank& arbiters, std::int32_t which, const Candidate& candidate) {
        offer(arbiters, which, which, candidate);
    }
    /// The same if only one of several arbiters is used: its pick is stored as that of `place`.
    void offer(const ArbiterBank& arbiters, std::int32_t which, std::int32_t place,
               const Candidate& candidate) {
        Candidate& pick = picks_[static_cast<std::size_t>(place)];
        const auto arbiter = static_cast<std::size_t>(which);
        if (pick.index != kNoPick && arbiters.hides()) {
            pick = arbiters.choose(arbiter, pick, candidate);
        } else if (pick.index == kNoPick || arbiters.precedes(arbiter, candidate, pick)) {
            pick = candidate;
        }
    }
    /// The requester picked by arbiter `which`, or kNoPick.
    std::int32_t of(std::int32_t which) const {
        return picks_[static_cast<std::size_t>(which)].index;
    }
    void clear(std::int32_t which) { picks_[static_cast<std::size_t>(which)].index = kNoPick; }

private:
    std::vector<Candidate> picks_;
};

}  // namespace flitscope::rtl
