#pragma once

#include "rtl_models/signal/phase_sequencer.h"
#include "tlm/interconnect/edge_clock.h"
#include "tlm/interconnect/network_stepper.h"

namespace flitscope::tl {

/// Steps a network with SystemC routers, all or some, that the client was attached to, so that its
/// cycle t happens at t + 0.5 ns: wakes the sequencer when it sleeps longer than the client wants.
class SignalStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(SignalStepper);
    SignalStepper(const sc_core::sc_module_name& name, rtl::PhaseSequencer& sequencer,
                  rtl::NetworkClient& client);

    void wake_for(rtl::Cycle edge) override;

private:
    void wake();

    rtl::PhaseSequencer& sequencer_;
    rtl::NetworkClient& client_;
    EdgeClock clock_;
    sc_core::sc_event due_;
};

}  // namespace flitscope::tl
