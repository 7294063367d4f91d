#include "rtl_models/signal/units/speculative_switch_allocator.h"

#include "rtl_models/router/allocators/speculative_grants.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/units/requested_vc.h"

namespace flitscope::rtl {

SpeculativeSwitchAllocator::SpeculativeSwitchAllocator(const sc_core::sc_module_name& name,
                                                       const Parameters& parameters)
    : SwitchAllocator(name, parameters),
      allocation_(make_allocation()),
      wanted_(active_i.size() * static_cast<std::size_t>(parameters.router.virtual_channels), 0) {
    sense(sensitive, request_i, vc_grant_i, state_i, open_i);  // of the process of SwitchAllocator
    if (!parameters.reads_occupancy) {
        sense(sensitive, outstanding_i);
    }
}

bool SpeculativeSwitchAllocator::advance() {
    const bool moved = SwitchAllocator::advance();
    if (used_.empty()) {
        return moved;
    }
    allocation_->update(used_);
    return true;
}

/// The heads of input port p that request an output VC, where its link is free.
void SpeculativeSwitchAllocator::add_heads(std::size_t p) {
    const HeadRequests& heads = request_i[p].read();
    const int vcs = parameters_.router.virtual_channels;
    for_each_bit(heads.valid, [&](int v) {
        const std::int32_t port = heads.of[v].port;
        const int wanted =
            requested_vc(heads.of[v], *this, parameters_.router, parameters_.ports.network);
        if (wanted >= 0 && open_i[static_cast<std::size_t>(port)].read()) {
            const auto input = static_cast<std::int32_t>(p);
            heads_.push_back({input, v, {port, -1}, nullptr});
            wanted_[p * static_cast<std::size_t>(vcs) + static_cast<std::size_t>(v)] =
                port * vcs + wanted;
        }
    });
}

void SpeculativeSwitchAllocator::set_mask() {
    mask_.inputs = 0;
    mask_.outputs.assign(ready_i.size(), false);
    const auto add = [&](std::int32_t input, std::int32_t output) {
        mask_.inputs |= InputMask{1} << input;
        mask_.outputs[static_cast<std::size_t>(output)] = true;
    };
    if (parameters_.router.speculation == Speculation::exact) {
        for (const SwitchGrant& grant : grants_) {
            add(grant.input, grant.output);
        }
    } else {
        for (const SwitchRequest& request : requests_) {
            add(request.input, request.output[0]);
        }
    }
}

/// Its head was granted its VC, which has a credit: the link is free.
bool SpeculativeSwitchAllocator::is_usable(const SwitchGrant& grant) const {
    const VcGrants& granted = vc_grant_i[static_cast<std::size_t>(grant.input)].read();
    const VcMask ready = ready_i[static_cast<std::size_t>(grant.output)].read();
    return (granted.valid >> grant.vc & 1) != 0 && (ready >> granted.vc[grant.vc] & 1) != 0;
}

void SpeculativeSwitchAllocator::finish() {
    heads_.clear();
    used_.clear();
    for (std::size_t p = 0; p < request_i.size(); ++p) {
        add_heads(p);
    }
    const int vcs = parameters_.router.virtual_channels;
    infos_.add_to(
        heads_, *this, parameters_.router,
        [vcs](const SwitchRequest& request) { return request.input * vcs + request.vc; },
        [&](const SwitchRequest& request) {
            return wanted_[static_cast<std::size_t>(request.input * vcs + request.vc)];
        });
    if (!heads_.empty()) {
        with_violations_reported(*this, clk_i, [this] { allocation_->pick(heads_, used_); });
    }
    set_mask();
    wasted_.assign(request_i.size(), 0);
    keep_used(
        used_,
        [&](const SwitchGrant& grant) {
            return (mask_.inputs >> grant.input & 1) != 0 ||
                   mask_.outputs[static_cast<std::size_t>(grant.output)];
        },
        [&](const SwitchGrant& grant) { return is_usable(grant); },
        [&](const SwitchGrant& grant) {
            wasted_[static_cast<std::size_t>(grant.input)] = vc_bit(grant.vc);
        });
    crossing_ = grants_;
    crossing_.insert(crossing_.end(), used_.begin(), used_.end());
    drive(crossing_);
    for (std::size_t p = 0; p < wasted_.size(); ++p) {
        wasted_o[p].write(wasted_[p]);
    }
}

}  // namespace flitscope::rtl
