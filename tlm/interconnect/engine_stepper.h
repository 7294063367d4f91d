#pragma once

#include "tlm/interconnect/edge_clock.h"
#include "tlm/interconnect/network_stepper.h"

namespace flitscope::tl {

/// Steps a network without simulation time, edge by edge, by one SC_METHOD. It sleeps while no
/// message is under way and none will be offered.
class EngineStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(EngineStepper);
    EngineStepper(const sc_core::sc_module_name& name, rtl::Network& network,
                  rtl::NetworkClient& client);

    void wake_for(rtl::Cycle edge) override;

private:
    void step();

    rtl::Network& network_;
    rtl::NetworkClient& client_;
    EdgeClock clock_;
    sc_core::sc_event due_;
    rtl::Cycle next_ = rtl::kNever;  ///< edge of the next step
};

}  // namespace flitscope::tl
