#include "rtl_models/signal/queued/delivery_port.h"

#include <utility>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

DeliveryPort::DeliveryPort(const sc_core::sc_module_name& name,
                           const NetworkDescription& description, topo::NodeId router,
                           std::size_t ports, MessageBook* book, TailCallback tail)
    : sc_module(name),
      flit_i("flit_i", ports),
      description_(description),
      router_(router),
      book_(book),
      tail_(std::move(tail)) {
    SC_METHOD(deliver);
    dont_initialize();
    sensitive << clk_i.neg();
}

void DeliveryPort::deliver() {
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
    for (const MessageBatch::Entry& each : own_i.read().messages) {
        consume(flit_at(each.head, each.head.length - 1));
    }
}

void DeliveryPort::consume(const Flit& tail) {
    const int output = description_.topology->ports(router_);
    flits_consumed_ += tail.length;
    for (std::uint32_t j = 0; j < tail.length && description_.observer != nullptr; ++j) {
        description_.observer->flit_consumed(cycle_of(clk_i) + 1, router_, output,
                                             flit_at(tail, j));
    }
    tail_(tail, output);
}

}  // namespace flitscope::rtl
