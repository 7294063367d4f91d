#pragma once

#include <functional>
#include <systemc>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/purge.h"
#include "rtl_models/signal/vc_order_checker.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// A sink: consumes every flit at once and hands on the tails.
///
/// Timing   Falling edge of cycle t: the flit on `flit_i` is consumed at edge t+1 (docs/router.md,
///          section 8).
/// Errors   error report /flitscope/signal/vc_order or .../wrong_node.
class EjectionPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(EjectionPort);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<Flit> flit_i{"flit_i"};
    PurgeIn purge_i;

    struct Parameters {
        topo::NodeId node = 0;
        int output = 0;                       ///< ejection output of the router
        int vcs = 1;                          ///< VCs of the channel
        NetworkObserver* observer = nullptr;  ///< null: nobody watches
        bool purging = false;                 ///< has purge_i
    };
    /// The message side, told the tail of each message.
    using TailCallback = std::function<void(const Flit& tail, topo::NodeId node, int output)>;
    EjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters,
                 TailCallback tail);

    std::uint64_t flits_consumed() const { return flits_consumed_; }

private:
    void end_of_elaboration() override;
    void consume();
    void forget(int /*port*/);

    Parameters parameters_;
    VcOrderChecker order_;
    TailCallback tail_;
    std::uint64_t flits_consumed_ = 0;
    ProcessGate gate_{ClockPhase::falling};
    ObserverGate<EjectionPort> purge_gate_{ClockPhase::rising, *this, &EjectionPort::forget, 0};
};

}  // namespace flitscope::rtl
