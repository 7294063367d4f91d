#include "rtl_models/router/allocators/wavefront_switch_allocator.h"

#include <algorithm>

namespace flitscope::rtl {

WavefrontSwitchAllocator::WavefrontSwitchAllocator(const AllocatorSetup& setup)
    : MatchingSwitchAllocator(setup, setup.arbiter_state),
      wavefront_(std::max(setup.inputs, setup.outputs)) {}

void WavefrontSwitchAllocator::match(const std::vector<SwitchRequest>& requests,
                                     std::vector<SwitchGrant>& grants) const {
    for (const SwitchRequest& request : requests) {
        for (const std::int32_t output : request.output) {
            if (output >= 0) {
                wavefront_.set(request.input, output);
            }
        }
    }
    wavefront_.match(diagonal_, matches_);
    for (const Wavefront::Entry& match : matches_) {
        grants.push_back({match.row, kNoPick, match.column, kMatched});
        mark_matched(match.row, match.column);
    }
}

void WavefrontSwitchAllocator::move(const std::vector<SwitchGrant>& /*grants*/) {
    diagonal_ = wavefront_.next(diagonal_);
}

std::unique_ptr<SwitchAllocation> make_wavefront_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<WavefrontSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
