#include "rtl_models/signal/units/vc_buffer.h"

#include <sstream>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

VcBuffer::VcBuffer(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), Ports(parameters), parameters_(parameters), order_(parameters.used_vcs) {
    front_o.initialize(PerVc<Flit>(parameters.vcs));
    head_o.initialize({0, PerVc<HeadFields>(parameters.vcs)});
    count_o.initialize(PerVc<std::uint32_t>(parameters.vcs));
    clear();
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(return_credit);
    sensitive << pop_i;
}

void VcBuffer::clear() {
    const auto vcs = static_cast<std::size_t>(parameters_.used_vcs);
    tails_held_.assign(vcs, 0);
    order_ = VcOrderChecker(parameters_.used_vcs);
    leads_ = 0;
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

void VcBuffer::edge() {
    if (!rst_ni.read()) {
        clear();
        show();
        return;
    }
    const Flit& flit = flit_i.read();
    const VcMask pops = pop_i.read();
    leads_ &= ~pops;
    leads_ |= drop_i ? pops & drop_i->read() : 0;
    for_each_bit(pops, [this](int v) { pop(v); });
    const bool purging = purge_i && purge_i->read().valid();
    if (purging) {
        order_.forget([this](auto message) { return purge_i->read().takes(message); });
    }
    if (flit.valid() && !(purging && purge_i->read().takes(flit))) {
        push(flit);
    }
    if (purge_i) {
        drop(purge_i->read(), flit);
    }
    show();
}

void VcBuffer::return_credit() { credit_o.write(Credit{pop_i.read()}); }

void VcBuffer::pop(int v) {
    const auto i = static_cast<std::size_t>(v);
    if (i >= fifos_.size() || fifos_[i].empty()) {
        fail("/flitscope/signal/pop_empty", "pop of VC " + std::to_string(v) + ", which is empty");
    }
    tails_held_[i] -= fifos_[i].pop().is_tail() ? 1 : 0;
}

void VcBuffer::push(const Flit& flit) {
    const char* const wrong = order_.check(flit);
    if (wrong != nullptr || !has_room(flit.vc)) {
        std::ostringstream what;
        what << (wrong != nullptr ? wrong : "no credit, VC is full") << ": " << flit;
        fail(wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/buffer_overflow",
             what.str());
    }
    fifos_[flit.vc].push(flit);
    tails_held_[flit.vc] += flit.is_tail() ? 1 : 0;
}

/// Drops the flits of purged messages that are in the FIFOs after the edge.
void VcBuffer::drop(const Purge& purge, const Flit& arriving) {
    DroppedFlits dropped(parameters_.vcs);
    for (int v = 0; purge.valid() && v < static_cast<int>(fifos_.size()); ++v) {
        const auto i = static_cast<std::size_t>(v);
        if (!fifos_[i].empty()) {
            dropped.add(v, fifos_[i].remove_if([&](const Flit& flit) {
                const bool taken = purge.takes(flit);
                tails_held_[i] -= taken && flit.is_tail() ? 1 : 0;
                return taken;
            }));
        }
    }
    if (purge.takes(arriving)) {
        dropped.add(arriving.vc, 1);
    }
    flits_dropped_ += dropped.sum();
    dropped_o->write(dropped);
}

/// Drives the ports from the registers.
void VcBuffer::show() {
    VcMask filled = 0;
    Tails tails;
    Heads heads = head_o.read();
    PerVc<Flit> fronts = front_o.read();
    PerVc<std::uint32_t> counts = count_o.read();
    heads.valid = 0;
    for (int v = 0; v < static_cast<int>(fifos_.size()); ++v) {
        const FlitFifo& fifo = fifos_[static_cast<std::size_t>(v)];
        Flit& front = fronts[v];
        counts[v] = fifo.size();
        tails.held |= tails_held_[static_cast<std::size_t>(v)] != 0 ? vc_bit(v) : 0;
        if (fifo.empty()) {
            continue;
        }
        filled |= vc_bit(v);
        front = fifo.front();
        tails.front |= front.is_tail() ? vc_bit(v) : 0;
        if ((leads_ >> v & 1) != 0) {
            front.kind = front.is_tail() ? FlitKind::head_tail : FlitKind::head;
        }
        if (front.is_head()) {
            heads.valid |= vc_bit(v);
            heads.of[v] = {front.length, front.source,     front.destination,
                           front.salt,   front.hop,        front.message_class,
                           front.detour, front.ahead_port, front.ahead_class};
        }
    }
    filled_o.write(filled);
    front_o.write(fronts);
    head_o.write(heads);
    tail_o.write(tails);
    count_o.write(counts);
}

void VcBuffer::fail(const char* report, const std::string& what) const {
    report_error(report, *this, clk_i, what);
}

}  // namespace flitscope::rtl
