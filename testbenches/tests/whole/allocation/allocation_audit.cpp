#include "testbenches/tests/whole/allocation/allocation_audit.h"

#include <sstream>
#include <utility>

#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::tb {

namespace {

namespace reference = rtl::reference;

reference::VcPairs entries(const std::vector<rtl::VcRequest>& list) {
    reference::VcPairs pairs;
    for (const rtl::VcRequest& each : list) {
        pairs.insert({each.requester, each.output_vc});
    }
    return pairs;
}

reference::SwitchRequests entries(const std::vector<rtl::SwitchRequest>& list) {
    reference::SwitchRequests requests;
    for (const rtl::SwitchRequest& each : list) {
        for (const int output : each.output) {
            if (output >= 0) {
                requests[{each.input, each.vc}].insert(output);
            }
        }
    }
    return requests;
}

reference::SwitchGrants entries(const std::vector<rtl::SwitchGrant>& list) {
    reference::SwitchGrants grants;
    for (const rtl::SwitchGrant& each : list) {
        grants.insert({each.input, each.vc, each.output});
    }
    return grants;
}

/// Of requests that have one.
reference::Priorities<int> priorities(const std::vector<rtl::VcRequest>& list) {
    reference::Priorities<int> all;
    for (const rtl::VcRequest& each : list) {
        all[each.requester] = each.info != nullptr ? each.info->priority : 0;
    }
    return all;
}

reference::Priorities<reference::InputVc> priorities(const std::vector<rtl::SwitchRequest>& list) {
    reference::Priorities<reference::InputVc> all;
    for (const rtl::SwitchRequest& each : list) {
        all[{each.input, each.vc}] = each.info != nullptr ? each.info->priority : 0;
    }
    return all;
}

reference::VcPairs allocate(reference::VcAllocator& allocator, const reference::VcPairs& requests,
                            const reference::Priorities<int>& priorities) {
    return allocator.allocate(requests, priorities);
}

reference::SwitchGrants allocate(reference::SwitchAllocator& allocator,
                                 const reference::SwitchRequests& requests,
                                 const reference::Priorities<reference::InputVc>& priorities) {
    return allocator.allocate(
        requests, [](const reference::SwitchGrants& all) { return all; }, priorities);
}

std::string text(const reference::VcPairs& pairs) {
    std::ostringstream out;
    for (const auto& [requester, output_vc] : pairs) {
        out << ' ' << requester << "->" << output_vc;
    }
    return out.str();
}

std::string text(const reference::SwitchGrants& grants) {
    std::ostringstream out;
    for (const auto& [input, vc, output] : grants) {
        out << ' ' << input << '.' << vc << "->" << output;
    }
    return out.str();
}

}  // namespace

/// An allocator and its reference in step.
template <typename Allocation, typename Request, typename Grant, typename Reference>
class AllocationAudit::Listened final : public Allocation {
public:
    Listened(AllocationAudit& audit, std::string name, std::unique_ptr<Allocation> allocation,
             Reference expected)
        : audit_(audit),
          name_(std::move(name)),
          allocation_(std::move(allocation)),
          expected_(std::move(expected)) {}

    void pick(const std::vector<Request>& requests, std::vector<Grant>& grants) const override {
        requests_ = requests;
        priorities_ = priorities(requests);
        allocation_->pick(requests, grants);
    }
    void update(const std::vector<Grant>& grants) override {
        const auto wanted = allocate(expected_, entries(requests_), priorities_);
        if (entries(grants) != wanted && audit_.difference_.empty()) {
            audit_.difference_ = name_ + ", its allocation " + std::to_string(allocations_) +
                                 ": granted" + text(entries(grants)) + ", must be" + text(wanted);
        }
        ++allocations_;
        audit_.count(requests_.size(), grants.size());
        allocation_->update(grants);
    }

private:
    AllocationAudit& audit_;
    std::string name_;
    std::unique_ptr<Allocation> allocation_;
    Reference expected_;
    mutable std::vector<Request> requests_;                            ///< of the last pick
    mutable decltype(priorities(std::vector<Request>())) priorities_;  ///< ...
    std::uint64_t allocations_ = 0;
};

AllocationAudit::AllocationAudit(rtl::ArbiterKind arbiter, rtl::MakeArbiters arbiters) {
    makers_.arbiters = std::move(arbiters);
    makers_.vc_allocation = [this, arbiter](const rtl::AllocatorSetup& setup,
                                            rtl::VcAllocatorKind kind) {
        using Checked =
            Listened<rtl::VcAllocation, rtl::VcRequest, rtl::VcRequest, reference::VcAllocator>;
        return std::make_unique<Checked>(
            *this, std::string("VC allocator ") + rtl::listed(kind).name,
            rtl::make_vc_allocation(kind, setup),
            reference::VcAllocator(kind, arbiter, setup.requesters(), setup.output_vcs()));
    };
    makers_.switch_allocation = [this, arbiter](const rtl::AllocatorSetup& setup,
                                                rtl::SwitchAllocatorKind kind) {
        using Checked = Listened<rtl::SwitchAllocation, rtl::SwitchRequest, rtl::SwitchGrant,
                                 reference::SwitchAllocator>;
        return std::make_unique<Checked>(
            *this, std::string("switch allocator ") + rtl::listed(kind).name,
            rtl::make_switch_allocation(kind, setup),
            reference::SwitchAllocator(kind, arbiter, setup.inputs, setup.outputs, setup.vcs,
                                       setup.iterations, setup.arbiter_state));
    };
}

void AllocationAudit::count(std::size_t requests, std::size_t granted) {
    grants_ += granted;
    contended_ += requests > granted ? 1 : 0;
}

}  // namespace flitscope::tb
