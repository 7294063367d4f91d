#pragma once

#include <vector>

#include "rtl_models/router/allocators/separable_switch_allocator.h"

namespace flitscope::rtl {

/// Output-first separable switch allocator (docs/router.md, section 6): every output picks an
/// input, then every input picks one of its VCs that request an output which picked it. One VC
/// arbiter per input: `arbiter_state: shared`.
class SeparableOutputSwitchAllocator final : public SeparableSwitchAllocator {
public:
    using SeparableSwitchAllocator::SeparableSwitchAllocator;

private:
    void make_picks(const std::vector<SwitchRequest>& requests) const override;
};

}  // namespace flitscope::rtl
