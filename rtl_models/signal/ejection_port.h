#pragma once

#include <functional>
#include <systemc>

#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_order_checker.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// A sink: consumes every flit at once and reports messages whose tail it got.
///
/// Timing  ejection phase: a flit on `flit_i` in cycle t is consumed at edge t+1 (docs/router.md,
/// section 8). Errors  error report /flitscope/signal/vc_order or .../wrong_node.
class EjectionPort : public sc_core::sc_module, public WireListener {
public:
    SC_HAS_PROCESS(EjectionPort);

    sc_core::sc_in<Flit> flit_i{"flit_i"};

    /// `port`: ejection output of the router, by output number. `tail`: called with the tail of
    /// each message.
    EjectionPort(const sc_core::sc_module_name& name, const RouterContext& context, int port,
                 int vcs, std::function<void(const Flit& flit, int port)> tail);

    void written() override { worker_.enlist(); }
    std::uint64_t flits_consumed() const { return flits_consumed_; }

private:
    void end_of_elaboration() override;
    void consume();

    const RouterContext& context_;
    int port_;
    VcOrderChecker order_;
    std::function<void(const Flit&, int)> tail_;
    std::uint64_t flits_consumed_ = 0;
    WireReader<Flit> flit_in_;
    PhaseWorker worker_;
};

}  // namespace flitscope::rtl
