#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/arbiters/arbiter_picks.h"

namespace flitscope::rtl {

/// Lets one flit a cycle through the router: one arbiter over all input VCs.
class SingleSwitchAllocator final : public SwitchAllocation {
public:
    explicit SingleSwitchAllocator(const AllocatorSetup& setup);
    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override;
    void update(const std::vector<SwitchGrant>& grants) override;
    bool reads_info() const override { return arbiter_->reads_info(); }

private:
    int vcs_;
    std::unique_ptr<ArbiterBank> arbiter_;
    mutable ArbiterPicks pick_{1};
};

std::unique_ptr<SwitchAllocation> make_single_switch_allocator(const AllocatorSetup& setup);

}  // namespace flitscope::rtl
