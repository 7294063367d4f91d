#include "tlm/mixed_network.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace flitscope::tlm {

namespace {

std::vector<topo::NodeId> checked(const rtl::NetworkDescription& description,
                                  std::vector<topo::NodeId> routers) {
    std::sort(routers.begin(), routers.end());
    const auto twice = std::adjacent_find(routers.begin(), routers.end());
    if (twice != routers.end()) {
        throw std::invalid_argument("mixed network: router " + std::to_string(*twice) +
                                    " is listed twice");
    }
    if (routers.empty() || routers.front() < 0 || routers.back() >= description.topology->nodes()) {
        throw std::invalid_argument("mixed network: routers at signal level must be 0.." +
                                    std::to_string(description.topology->nodes() - 1) +
                                    ", at least one");
    }
    return routers;
}

}  // namespace

MixedNetwork::MixedNetwork(const rtl::NetworkDescription& description,
                           std::vector<topo::NodeId> signal, const rtl::RouterFactory& factory)
    : FastEngine(description),
      island_(description, signal = checked(description, std::move(signal)), factory) {
    attach(island_, signal);
    rtl::PhaseSequencer& sequencer = island_.sequencer();
    sequencer.on_edge = [this](rtl::Cycle edge) { at_edge(edge); };
    sequencer.next_edge = [this](rtl::Cycle edge) { return next_edge(edge); };
}

void MixedNetwork::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    begin_run(client, limit);
    if (held_) {
        // The last run ended between the client call of an edge and the injection for it.
        if (!step()) {
            return;
        }
        held_ = false;
        island_.drive_arrivals();
    }
    try {
        island_.sequencer().wake();
        sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
        throw std::logic_error(std::string(report.get_msg_type()) + ": " + report.get_msg());
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
        begin_cycle();
        cycle_begun_ = true;
    }
    return true;
}

/// All of the cycle before `edge` is on the island's wires.
void MixedNetwork::at_edge(rtl::Cycle edge) {
    try {
        const bool behind = now() + (cycle_begun_ ? 1 : 0) == edge;
        held_ = behind && !step();
    } catch (...) {
        held_ = true;
        error_ = std::current_exception();
    }
    if (held_) {
        island_.sequencer().hold();
        sc_core::sc_pause();
    } else if (now() == edge) {
        island_.drive_arrivals();
    }
}

/// The island sleeps: the engine goes on until something arrives there.
rtl::Cycle MixedNetwork::next_edge(rtl::Cycle edge) {
    try {
        while (!island_.arrivals_due()) {
            if (!step()) {
                sc_core::sc_pause();
                break;
            }
        }
    } catch (...) {
        error_ = std::current_exception();
        sc_core::sc_pause();
    }
    return std::max(edge, now());
}

std::unique_ptr<rtl::Network> make_mixed_network(const rtl::NetworkDescription& description,
                                                 const std::vector<topo::NodeId>& signal) {
    return std::make_unique<MixedNetwork>(description, signal);
}

}  // namespace flitscope::tlm
