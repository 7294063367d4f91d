#include "rtl_models/router/allocators/separable_output_switch_allocator.h"

#include "rtl_models/router/allocators/islip_switch_allocator.h"

namespace flitscope::rtl {

void SeparableOutputSwitchAllocator::make_picks(const std::vector<SwitchRequest>& requests) const {
    for (const SwitchRequest& request : requests) {
        offer_to_outputs(request);
    }
    for (const SwitchRequest& request : requests) {
        if (picked_by(request.output[0], request) || picked_by(request.output[1], request)) {
            offer_to_input(request);
        }
    }
}

std::unique_ptr<SwitchAllocation> make_separable_output_switch_allocator(
    const AllocatorSetup& setup) {
    if (setup.arbiter_state == ArbiterState::per_pair) {
        return std::make_unique<IslipSwitchAllocator>(setup, 1);  // which does just that
    }
    return std::make_unique<SeparableOutputSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
