#include "rtl_models/signal/switch_allocator.h"

#include "rtl_models/signal/crossbar.h"

namespace flitscope::rtl {

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const RouterContext& context,
                                 const std::vector<int>& cycles_per_flit)
    : sc_module(name),
      AllocationUnit(*context.process),
      context_(context),
      allocation_(make_switch_allocation(context.parameters, context.ports, context.makers)),
      waiting_(static_cast<std::size_t>(context.ports.inputs())),
      wants_(waiting_.size() * static_cast<std::size_t>(context.parameters.virtual_channels)),
      outputs_(static_cast<std::size_t>(context.ports.outputs())) {
    for (std::size_t port = 0; port < cycles_per_flit.size(); ++port) {
        outputs_[port].cycles_per_flit = cycles_per_flit[port];
    }
}

int SwitchAllocator::granted_input_plus_one(int output) const {
    if (granted_in_ == context_.cycle()) {
        for (const SwitchGrant& grant : grants_) {
            if (grant.output == output) {
                return grant.input + 1;
            }
        }
    }
    return 0;
}

void SwitchAllocator::at_turn() {
    requests_.clear();
    const Cycle cycle = context_.cycle();
    bool link_busy = false;
    for (std::size_t port = 0; port < waiting_.size(); ++port) {
        for (std::uint64_t rest = waiting_[port]; rest != 0; rest &= rest - 1) {
            const int v = __builtin_ctzll(rest);
            const Want want = wants_[index(static_cast<int>(port), v)];
            const Output& output = outputs_[static_cast<std::size_t>(want.output)];
            if (cycle < output.link_free_from) {
                link_busy = true;
            } else if ((output.credit >> want.vc & 1) != 0) {
                requests_.push_back(
                    {static_cast<std::int32_t>(port), v, {want.output, -1}, nullptr});
            }
        }
    }
    if (!requests_.empty()) {
        allocation_->allocate(requests_, grants_);
        granted_in_ = cycle;
        for (const SwitchGrant& grant : grants_) {
            Output& output = outputs_[static_cast<std::size_t>(grant.output)];
            output.link_free_from = cycle + output.cycles_per_flit;
        }
        crossbar_->traverse();
    }
    if (link_busy || (!requests_.empty() && grants_.size() < requests_.size())) {
        enlist();
    }
}

}  // namespace flitscope::rtl
