#include "rtl_models/cosim/verilog_router_trace.h"

#include <utility>

namespace flitscope::cosim {

VerilogRouterTrace::VerilogRouterTrace(RtlTrace& trace, VerilogRouter& rtl, topo::NodeId id,
                                       std::function<void()> put_wires)
    : trace_(trace), rtl_(rtl), id_(id), put_wires_(std::move(put_wires)) {}

void VerilogRouterTrace::start(rtl::Clock& clock) {
    trace_.add_router(
        id_, alive_, [this](const std::string& file) { rtl_.open_trace(file); },
        [this] { close(); });
    clock.on_cycle_begin = [this, before = clock.on_cycle_begin](rtl::Cycle cycle) {
        write(to_write_);
        // The window began while everybody slept.
        if (!begun_ && cycle > trace_.from()) {
            write(trace_.from());
        }
        to_write_ = cycle;
        if (before) {
            before(cycle);
        }
    };
}

/// With what the next edge takes on the pins.
void VerilogRouterTrace::write(rtl::Cycle cycle) {
    if (cycle < trace_.from() || cycle >= trace_.to()) {
        return;
    }
    begun_ = true;
    put_wires_();
    rtl_.dump(static_cast<std::uint64_t>(cycle * waves::kPicosecondsPerCycle),
              clocked_in_ == cycle);
}

void VerilogRouterTrace::close() {
    write(to_write_);
    if (!begun_) {
        write(trace_.from());
    }
    rtl_.close_trace();
}

}  // namespace flitscope::cosim
