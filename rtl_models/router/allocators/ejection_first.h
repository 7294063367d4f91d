#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// VC allocation for heads that may have two branches (docs/headers_and_branches.md, section 2):
/// VCs of ejection outputs are allocated first. A head that requests one takes part in the
/// allocation of network outputs only if it was granted.
class EjectionFirst final : public VcAllocation {
public:
    /// `first_ejection`: number of the first VC of an ejection output.
    EjectionFirst(std::unique_ptr<VcAllocation> allocation, std::int32_t first_ejection)
        : allocation_(std::move(allocation)), first_ejection_(first_ejection) {}

    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override;
    void update(const std::vector<VcRequest>& grants) override { allocation_->update(grants); }
    bool reads_info() const override { return allocation_->reads_info(); }
    bool reads_occupancy() const override { return allocation_->reads_occupancy(); }

private:
    std::unique_ptr<VcAllocation> allocation_;
    std::int32_t first_ejection_;
};

}  // namespace flitscope::rtl
