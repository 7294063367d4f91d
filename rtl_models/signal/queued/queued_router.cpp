#include "rtl_models/signal/queued/queued_router.h"

#include <algorithm>
#include <sstream>

namespace flitscope::rtl {

namespace {

std::vector<topo::PortId> connected_ports(const topo::Topology& topology, topo::NodeId node) {
    std::vector<topo::PortId> ports;
    for (topo::PortId port = 0; port < topology.ports(node); ++port) {
        if (topology.peer(node, port).connected()) {
            ports.push_back(port);
        }
    }
    return ports;
}

}  // namespace

QueuedRouter::QueuedRouter(const sc_core::sc_module_name& name,
                           const NetworkDescription& description, topo::NodeId router,
                           MessageBook* book, TailCallback tail)
    : sc_module(name),
      flit_i("flit_i", connected_ports(*description.topology, router).size()),
      flit_o("flit_o", flit_i.size()),
      description_(description),
      router_(router),
      network_ports_(description.topology->ports(router)),
      book_(book),
      tail_(std::move(tail)),
      connected_(connected_ports(*description.topology, router)),
      route_unit_(std::make_unique<QueueRouteUnit>("route_unit", description, router, connected_)),
      open_(connected_.size()) {
    route_unit_->join_i(join_i);
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        const topo::PortId port = connected_[i];
        const std::string queue_name = "output_" + std::to_string(port);
        OutputQueue::Parameters parameters;
        parameters.description = &description_;
        parameters.router = router;
        parameters.output = port;
        parameters.cycles_per_flit =
            description.links
                .at(static_cast<std::size_t>(description.topology->link_class(router, port)))
                .cycles_per_flit;
        parameters.book = book;
        nets_.push_back(std::make_unique<Nets>(queue_name));
        queues_.push_back(std::make_unique<OutputQueue>(queue_name.c_str(), parameters));
        OutputQueue& queue = *queues_.back();
        queue.clk_i(clk_i);
        queue.append_i(nets_.back()->append);
        queue.load_o(nets_.back()->load);
        queue.flit_o(flit_o[i]);
        route_unit_->flit_i[i](flit_i[i]);
        route_unit_->load_i[i](nets_.back()->load);
        route_unit_->append_o[i](nets_.back()->append);
    }
    SC_METHOD(arrive);
    dont_initialize();
    sensitive << arrive_gate_.event;
    SC_METHOD(deliver);
    dont_initialize();
    sensitive << deliver_gate_.event;
}

int QueuedRouter::index_of(topo::PortId port) const {
    const auto found = std::lower_bound(connected_.begin(), connected_.end(), port);
    return found == connected_.end() || *found != port
               ? -1
               : static_cast<int>(found - connected_.begin());
}

void QueuedRouter::end_of_elaboration() {
    arrive_gate_.follow(clk_i);
    deliver_gate_.follow(clk_i);
    arrive_gate_.watch(join_i);
    for (sc_core::sc_in<Flit>& flit : flit_i) {
        arrive_gate_.watch(flit);
        deliver_gate_.watch(flit);
    }
}

void QueuedRouter::arrive() {
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        const Flit& last = flit_i[i].read();
        if (last.valid()) {
            take_flits(i, last);
        }
    }
    for (const MessageBatch::Entry& each : join_i.read().messages) {
        take_message(each.head, each.input);
    }
}

/// All flits from the one after the last that came up to this one.
void QueuedRouter::take_flits(std::size_t input, const Flit& last) {
    Open& open = open_[input];
    if (last.index < open.next || (open.next != 0 && last.message != open.message)) {
        std::ostringstream what;
        what << name() << ": cycle " << arrive_gate_.cycle() << ": input " << connected_[input]
             << ": flit out of order: " << last;
        SC_REPORT_ERROR("/flitscope/signal/vc_order", what.str().c_str());
    }
    for (; open.next <= last.index; ++open.next) {
        if (description_.observer != nullptr) {
            description_.observer->flit_written(arrive_gate_.cycle(), router_, connected_[input],
                                                flit_at(last, open.next));
        }
    }
    open.message = last.message;
    open.next = last.is_tail() ? 0 : open.next;
}

void QueuedRouter::take_message(const Flit& head, int input) {
    const Cycle edge = arrive_gate_.cycle();
    flits_injected_ += head.length;
    for (std::uint32_t j = 0; j < head.length && description_.observer != nullptr; ++j) {
        description_.observer->flit_written(edge, router_, input, flit_at(head, j));
    }
    const Flit tail = flit_at(head, head.length - 1);
    if (book_ != nullptr) {
        book_->flit_written(edge, router_, head);
    }
    if (head.destination != router_) {
        return;
    }
    if (book_ != nullptr) {
        book_->head_moved(edge, head);
        if (!tail.is_head()) {
            book_->flit_written(edge, router_, tail);
        }
    }
    own_.push_back(tail);
    deliver_gate_.wake();
}

void QueuedRouter::deliver() {
    for (const sc_core::sc_in<Flit>& flit : flit_i) {
        const Flit& last = flit.read();
        if (!last.is_tail() || last.destination != router_) {
            continue;
        }
        if (book_ != nullptr) {
            book_->flit_written(deliver_gate_.cycle() + 1, router_, last);
        }
        consume(last);
    }
    for (const Flit& tail : own_) {
        consume(tail);
    }
    own_.clear();
}

void QueuedRouter::consume(const Flit& tail) {
    flits_consumed_ += tail.length;
    for (std::uint32_t j = 0; j < tail.length && description_.observer != nullptr; ++j) {
        description_.observer->flit_consumed(deliver_gate_.cycle() + 1, router_, network_ports_,
                                             flit_at(tail, j));
    }
    tail_(tail, network_ports_);
}

waves::RouterSources QueuedRouter::wave_sources() const {
    using waves::SignalSource;
    waves::RouterSources sources;
    sources.router = router_;
    sources.ports = port_layout(description_.router, network_ports_);
    sources.buffer_flits = kUnbounded;
    sources.inputs.resize(static_cast<std::size_t>(sources.ports.inputs()));
    sources.outputs.resize(static_cast<std::size_t>(sources.ports.outputs()));
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        const auto port = static_cast<std::size_t>(connected_[i]);
        sources.inputs[port].flit_i = &flit_i[i].read();
        sources.outputs[port].flit_o = &flit_o[i].read();
        sources.outputs[port].serving_q =
            SignalSource::call<&OutputQueue::wave_serving>(*queues_[i], 0);
        sources.outputs[port].messages_q =
            SignalSource::call<&OutputQueue::wave_length>(*queues_[i], 0);
    }
    return sources;
}

}  // namespace flitscope::rtl
