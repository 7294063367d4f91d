#include "rtl_models/router/allocators/wavefront_vc_allocator.h"

#include <algorithm>

namespace flitscope::rtl {

WavefrontVcAllocator::WavefrontVcAllocator(int requesters, int output_vcs)
    : wavefront_(std::max(requesters, output_vcs)) {}

void WavefrontVcAllocator::allocate(const std::vector<VcRequest>& requests,
                                    std::vector<VcRequest>& grants) {
    grants.clear();
    if (requests.empty()) {
        return;
    }
    for (const VcRequest& request : requests) {
        wavefront_.set(request.requester, request.output_vc);
    }
    matches_.clear();
    wavefront_.match(matches_);
    for (const Wavefront::Entry& match : matches_) {
        grants.push_back({match.row, match.column});
    }
}

}  // namespace flitscope::rtl
