#include <vector>

#include "rtl_models/router/allocators/separable_switch_allocator.h"

namespace flitscope::rtl {

namespace {

/// Output-first separable switch allocator (docs/router.md, section 6): every output picks an
/// input, then every input picks one of its VCs that request an output which picked it. One VC
/// arbiter per input: `arbiter_state: shared`.
class SeparableOutputSwitchAllocator final : public SeparableSwitchAllocator {
public:
    using SeparableSwitchAllocator::SeparableSwitchAllocator;

private:
    void make_picks(const std::vector<SwitchRequest>& requests) const override {
        for (const SwitchRequest& request : requests) {
            offer_to_outputs(request);
        }
        for (const SwitchRequest& request : requests) {
            if (picked_by(request.output[0], request) || picked_by(request.output[1], request)) {
                offer_to_input(request);
            }
        }
    }
};

}  // namespace

std::unique_ptr<SwitchAllocation> make_islip_switch_allocator(const AllocatorSetup& setup);

std::unique_ptr<SwitchAllocation> make_separable_output_switch_allocator(
    const AllocatorSetup& setup) {
    if (setup.arbiter_state == ArbiterState::per_pair) {
        AllocatorSetup single = setup;
        single.iterations = 1;
        return make_islip_switch_allocator(single);  // one iteration of it is just that
    }
    return std::make_unique<SeparableOutputSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
