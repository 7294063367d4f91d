#pragma once

#include <deque>
#include <systemc>
#include <vector>

#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// A source queue and its port: turns messages into flits and behaves as an upstream router at
/// latency 0.
///
/// Timing  injection phase of cycle t drives `flit_o` for edge t+1; state phase takes `credit_i`
/// (docs/router.md, 8).
class InjectionPort : public sc_core::sc_module, public StateUnit, public WireListener {
public:
    SC_HAS_PROCESS(InjectionPort);

    sc_core::sc_out<Flit> flit_o{"flit_o"};
    sc_core::sc_in<Credit> credit_i{"credit_i"};

    /// `context`: of the router it feeds; `vcs`: VCs of the injection buffer in use.
    InjectionPort(const sc_core::sc_module_name& name, const RouterContext& context, int vcs);

    /// The message joins the queue at the edge of the running client call. `salt`: docs/router.md,
    /// section 12.
    void offer(const Message& message, std::uint16_t salt);
    std::size_t queued() const { return queue_.size(); }
    std::uint64_t flits_sent() const { return flits_sent_; }
    int outstanding(int v) const { return vcs_[static_cast<std::size_t>(v)].outstanding; }
    void written() override { enlist(); }
    /// Takes the credit wire.
    void at_state() override;
    const Flit& flit_wire() const { return flit_o.read(); }

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
    void inject();
    bool start_front_message();
    bool has_credit(const Vc& vc) const {
        return capacity_ == kUnbounded || vc.outstanding < capacity_;
    }
    bool can_start(const Vc& vc, std::uint32_t length) const;

    const RouterContext& context_;
    int capacity_;
    std::vector<Vc> vcs_;
    std::deque<Queued> queue_;
    int round_robin_ = 0;
    int taken_ = 0;
    std::uint64_t flits_sent_ = 0;
    WireReader<Credit> credit_in_;
    PhaseWorker injection_worker_;
};

}  // namespace flitscope::rtl
