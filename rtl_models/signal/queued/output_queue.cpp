#include "rtl_models/signal/queued/output_queue.h"

#include "rtl_models/router/queued_service.h"
#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

OutputQueue::OutputQueue(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), parameters_(parameters) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
}

void OutputQueue::edge() {
    elapsed_ += serving() ? 1 : 0;
    if (serving() && elapsed_ == cycles_) {
        queue_.pop_front();
        cycles_ = 0;
    }
    append();
    if (!serving() && !queue_.empty()) {
        start();
    }
    send();
    const bool leaves = serving() && elapsed_ + 1 == cycles_;
    load_o.write(static_cast<std::uint32_t>(queue_.size()) - (leaves ? 1 : 0));
    serving_o.write(serving());
    busy_ += serving() ? 1 : 0;
}

void OutputQueue::append() {
    for (const MessageBatch::Entry& each : append_i.read().messages) {
        ++counters_.heads;
        counters_.heads_blocked += queue_.empty() ? 0 : 1;
        queue_.push_back(each);
        if (parameters_.description->observer != nullptr) {
            parameters_.description->observer->routed(cycle_of(clk_i), parameters_.router,
                                                      each.input, each.head, parameters_.output,
                                                      {0, 1});
        }
    }
}

void OutputQueue::start() {
    const Flit& head = queue_.front().head;
    cycles_ = service_cycles(*parameters_.description, head.length, head.salt, head.hop,
                             parameters_.cycles_per_flit);
    elapsed_ = 0;
    sent_ = 0;
}

void OutputQueue::send() {
    const Cycle now = cycle_of(clk_i);
    const std::uint32_t before = sent_;
    Flit flit;
    if (serving()) {
        const MessageBatch::Entry& front = queue_.front();
        const std::uint32_t out = flits_after(elapsed_ + 1, front.head.length, cycles_);
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
