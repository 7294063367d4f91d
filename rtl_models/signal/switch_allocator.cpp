#include "rtl_models/signal/switch_allocator.h"

#include "rtl_models/signal/crossbar.h"

namespace flitscope::rtl {

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const RouterContext& context)
    : sc_module(name),
      context_(context),
      allocation_(make_switch_allocation(
          context.parameters.switch_allocator, context.parameters.arbiter, context.ports.inputs(),
          context.ports.outputs(), context.parameters.virtual_channels)),
      ready_(static_cast<std::size_t>(context.ports.inputs())),
      worker_(*context.sequencer, Phase::switch_allocation) {
    SC_METHOD(allocate);
    dont_initialize();
    sensitive << worker_.event;
}

void SwitchAllocator::connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                              Crossbar& crossbar) {
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    crossbar_ = &crossbar;
}

void SwitchAllocator::allocate() {
    requests_.clear();
    bool link_busy = false;
    for (std::size_t port = 0; port < ready_.size(); ++port) {
        for (std::uint64_t rest = ready_[port]; rest != 0; rest &= rest - 1) {
            const int v = __builtin_ctzll(rest);
            const InputVc& in = inputs_[port]->vc(v);
            const OutputUnit& output = *outputs_[static_cast<std::size_t>(in.output)];
            if (!output.link_free()) {
                link_busy = true;
            } else if (output.has_credit(in.output_vc)) {
                requests_.push_back({static_cast<std::int32_t>(port), v, {in.output, -1}});
            }
        }
    }
    if (!requests_.empty()) {
        allocation_->allocate(requests_, grants_);
        granted_in_ = context_.cycle();
        crossbar_->traverse();
    }
    if (link_busy || (!requests_.empty() && grants_.size() < requests_.size())) {
        worker_.enlist();
    }
}

}  // namespace flitscope::rtl
