#pragma once

#include <vector>

#include "rtl_models/router/allocators/separable_switch_allocator.h"

namespace flitscope::rtl {

/// Input-first separable switch allocator (docs/router.md, section 6): every input picks a VC, then
/// every output picks one of the inputs whose pick requests it.
class SeparableInputSwitchAllocator final : public SeparableSwitchAllocator {
public:
    using SeparableSwitchAllocator::SeparableSwitchAllocator;

private:
    void make_picks(const std::vector<SwitchRequest>& requests) const override;
};

}  // namespace flitscope::rtl
