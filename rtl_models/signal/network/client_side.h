#pragma once

#include <exception>
#include <functional>
#include <vector>

#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/signal/clocking/clock.h"
#include "rtl_models/signal/outline/message_book.h"

namespace flitscope::rtl {

/// The side of a network of modules that faces its client: serves the client at falling edges of
/// the clock, and reports the messages whose tails have arrived.
class ClientSide {
public:
    /// Takes the clock's callbacks for edges. All arguments outlive it. `payload` is told of
    /// messages that have left the network.
    ClientSide(Network& network, Clock& clock, MessageBook& book, FlitPayload& payload);

    /// Network::run and SignalNetwork::attach.
    void run(NetworkClient& client, Cycle limit);
    void attach(NetworkClient& client, const sc_core::sc_time& first_edge);
    /// Call at the falling edge: a message has arrived at this ejection port. Several from one port
    /// are reported in the order of the calls.
    void tail(const Flit& flit, topo::NodeId node, int port) {
        tails_.push_back({flit, node, port});
    }
    /// Call at the falling edge: a unit hands over a result.
    void result(const ReductionResult& result) { results_.push_back(result); }
    Cycle now() const { return now_; }
    bool in_client_call() const { return in_client_call_; }

    /// Called at every served edge after each call of the client there (Network::run). Empty: not
    /// called.
    std::function<void()> after_client;

private:
    struct Tail {
        Flit flit;
        topo::NodeId node;
        int port;
    };

    void simulate();
    Cycle next_edge(Cycle edge) const;
    void at_edge(Cycle edge);
    bool serve(Cycle edge, bool again);
    bool call_client(Cycle edge);
    void report_tails(Cycle edge);
    void report_results();

    Network& network_;
    Clock& clock_;
    MessageBook& book_;
    FlitPayload& payload_;
    NetworkClient* client_ = nullptr;
    std::vector<Tail> tails_;
    std::vector<ReductionResult> results_;
    Cycle now_ = 0;
    Cycle limit_ = kNever;
    bool attached_ = false;
    bool held_ = false;  ///< the last run ended at edge now_, before anything was injected
    bool in_client_call_ = false;
    std::exception_ptr error_;
};

}  // namespace flitscope::rtl
