#include <memory>
#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

namespace {

/// One arbiter per output VC over all requesters (docs/router.md, section 5). A head requests only
/// one VC, so input-first and output-first are the same.
class SeparableVcAllocator final : public VcAllocation {
public:
    explicit SeparableVcAllocator(const AllocatorSetup& setup)
        : arbiters_(setup.arbiters(setup.output_vcs(), setup.requesters())),
          picks_(setup.output_vcs()) {}

    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override {
        if (requests.size() <= 1) {  // there is no choice
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
    void update(const std::vector<VcRequest>& grants) override {
        for (const VcRequest& grant : grants) {
            arbiters_->update(static_cast<std::size_t>(grant.output_vc), grant.requester);
        }
    }
    bool reads_info() const override { return arbiters_->reads_info(); }
    bool reads_occupancy() const override { return arbiters_->reads_occupancy(); }

private:
    std::unique_ptr<ArbiterBank> arbiters_;  ///< [output VC] over requesters
    mutable ArbiterPicks picks_;             ///< [output VC] requester; empty between calls
};

}  // namespace

std::unique_ptr<VcAllocation> make_separable_vc_allocator(const AllocatorSetup& setup) {
    return std::make_unique<SeparableVcAllocator>(setup);
}

}  // namespace flitscope::rtl
