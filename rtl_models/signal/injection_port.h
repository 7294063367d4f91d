#pragma once

#include <deque>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/purge.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// A source queue and its port: turns messages into flits and behaves as an upstream router at
/// latency 0 (docs/router.md, section 8).
///
/// Timing   The falling edge of cycle t drives `flit_o` for edge t+1, after the client was asked
///          what joins there. A credit on `credit_i` in a cycle counts from the next edge on.
class InjectionPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(InjectionPort);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    sc_core::sc_in<Credit> credit_i{"credit_i"};

    DroppedIn dropped_i;  ///< flits dropped in the injection buffer; with `purging`

    /// `vcs`: VCs of the injection buffer in use.
    InjectionPort(const sc_core::sc_module_name& name, const RouterParameters& parameters, int vcs,
                  bool purging = false);

    /// The message joins the queue at the edge of the running client call. `salt`: docs/router.md,
    /// section 12.
    void offer(const Message& message, std::uint16_t salt);
    /// In the running client call: stops sending messages that are dropped at its edge, and takes
    /// them out of the queue.
    void purge(const Purge& purge);
    std::size_t queued() const { return queue_.size(); }
    /// Messages in the queue and those that are being sent.
    void append_messages(std::vector<std::uint32_t>& ids) const;
    /// The VC that the message could take now; -1: none.
    int startable_vc(const Message& message) const;
    std::uint64_t flits_sent() const { return flits_sent_; }

private:
    struct Queued {
        Message message;
        std::uint16_t salt;
    };
    struct Vc {
        Flit next;  ///< next flit of the message in progress; invalid: VC not taken
        std::int32_t outstanding = 0;
        bool taken() const { return next.valid(); }
    };

    void end_of_elaboration() override;
    void edge();
    void inject();
    bool start_front_message();
    int winner() const;
    bool has_credit(const Vc& vc) const {
        return capacity_ == kUnbounded || vc.outstanding < capacity_;
    }
    bool can_start(const Vc& vc, std::uint32_t length) const;

    RouterParameters parameters_;
    int capacity_;
    std::vector<Vc> vcs_;
    std::deque<Queued> queue_;
    int round_robin_ = 0;
    int taken_ = 0;  ///< VCs with a message in progress
    std::uint64_t flits_sent_ = 0;
    ProcessGate credit_gate_{ClockPhase::rising};
    ProcessGate inject_gate_{ClockPhase::driving};
};

}  // namespace flitscope::rtl
