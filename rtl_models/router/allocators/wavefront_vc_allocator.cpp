#include "rtl_models/router/allocators/wavefront_vc_allocator.h"

#include <algorithm>

namespace flitscope::rtl {

WavefrontVcAllocator::WavefrontVcAllocator(const AllocatorSetup& setup)
    : wavefront_(std::max(setup.requesters(), setup.output_vcs())) {}

void WavefrontVcAllocator::pick(const std::vector<VcRequest>& requests,
                                std::vector<VcRequest>& grants) const {
    grants.clear();
    for (const VcRequest& request : requests) {
        wavefront_.set(request.requester, request.output_vc);
    }
    wavefront_.match(diagonal_, matches_);
    for (const Wavefront::Entry& match : matches_) {
        grants.push_back({match.row, match.column, nullptr});
    }
}

void WavefrontVcAllocator::update(const std::vector<VcRequest>& grants) {
    if (!grants.empty()) {
        diagonal_ = wavefront_.next(diagonal_);
    }
}

std::unique_ptr<VcAllocation> make_wavefront_vc_allocator(const AllocatorSetup& setup) {
    return std::make_unique<WavefrontVcAllocator>(setup);
}

}  // namespace flitscope::rtl
