#include "rtl_models/signal/vc_allocator.h"

#include <algorithm>

#include "rtl_models/signal/switch_allocator.h"

namespace flitscope::rtl {

VcAllocator::VcAllocator(const sc_core::sc_module_name& name, const RouterContext& context)
    : sc_module(name),
      AllocationUnit(*context.process),
      context_(context),
      vcs_(context.parameters.virtual_channels),
      credits_free_vcs_(context.whole_messages() ||
                        context.parameters.vc_reuse == VcReuse::buffer_empty),
      allocation_(make_vc_allocation(context.parameters, context.ports, context.makers)),
      counts_(static_cast<std::size_t>(context.ports.network)) {}

void VcAllocator::connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                          SwitchAllocator& switch_allocator) {
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    switch_allocator_ = &switch_allocator;
}

int VcAllocator::requested_vc(const InputVc& in) const {
    const OutputUnit& output = *outputs_[static_cast<std::size_t>(in.output)];
    for (int v = in.wanted.first; v < in.wanted.first + in.wanted.count; ++v) {
        if (output.grantable(v, in.fifo.front().length)) {
            return v;
        }
    }
    return -1;
}

void VcAllocator::at_turn() {
    requests_.clear();
    for (const Head& head : waiting_) {
        const InputVc& in = inputs_[static_cast<std::size_t>(head.port)]->vc(head.vc);
        const int v = requested_vc(in);
        if (v >= 0) {
            requests_.push_back({head.port * vcs_ + head.vc, in.output * vcs_ + v, nullptr});
        }
    }
    if (!requests_.empty()) {
        allocation_->allocate(requests_, grants_);
        for (const VcRequest& granted : grants_) {
            grant(granted);
        }
        // A loser may find another VC next cycle; a head that found none is woken by a release.
        if (grants_.size() < requests_.size()) {
            enlist();
        }
    }
    std::size_t kept = 0;
    for (Head head : waiting_) {
        const InputVc& in = inputs_[static_cast<std::size_t>(head.port)]->vc(head.vc);
        const bool still_waiting = in.stage == VcStage::routed;
        if (head.first && in.output < context_.ports.network) {
            Counts& counts = counts_[static_cast<std::size_t>(in.output)];
            ++counts.heads;
            counts.blocked += still_waiting ? 1 : 0;
        }
        if (still_waiting) {
            head.first = false;
            waiting_[kept++] = head;
        }
    }
    waiting_.resize(kept);
}

void VcAllocator::grant(const VcRequest& granted) {
    const int port = granted.requester / vcs_;
    const int vc = granted.requester % vcs_;
    const int output = granted.output_vc / vcs_;
    InputVc& in = inputs_[static_cast<std::size_t>(port)]->vc(vc);
    in.stage = VcStage::active;
    in.output_vc = static_cast<std::int16_t>(granted.output_vc % vcs_);
    outputs_[static_cast<std::size_t>(output)]->hold(in.output_vc);
    if (context_.observer != nullptr) {
        context_.observer->vc_granted(context_.cycle(), context_.router, port, in.fifo.front(),
                                      output, in.output_vc);
    }
    switch_allocator_->vc_granted(port, vc, output, in.output_vc);
}

}  // namespace flitscope::rtl
