#include "rtl_models/signal/output_unit.h"

#include <string>

#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_allocator.h"

namespace flitscope::rtl {

OutputUnit::OutputUnit(const sc_core::sc_module_name& name, const RouterContext& context, int port,
                       int vcs)
    : sc_module(name),
      StateUnit(*context.process),
      context_(context),
      port_(port),
      endless_(port >= context.ports.network || context.parameters.buffer_flits == kUnbounded),
      registered_(context.parameters.pipeline == 4),
      rules_(context.parameters),
      capacity_(context.parameters.buffer_flits),
      vcs_(static_cast<std::size_t>(vcs)),
      busy_(vcs) {
    if (!ejection()) {
        credit_i = std::make_unique<sc_core::sc_in<Credit>>("credit_i");
    }
}

void OutputUnit::connect(VcAllocator& vc_allocator, SwitchAllocator& switch_allocator) {
    vc_allocator_ = &vc_allocator;
    switch_allocator_ = &switch_allocator;
}

void OutputUnit::end_of_elaboration() {
    if (credit_i) {
        credit_in_.attach(*credit_i, *this);
    }
}

void OutputUnit::at_state() {
    if (credit_i && credit_in_.read().valid()) {
        credit_in_.poll();
        for (std::uint64_t rest = credit_in_.read().vcs; rest != 0; rest &= rest - 1) {
            const int v = __builtin_ctzll(rest);
            if (v >= vcs() || vcs_[static_cast<std::size_t>(v)].outstanding == 0) {
                const std::string what = std::string(name()) + ": cycle " +
                                         std::to_string(context_.cycle()) + ": credit for VC " +
                                         std::to_string(v) + ", which has none outstanding";
                SC_REPORT_ERROR("/flitscope/signal/credit_overflow", what.c_str());
            }
            --vcs_[static_cast<std::size_t>(v)].outstanding;
            switch_allocator_->credit_there(port_, v);
        }
        vc_allocator_->credit_returned();
    }
    if (registered_) {
        if (traversal_.valid()) {
            flit_o.write(traversal_);
            traversal_ = Flit{};
            enlist();
        } else if (flit_o.read().valid()) {
            flit_o.write(Flit{});
        }
    }
}

bool OutputUnit::grantable(int v, std::uint32_t length) const {
    const Vc& vc = vcs_[static_cast<std::size_t>(v)];
    return rules_.grantable(vc.held, vc.outstanding, endless_ ? kUnbounded : capacity_, length);
}

int OutputUnit::load(VcRange range) const {
    int sum = 0;
    for (int v = range.first; v < range.first + range.count; ++v) {
        const Vc& vc = vcs_[static_cast<std::size_t>(v)];
        sum += vc.outstanding + (vc.held && vc.held_from <= context_.cycle() ? 1 : 0);
    }
    return sum;
}

void OutputUnit::hold(int v) {
    Vc& vc = vcs_[static_cast<std::size_t>(v)];
    vc.held = true;
    vc.held_from = context_.cycle() + 1;
    busy_.change(vc.held_from, 1);
}

void OutputUnit::release(int v) {
    vcs_[static_cast<std::size_t>(v)].held = false;
    busy_.change(context_.cycle() + 1, -1);
    vc_allocator_->output_vc_released();
}

void OutputUnit::send(const Flit& flit) {
    ++flits_sent_;
    if (!ejection()) {
        ++vcs_[flit.vc].outstanding;
        if (!has_credit(flit.vc)) {
            switch_allocator_->credit_gone(port_, flit.vc);
        }
    }
    if (registered_) {
        traversal_ = flit;
        enlist();
    } else {
        flit_o.write(flit);
    }
}

}  // namespace flitscope::rtl
