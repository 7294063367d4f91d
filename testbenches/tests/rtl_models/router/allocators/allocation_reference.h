#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl::reference {

/// The arbiters and allocators of docs/router.md, sections 5 to 7, and of
/// docs/headers_and_branches.md, section 2, written down sentence by sentence with sets and lists.
/// Slow; for comparison only.

/// The priority of each requester that has one: of an input VC, or a requester of VC allocation.
template <typename Requester>
using Priorities = std::map<Requester, int>;

/// The requests of an arbiter: requesters, and the input VCs for which they ask.
template <typename Requester>
class Asking {
public:
    explicit Asking(const Priorities<Requester>& priorities) : priorities_(priorities) {}
    void insert(int requester, const Requester& vc) { all_.insert({requester, vc}); }
    /// The requesters that the arbiter sees.
    std::set<int> seen() const {
        std::set<int> all;
        std::set<int> seen;
        for (const auto& [requester, vc] : all_) {
            all.insert(requester);
            if (!is_hidden(vc)) {
                seen.insert(requester);
            }
        }
        return seen.empty() ? all : seen;
    }

private:
    bool is_hidden(const Requester& vc) const {
        return std::any_of(all_.begin(), all_.end(), [&](const auto& other) {
            const int after = (priority_of(vc) - priority_of(other.second) + 65536) % 65536;
            return after >= 1 && after <= 32767;
        });
    }
    int priority_of(const Requester& vc) const {
        const auto found = priorities_.find(vc);
        return found == priorities_.end() ? 0 : found->second;
    }

    const Priorities<Requester>& priorities_;
    std::set<std::pair<int, Requester>> all_;
};

class Arbiter {
public:
    Arbiter(ArbiterKind kind, int n);
    int grant(const std::set<int>& requests) const;  ///< -1: nobody requests
    void update(int winner);

private:
    ArbiterKind kind_;
    int n_;
    int pointer_ = 0;
    std::vector<int> order_;  ///< first has priority
};

using InputVc = std::pair<int, int>;  ///< input, vc
/// Outputs that each input VC requests.
using SwitchRequests = std::map<InputVc, std::set<int>>;
using SwitchGrants = std::set<std::tuple<int, int, int>>;  ///< (input, vc, output)

/// Whether the page describes it, so that it is here. Others are refused with
/// std::invalid_argument.
bool specified(ArbiterKind kind);
bool specified(VcAllocatorKind kind);
bool specified(SwitchAllocatorKind kind);

class SwitchAllocator {
public:
    SwitchAllocator(SwitchAllocatorKind kind, ArbiterKind arbiter, int inputs, int outputs, int vcs,
                    int iterations = 1, ArbiterState state = ArbiterState::per_pair);
    /// `used`: of the grants those that get the resource; only these move the arbiters.
    using Used = std::function<SwitchGrants(const SwitchGrants&)>;
    SwitchGrants allocate(
        const SwitchRequests& requests,
        const Used& used = [](const SwitchGrants& all) { return all; },
        const Priorities<InputVc>& priorities = {});

private:
    SwitchGrants matched(const SwitchRequests& requests);
    SwitchGrants separable_input(const SwitchRequests& requests);
    SwitchGrants separable_output(const SwitchRequests& requests);
    SwitchGrants wavefront(const SwitchRequests& requests);
    std::set<std::pair<int, int>> islip_match(const SwitchRequests& requests, int iterations);
    /// A VC of each matched (input, output), picked by its arbiter, and second branches.
    SwitchGrants vcs_of(const std::set<std::pair<int, int>>& matches,
                        const SwitchRequests& requests,
                        const std::function<Arbiter&(int input, int output)>& arbiter_of);
    SwitchGrants vcs_of_pairs(const std::set<std::pair<int, int>>& matches,
                              const SwitchRequests& requests);

    /// An arbiter that moves if the pair of this input and output is used.
    struct Move {
        int input;
        int output;
        Arbiter* arbiter;
        int winner;
    };

    SwitchAllocatorKind kind_;
    int inputs_;
    int outputs_;
    int vcs_;
    int iterations_;
    ArbiterState state_;
    int diagonal_ = 0;
    Priorities<InputVc> priorities_;
    std::vector<Move> moves_;
    std::vector<Arbiter> input_arbiters_;                   ///< over VCs
    std::vector<Arbiter> output_arbiters_;                  ///< over inputs
    std::vector<Arbiter> accept_arbiters_;                  ///< of inputs, over outputs
    std::map<std::pair<int, int>, Arbiter> pair_arbiters_;  ///< of (input, output), over VCs
};

using VcPairs = std::set<std::pair<int, int>>;  ///< (requester, output VC)

class VcAllocator {
public:
    VcAllocator(VcAllocatorKind kind, ArbiterKind arbiter, int requesters, int output_vcs);
    VcPairs allocate(const VcPairs& requests, const Priorities<int>& priorities = {});

private:
    VcAllocatorKind kind_;
    int requesters_;
    int output_vcs_;
    int diagonal_ = 0;
    std::vector<Arbiter> arbiters_;
};

/// The entries that a wavefront of this side grants; moves `diagonal` on.
VcPairs wavefront_match(const VcPairs& entries, int side, int& diagonal);

}  // namespace flitscope::rtl::reference
