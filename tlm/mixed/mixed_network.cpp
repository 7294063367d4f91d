#include "tlm/mixed/mixed_network.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::tl {

namespace {

std::vector<topo::NodeId> checked(const rtl::NetworkDescription& description,
                                  std::vector<topo::NodeId> routers) {
    std::sort(routers.begin(), routers.end());
    const auto twice = std::adjacent_find(routers.begin(), routers.end());
    if (twice != routers.end()) {
        throw std::invalid_argument("mixed network: router " + std::to_string(*twice) +
                                    " is listed twice");
    }
    if (routers.empty() || routers.front() < 0 || routers.back() >= description.topology->routers()) {
        throw std::invalid_argument("mixed network: routers at signal level must be 0.." +
                                    std::to_string(description.topology->routers() - 1) +
                                    ", at least one");
    }
    return routers;
}

}  // namespace

MixedNetwork::MixedNetwork(const rtl::NetworkDescription& description,
                           std::vector<topo::NodeId> signal, const rtl::RouterFactory& factory)
    : FastEngine(description),
      routers_(checked(description, std::move(signal))),
      island_(state().description, routers_, factory) {
    FastEngine::attach(island_, routers_);
    rtl::Clock& clock = island_.clock();
    clock.on_edge = [this](rtl::Cycle edge) { at_edge(edge); };
    clock.next_edge = [this](rtl::Cycle edge) { return next_edge(edge); };
}

void MixedNetwork::attach(rtl::NetworkClient& client, const sc_core::sc_time& first_edge) {
    attached_ = &client;
    clock().start_at(first_edge);
}

void MixedNetwork::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    if (attached_ != nullptr) {
        throw std::logic_error("MixedNetwork: has a client attached, run() is not for it");
    }
    begin_run(client, limit);
    if (held_) {
        if (!step()) {
            return;
        }
        held_ = false;
        island_.drive_arrivals();
    }
    try {
        clock().wake();
        sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
        if (island_.clock().failure()) {
            std::rethrow_exception(island_.clock().failure());
        }
        rtl::throw_report(report);
    }
    if (error_) {
        std::rethrow_exception(std::exchange(error_, nullptr));
    }
}

/// The engine's next step; false: the run ends at the current edge, before anything is injected.
bool MixedNetwork::step() {
    if (cycle_begun_) {
        finish_cycle();
        cycle_begun_ = false;
    }
    if (!serve_edge()) {
        return false;
    }
    if (idle()) {
        skip_idle();
    } else {
        enter_cycle();
    }
    return true;
}

void MixedNetwork::enter_cycle() {
    begin_cycle();
    cycle_begun_ = true;
}

/// All of the cycle before `edge` is on the island's wires.
void MixedNetwork::at_edge(rtl::Cycle edge) {
    if (attached_ != nullptr) {
        attached_at_edge(edge);
        return;
    }
    try {
        const bool behind = !held_ && now() + (cycle_begun_ ? 1 : 0) == edge;
        held_ = held_ || (behind && !step());
    } catch (...) {
        held_ = true;
        error_ = std::current_exception();
    }
    if (held_) {
        hold();
    } else if (now() == edge) {
        island_.drive_arrivals();
    }
}

/// Ends the run, with the wires of its last cycle in order: what arrives from elsewhere is on them,
/// and nothing that was injected before.
void MixedNetwork::hold() {
    if (!error_) {
        state().boundary->announce();
        island_.drive_arrivals();
    }
    clock().hold();
}

/// The island sleeps: the engine goes on until something arrives there.
rtl::Cycle MixedNetwork::next_edge(rtl::Cycle edge) {
    if (attached_ != nullptr) {
        return cycle_begun_ ? edge + 1 : attached_->next_edge();
    }
    try {
        while (!held_ && !island_.arrivals_due()) {
            held_ = !step();
        }
    } catch (...) {
        held_ = true;
        error_ = std::current_exception();
    }
    if (error_ || now() == rtl::kNever) {
        sc_core::sc_pause();
    }
    return std::max(edge, now());
}

/// As step(), but the engine never runs ahead, and what joins may have changed since its last step.
void MixedNetwork::attached_at_edge(rtl::Cycle edge) {
    begin_run(*attached_, edge);
    if (!cycle_begun_) {
        if (attached_->next_edge() > edge) {
            return;
        }
        skip_idle();
    } else {
        finish_cycle();
        cycle_begun_ = false;
    }
    serve_edge();
    if (!idle()) {
        enter_cycle();
        island_.drive_arrivals();
    }
}

std::unique_ptr<rtl::Network> make_mixed_network(const rtl::NetworkDescription& description,
                                                 const std::vector<topo::NodeId>& signal,
                                                 const rtl::RouterFactory& factory) {
    return std::make_unique<MixedNetwork>(description, signal, factory);
}

}  // namespace flitscope::tl
