#include "rtl_models/router/allocators/separable_vc_allocator.h"

namespace flitscope::rtl {

SeparableVcAllocator::SeparableVcAllocator(const AllocatorSetup& setup)
    : arbiters_(setup.arbiters(setup.output_vcs(), setup.requesters())),
      picks_(setup.output_vcs()) {}

void SeparableVcAllocator::pick(const std::vector<VcRequest>& requests,
                                std::vector<VcRequest>& grants) const {
    if (requests.size() <= 1) {  // nobody to choose from
        grants = requests;
        return;
    }
    grants.clear();
    for (const VcRequest& request : requests) {
        picks_.offer(*arbiters_, request.output_vc, {request.requester, request.info});
    }
    for (const VcRequest& request : requests) {
        if (picks_.of(request.output_vc) == request.requester) {
            grants.push_back(request);
        }
    }
    for (const VcRequest& request : requests) {
        picks_.clear(request.output_vc);
    }
}

void SeparableVcAllocator::update(const std::vector<VcRequest>& grants) {
    for (const VcRequest& grant : grants) {
        arbiters_->update(static_cast<std::size_t>(grant.output_vc), grant.requester);
    }
}

std::unique_ptr<VcAllocation> make_separable_vc_allocator(const AllocatorSetup& setup) {
    return std::make_unique<SeparableVcAllocator>(setup);
}

}  // namespace flitscope::rtl
