#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/allocators/allocator_setup.h"
#include "rtl_models/router/request_info.h"

namespace flitscope::rtl {

/// An input VC that requests the switch in this cycle.
struct SwitchRequest {
    std::int32_t input = 0;             ///< input port
    std::int32_t vc = 0;                ///< VC of that input port
    std::int32_t output[2] = {-1, -1};  ///< requested outputs, one per branch; -1: none, not equal
    const RequestInfo* info = nullptr;  ///< where the allocator reads it; valid during the call
};

/// One flit copy through the crossbar in this cycle.
struct SwitchGrant {
    std::int32_t input = 0;
    std::int32_t vc = 0;
    std::int32_t output = 0;
    std::int32_t note = 0;  ///< passed from `pick` to `update`; private to the allocator

    friend bool operator==(const SwitchGrant& a, const SwitchGrant& b) {
        return a.input == b.input && a.vc == b.vc && a.output == b.output;
    }
};

/// Switch allocation of one router, docs/router.md, sections 6 and 7; docs/headers_and_branches.md,
/// section 2. One object per router: it holds the arbiters' state.
class SwitchAllocation {
public:
    virtual ~SwitchAllocation() = default;

    /// Computes the grants of a cycle with these requests: replaces `grants` (every output at most
    /// once, every input with at most one VC). Changes no state, so it may be called again. At most
    /// one request per input VC, in any order; the order of the grants has no meaning. Takes time
    /// in proportion to the requests. Ports and VCs out of range are undefined. Not thread-safe.
    virtual void pick(const std::vector<SwitchRequest>& requests,
                      std::vector<SwitchGrant>& grants) const = 0;
    /// The edge that ends the cycle: updates the arbiters whose grants are used. `grants`: as the
    /// last `pick` left them.
    virtual void update(const std::vector<SwitchGrant>& grants) = 0;
    /// Whether `pick` looks at the message of SwitchRequest::info.
    virtual bool reads_info() const { return false; }
    /// Whether it looks at `count` and `credits` of SwitchRequest::info.
    virtual bool reads_occupancy() const { return false; }

    /// A whole cycle.
    void allocate(const std::vector<SwitchRequest>& requests, std::vector<SwitchGrant>& grants) {
        pick(requests, grants);
        update(grants);
    }
};

/// A single request for a single output: every allocator grants it.
inline bool undisputed(const std::vector<SwitchRequest>& requests) {
    return requests.size() == 1 && requests.front().output[0] >= 0 &&
           requests.front().output[1] < 0;
}
inline SwitchGrant granted(const SwitchRequest& request, std::int32_t note) {
    return {request.input, request.vc, request.output[0], note};
}

/// The allocator of a listed kind.
std::unique_ptr<SwitchAllocation> make_switch_allocation(SwitchAllocatorKind kind,
                                                         const AllocatorSetup& setup);

}  // namespace flitscope::rtl
