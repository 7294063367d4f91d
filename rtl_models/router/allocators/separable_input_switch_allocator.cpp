#include "rtl_models/router/allocators/separable_input_switch_allocator.h"

namespace flitscope::rtl {

void SeparableInputSwitchAllocator::make_picks(const std::vector<SwitchRequest>& requests) const {
    for (const SwitchRequest& request : requests) {
        offer_to_input(request);
    }
    for (const SwitchRequest& request : requests) {
        if (picked_by_input(request)) {
            offer_to_outputs(request);
        }
    }
}

std::unique_ptr<SwitchAllocation> make_separable_input_switch_allocator(
    const AllocatorSetup& setup) {
    return std::make_unique<SeparableInputSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
