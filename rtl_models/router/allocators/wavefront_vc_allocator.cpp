#include <algorithm>
#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

namespace {

/// A wavefront over (requester, output VC), docs/router.md, section 5. Of two branches of one
/// requester at most one is granted its VC in a cycle, because they share a row.
class WavefrontVcAllocator final : public VcAllocation {
public:
    explicit WavefrontVcAllocator(const AllocatorSetup& setup)
        : wavefront_(std::max(setup.requesters(), setup.output_vcs())) {}

    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override {
        grants.clear();
        for (const VcRequest& request : requests) {
            wavefront_.set(request.requester, request.output_vc);
        }
        wavefront_.match(diagonal_, matches_);
        for (const Wavefront::Entry& match : matches_) {
            grants.push_back({match.row, match.column, nullptr});
        }
    }
    void update(const std::vector<VcRequest>& grants) override {
        if (!grants.empty()) {
            diagonal_ = wavefront_.next(diagonal_);
        }
    }

private:
    int diagonal_ = 0;
    mutable Wavefront wavefront_;
    mutable std::vector<Wavefront::Entry> matches_;  ///< scratch of `pick`
};

}  // namespace

std::unique_ptr<VcAllocation> make_wavefront_vc_allocator(const AllocatorSetup& setup) {
    return std::make_unique<WavefrontVcAllocator>(setup);
}

}  // namespace flitscope::rtl
