#include <memory>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

namespace {

/// Lets one flit a cycle through the router: one arbiter over all input VCs.
class SingleSwitchAllocator final : public SwitchAllocation {
public:
    explicit SingleSwitchAllocator(const AllocatorSetup& setup)
        : vcs_(setup.vcs), arbiter_(setup.arbiters(1, setup.requesters())) {}

    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override {
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
    void update(const std::vector<SwitchGrant>& grants) override {
        for (const SwitchGrant& grant : grants) {
            arbiter_->update(0, grant.input * vcs_ + grant.vc);
        }
    }
    bool reads_info() const override { return arbiter_->reads_info(); }

private:
    int vcs_;
    std::unique_ptr<ArbiterBank> arbiter_;
    mutable ArbiterPicks pick_{1};
};

}  // namespace

std::unique_ptr<SwitchAllocation> make_single_switch_allocator(const AllocatorSetup& setup) {
    return std::make_unique<SingleSwitchAllocator>(setup);
}

}  // namespace flitscope::rtl
