#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/priority.h"

namespace flitscope::rtl {

/// The requests of one arbiter in a cycle, and which of them others hide by their priorities
/// (docs/router.md, section 7, "Priorities"); twin of priority_mask.v. Their order does not matter.
class PriorityMask {
public:
    /// Forgets all requests.
    void clear() {
        requests_.clear();
        best_ = {};
    }
    /// One more request; `candidate` has its information.
    void add(const Candidate& candidate) {
        best_.add(candidate.info->priority);
        requests_.push_back(candidate);
    }
    /// Whether the arbiter sees the request that was added as number `i`.
    bool shows(std::size_t i) const;
    /// What arbiter `which` of `arbiters` picks of the requests that it sees; there is one.
    const Candidate& pick(const ArbiterBank& arbiters, std::size_t which) const;

private:
    std::vector<Candidate> requests_;
    BestPriority best_;
};

/// `arbiters`, which see only the requests of the best priority (docs/router.md, section 7).
std::unique_ptr<ArbiterBank> with_priorities(std::unique_ptr<ArbiterBank> arbiters, int count);

}  // namespace flitscope::rtl
