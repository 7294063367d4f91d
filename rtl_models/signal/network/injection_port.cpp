#include "rtl_models/signal/network/injection_port.h"

#include "rtl_models/router/contract/message_flit.h"
#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::rtl {

InjectionPort::InjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      InjectionPortPorts(parameters),
      parameters_(parameters.router),
      headers_(parameters.headers),
      payload_(parameters.payload),
      capacity_(parameters.router.buffer_flits),
      vcs_(static_cast<std::size_t>(parameters.vcs)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << credit_gate_.event;
    SC_METHOD(inject);
    dont_initialize();
    sensitive << inject_gate_.event;
}

void InjectionPort::end_of_elaboration() {
    credit_gate_.follow(clk_i);
    credit_gate_.watch(credit_i);
    if (dropped_i) {
        credit_gate_.watch(*dropped_i);
    }
    inject_gate_.follow(clk_i);
}

void InjectionPort::offer(const Message& message, std::uint16_t salt,
                          SharedValue<FlitOperand> operand) {
    queue_.push_back({message, salt, std::move(operand)});
    inject_gate_.wake();
}

void InjectionPort::purge(const Purge& purge) {
    for (Vc& vc : vcs_) {
        if (purge.takes(vc.next)) {
            vc.next = Flit{};
            --taken_;
            inject_gate_.wake();  // the front message may start
        }
    }
    const auto gone = [&](const Queued& queued) {
        return purge.takes(static_cast<std::uint32_t>(queued.message.id));
    };
    const bool new_front = !queue_.empty() && gone(queue_.front());
    queue_.erase(std::remove_if(queue_.begin(), queue_.end(), gone), queue_.end());
    if (new_front && !queue_.empty()) {
        inject_gate_.wake();  // another class or length may start where the last one could not
    }
}

void InjectionPort::append_messages(std::vector<std::uint32_t>& ids) const {
    for (const Vc& vc : vcs_) {
        if (vc.taken()) {
            ids.push_back(vc.next.message);
        }
    }
    for (const Queued& queued : queue_) {
        ids.push_back(static_cast<std::uint32_t>(queued.message.id));
    }
}

void InjectionPort::edge() {
    const VcMask credits = credit_i.read().vcs;
    const VcMask dropped = dropped_i ? dropped_i->read().valid : 0;
    if ((credits | dropped) == 0) {
        return;
    }
    for_each_bit(credits, [this](int v) { --vcs_[static_cast<std::size_t>(v)].outstanding; });
    for_each_bit(dropped, [this](int v) {
        vcs_[static_cast<std::size_t>(v)].outstanding -=
            static_cast<std::int32_t>(dropped_i->read().of[v]);
    });
    if (taken_ > 0 || !queue_.empty()) {
        inject_gate_.wake();
    }
}

bool InjectionPort::can_start(const Vc& vc, std::uint32_t length) const {
    return has_credit(vc) &&
           OutputVcRules(parameters_).grantable(vc.taken(), vc.outstanding, capacity_, length);
}

int InjectionPort::startable_vc(const Message& message) const {
    const VcRange range = vcs_of_class(message.message_class, parameters_.message_classes,
                                       static_cast<int>(vcs_.size()));
    for (int v = range.first; v < range.first + range.count; ++v) {
        if (can_start(vcs_[static_cast<std::size_t>(v)], message.length)) {
            return v;
        }
    }
    return -1;
}

bool InjectionPort::start_front_message() {
    const int v = queue_.empty() ? -1 : startable_vc(queue_.front().message);
    if (v < 0) {
        return false;
    }
    const Queued& front = queue_.front();
    Vc& vc = vcs_[static_cast<std::size_t>(v)];
    vc.message = front.message;
    vc.next = message_flit(front.message, front.salt, 0, headers_);
    vc.next.operand = front.operand;
    vc.next.vc = static_cast<std::uint8_t>(v);
    ++taken_;
    queue_.pop_front();
    return true;
}

/// Round robin over the VCs that have a flit and a credit; -1: none.
int InjectionPort::winner() const {
    const int n = static_cast<int>(vcs_.size());
    for (int i = 0; i < n && taken_ > 0; ++i) {
        const int v = round_robin_ + i < n ? round_robin_ + i : round_robin_ + i - n;
        const Vc& vc = vcs_[static_cast<std::size_t>(v)];
        if (vc.taken() && has_credit(vc)) {
            return v;
        }
    }
    return -1;
}

void InjectionPort::inject() {
    if (inject_gate_.holding()) {
        // The run ends: nothing is injected, and last cycle's flit does not stay on the wire.
        if (flit_o.read().valid()) {
            flit_o.write(Flit{});
        }
        inject_gate_.wake();
        return;
    }
    const bool started = start_front_message();
    const int v = winner();
    if (v < 0) {
        // Nothing to send: idle, or waiting for credits, whose arrival wakes this port.
        if (flit_o.read().valid()) {
            flit_o.write(Flit{});
        }
        if (started && !queue_.empty()) {
            inject_gate_.wake();
        }
        return;
    }
    Vc& vc = vcs_[static_cast<std::size_t>(v)];
    if (payload_ != nullptr) {
        payload_->fill(vc.next);
    }
    flit_o.write(vc.next);
    ++vc.outstanding;
    ++flits_sent_;
    if (vc.next.is_tail()) {
        vc.next = Flit{};
        --taken_;
    } else {
        vc.next = flit_at(vc.next, vc.next.index + 1);
        if (vc.message.header != nullptr) {
            vc.next.header = flit_header(*vc.message.header, headers_, vc.next.index);
        }
    }
    round_robin_ = v + 1 == static_cast<int>(vcs_.size()) ? 0 : v + 1;
    inject_gate_.wake();
}

}  // namespace flitscope::rtl
