#include "rtl_models/signal/network/client_side.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

ClientSide::ClientSide(Network& network, Clock& clock, MessageBook& book, FlitPayload& payload)
    : network_(network), clock_(clock), book_(book), payload_(payload) {
    clock.on_edge = [this](Cycle edge) { at_edge(edge); };
    clock.next_edge = [this](Cycle edge) { return next_edge(edge); };
}

void ClientSide::attach(NetworkClient& client, const sc_core::sc_time& first_edge) {
    client_ = &client;
    attached_ = true;
    clock_.start_at(first_edge);
}

void ClientSide::run(NetworkClient& client, Cycle limit) {
    if (attached_) {
        throw std::logic_error("SignalNetwork: has a client attached, run() is not for it");
    }
    client_ = &client;
    limit_ = limit;
    error_ = nullptr;
    held_ = held_ && !serve(now_, true);
    if (!held_) {
        simulate();
    }
    client_ = nullptr;
    if (error_) {
        std::rethrow_exception(error_);
    }
}

void ClientSide::simulate() {
    try {
        // Also returns when no module will ever have work again.
        clock_.wake();
        sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
        client_ = nullptr;
        if (clock_.failure()) {
            std::rethrow_exception(clock_.failure());
        }
        throw_report(report);
    }
}

Cycle ClientSide::next_edge(Cycle edge) const {
    if (client_ == nullptr) {
        return kNever;
    }
    const Cycle wanted = client_->next_edge();
    // The limit counts even if the client asks for no edge.
    return std::max(edge, std::min(wanted, limit_));
}

void ClientSide::at_edge(Cycle edge) {
    now_ = edge;
    held_ = !serve(edge, false);
    if (held_) {
        clock_.hold();
    }
}

/// `again`: the last run ended at this edge. False: this run ends here.
bool ClientSide::serve(Cycle edge, bool again) {
    try {
        report_tails(edge);
        report_results();
        const bool called = client_ != nullptr && client_->next_edge() <= edge;
        const bool go_on = !called || call_client(edge);
        if (after_client && (called || !again)) {
            after_client();
        }
        return go_on && edge < limit_;
    } catch (...) {
        if (attached_) {
            throw;  // to the code that drives the simulation
        }
        error_ = std::current_exception();
        return false;
    }
}

bool ClientSide::call_client(Cycle edge) {
    in_client_call_ = true;
    const bool go_on = client_->at_edge(edge, network_);
    in_client_call_ = false;
    return go_on;
}

void ClientSide::report_results() {
    std::sort(results_.begin(), results_.end(), [](const auto& a, const auto& b) {
        return a.node != b.node ? a.node < b.node : a.entry < b.entry;
    });
    for (const ReductionResult& result : results_) {
        if (client_ != nullptr) {
            client_->handed(result);
        }
    }
    results_.clear();
}

void ClientSide::report_tails(Cycle edge) {
    if (tails_.empty()) {
        return;
    }
    std::stable_sort(tails_.begin(), tails_.end(), [](const Tail& a, const Tail& b) {
        return a.node != b.node ? a.node < b.node : a.port < b.port;
    });
    for (const Tail& tail : tails_) {
        const Delivery delivery = book_.close(tail.flit, tail.node, edge);
        if (delivery.last) {
            payload_.close(delivery.message.id);
        }
        if (client_ != nullptr) {
            client_->delivered(delivery);
        }
    }
    tails_.clear();
}

}  // namespace flitscope::rtl
