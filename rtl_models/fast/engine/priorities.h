#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/input_vc.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/router/priority.h"

namespace flitscope::tl {

struct EngineState;

/// Requests to several arbiters, of which one may have requests in several request words.
class WideRequests {
public:
    /// `arbiters`: their numbers are below.
    explicit WideRequests(std::size_t arbiters) : best_(arbiters) {}

    void add(std::uint32_t arbiter, std::uint32_t requester, std::uint16_t priority) {
        best_[arbiter].add(priority);
        requests_.push_back({arbiter, requester, priority});
    }
    /// visit(arbiter, requester) for those that their arbiters see, as they were added. Forgets
    /// all.
    template <typename Visit>
    void take_seen(Visit visit) {
        for (const Request& request : requests_) {
            const auto for_all = [&](const auto& work) {
                for (const Request& other : requests_) {
                    if (other.arbiter == request.arbiter) {
                        work(other.priority);
                    }
                }
            };
            if (best_[request.arbiter].shows(request.priority, for_all)) {
                visit(request.arbiter, request.requester);
            }
        }
        for (const Request& request : requests_) {
            best_[request.arbiter] = {};
        }
        requests_.clear();
    }

private:
    struct Request {
        std::uint32_t arbiter;
        std::uint32_t requester;
        std::uint16_t priority;
    };

    std::vector<rtl::BestPriority> best_;  ///< [arbiter]
    std::vector<Request> requests_;
};

/// The priorities of input VCs (docs/router.md, section 7).
struct Priorities {
    explicit Priorities(const EngineLayout& layout)
        : of_vc(std::size_t{layout.routers} * layout.words * kBits, 0),
          wide(std::max(layout.outputs_per_router, layout.vcs)) {}

    /// Of a request word, by bit.
    const std::uint16_t* of_word(std::uint32_t word) const { return &of_vc[word * kBits]; }
    std::uint16_t of(const InputVc& vc) const { return of_word(vc.word)[vc.bit]; }

    static constexpr std::size_t kBits = 64;  ///< of a word
    LargeArray<std::uint16_t> of_vc;          ///< [word * kBits + bit] of the last head
    WideRequests wide;                        ///< scratch; empty between calls
};

/// The heads that RC worked on in this cycle.
void note_priorities(EngineState& state);

/// Those of `requests`, all of one arbiter, that it sees. `priority_of(bit)`: of a request.
template <typename PriorityOf>
std::uint64_t seen_of(std::uint64_t requests, PriorityOf priority_of) {
    if ((requests & (requests - 1)) == 0) {
        return requests;
    }
    const auto for_requests = [=](const auto& work) {
        for (std::uint64_t left = requests; left != 0; left &= left - 1) {
            work(left & -left, priority_of(__builtin_ctzll(left)));
        }
    };
    rtl::BestPriority best;
    std::uint64_t seen = 0;
    for_requests([&](std::uint64_t request, std::uint16_t priority) {
        const int behind_best = best.add(priority);
        seen = behind_best < 0 ? 0 : seen;
        seen |= behind_best <= 0 ? request : 0;
    });
    if (best.ordered()) {
        return seen;
    }
    seen = 0;
    for_requests([&](std::uint64_t request, std::uint16_t priority) {
        const auto for_all = [&](const auto& work) {
            for_requests([&](std::uint64_t /*request*/, std::uint16_t other) { work(other); });
        };
        seen |= best.shows(priority, for_all) ? request : 0;
    });
    return seen;
}

/// Of the requests in a word of a router's input VCs; `priorities`: of that word.
inline std::uint64_t seen_of(std::uint64_t requests, const std::uint16_t* priorities) {
    return seen_of(requests, [priorities](int bit) { return priorities[bit]; });
}

/// The work of the switch kernel for the routers from `first` up to `last`. Appends to
/// state.grants.
void allocate_by_priority(EngineState& state, std::size_t first, std::size_t last);

}  // namespace flitscope::tl
