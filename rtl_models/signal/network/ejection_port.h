#pragma once

#include <functional>
#include <systemc>

#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/units/vc_order_checker.h"

namespace flitscope::rtl {

/// A sink: consumes every flit at once, checks its data and passes on the tails. It has no credit
/// wire, because a sink always has room. Level verilog has these modules, too, because its RTL is
/// only the routers.
///
/// Timing   Falling edge of cycle t: the flit on `flit_i` is consumed at edge t+1 (docs/router.md,
///          section 8).
/// Errors   error report /flitscope/signal/vc_order or .../wrong_node: instance, cycle, flit; or
///          .../data: instance, cycle, message, flit, byte, what it is and what it must be.
class EjectionPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(EjectionPort);
    struct Parameters {
        topo::NodeId node = 0;
        topo::RouterId router = 0;             ///< of the node
        std::int32_t address = 0;              ///< of the node: every message must be for it
        int output = 0;                        ///< output port of the router, P or higher
        int vcs = 1;                           ///< 1..64 VCs of the channel
        NetworkObserver* observer = nullptr;   ///< null: nobody watches
        bool purging = false;                  ///< has purge_i
        const FlitPayload* payload = nullptr;  ///< null: flits carry nothing
    };

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<Flit> flit_i{"flit_i"};  ///< from the router; at most one flit per cycle
    PurgeIn purge_i;                        ///< messages whose remaining flits will not come

    /// The client side, which is told the tail of each message.
    using TailCallback = std::function<void(const Flit& tail, topo::NodeId node, int output)>;
    EjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters,
                 TailCallback tail);

    std::uint64_t flits_consumed() const { return flits_consumed_; }

private:
    void edge();
    void consume(const Flit& flit);
    void check(const Flit& flit);

    Parameters parameters_;
    VcOrderChecker order_;
    TailCallback tail_;
    std::uint64_t flits_consumed_ = 0;
};

}  // namespace flitscope::rtl
