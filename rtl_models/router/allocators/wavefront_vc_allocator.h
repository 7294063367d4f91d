#pragma once

#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

/// A wavefront over (requester, output VC), docs/router.md, section 5. Of two branches of one
/// requester at most one is granted its VC in a cycle, because they share a row.
class WavefrontVcAllocator final : public VcAllocation {
public:
    explicit WavefrontVcAllocator(const AllocatorSetup& setup);
    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override;
    void update(const std::vector<VcRequest>& grants) override;

private:
    int diagonal_ = 0;
    mutable Wavefront wavefront_;
    mutable std::vector<Wavefront::Entry> matches_;  ///< scratch of `pick`
};

}  // namespace flitscope::rtl
