#include "rtl_models/signal/queued/output_queue.h"

#include "rtl_models/router/queued_service.h"

namespace flitscope::rtl {

OutputQueue::OutputQueue(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), parameters_(parameters) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
}

void OutputQueue::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch(append_i);
}

void OutputQueue::edge() {
    const Cycle now = gate_.cycle();
    if (serving() && started_ + cycles_ == now) {
        queue_.pop_front();
        cycles_ = 0;
    }
    append();
    if (!serving() && !queue_.empty()) {
        start(now);
    }
    send(now);
    const bool leaves = serving() && started_ + cycles_ == now + 1;
    load_o.write(static_cast<std::uint32_t>(queue_.size()) - (leaves ? 1 : 0));
    busy_ += serving() ? 1 : 0;
    if (serving() || flit_o.read().valid()) {
        gate_.wake();
    }
}

void OutputQueue::append() {
    for (const MessageBatch::Entry& each : append_i.read().messages) {
        ++counters_.heads;
        counters_.heads_blocked += queue_.empty() ? 0 : 1;
        queue_.push_back(each);
        if (parameters_.description->observer != nullptr) {
            parameters_.description->observer->routed(gate_.cycle(), parameters_.router, each.input,
                                                      each.head, parameters_.output, {0, 1});
        }
    }
}

void OutputQueue::start(Cycle now) {
    const Flit& head = queue_.front().head;
    started_ = now;
    cycles_ = service_cycles(*parameters_.description, head.length, head.salt, head.hop,
                             parameters_.cycles_per_flit);
    sent_ = 0;
}

void OutputQueue::send(Cycle now) {
    const std::uint32_t before = sent_;
    Flit flit;
    if (serving()) {
        const MessageBatch::Entry& front = queue_.front();
        const std::uint32_t out = flits_after(now + 1 - started_, front.head.length, cycles_);
        for (; sent_ < out; ++sent_) {
            flit = flit_at(front.head, sent_);
            if (sent_ == 0 && parameters_.book != nullptr) {
                parameters_.book->head_moved(now, flit);
            }
            if (parameters_.description->observer != nullptr) {
                parameters_.description->observer->switch_granted(
                    now, parameters_.router, front.input, flit, parameters_.output, 0);
            }
            ++counters_.flits;
        }
        flit.hop = static_cast<std::uint16_t>(front.head.hop + 1);
    }
    flit_o.write(serving() && sent_ != before ? flit : Flit());
}

ChannelCounters OutputQueue::counters(Cycle edge) const {
    ChannelCounters counters = counters_;
    counters.vc_busy_cycles = {static_cast<std::uint64_t>(edge) - busy_, busy_};
    return counters;
}

}  // namespace flitscope::rtl
