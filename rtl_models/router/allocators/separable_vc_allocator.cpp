#include "rtl_models/router/allocators/separable_vc_allocator.h"

#include "rtl_models/router/arbiters/arbiter_pick.h"

namespace flitscope::rtl {

SeparableVcAllocator::SeparableVcAllocator(ArbiterKind arbiter, int requesters, int output_vcs)
    : arbiters_(arbiter, output_vcs, requesters),
      pick_(static_cast<std::size_t>(output_vcs), kNoPick) {}

void SeparableVcAllocator::allocate(const std::vector<VcRequest>& requests,
                                    std::vector<VcRequest>& grants) {
    grants.clear();
    for (const VcRequest& request : requests) {
        offer_pick(arbiters_, pick_, request.output_vc, request.requester);
    }
    for (const VcRequest& request : requests) {
        std::int32_t& pick = pick_[static_cast<std::size_t>(request.output_vc)];
        if (pick == request.requester) {
            update_pick(arbiters_, request.output_vc, request.requester);
            grants.push_back(request);
        }
    }
    for (const VcRequest& request : requests) {
        pick_[static_cast<std::size_t>(request.output_vc)] = kNoPick;
    }
}

}  // namespace flitscope::rtl
