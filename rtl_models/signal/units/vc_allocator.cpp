#include "rtl_models/signal/units/vc_allocator.h"

#include "rtl_models/router/allocators/ejection_first.h"
#include "rtl_models/signal/watch/reported_violation.h"

namespace flitscope::rtl {

VcAllocator::VcAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      vcs_(parameters.router.virtual_channels),
      granted_(request_i.size()),
      absorb_granted_(absorb_request_i.size()),
      taken_(state_i.size()),
      steps_([this] { return make_allocation(); }) {
    for (VcGrants& grants : granted_) {
        grants.vc = PerVc<std::int32_t>(vcs_);
    }
    for (VcGrants& grants : absorb_granted_) {
        grants.vc = PerVc<std::int32_t>(vcs_);
    }
    SC_METHOD(run);
    dont_initialize();
    sensitive << steps_.gate().event;
}

std::unique_ptr<VcAllocation> VcAllocator::make_allocation() const {
    auto allocation = make_vc_allocation(parameters_.router, parameters_.ports, parameters_.makers);
    if (!parameters_.headers) {
        return allocation;
    }
    return std::make_unique<EjectionFirst>(std::move(allocation), parameters_.ports.network * vcs_);
}

void VcAllocator::end_of_elaboration() {
    steps_.bind(clk_i, rst_ni, parameters_.reads_info || parameters_.reads_occupancy);
    steps_.gate().depend_on(request_i);
    steps_.gate().depend_on(absorb_request_i);
    steps_.gate().depend_on(front_i);
    steps_.gate().depend_on(count_i);
    steps_.gate().depend_on(state_i);
    steps_.gate().depend_on(outstanding_i);
    infos_.bind(*this, parameters_.router);
    requests_in_ = readers(request_i);
    absorb_requests_in_ = readers(absorb_request_i);
    states_in_ = readers(state_i);
    grant_out_ = writers(grant_o);
    absorb_grant_out_ = writers(absorb_grant_o);
    taken_out_ = writers(taken_o);
}

void VcAllocator::run() {
    steps_.gate().serve([this] { steps_.edge(); }, [this] { allocate(); });
}

/// The VC that a head asks for: the lowest free one; -1: none.
int VcAllocator::wanted_vc(const HeadRequest& request) const {
    const auto port = static_cast<std::size_t>(request.port);
    VcMask open = states_in_[port].read().free & request.allowed;
    const int capacity = parameters_.router.buffer_flits;
    if (parameters_.whole_messages() && request.port < parameters_.ports.network &&
        capacity != kUnbounded) {
        const PerVc<std::uint32_t>& outstanding = outstanding_i[port].read();
        for_each_bit(open, [&](int v) {
            if (static_cast<std::uint32_t>(capacity) - outstanding[v] < request.length) {
                open &= ~vc_bit(v);
            }
        });
    }
    return open == 0 ? -1 : __builtin_ctzll(open);
}

VcMask VcAllocator::add_requests(std::size_t p, const HeadRequests& heads, VcMask asking) {
    VcMask added = 0;
    for_each_bit(heads.valid & asking, [&](int v) {
        const int wanted = wanted_vc(heads.of[v]);
        if (wanted >= 0) {
            steps_.requests.push_back({static_cast<std::int32_t>(p) * vcs_ + v,
                                       heads.of[v].port * vcs_ + wanted, nullptr});
            added |= vc_bit(v);
        }
    });
    return added;
}

/// Where a grant is to be written: to which of the branches of its VC.
bool VcAllocator::is_absorb(const VcRequest& grant) const {
    return !absorb_requests_in_.empty() && grant.output_vc / vcs_ >= parameters_.ports.network &&
           (absorb_requests_in_[static_cast<std::size_t>(grant.requester / vcs_)].read().valid >>
                grant.requester % vcs_ &
            1) != 0;
}

void VcAllocator::allocate() {
    steps_.requests.clear();
    for (std::size_t p = 0; p < requests_in_.size(); ++p) {
        VcMask asking = ~VcMask{0};
        if (!absorb_requests_in_.empty()) {
            const HeadRequests& absorbing = absorb_requests_in_[p].read();
            asking = ~absorbing.valid | add_requests(p, absorbing, asking);
        }
        add_requests(p, requests_in_[p].read(), asking);
    }
    infos_.add_to(
        steps_.requests, [](const VcRequest& request) { return request.requester; },
        [](const VcRequest& request) { return request.output_vc; });
    if (!with_violations_reported(*this, steps_.cycle(), [this] { return steps_.pick(); })) {
        return;
    }
    for (const VcRequest& grant : steps_.before()) {
        const auto input = static_cast<std::size_t>(grant.requester / vcs_);
        granted_[input].valid = 0;
        if (!absorb_granted_.empty()) {
            absorb_granted_[input].valid = 0;
        }
        taken_[static_cast<std::size_t>(grant.output_vc / vcs_)] = 0;
    }
    for (const VcRequest& grant : steps_.grants()) {
        const auto input = static_cast<std::size_t>(grant.requester / vcs_);
        VcGrants& granted = is_absorb(grant) ? absorb_granted_[input] : granted_[input];
        granted.valid |= vc_bit(grant.requester % vcs_);
        granted.vc[grant.requester % vcs_] = grant.output_vc % vcs_;
        taken_[static_cast<std::size_t>(grant.output_vc / vcs_)] |= vc_bit(grant.output_vc % vcs_);
    }
    steps_.for_each_changed([this](const VcRequest& grant) {
        const auto input = static_cast<std::size_t>(grant.requester / vcs_);
        const auto output = static_cast<std::size_t>(grant.output_vc / vcs_);
        grant_out_[input].write(granted_[input]);
        if (!absorb_grant_out_.empty()) {
            absorb_grant_out_[input].write(absorb_granted_[input]);
        }
        taken_out_[output].write(taken_[output]);
    });
}

}  // namespace flitscope::rtl
