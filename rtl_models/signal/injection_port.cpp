#include "rtl_models/signal/injection_port.h"

#include <string>

#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::rtl {

InjectionPort::InjectionPort(const sc_core::sc_module_name& name, const RouterContext& context,
                             int vcs)
    : sc_module(name),
      StateUnit(*context.process),
      context_(context),
      capacity_(context.parameters.buffer_flits),
      vcs_(static_cast<std::size_t>(vcs)),
      injection_worker_(*context.sequencer, Phase::injection) {
    SC_METHOD(inject);
    dont_initialize();
    sensitive << injection_worker_.event;
}

void InjectionPort::end_of_elaboration() { credit_in_.attach(credit_i, *this); }

void InjectionPort::offer(const Message& message, std::uint16_t salt) {
    queue_.push_back({message, salt});
    injection_worker_.enlist();
}

void InjectionPort::at_state() {
    credit_in_.poll();
    for (std::uint64_t rest = credit_in_.read().vcs; rest != 0; rest &= rest - 1) {
        --vcs_[static_cast<std::size_t>(__builtin_ctzll(rest))].outstanding;
    }
    if (taken_ > 0 || !queue_.empty()) {
        injection_worker_.enlist();
    }
}

bool InjectionPort::can_start(const Vc& vc, std::uint32_t length) const {
    return has_credit(vc) && OutputVcRules(context_.parameters)
                                 .grantable(vc.taken(), vc.outstanding, capacity_, length);
}

bool InjectionPort::start_front_message() {
    if (queue_.empty()) {
        return false;
    }
    const Queued& front = queue_.front();
    const VcRange range =
        vcs_of_class(front.message.message_class, context_.parameters.message_classes,
                     static_cast<int>(vcs_.size()));
    for (int v = range.first; v < range.first + range.count; ++v) {
        Vc& vc = vcs_[static_cast<std::size_t>(v)];
        if (!can_start(vc, front.message.length)) {
            continue;
        }
        vc.next = Flit{};
        vc.next.message = static_cast<std::uint32_t>(front.message.id);
        vc.next.length = front.message.length;
        vc.next.source = front.message.source;
        vc.next.destination = front.message.destination;
        vc.next.salt = front.salt;
        vc.next.message_class = static_cast<std::uint8_t>(front.message.message_class);
        vc.next.vc = static_cast<std::uint8_t>(v);
        vc.next.kind = flit_kind(0, front.message.length);
        ++taken_;
        queue_.pop_front();
        return true;
    }
    return false;
}

void InjectionPort::inject() {
    if (context_.sequencer->holding()) {
        // The run ends: nothing is injected, and last cycle's flit does not stay on the wire.
        if (flit_o.read().valid()) {
            flit_o.write(Flit{});
        }
        injection_worker_.enlist();
        return;
    }
    const bool started = start_front_message();
    const int n = static_cast<int>(vcs_.size());
    int winner = -1;
    for (int i = 0; i < n && winner < 0 && taken_ > 0; ++i) {
        const int v = round_robin_ + i < n ? round_robin_ + i : round_robin_ + i - n;
        const Vc& vc = vcs_[static_cast<std::size_t>(v)];
        if (vc.taken() && has_credit(vc)) {
            winner = v;
        }
    }
    if (winner < 0) {
        // Nothing to send: idle, or waiting for credits, whose arrival wakes this port.
        if (flit_o.read().valid()) {
            flit_o.write(Flit{});
        }
        if (started && !queue_.empty()) {
            injection_worker_.enlist();
        }
        return;
    }
    Vc& vc = vcs_[static_cast<std::size_t>(winner)];
    flit_o.write(vc.next);
    ++vc.outstanding;
    ++flits_sent_;
    if (vc.next.is_tail()) {
        vc.next = Flit{};
        --taken_;
    } else {
        ++vc.next.index;
        vc.next.kind = flit_kind(vc.next.index, vc.next.length);
    }
    round_robin_ = winner + 1 == n ? 0 : winner + 1;
    injection_worker_.enlist();
}

}  // namespace flitscope::rtl
