#include "rtl_models/signal/crossbar.h"

#include <algorithm>

namespace flitscope::rtl {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const RouterContext& context)
    : sc_module(name), AllocationUnit(*context.process), context_(context) {}

void Crossbar::connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                       SwitchAllocator& switch_allocator) {
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    switch_allocator_ = &switch_allocator;
}

void Crossbar::at_turn() {
    const bool granted = switch_allocator_->granted_in() == context_.cycle();
    // Wires that were driven last cycle and are not driven again go back to "nothing". Those that
    // are driven again are written once, below.
    for (const SwitchGrant& last : driven_) {
        const auto drives_again = [&](auto same) {
            return granted && std::any_of(switch_allocator_->grants().begin(),
                                          switch_allocator_->grants().end(), same);
        };
        if (!drives_again([&](const SwitchGrant& now) { return now.input == last.input; })) {
            inputs_[static_cast<std::size_t>(last.input)]->clear_credit();
        }
        if (context_.parameters.pipeline < 4 &&
            !drives_again([&](const SwitchGrant& now) { return now.output == last.output; })) {
            outputs_[static_cast<std::size_t>(last.output)]->clear_flit();
        }
    }
    driven_.clear();
    if (granted) {
        for (const SwitchGrant& grant : switch_allocator_->grants()) {
            move(grant);
        }
        driven_ = switch_allocator_->grants();
        enlist();
    }
}

void Crossbar::move(const SwitchGrant& grant) {
    VcBuffer& input = *inputs_[static_cast<std::size_t>(grant.input)];
    OutputUnit& output = *outputs_[static_cast<std::size_t>(grant.output)];
    const InputVc& in = input.vc(grant.vc);
    const int output_vc = in.output_vc;
    Flit flit = input.pop(grant.vc);
    if (context_.book != nullptr && flit.is_head()) {
        context_.book->head_moved(context_.cycle(), flit);
    }
    if (context_.observer != nullptr) {
        const Cycle cycle = context_.cycle();
        context_.observer->switch_granted(cycle, context_.router, grant.input, flit, grant.output,
                                          output_vc);
        context_.observer->credit_sent(cycle, context_.router, grant.input, grant.vc);
    }
    flit.vc = static_cast<std::uint8_t>(output_vc);
    if (!output.ejection()) {
        ++flit.hop;
    }
    ++flits_;
    output.send(flit);
    if (flit.is_tail()) {
        output.release(output_vc);
    }
    if (flit.is_tail() || in.fifo.empty()) {
        switch_allocator_->flit_gone(grant.input, grant.vc);
    } else {
        switch_allocator_->flit_waits(grant.input, grant.vc);
    }
}

}  // namespace flitscope::rtl
