#include <vector>

#include "rtl_models/router/allocators/separable_switch_allocator.h"

namespace flitscope::rtl {

namespace {

/// Input-first separable switch allocator (docs/router.md, section 6): every input picks a VC, then
/// every output picks one of the inputs whose pick requests it.
class SeparableInputSwitchAllocator final : public SeparableSwitchAllocator {
public:
    using SeparableSwitchAllocator::SeparableSwitchAllocator;

private:
    void make_picks(const std::vector<SwitchRequest>& requests) const override {
        for (const SwitchRequest& request : requests) {
            offer_to_input(request);
        }
        for (const SwitchRequest& request : requests) {
            if (picked_by_input(request)) {
                offer_to_outputs(request);
            }
        }
    }
};

}  // namespace

std::unique_ptr<SwitchAllocation> make_separable_input_switch_allocator(
    const AllocatorSetup& setup) {
    return std::make_unique<SeparableInputSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
