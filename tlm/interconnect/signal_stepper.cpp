#include "tlm/interconnect/signal_stepper.h"

namespace flitscope::tl {

SignalStepper::SignalStepper(const sc_core::sc_module_name& name, rtl::Clock& clock,
                             rtl::NetworkClient& client)
    : sc_module(name), clock_(clock), client_(client) {
    SC_METHOD(wake);
    dont_initialize();
    sensitive << due_;
}

void SignalStepper::wake_for(rtl::Cycle edge) {
    due_.notify(edges_.sample_time(edge) - sc_core::sc_time_stamp());
}

void SignalStepper::wake() {
    // If the client wants a later edge only, the clock was awake and has served it: it knows.
    const rtl::Cycle wanted = client_.next_edge();
    if (wanted != rtl::kNever && edges_.sample_time(wanted) <= sc_core::sc_time_stamp()) {
        clock_.wake();
    }
}

}  // namespace flitscope::tl
