#pragma once

#include "rtl_models/signal/clocking/clock.h"
#include "tlm/interconnect/edge_clock.h"
#include "tlm/interconnect/network_stepper.h"

namespace flitscope::tl {

/// Steps a network in which some or all routers are SystemC modules, and to which the client was
/// attached, so that edge t is at t ns: wakes the clock if it would sleep past the client's next
/// edge.
class SignalStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(SignalStepper);
    SignalStepper(const sc_core::sc_module_name& name, rtl::Clock& clock,
                  rtl::NetworkClient& client);

    void wake_for(rtl::Cycle edge) override;

private:
    void wake();

    rtl::Clock& clock_;
    rtl::NetworkClient& client_;
    EdgeClock edges_;
    sc_core::sc_event due_;
};

}  // namespace flitscope::tl
