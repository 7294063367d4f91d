#include "rtl_models/signal/units/vc_allocator.h"

#include "rtl_models/router/allocators/ejection_first.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/units/requested_vc.h"

namespace flitscope::rtl {

VcAllocator::VcAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      vcs_(parameters.router.virtual_channels),
      allocation_(make_allocation()),
      granted_(grant_o.size(), VcGrants{0, PerVc<std::int32_t>(vcs_)}),
      absorb_granted_(absorb_grant_o.size(), granted_.front()) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(allocate);
    sensitive << moved_;
    sense(sensitive, request_i, state_i);
    sense(sensitive, front_i, priority_i, count_i, outstanding_i, absorb_request_i);
}

std::unique_ptr<VcAllocation> VcAllocator::make_allocation() const {
    auto allocation = make_vc_allocation(parameters_.router, parameters_.ports, parameters_.makers);
    if (!parameters_.headers) {
        return allocation;
    }
    return std::make_unique<EjectionFirst>(std::move(allocation), parameters_.ports.network * vcs_);
}

/// Updates the arbiters, which are an input of allocate().
void VcAllocator::edge() {
    if (!rst_ni.read()) {
        allocation_ = make_allocation();
    } else if (!grants_.empty()) {
        allocation_->update(grants_);
    } else {
        return;
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

VcMask VcAllocator::add_requests(std::size_t p, const HeadRequests& heads, VcMask asking) {
    VcMask added = 0;
    for_each_bit(heads.valid & asking, [&](int v) {
        const int wanted =
            requested_vc(heads.of[v], *this, parameters_.router, parameters_.ports.network);
        if (wanted >= 0) {
            requests_.push_back({static_cast<std::int32_t>(p) * vcs_ + v,
                                 heads.of[v].port * vcs_ + wanted, nullptr});
            added |= vc_bit(v);
        }
    });
    return added;
}

/// Whether the grant is for the branch absorb of its VC.
bool VcAllocator::is_absorb(const VcRequest& grant) const {
    const int input = grant.requester / vcs_;
    return absorb_request_i.size() != 0 && grant.output_vc / vcs_ >= parameters_.ports.network &&
           (absorb_request_i[static_cast<std::size_t>(input)].read().valid >>
                grant.requester % vcs_ &
            1) != 0;
}

void VcAllocator::allocate() {
    requests_.clear();
    grants_.clear();
    for (std::size_t p = 0; p < request_i.size(); ++p) {
        VcMask asking = ~VcMask{0};
        if (absorb_request_i.size() != 0) {
            const HeadRequests& absorbing = absorb_request_i[p].read();
            asking = ~absorbing.valid | add_requests(p, absorbing, asking);
        }
        add_requests(p, request_i[p].read(), asking);
    }
    infos_.add_to(
        requests_, *this, parameters_.router,
        [](const VcRequest& request) { return request.requester; },
        [](const VcRequest& request) { return request.output_vc; });
    if (!requests_.empty()) {
        with_violations_reported(*this, clk_i, [this] { allocation_->pick(requests_, grants_); });
    }
    drive();
}

void VcAllocator::drive() {
    for (VcGrants& each : granted_) {
        each.valid = 0;
    }
    for (VcGrants& each : absorb_granted_) {
        each.valid = 0;
    }
    taken_.assign(taken_o.size(), 0);
    for (const VcRequest& grant : grants_) {
        const auto input = static_cast<std::size_t>(grant.requester / vcs_);
        const int v = grant.requester % vcs_;
        VcGrants& branch = is_absorb(grant) ? absorb_granted_[input] : granted_[input];
        branch.valid |= vc_bit(v);
        branch.vc[v] = grant.output_vc % vcs_;
        taken_[static_cast<std::size_t>(grant.output_vc / vcs_)] |= vc_bit(grant.output_vc % vcs_);
    }
    for (std::size_t p = 0; p < grant_o.size(); ++p) {
        grant_o[p].write(granted_[p]);
    }
    for (std::size_t p = 0; p < absorb_grant_o.size(); ++p) {
        absorb_grant_o[p].write(absorb_granted_[p]);
    }
    for (std::size_t o = 0; o < taken_o.size(); ++o) {
        taken_o[o].write(taken_[o]);
    }
}

}  // namespace flitscope::rtl
