#pragma once

#include <deque>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_choice.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"

namespace flitscope::rtl {

/// A source queue and its port: turns messages into flits and behaves like an upstream router at
/// latency 0 (docs/router.md, section 8). The queue is an unbounded FIFO. Its front message starts
/// in the free VC of its class that vc_choice names, with `injection_order: one_by_one` when no
/// other is being sent. VCs with a flit and a credit take turns. Level verilog has these modules,
/// too, because its RTL is only the routers.
///
/// Timing   The falling edge of cycle t drives `flit_o` for edge t+1, after the client has offered
///          what joins there. A credit on `credit_i` in a cycle counts from the next edge on.
/// Errors   none: the network checks messages when they are offered.
class InjectionPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(InjectionPort);
    struct Parameters {
        RouterParameters router;  ///< depth of the buffer, message classes, when a VC is free again
        int vcs = 1;              ///< 1..64 VCs of the injection buffer in use
        bool purging = false;     ///< has dropped_i
        HeaderParameters headers;              ///< of multicasts
        const FlitPayload* payload = nullptr;  ///< null: flits carry nothing
        const Lookahead* lookahead = nullptr;  ///< null: heads carry no routes
        topo::RouterId node_router = 0;        ///< with lookahead: the router, and ...
        int input = 0;                         ///< ... its input, that this port feeds
    };

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> drive_i{"drive_i"};      ///< rises once the client has had its turn
    sc_core::sc_in<bool> hold_i{"hold_i"};        ///< the run ends: nothing is injected
    sc_core::sc_out<Flit> flit_o{"flit_o"};       ///< to the router; at most one flit per cycle
    sc_core::sc_in<Credit> credit_i{"credit_i"};  ///< bit v: a slot of VC v was freed
    DroppedIn dropped_i;  ///< flits dropped in the injection buffer at the last edge

    InjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters);

    /// The message joins the queue at the edge of the running client call. `salt`: docs/router.md,
    /// section 12. `operand`: the data that its flits carry.
    void offer(const Message& message, std::uint16_t salt, SharedValue<FlitOperand> operand = {});
    /// Call in the running client call: stops sending the messages that are dropped at its edge,
    /// and removes them from the queue.
    void purge(const Purge& purge);
    std::size_t queued() const { return queue_.size(); }
    /// Messages in the queue and those being sent.
    void append_messages(std::vector<std::uint32_t>& ids) const;
    /// The VC that the message would take now; -1: none.
    int startable_vc(const Message& message) const;
    std::uint64_t flits_sent() const { return flits_sent_; }

private:
    struct Queued {
        Message message;
        std::uint16_t salt;
        SharedValue<FlitOperand> operand;
    };
    struct Vc {
        Message message;
        Flit next;  ///< next flit of the message in progress; invalid: VC not taken
        std::int32_t outstanding = 0;
        bool taken() const { return next.valid(); }
    };

    void edge();
    void inject();
    Flit next_flit();
    void start_front_message();
    int winner() const;
    int credits(const Vc& vc) const {
        return capacity_ == kUnbounded ? kUnbounded : capacity_ - vc.outstanding;
    }
    bool has_credit(const Vc& vc) const { return credits(vc) != 0; }
    bool can_start(const Vc& vc, std::uint32_t length) const;

    Parameters parameters_;
    int capacity_;  ///< flits of a VC of the buffer
    VcPointers pointers_;
    std::vector<Vc> vcs_;
    std::deque<Queued> queue_;
    int round_robin_ = 0;
    int taken_ = 0;  ///< VCs with a message in progress
    std::uint64_t flits_sent_ = 0;
};

}  // namespace flitscope::rtl
