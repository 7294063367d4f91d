#include "rtl_models/cosim/verilog_router_module.h"

namespace flitscope::cosim {

/// A cycle is written when the next one begins: until then its wires may change, also between two
/// runs.
void VerilogRouterModule::start_trace() {
    trace_->add_router(
        id(), alive_, [this](const std::string& file) { rtl_->open_trace(file); },
        [this] { close_trace(); });
    clock_.on_cycle_begin = [this, before = clock_.on_cycle_begin](rtl::Cycle cycle) {
        trace_cycle(to_trace_);
        // The window began while everybody slept.
        if (!trace_begun_ && cycle > trace_->from()) {
            trace_cycle(trace_->from());
        }
        to_trace_ = cycle;
        if (before) {
            before(cycle);
        }
    };
}

/// With what the next edge takes on the pins.
void VerilogRouterModule::trace_cycle(rtl::Cycle cycle) {
    if (cycle < trace_->from() || cycle >= trace_->to()) {
        return;
    }
    trace_begun_ = true;
    read_wires([this](const Input& in, const rtl::Flit& flit) { put(in.port, flit); },
               [this](const Output& out, std::uint64_t vcs) { rtl_->set_credits(out.port, vcs); });
    rtl_->dump(static_cast<std::uint64_t>(cycle * waves::kPicosecondsPerCycle),
               clocked_in_ == cycle);
}

void VerilogRouterModule::close_trace() {
    trace_cycle(to_trace_);
    if (!trace_begun_) {
        trace_cycle(trace_->from());
    }
    rtl_->close_trace();
}

}  // namespace flitscope::cosim
