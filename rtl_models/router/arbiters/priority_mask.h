#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

/// The requests of one arbiter in a cycle, and which of them others hide by their priorities
/// (docs/router.md, section 7, "Priorities"); twin of priority_mask.v. Their order does not matter.
class PriorityMask {
public:
    /// Forgets all requests.
    void clear() {
        requests_.clear();
        hidden_ = 0;
    }
    /// One more request; `candidate` has its information.
    void add(const Candidate& candidate);
    /// Whether the arbiter sees the request that was added as number `i`.
    bool shows(std::size_t i) const { return hidden_ == requests_.size() || !requests_[i].hidden; }
    /// What arbiter `which` of `arbiters` picks of the requests that it sees; there is one.
    const Candidate& pick(const ArbiterBank& arbiters, std::size_t which) const;

private:
    struct Request {
        Candidate candidate;
        bool hidden;
    };
    void hide(Request& request);

    std::vector<Request> requests_;
    std::size_t hidden_ = 0;  ///< of them
};

/// `arbiters`, which see only the requests of the best priority (docs/router.md, section 7).
std::unique_ptr<ArbiterBank> with_priorities(std::unique_ptr<ArbiterBank> arbiters, int count);

}  // namespace flitscope::rtl
