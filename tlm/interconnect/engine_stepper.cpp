#include "tlm/interconnect/engine_stepper.h"

#include <algorithm>

namespace flitscope::tl {

EngineStepper::EngineStepper(const sc_core::sc_module_name& name, rtl::Network& network,
                             rtl::NetworkClient& client)
    : sc_module(name), network_(network), client_(client) {
    SC_METHOD(step);
    dont_initialize();
    sensitive << due_;
}

void EngineStepper::wake_for(rtl::Cycle edge) {
    if (edge < next_) {
        next_ = edge;
        due_.notify(clock_.sample_time(edge) - sc_core::sc_time_stamp());
    }
}

void EngineStepper::step() {
    const rtl::Cycle edge = next_;
    network_.run(client_, edge);
    const rtl::NetworkCounters counters = network_.counters();
    const bool busy = counters.messages_offered != counters.messages_delivered;
    next_ = rtl::kNever;
    const rtl::Cycle wanted = busy ? edge + 1 : client_.next_edge();
    if (wanted != rtl::kNever) {
        wake_for(std::max(wanted, edge + 1));
    }
}

}  // namespace flitscope::tl
