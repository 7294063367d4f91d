#include "rtl_models/signal/vc_allocator.h"

#include "rtl_models/signal/reported_violation.h"

namespace flitscope::rtl {

VcAllocator::VcAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      vcs_(parameters.router.virtual_channels),
      granted_(request_i.size()),
      taken_(state_i.size()),
      steps_([this] {
          return make_vc_allocation(parameters_.router, parameters_.ports, parameters_.makers);
      }) {
    for (VcGrants& grants : granted_) {
        grants.vc = PerVc<std::int32_t>(vcs_);
    }
    SC_METHOD(run);
    dont_initialize();
    sensitive << steps_.gate().event;
}

void VcAllocator::end_of_elaboration() {
    steps_.bind(clk_i, rst_ni, parameters_.reads_info);
    steps_.gate().depend_on(request_i);
    steps_.gate().depend_on(front_i);
    steps_.gate().depend_on(state_i);
    steps_.gate().depend_on(outstanding_i);
    infos_.bind(front_i, parameters_.router.virtual_channels);
    requests_in_ = readers(request_i);
    states_in_ = readers(state_i);
    grant_out_ = writers(grant_o);
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
    if (outstanding_i.size() != 0 && request.port < parameters_.ports.network &&
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

void VcAllocator::allocate() {
    steps_.requests.clear();
    for (std::size_t p = 0; p < requests_in_.size(); ++p) {
        const HeadRequests& heads = requests_in_[p].read();
        for_each_bit(heads.valid, [&](int v) {
            const int wanted = wanted_vc(heads.of[v]);
            if (wanted >= 0) {
                steps_.requests.push_back({static_cast<std::int32_t>(p) * vcs_ + v,
                                           heads.of[v].port * vcs_ + wanted, nullptr});
            }
        });
    }
    infos_.add_to(steps_.requests, [](const VcRequest& request) { return request.requester; });
    if (!with_violations_reported(*this, steps_.cycle(), [this] { return steps_.pick(); })) {
        return;
    }
    for (const VcRequest& grant : steps_.before()) {
        granted_[static_cast<std::size_t>(grant.requester / vcs_)].valid = 0;
        taken_[static_cast<std::size_t>(grant.output_vc / vcs_)] = 0;
    }
    for (const VcRequest& grant : steps_.grants()) {
        VcGrants& granted = granted_[static_cast<std::size_t>(grant.requester / vcs_)];
        granted.valid |= vc_bit(grant.requester % vcs_);
        granted.vc[grant.requester % vcs_] = grant.output_vc % vcs_;
        taken_[static_cast<std::size_t>(grant.output_vc / vcs_)] |= vc_bit(grant.output_vc % vcs_);
    }
    steps_.for_each_changed([this](const VcRequest& grant) {
        const auto input = static_cast<std::size_t>(grant.requester / vcs_);
        const auto output = static_cast<std::size_t>(grant.output_vc / vcs_);
        grant_out_[input].write(granted_[input]);
        taken_out_[output].write(taken_[output]);
    });
}

}  // namespace flitscope::rtl
