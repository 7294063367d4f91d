#pragma once

#include <functional>
#include <memory>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/clocking/clock.h"

namespace flitscope::cosim {

/// The dump of a verilated router. A cycle is written when the next one begins, because until then
/// its wires may change, also between two runs.
class VerilogRouterTrace {
public:
    /// `put_wires`: onto the pins what the next edge takes. All must outlive it; the set is traced.
    VerilogRouterTrace(RtlTrace& trace, VerilogRouter& rtl, topo::NodeId id,
                       std::function<void()> put_wires);

    /// From now on, at elaboration.
    void start(rtl::Clock& clock);
    /// The cycle began with a clock edge.
    void note_edge(rtl::Cycle cycle) { clocked_in_ = cycle; }

private:
    void write(rtl::Cycle cycle);
    void close();

    RtlTrace& trace_;
    VerilogRouter& rtl_;
    topo::NodeId id_;
    std::function<void()> put_wires_;
    std::shared_ptr<const void> alive_ = std::make_shared<int>();  ///< what the trace looks at
    bool begun_ = false;          ///< the values at the begin of the window are in it
    rtl::Cycle clocked_in_ = -1;  ///< the last cycle that began with a clock edge
    rtl::Cycle to_write_ = -1;    ///< the last cycle that was worked off
};

}  // namespace flitscope::cosim
