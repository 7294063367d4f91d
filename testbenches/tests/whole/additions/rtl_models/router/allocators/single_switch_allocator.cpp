#include "rtl_models/router/allocators/single_switch_allocator.h"

namespace flitscope::rtl {

SingleSwitchAllocator::SingleSwitchAllocator(const AllocatorSetup& setup)
    : vcs_(setup.vcs), arbiter_(setup.arbiters(1, setup.requesters())) {}

void SingleSwitchAllocator::pick(const std::vector<SwitchRequest>& requests,
                                 std::vector<SwitchGrant>& grants) const {
    grants.clear();
    for (const SwitchRequest& request : requests) {
        pick_.offer(*arbiter_, 0, {request.input * vcs_ + request.vc, request.info});
    }
    for (const SwitchRequest& request : requests) {
        if (request.input * vcs_ + request.vc == pick_.of(0)) {
            grants.push_back({request.input, request.vc, request.output[0], 0});
        }
    }
    pick_.clear(0);
}

void SingleSwitchAllocator::update(const std::vector<SwitchGrant>& grants) {
    for (const SwitchGrant& grant : grants) {
        arbiter_->update(0, grant.input * vcs_ + grant.vc);
    }
}

std::unique_ptr<SwitchAllocation> make_single_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<SingleSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
