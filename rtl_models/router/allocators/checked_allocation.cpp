#include "rtl_models/router/allocators/checked_allocation.h"

#include <algorithm>
#include <utility>

#include "rtl_models/router/contract/violation.h"

namespace flitscope::rtl {

namespace {

std::string vc_of_input(int vc, int input) {
    return "VC " + std::to_string(vc) + " of input " + std::to_string(input);
}

/// The caller adds router and cycle.
[[noreturn]] void violation(const std::string& what) { throw UnitViolation(what, 0, "", nullptr); }

class CheckedVcAllocation final : public VcAllocation {
public:
    CheckedVcAllocation(std::string name, std::unique_ptr<VcAllocation> allocation, int vcs)
        : name_(std::move(name)), allocation_(std::move(allocation)), vcs_(vcs) {}

    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override {
        allocation_->pick(requests, grants);
        for (auto grant = grants.begin(); grant != grants.end(); ++grant) {
            if (std::find(requests.begin(), requests.end(), *grant) == requests.end()) {
                fail(*grant, ", which did not ask for it");
            }
            if (std::any_of(grants.begin(), grant, [&](const VcRequest& other) {
                    return other.output_vc == grant->output_vc;
                })) {
                fail(*grant, ", and to another one");
            }
        }
    }
    void update(const std::vector<VcRequest>& grants) override { allocation_->update(grants); }
    bool reads_info() const override { return allocation_->reads_info(); }
    bool reads_occupancy() const override { return allocation_->reads_occupancy(); }

private:
    [[noreturn]] void fail(const VcRequest& grant, const char* why) const {
        violation(name_ + ": grants VC " + std::to_string(grant.output_vc % vcs_) + " of output " +
                  std::to_string(grant.output_vc / vcs_) + " to " +
                  vc_of_input(grant.requester % vcs_, grant.requester / vcs_) + why);
    }

    std::string name_;
    std::unique_ptr<VcAllocation> allocation_;
    int vcs_;
};

class CheckedSwitchAllocation final : public SwitchAllocation {
public:
    CheckedSwitchAllocation(std::string name, std::unique_ptr<SwitchAllocation> allocation)
        : name_(std::move(name)), allocation_(std::move(allocation)) {}

    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override {
        allocation_->pick(requests, grants);
        for (auto grant = grants.begin(); grant != grants.end(); ++grant) {
            if (std::none_of(requests.begin(), requests.end(), [&](const SwitchRequest& request) {
                    return request.input == grant->input && request.vc == grant->vc &&
                           grant->output >= 0 &&
                           (request.output[0] == grant->output ||
                            request.output[1] == grant->output);
                })) {
                fail(*grant, ", which did not ask for it");
            }
            for (auto other = grants.begin(); other != grant; ++other) {
                if (other->output == grant->output) {
                    fail(*grant, ", and to another one");
                }
                if (other->input == grant->input && other->vc != grant->vc) {
                    fail(*grant, ", in addition to another VC of that input");
                }
            }
        }
    }
    void update(const std::vector<SwitchGrant>& grants) override { allocation_->update(grants); }
    bool reads_info() const override { return allocation_->reads_info(); }
    bool reads_occupancy() const override { return allocation_->reads_occupancy(); }

private:
    [[noreturn]] void fail(const SwitchGrant& grant, const char* why) const {
        violation(name_ + ": grants output " + std::to_string(grant.output) + " to " +
                  vc_of_input(grant.vc, grant.input) + why);
    }

    std::string name_;
    std::unique_ptr<SwitchAllocation> allocation_;
};

}  // namespace

std::unique_ptr<VcAllocation> checked(std::string name, std::unique_ptr<VcAllocation> allocation,
                                      int vcs) {
    return std::make_unique<CheckedVcAllocation>(std::move(name), std::move(allocation), vcs);
}

std::unique_ptr<SwitchAllocation> checked(std::string name,
                                          std::unique_ptr<SwitchAllocation> allocation) {
    return std::make_unique<CheckedSwitchAllocation>(std::move(name), std::move(allocation));
}

}  // namespace flitscope::rtl
