#include "rtl_models/router/allocators/input_speedup.h"

#include <utility>

namespace flitscope::rtl {

namespace {

class OverCrossbarInputs final : public SwitchAllocation {
public:
    OverCrossbarInputs(std::unique_ptr<SwitchAllocation> allocation, const CrossbarInputs& crossbar)
        : allocation_(std::move(allocation)), crossbar_(crossbar) {}

    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override {
        requests_ = requests;
        for (SwitchRequest& request : requests_) {
            enter(request);
        }
        allocation_->pick(requests_, grants);
        for (SwitchGrant& grant : grants) {
            const int input = grant.input;
            grant.input = crossbar_.port(input);
            grant.vc = crossbar_.vc(input, grant.vc);
        }
    }
    void update(const std::vector<SwitchGrant>& grants) override {
        used_ = grants;
        for (SwitchGrant& grant : used_) {
            enter(grant);
        }
        allocation_->update(used_);
    }
    bool reads_info() const override { return allocation_->reads_info(); }
    bool reads_occupancy() const override { return allocation_->reads_occupancy(); }

private:
    /// From port and VC to crossbar input and index there.
    template <typename Entry>
    void enter(Entry& entry) const {
        entry.input = crossbar_.input(entry.input, entry.vc);
        entry.vc = crossbar_.index(entry.vc);
    }

    std::unique_ptr<SwitchAllocation> allocation_;
    CrossbarInputs crossbar_;
    mutable std::vector<SwitchRequest> requests_;  ///< scratch memory
    std::vector<SwitchGrant> used_;                ///< ...
};

}  // namespace

std::unique_ptr<SwitchAllocation> with_input_speedup(std::unique_ptr<SwitchAllocation> allocation,
                                                     const CrossbarInputs& crossbar) {
    return crossbar.speedup == 1
               ? std::move(allocation)
               : std::make_unique<OverCrossbarInputs>(std::move(allocation), crossbar);
}

}  // namespace flitscope::rtl
