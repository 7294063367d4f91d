#include "rtl_models/fast/engine/fast_engine.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/router/contract/violation.h"

namespace flitscope::tl {

FastEngine::FastEngine(const rtl::NetworkDescription& description) : state_(description) {
    if (description.reductions) {
        reductions_ = std::make_unique<Reductions>(description, state_.edge);
    }
}

void FastEngine::offer(const rtl::Message& message) {
    if (!in_client_call_) {
        throw std::logic_error("Network::offer is for NetworkClient::at_edge only");
    }
    check_message(state_, message);
    offer_message(state_, message);
}

void FastEngine::purge(const std::vector<rtl::MessageId>& messages) {
    if (!in_client_call_ || !state_.description.purging || state_.boundary) {
        throw std::logic_error("Network::purge: not inside at_edge, or not of this network");
    }
    state_.purges.insert(state_.purges.end(), messages.begin(), messages.end());
}

const InjectionPort& FastEngine::injection_port(topo::NodeId node, int queue) const {
    return state_.injection_ports[state_.layout.injection_port(
        state_.description.topology->place(node), static_cast<std::uint32_t>(queue))];
}

std::size_t FastEngine::queued(topo::NodeId node, int queue) const {
    return injection_port(node, queue).queued;
}

int FastEngine::queue_of(const rtl::Message& message) const {
    check_message(state_, message);
    return rtl::source_queue(state_.description, message);
}

bool FastEngine::starts_at_once(const rtl::Message& message) const {
    const InjectionPort& port = injection_port(message.source, queue_of(message));
    return port.queued == 0 && startable_vc(state_, port, message) >= 0;
}

void FastEngine::attach(ExternalRouters& routers, const std::vector<topo::NodeId>& ids) {
    state_.boundary = std::make_unique<Boundary>(state_, routers, ids);
}

void FastEngine::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    begin_run(client, limit);
    while (serve_edge()) {
        if (idle()) {
            skip_idle();
        } else {
            begin_cycle();
            finish_cycle();
        }
    }
}

void FastEngine::begin_run(rtl::NetworkClient& client, rtl::Cycle limit) {
    client_ = &client;
    limit_ = limit;
    next_edge_ = client.next_edge();
}

bool FastEngine::serve_edge() {
    if (report_deliveries()) {
        next_edge_ = client_->next_edge();
    }
    if (next_edge_ <= state_.edge) {
        if (!call_client()) {
            return false;
        }
        next_edge_ = client_->next_edge();
    }
    return state_.edge < limit_;
}

void FastEngine::skip_idle() {
    state_.edge = std::min(next_edge_, limit_);
    if (reductions_) {
        state_.edge = std::min(state_.edge, reductions_->next_edge());
    }
}

rtl::NetworkCounters FastEngine::counters() const {
    rtl::NetworkCounters counters = state_.counters;
    if (state_.boundary) {
        state_.boundary->routers().add_counters(counters);
    }
    return counters;
}

rtl::ChannelCounters FastEngine::channel_counters(topo::NodeId router, int output_port) const {
    return tl::channel_counters(state_,
                                state_.layout.output(static_cast<std::uint32_t>(router),
                                                     static_cast<std::uint32_t>(output_port)));
}

std::uint64_t FastEngine::injected_flits(topo::RouterId id, int input_port) const {
    const auto router = static_cast<std::uint32_t>(id);
    return tl::injected_flits(state_, state_.layout.first_injection_port[router] +
                                          static_cast<std::uint32_t>(input_port) -
                                          state_.layout.network_ports[router]);
}

std::uint64_t FastEngine::ejected_flits(topo::NodeId node, int output_port) const {
    return tl::ejected_flits(state_, state_.layout.output(static_cast<std::uint32_t>(node),
                                                          static_cast<std::uint32_t>(output_port)));
}

std::vector<rtl::VcWait> FastEngine::waits() const { return waiting_vcs(state_); }

rtl::Cycle FastEngine::suspense() const {
    return state_.boundary ? state_.boundary->routers().suspense() : 0;
}

void FastEngine::check_invariants() const { check_state(state_); }

/// Consumes what reaches its destination at the current edge; whether the client was told of
/// something.
bool FastEngine::report_deliveries() {
    if (!reductions_) {
        return deliver(state_, *client_, nullptr);
    }
    reductions_->hand_over();
    const bool delivered = deliver(state_, *client_, reductions_.get());
    return reductions_->report(*client_) || delivered;
}

bool FastEngine::call_client() {
    in_client_call_ = true;
    const bool go_on = client_->at_edge(state_.edge, *this);
    in_client_call_ = false;
    return go_on;
}

bool FastEngine::idle() const {
    return state_.messages.in_use() == 0 && state_.on_wires == 0 &&
           (!state_.boundary || state_.boundary->routers().idle());
}

void FastEngine::begin_cycle() {
    if (!state_.purges.empty()) {
        begin_cycle_with_purge(state_);
        return;
    }
    injection_phase(state_);
    arrive(state_);
}

/// A stage that shares the cycle with the one before it sees its results, the others what was
/// registered.
void FastEngine::finish_cycle() try {
    if (state_.boundary) {
        state_.boundary->routers().run_cycle(state_.edge, *state_.boundary);
    }
    route_stage(state_);
    if (state_.priorities) {
        note_priorities(state_);
    }
    const bool at_switch = state_.traits.stages.vc_at_switch;
    const auto give_vcs = at_switch ? ask_for_switch : vc_allocation_stage;
    if (state_.traits.stages.vc_with_route) {
        std::swap(state_.to_route, state_.to_enter);
        give_vcs(state_);
    } else {
        give_vcs(state_);
        std::swap(state_.to_route, state_.to_enter);
    }
    if (state_.speculation) {
        switch_speculatively(state_);
    } else {
        if (state_.traits.stages.switch_with_vc) {
            enter_switch_allocation(state_);
        }
        if (state_.bypass) {
            move_bypasses(state_);
        }
        switch_stage(state_);
    }
    at_switch ? count_heads_that_lost(state_) : enter_switch_allocation(state_);
    ++state_.edge;
} catch (const rtl::UnitViolation& violation) {  // of an allocator from a plug-in
    throw rtl::UnitViolation("cycle " + std::to_string(state_.edge) + ": " + violation.what(),
                             state_.edge, violation.part(), violation.history());
}

}  // namespace flitscope::tl
