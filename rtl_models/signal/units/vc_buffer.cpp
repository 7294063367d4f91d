#include "rtl_models/signal/units/vc_buffer.h"

#include <sstream>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

VcBuffer::VcBuffer(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), Ports(parameters), parameters_(parameters), order_(parameters.used_vcs) {
    SC_METHOD(run);
    dont_initialize();
    sensitive << gate_.event;
}

void VcBuffer::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch_channel(rst_ni.get_interface(), true);
    gate_.watch(flit_i);
    gate_.watch(pop_i);
    gate_.depend_on(pop_i);
    rst_n_in_ = Reader<bool>(rst_ni);
    flit_in_ = Reader<Flit>(flit_i);
    pop_in_ = Reader<VcMask>(pop_i);
    filled_out_ = Writer<VcMask>(filled_o);
    credit_out_ = Writer<Credit>(credit_o);
    front_.bind(front_o, PerVc<Flit>(parameters_.vcs));
    heads_.bind(head_o, {0, PerVc<HeadFields>(parameters_.vcs)});
    tails_.bind(tail_o, {});
    count_.bind(count_o, PerVc<std::uint32_t>(parameters_.vcs));
    if (drop_i) {
        drop_in_ = Reader<VcMask>(*drop_i);
    }
    if (purge_i) {
        gate_.watch(*purge_i);
        purge_in_ = Reader<Purge>(*purge_i);
    }
    clear();
}

void VcBuffer::clear() {
    const auto vcs = static_cast<std::size_t>(parameters_.used_vcs);
    tails_held_.assign(vcs, 0);
    order_ = VcOrderChecker(parameters_.used_vcs);
    filled_ = heads_->valid = leads_ = 0;
    *tails_ = {};
    std::fill(count_->begin(), count_->end(), 0);
    fifos_.clear();
    fifos_.resize(vcs);
    if (parameters_.buffer_flits != kUnbounded) {
        const auto depth = static_cast<std::uint32_t>(parameters_.buffer_flits);
        slots_.resize(vcs * depth);
        for (std::size_t v = 0; v < vcs; ++v) {
            fifos_[v] = FlitFifo(&slots_[v * depth], depth);
        }
    }
}

void VcBuffer::run() {
    gate_.serve([this] { edge(); }, [this] { return_credit(); });
}

void VcBuffer::edge() {
    if (!rst_n_in_.read()) {
        clear();
        heads_.drive();
        tails_.drive();
        gate_.wake();
    } else {
        const VcMask pops = pop_in_.read();
        const Flit& flit = flit_in_.read();
        const bool purged = purge_i != nullptr && (purge_in_.read().valid() || dropped_shown_);
        if (pops == 0 && !flit.valid() && !purged) {
            return;
        }
        if (drop_i) {
            leads_ = (leads_ & ~pops) | (pops & drop_in_.read());
        }
        for_each_bit(pops, [this](int v) { pop(v); });
        if (purged) {
            order_.forget([&](auto message) { return purge_in_.read().takes(message); });
        }
        if (flit.valid() && !(purged && purge_in_.read().takes(flit))) {
            push(flit);
        }
        if (purged) {
            drop(purge_in_.read(), flit);
        }
    }
    filled_out_.write(filled_);
    count_.drive();
}

void VcBuffer::return_credit() { credit_out_.write(Credit{pop_in_.read()}); }

void VcBuffer::pop(int v) {
    const auto i = static_cast<std::size_t>(v);
    if (i >= fifos_.size() || fifos_[i].empty()) {
        fail("/flitscope/signal/pop_empty", "pop of VC " + std::to_string(v) + ", which is empty");
    }
    if (fifos_[i].pop().is_tail()) {
        --tails_held_[i];
    }
    show(v, true);
}

void VcBuffer::push(const Flit& flit) {
    const char* const wrong = order_.check(flit);
    if (wrong != nullptr || fifos_[flit.vc].full()) {
        std::ostringstream what;
        what << (wrong != nullptr ? wrong : "VC is full") << ": " << flit;
        fail(wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/buffer_overflow",
             what.str());
    }
    fifos_[flit.vc].push(flit);
    if (flit.is_tail()) {
        ++tails_held_[flit.vc];
    }
    show(flit.vc, fifos_[flit.vc].size() == 1);
}

/// What is left of the purged messages once the edge is done.
void VcBuffer::drop(const Purge& purge, const Flit& arriving) {
    DroppedFlits dropped(parameters_.vcs);
    if (purge.takes(arriving)) {
        dropped.add(arriving.vc, 1);
    }
    for (int v = 0; purge.valid() && v < static_cast<int>(fifos_.size()); ++v) {
        const auto i = static_cast<std::size_t>(v);
        if (fifos_[i].empty()) {
            continue;
        }
        const std::uint32_t flits = fifos_[i].remove_if([&](const Flit& flit) {
            const bool taken = purge.takes(flit);
            tails_held_[i] -= taken && flit.is_tail() ? 1 : 0;
            return taken;
        });
        if (flits > 0) {
            dropped.add(v, flits);
            show(v, true);
        }
    }
    flits_dropped_ += dropped.sum();
    dropped_shown_ = dropped.valid != 0;
    dropped_o->write(dropped);
    if (dropped_shown_) {
        gate_.wake();  // to take it back
    }
}

namespace {

/// Whether it was another one.
bool set(VcMask& mask, int v, bool on) {
    const VcMask before = mask;
    mask = on ? mask | vc_bit(v) : mask & ~vc_bit(v);
    return mask != before;
}

}  // namespace

/// The VC's registers onto the ports.
void VcBuffer::show(int v, bool new_front) {
    const FlitFifo& fifo = fifos_[static_cast<std::size_t>(v)];
    const bool filled = !fifo.empty();
    (*count_)[v] = fifo.size();
    set(filled_, v, filled);
    bool tails_changed = set(tails_->held, v, tails_held_[static_cast<std::size_t>(v)] != 0);
    tails_changed |= set(tails_->front, v, filled && fifo.front().is_tail());
    if (tails_changed) {
        tails_.drive();
    }
    if (filled && new_front) {
        show_front(v, fifo.front());
    } else if (!filled && set(heads_->valid, v, false)) {
        heads_.drive();
    }
}

namespace {

/// The flit as head of what is left of its message.
Flit leading(Flit flit) {
    flit.kind = flit.is_tail() ? FlitKind::head_tail : FlitKind::head;
    return flit;
}

}  // namespace

void VcBuffer::show_front(int v, const Flit& stored) {
    const bool leads = (leads_ >> v & 1) != 0;
    const Flit& flit = (*front_)[v] = leads ? leading(stored) : stored;
    front_.drive();
    if (flit.is_head()) {
        heads_->of[v] = {flit.length, flit.source, flit.destination,
                         flit.salt,   flit.hop,    flit.message_class};
    }
    if (set(heads_->valid, v, flit.is_head()) || flit.is_head()) {
        heads_.drive();
    }
}

void VcBuffer::fail(const char* report, const std::string& what) const {
    const std::string text =
        std::string(name()) + ": cycle " + std::to_string(gate_.cycle()) + ": " + what;
    SC_REPORT_ERROR(report, text.c_str());
    throw std::logic_error(text);  // should a report handler return
}

}  // namespace flitscope::rtl
