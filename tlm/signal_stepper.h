#pragma once

#include "rtl_models/signal/network.h"
#include "tlm/edge_clock.h"
#include "tlm/network_stepper.h"

namespace flitscope::tlm {

/// Attaches the client to the signal level's sequencer, whose cycle t happens at t + 0.5 ns, and
/// wakes the sequencer when it sleeps longer than the client wants.
class SignalStepper final : public sc_core::sc_module, public NetworkStepper {
public:
    SC_HAS_PROCESS(SignalStepper);
    SignalStepper(const sc_core::sc_module_name& name, rtl::SignalNetwork& network,
                  rtl::NetworkClient& client);

    void wake_for(rtl::Cycle edge) override;

private:
    void wake();

    rtl::SignalNetwork& network_;
    rtl::NetworkClient& client_;
    EdgeClock clock_;
    sc_core::sc_event due_;
};

}  // namespace flitscope::tlm
