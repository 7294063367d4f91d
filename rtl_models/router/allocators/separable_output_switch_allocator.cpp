#include "rtl_models/router/allocators/separable_output_switch_allocator.h"

#include "rtl_models/router/arbiters/arbiter_pick.h"

namespace flitscope::rtl {

SeparableOutputSwitchAllocator::SeparableOutputSwitchAllocator(ArbiterKind arbiter, int inputs,
                                                               int outputs, int vcs)
    : input_arbiters_(arbiter, inputs, vcs),
      output_arbiters_(arbiter, outputs, inputs),
      input_pick_(static_cast<std::size_t>(inputs), kNoPick),
      output_pick_(static_cast<std::size_t>(outputs), kNoPick) {}

void SeparableOutputSwitchAllocator::allocate(const std::vector<SwitchRequest>& requests,
                                              std::vector<SwitchGrant>& grants) {
    grants.clear();
    for (const SwitchRequest& request : requests) {
        for (const std::int32_t output : request.output) {
            if (output >= 0) {
                offer_pick(output_arbiters_, output_pick_, output, request.input);
            }
        }
    }
    const auto picked = [&](const SwitchRequest& request, std::int32_t output) {
        return output >= 0 && output_pick_[static_cast<std::size_t>(output)] == request.input;
    };
    for (const SwitchRequest& request : requests) {
        if (picked(request, request.output[0]) || picked(request, request.output[1])) {
            offer_pick(input_arbiters_, input_pick_, request.input, request.vc);
        }
    }
    for (const SwitchRequest& request : requests) {
        if (input_pick_[static_cast<std::size_t>(request.input)] != request.vc) {
            continue;
        }
        for (const std::int32_t output : request.output) {
            if (picked(request, output)) {
                update_pick(output_arbiters_, output, request.input);
                grants.push_back({request.input, request.vc, output});
            }
        }
        update_pick(input_arbiters_, request.input, request.vc);
    }
    for (const SwitchRequest& request : requests) {
        clear_picks(request, input_pick_, output_pick_);
    }
}

}  // namespace flitscope::rtl
