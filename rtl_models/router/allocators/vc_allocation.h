#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/allocators/allocator_setup.h"
#include "rtl_models/router/request_info.h"

namespace flitscope::rtl {

/// A head's request for an output VC, or the grant of it.
struct VcRequest {
    std::int32_t requester = 0;         ///< input port * V + VC
    std::int32_t output_vc = 0;         ///< output port * V + VC
    const RequestInfo* info = nullptr;  ///< where the allocator reads it; valid during the call

    friend bool operator==(const VcRequest& a, const VcRequest& b) {
        return a.requester == b.requester && a.output_vc == b.output_vc;
    }
};

/// VC allocation of one router, docs/router.md, sections 5 and 7. One object per router: it holds
/// the arbiters' state.
class VcAllocation {
public:
    virtual ~VcAllocation() = default;

    /// Computes the grants of a cycle with these requests: replaces `grants` by the requests that
    /// win (every output VC at most once). Changes no state, so it may be called again. A requester
    /// requests one output VC, or two different ones (branches of a copy). Requests come in any
    /// order; the order of the grants has no meaning. Takes time in proportion to the requests.
    /// Indices out of range are undefined. Not thread-safe.
    virtual void pick(const std::vector<VcRequest>& requests,
                      std::vector<VcRequest>& grants) const = 0;
    /// The edge that ends the cycle: updates the arbiters; every grant is used. `grants`: as the
    /// last `pick` left them.
    virtual void update(const std::vector<VcRequest>& grants) = 0;
    /// Whether `pick` looks at the message of VcRequest::info.
    virtual bool reads_info() const { return false; }
    /// Whether it looks at `count` and `credits` of VcRequest::info.
    virtual bool reads_occupancy() const { return false; }

    /// A whole cycle.
    void allocate(const std::vector<VcRequest>& requests, std::vector<VcRequest>& grants) {
        pick(requests, grants);
        update(grants);
    }
};

/// The allocator of a listed kind; null for at_switch (at_switch.h).
std::unique_ptr<VcAllocation> make_vc_allocation(VcAllocatorKind kind, const AllocatorSetup& setup);

}  // namespace flitscope::rtl
