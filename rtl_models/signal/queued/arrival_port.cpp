#include "rtl_models/signal/queued/arrival_port.h"

#include <sstream>
#include <utility>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

ArrivalPort::ArrivalPort(const sc_core::sc_module_name& name, const NetworkDescription& description,
                         topo::NodeId router, std::vector<topo::PortId> ports, MessageBook* book)
    : sc_module(name),
      flit_i("flit_i", ports.size()),
      description_(description),
      router_(router),
      ports_(std::move(ports)),
      book_(book),
      open_(ports_.size()) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
}

void ArrivalPort::edge() {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        if (flit_i[i].read().valid()) {
            take_flits(i, flit_i[i].read());
        }
    }
    MessageBatch own;
    for (const MessageBatch::Entry& each : join_i.read().messages) {
        take_message(each);
        if (each.head.destination == router_) {
            own.messages.push_back(each);
        }
    }
    own_o.write(own);
}

/// All flits from the one after the last that came up to this one.
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

}  // namespace flitscope::rtl
