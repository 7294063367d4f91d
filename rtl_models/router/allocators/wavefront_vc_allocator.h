#pragma once

#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

/// A wavefront over (requester, output VC), docs/router.md, section 5. Of two branches of one
/// requester at most one gets its VC in a cycle, as they share a row.
class WavefrontVcAllocator final : public VcAllocation {
public:
    WavefrontVcAllocator(int requesters, int output_vcs);
    void allocate(const std::vector<VcRequest>& requests, std::vector<VcRequest>& grants) override;

    int diagonal() const { return wavefront_.diagonal(); }

private:
    Wavefront wavefront_;
    std::vector<Wavefront::Entry> matches_;
};

}  // namespace flitscope::rtl
