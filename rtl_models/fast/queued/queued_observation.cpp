#include "rtl_models/fast/queued/queued_observation.h"

#include <algorithm>

#include "rtl_models/router/contract/message_flit.h"
#include "rtl_models/router/queued_service.h"

namespace flitscope::tl {

namespace {

rtl::Flit flit_of(const QueuedMessage& message, std::uint32_t index) {
    rtl::Flit flit = rtl::message_flit(message.message, message.salt, index);
    flit.hop = static_cast<std::uint16_t>(message.hops);
    return flit;
}

}  // namespace

void QueuedObservation::started(const QueuedState& state, std::uint32_t link,
                                const QueuedMessage& message) {
    const LinkQueue& queue = state.links[link];
    Service service;
    service.flit = flit_of(message, 0);
    service.start = state.edge;
    service.cycles = queue.cycles;
    service.latency = queue.latency;
    service.from = static_cast<topo::NodeId>(state.layout.router[link]);
    service.to = static_cast<topo::NodeId>(state.layout.router[queue.peer]);
    service.from_input = static_cast<int>(state.layout.port(message.input));
    service.output = static_cast<int>(state.layout.port(link));
    service.to_input = static_cast<int>(state.layout.port(queue.peer));
    services_.push_back(service);
}

void QueuedObservation::joined(const QueuedState& state, const QueuedMessage& message) {
    for (std::uint32_t j = 0; j < message.message.length; ++j) {
        observer_->flit_written(state.edge, message.message.source,
                                static_cast<int>(state.layout.port(message.input)),
                                flit_of(message, j));
    }
}

void QueuedObservation::routed(const QueuedState& state, const QueuedMessage& message,
                               std::uint32_t output) {
    observer_->routed(state.edge, static_cast<topo::NodeId>(state.layout.router[output]),
                      static_cast<int>(state.layout.port(message.input)), flit_of(message, 0),
                      static_cast<int>(state.layout.port(output)), {0, 1});
}

void QueuedObservation::consumed(const QueuedState& state, const QueuedMessage& message) {
    const auto node = static_cast<std::uint32_t>(message.message.destination);
    for (std::uint32_t j = 0; j < message.message.length; ++j) {
        observer_->flit_consumed(state.edge, message.message.destination,
                                 static_cast<int>(state.layout.port(state.layout.local(node))),
                                 flit_of(message, j));
    }
}

void QueuedObservation::arrive(const QueuedState& state) {
    for (Service& s : services_) {
        const rtl::Cycle elapsed = std::max<rtl::Cycle>(0, state.edge - s.latency - s.start);
        const std::uint32_t there = rtl::flits_after(elapsed, s.flit.length, s.cycles);
        rtl::Flit flit = s.flit;
        ++flit.hop;
        for (; s.arrived < there; ++s.arrived) {
            observer_->flit_written(state.edge, s.to, s.to_input, rtl::flit_at(flit, s.arrived));
        }
    }
    services_.erase(std::remove_if(services_.begin(), services_.end(),
                                   [](const Service& s) { return s.arrived == s.flit.length; }),
                    services_.end());
}

void QueuedObservation::send(const QueuedState& state) {
    for (Service& s : services_) {
        const std::uint32_t out =
            rtl::flits_after(state.edge + 1 - s.start, s.flit.length, s.cycles);
        for (; s.sent < out; ++s.sent) {
            observer_->switch_granted(state.edge, s.from, s.from_input,
                                      rtl::flit_at(s.flit, s.sent), s.output, 0);
        }
    }
}

}  // namespace flitscope::tl
