#include "rtl_models/signal/queued/queue_route_unit.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::rtl {

QueueRouteUnit::QueueRouteUnit(const sc_core::sc_module_name& name,
                               const NetworkDescription& description, topo::NodeId router,
                               std::vector<topo::PortId> ports)
    : sc_module(name),
      flit_i("flit_i", ports.size()),
      load_i("load_i", ports.size()),
      append_o("append_o", ports.size()),
      description_(description),
      router_(router),
      ports_(std::move(ports)),
      batches_(ports_.size()) {
    SC_METHOD(compute);
    dont_initialize();
    sensitive << join_i;
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        sensitive << flit_i[i] << load_i[i];
    }
}

void QueueRouteUnit::compute() {
    for (MessageBatch& batch : batches_) {
        batch.messages.clear();
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        const Flit& flit = flit_i[i].read();
        if (flit.is_tail() && flit.destination != router_) {
            route({flit_at(flit, 0), ports_[i]}, ports_[i]);
        }
    }
    for (const MessageBatch::Entry& each : join_i.read().messages) {
        if (each.head.destination != router_) {
            route(each, -1);
        }
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        append_o[i].write(batches_[i]);
    }
}

void QueueRouteUnit::route(const MessageBatch::Entry& message, topo::PortId came_by) {
    topo::RouteQuery query;
    query.here = router_;
    query.input_port = came_by;
    query.source = message.head.source;
    query.destination = message.head.destination;
    query.hop = message.head.hop;
    query.salt = message.head.salt;
    const topo::RouteCandidate chosen = choose_route(
        *description_.routing, description_.routing->selection(), query, -1,
        description_.ties_random, candidates_, [&](const topo::RouteCandidate& candidate) {
            // Those of this edge that are already appended are in the load.
            const std::size_t i = index_of(candidate.port);
            return load_i[i].read() + batches_[i].messages.size();
        });
    batches_[index_of(chosen.port)].messages.push_back(message);
}

std::size_t QueueRouteUnit::index_of(topo::PortId port) const {
    const auto found = std::lower_bound(ports_.begin(), ports_.end(), port);
    if (found == ports_.end() || *found != port) {
        throw std::logic_error(std::string(name()) + ": routes to port " + std::to_string(port) +
                               ", which has no link");
    }
    return static_cast<std::size_t>(found - ports_.begin());
}

}  // namespace flitscope::rtl
