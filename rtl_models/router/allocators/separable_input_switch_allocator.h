#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/allocators/switch_allocation.h"

namespace flitscope::rtl {

/// Input-first separable switch allocator (docs/router.md, section 6): every input picks a VC, then
/// every output picks one of the inputs whose pick requests it.
class SeparableInputSwitchAllocator final : public SwitchAllocation {
public:
    SeparableInputSwitchAllocator(ArbiterKind arbiter, int inputs, int outputs, int vcs);
    void allocate(const std::vector<SwitchRequest>& requests,
                  std::vector<SwitchGrant>& grants) override;

private:
    ArbiterBank input_arbiters_;             ///< [input] over VCs
    ArbiterBank output_arbiters_;            ///< [output] over inputs
    std::vector<std::int32_t> input_pick_;   ///< [input] VC; -1 between calls
    std::vector<std::int32_t> output_pick_;  ///< [output] input; -1 between calls
};

}  // namespace flitscope::rtl
