#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// One arbiter per output VC over all requesters (docs/router.md, section 5). As a head asks for
/// one VC only, input-first and output-first are the same.
class SeparableVcAllocator final : public VcAllocation {
public:
    SeparableVcAllocator(ArbiterKind arbiter, int requesters, int output_vcs);
    void allocate(const std::vector<VcRequest>& requests, std::vector<VcRequest>& grants) override;

private:
    ArbiterBank arbiters_;            ///< [output VC] over requesters
    std::vector<std::int32_t> pick_;  ///< [output VC] requester; -1 between calls
};

}  // namespace flitscope::rtl
