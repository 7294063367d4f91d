#include "rtl_models/signal/network/injection_port.h"

#include "rtl_models/router/contract/message_flit.h"
#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::rtl {

InjectionPort::InjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      dropped_i(optional_port<sc_core::sc_in<DroppedFlits>>("dropped_i", parameters.purging)),
      parameters_(parameters),
      capacity_(parameters.router.buffer_flits),
      pointers_(parameters.router, injection_vc_groups(parameters.router)),
      vcs_(static_cast<std::size_t>(parameters.vcs)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(inject);
    dont_initialize();
    sensitive << drive_i.pos();
}

void InjectionPort::offer(const Message& message, std::uint16_t salt,
                          SharedValue<FlitOperand> operand) {
    queue_.push_back({message, salt, std::move(operand)});
}

void InjectionPort::purge(const Purge& purge) {
    for (Vc& vc : vcs_) {
        if (purge.takes(vc.next)) {
            vc.next = Flit{};
            --taken_;
        }
    }
    queue_.erase(
        std::remove_if(queue_.begin(), queue_.end(),
                       [&](const Queued& queued) {
                           return purge.takes(static_cast<std::uint32_t>(queued.message.id));
                       }),
        queue_.end());
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
    for_each_bit(credit_i.read().vcs,
                 [this](int v) { --vcs_[static_cast<std::size_t>(v)].outstanding; });
    if (dropped_i) {
        for_each_bit(dropped_i->read().valid, [this](int v) {
            vcs_[static_cast<std::size_t>(v)].outstanding -=
                static_cast<std::int32_t>(dropped_i->read().of[v]);
        });
    }
}

bool InjectionPort::can_start(const Vc& vc, std::uint32_t length) const {
    return has_credit(vc) && OutputVcRules(parameters_.router)
                                 .grantable(vc.taken(), vc.outstanding, credits(vc), length);
}

int InjectionPort::startable_vc(const Message& message) const {
    if (parameters_.router.injects_one_by_one() && taken_ > 0) {
        return -1;
    }
    const auto vc = [this](int v) -> const Vc& { return vcs_[static_cast<std::size_t>(v)]; };
    VcMask open = 0;
    for_each_bit(injection_vcs(parameters_.router, message.message_class).mask(),
                 [&](int v) { open |= can_start(vc(v), message.length) ? vc_bit(v) : 0; });
    return OutputVcRules(parameters_.router)
        .chosen(
            open, pointers_.passed(), message.length, [&](int v) { return vc(v).outstanding; },
            [&](int v) { return credits(vc(v)); });
}

void InjectionPort::start_front_message() {
    const int v = queue_.empty() ? -1 : startable_vc(queue_.front().message);
    if (v < 0) {
        return;
    }
    const Queued& front = queue_.front();
    pointers_.advance(vc_bit(v));
    Vc& vc = vcs_[static_cast<std::size_t>(v)];
    vc.message = front.message;
    vc.next = message_flit(front.message, front.salt, 0, parameters_.headers);
    vc.next.operand = front.operand;
    if (parameters_.lookahead != nullptr) {
        parameters_.lookahead->mark(vc.next, parameters_.node_router, parameters_.input);
    }
    vc.next.vc = static_cast<std::uint8_t>(v);
    ++taken_;
    queue_.pop_front();
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

void InjectionPort::inject() { flit_o.write(hold_i.read() ? Flit{} : next_flit()); }

/// The flit that is driven for the next edge.
Flit InjectionPort::next_flit() {
    start_front_message();
    const int v = winner();
    if (v < 0) {
        return Flit{};
    }
    Vc& vc = vcs_[static_cast<std::size_t>(v)];
    if (parameters_.payload != nullptr) {
        parameters_.payload->fill(vc.next);
    }
    const Flit flit = vc.next;
    ++vc.outstanding;
    ++flits_sent_;
    if (flit.is_tail()) {
        vc.next = Flit{};
        --taken_;
    } else {
        vc.next = flit_at(flit, flit.index + 1);
        if (vc.message.header != nullptr) {
            vc.next.header = flit_header(*vc.message.header, parameters_.headers, vc.next.index);
        }
    }
    round_robin_ = v + 1 == static_cast<int>(vcs_.size()) ? 0 : v + 1;
    return flit;
}

}  // namespace flitscope::rtl
