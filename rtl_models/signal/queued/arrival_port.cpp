#include "rtl_models/signal/queued/arrival_port.h"

#include <sstream>
#include <utility>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

ArrivalPort::ArrivalPort(const sc_core::sc_module_name& name, const NetworkDescription& description,
                         topo::NodeId router, std::vector<topo::PortId> ports, MessageBook* book,
                         TailCallback tail)
    : sc_module(name),
      flit_i("flit_i", ports.size()),
      description_(description),
      router_(router),
      ports_(std::move(ports)),
      book_(book),
      tail_(std::move(tail)),
      open_(ports_.size()) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(deliver);
    dont_initialize();
    sensitive << deliver_i.neg();
}

void ArrivalPort::edge() {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        if (flit_i[i].read().valid()) {
            take_flits(i, flit_i[i].read());
        }
    }
    for (const MessageBatch::Entry& each : join_i.read().messages) {
        take_message(each);
    }
}

/// Takes all flits after the last one that came, up to this one.
void ArrivalPort::take_flits(std::size_t input, const Flit& last) {
    Open& open = open_[input];
    if (last.index < open.next || (open.next != 0 && last.message != open.message)) {
        std::ostringstream what;
        what << "input " << ports_[input] << ": flit out of order: " << last;
        report_error("/flitscope/signal/vc_order", *this, clk_i, what.str());
    }
    for (; open.next <= last.index; ++open.next) {
        if (description_.observer != nullptr) {
            description_.observer->flit_written(cycle_of(clk_i), router_, ports_[input],
                                                flit_at(last, open.next));
        }
    }
    open.message = last.message;
    open.next = last.is_tail() ? 0 : open.next;
}

void ArrivalPort::take_message(const MessageBatch::Entry& message) {
    const Cycle edge = cycle_of(clk_i);
    const Flit& head = message.head;
    flits_injected_ += head.length;
    for (std::uint32_t j = 0; j < head.length && description_.observer != nullptr; ++j) {
        description_.observer->flit_written(edge, router_, message.input, flit_at(head, j));
    }
    if (book_ == nullptr) {
        return;
    }
    book_->flit_written(edge, router_, head);
    if (head.destination == router_) {
        const Flit tail = flit_at(head, head.length - 1);
        book_->head_moved(edge, head);
        if (!tail.is_head()) {
            book_->flit_written(edge, router_, tail);
        }
    }
}

void ArrivalPort::deliver() {
    for (const sc_core::sc_in<Flit>& flit : flit_i) {
        const Flit& last = flit.read();
        if (!last.is_tail() || last.destination != router_) {
            continue;
        }
        if (book_ != nullptr) {
            book_->flit_written(cycle_of(clk_i) + 1, router_, last);
        }
        consume(last);
    }
    // The wire still carries what joined at the last edge.
    for (const MessageBatch::Entry& each : join_i.read().messages) {
        if (each.head.destination == router_) {
            consume(flit_at(each.head, each.head.length - 1));
        }
    }
}

void ArrivalPort::consume(const Flit& tail) {
    const int output = description_.topology->ports(router_);
    flits_consumed_ += tail.length;
    for (std::uint32_t j = 0; j < tail.length && description_.observer != nullptr; ++j) {
        description_.observer->flit_consumed(cycle_of(clk_i) + 1, router_, output,
                                             flit_at(tail, j));
    }
    tail_(tail, output);
}

}  // namespace flitscope::rtl
