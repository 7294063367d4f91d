#include "tlm/fast/fast_engine.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/microarchitecture/source_queue.h"
#include "tlm/fast/fast_network.h"
#include "tlm/fast/injection.h"
#include "tlm/fast/route_stage.h"
#include "tlm/fast/statistics.h"
#include "tlm/fast/switch_stage.h"
#include "tlm/fast/traversal.h"
#include "tlm/fast/vc_allocation.h"

namespace flitscope::tlm {

void FastEngine::offer(const rtl::Message& message) {
    if (!in_client_call_) {
        throw std::logic_error("Network::offer is for NetworkClient::at_edge only");
    }
    check_message(state_, message);
    offer_message(state_, message);
}

std::size_t FastEngine::queued(topo::NodeId node, int queue) const {
    const EngineLayout& layout = state_.layout;
    return state_
        .injection_ports[layout.first_injection_port.at(static_cast<std::size_t>(node)) +
                         static_cast<std::size_t>(queue)]
        .queued;
}

int FastEngine::queue_of(const rtl::Message& message) const {
    check_message(state_, message);
    return rtl::source_queue(state_.description, message);
}

void FastEngine::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    rtl::Cycle next = client.next_edge();
    while (true) {
        if (report_deliveries(client)) {
            next = client.next_edge();
        }
        if (next <= state_.edge) {
            if (!call_client(client)) {
                return;
            }
            next = client.next_edge();
        }
        if (state_.edge >= limit) {
            return;
        }
        if (idle()) {
            state_.edge = std::min(next, limit);
        } else {
            work_off_cycle();
        }
    }
}

rtl::ChannelCounters FastEngine::channel_counters(topo::NodeId router, int output_port) const {
    return tlm::channel_counters(state_,
                                 state_.layout.output(static_cast<std::uint32_t>(router),
                                                      static_cast<std::uint32_t>(output_port)));
}

std::vector<rtl::VcWait> FastEngine::waits() const { return waiting_vcs(state_); }

void FastEngine::check_invariants() const { check_state(state_); }

/// Consumes what reaches its destination at the current edge; whether there was a delivery.
bool FastEngine::report_deliveries(rtl::NetworkClient& client) {
    const std::uint64_t before = state_.counters.messages_delivered;
    deliver(state_, client);
    return state_.counters.messages_delivered != before;
}

bool FastEngine::call_client(rtl::NetworkClient& client) {
    in_client_call_ = true;
    const bool go_on = client.at_edge(state_.edge, *this);
    in_client_call_ = false;
    return go_on;
}

/// Nothing is queued, buffered or on a wire: no register changes until the client acts.
bool FastEngine::idle() const { return state_.messages.in_use() == 0 && state_.on_wires == 0; }

/// Injection for the current edge, then the cycle that begins there. A stage that shares the cycle
/// with the one before it sees its results, the others what was registered.
void FastEngine::work_off_cycle() {
    injection_phase(state_);
    arrive(state_);
    route_stage(state_);
    if (state_.traits.va_sees_rc) {
        std::swap(state_.to_route, state_.to_enter);
        vc_allocation_stage(state_);
    } else {
        vc_allocation_stage(state_);
        std::swap(state_.to_route, state_.to_enter);
    }
    if (state_.traits.sa_sees_va) {
        enter_switch_allocation(state_);
    }
    switch_stage(state_);
    enter_switch_allocation(state_);
    ++state_.edge;
}

std::unique_ptr<rtl::Network> make_fast_network(const rtl::NetworkDescription& description) {
    return std::make_unique<FastEngine>(description);
}

}  // namespace flitscope::tlm
