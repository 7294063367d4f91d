#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// A head that asks for an output VC, or the grant of it.
struct VcRequest {
    std::int32_t requester = 0;  ///< input port * V + VC
    std::int32_t output_vc = 0;  ///< output port * V + VC

    friend bool operator==(const VcRequest& a, const VcRequest& b) {
        return a.requester == b.requester && a.output_vc == b.output_vc;
    }
};

/// VC allocation of one router, docs/router.md, sections 5 and 7. One object per router: it holds
/// the arbiters' state.
class VcAllocation {
public:
    virtual ~VcAllocation() = default;

    /// One cycle: replaces `grants` by the requests that win (every output VC at most once); every
    /// grant is used. A requester asks for one output VC, or for two different ones (branches of a
    /// copy); requests come in any order; the order of the grants says nothing. Takes time in
    /// proportion to the requests. Indices out of range are undefined.
    virtual void allocate(const std::vector<VcRequest>& requests,
                          std::vector<VcRequest>& grants) = 0;
};

/// requesters = (P + I) * V, output_vcs = (P + E) * V.
std::unique_ptr<VcAllocation> make_vc_allocation(AllocatorKind kind, ArbiterKind arbiter,
                                                 int requesters, int output_vcs);

}  // namespace flitscope::rtl
