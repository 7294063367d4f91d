#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/allocators/switch_allocation.h"

namespace flitscope::rtl {

/// Output-first separable switch allocator (docs/router.md, section 6): every output picks an
/// input, then every input picks one of its VCs that request an output which picked it.
class SeparableOutputSwitchAllocator final : public SwitchAllocation {
public:
    SeparableOutputSwitchAllocator(ArbiterKind arbiter, int inputs, int outputs, int vcs);
    void allocate(const std::vector<SwitchRequest>& requests,
                  std::vector<SwitchGrant>& grants) override;

private:
    ArbiterBank input_arbiters_;             ///< [input] over VCs
    ArbiterBank output_arbiters_;            ///< [output] over inputs
    std::vector<std::int32_t> input_pick_;   ///< [input] VC; -1 between calls
    std::vector<std::int32_t> output_pick_;  ///< [output] input; -1 between calls
};

}  // namespace flitscope::rtl
