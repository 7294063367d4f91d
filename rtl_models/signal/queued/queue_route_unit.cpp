#include "rtl_models/signal/queued/queue_route_unit.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::rtl {

int index_of(const std::vector<topo::PortId>& ports, topo::PortId port) {
    const auto found = std::lower_bound(ports.begin(), ports.end(), port);
    return found == ports.end() || *found != port ? -1 : static_cast<int>(found - ports.begin());
}

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
    const auto output_of = [this](const topo::RouteCandidate& candidate) {
        const int index = index_of(ports_, candidate.port);
        if (index < 0) {
            throw std::logic_error(std::string(name()) + ": routes to port " +
                                   std::to_string(candidate.port) + ", which has no link");
        }
        return static_cast<std::size_t>(index);
    };
    const topo::RouteCandidate chosen = choose_route(
        *description_.routing, description_.routing->selection(), query, -1,
        description_.ties_random, candidates_, [&](const topo::RouteCandidate& candidate) {
            // Messages that are already appended at this edge count as load.
            const std::size_t i = output_of(candidate);
            return load_i[i].read() + batches_[i].messages.size();
        });
    batches_[output_of(chosen)].messages.push_back(message);
}

}  // namespace flitscope::rtl
