#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

/// One arbiter per output VC over all requesters (docs/router.md, section 5). A head requests only
/// one VC, so input-first and output-first are the same.
class SeparableVcAllocator final : public VcAllocation {
public:
    explicit SeparableVcAllocator(const AllocatorSetup& setup);
    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override;
    void update(const std::vector<VcRequest>& grants) override;
    bool reads_info() const override { return arbiters_->reads_info(); }
    bool reads_occupancy() const override { return arbiters_->reads_occupancy(); }

private:
    std::unique_ptr<ArbiterBank> arbiters_;  ///< [output VC] over requesters
    mutable ArbiterPicks picks_;             ///< [output VC] requester; empty between calls
};

}  // namespace flitscope::rtl
