#pragma once

#include <memory>
#include <systemc>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Makes a network keep pace with simulation time: the client is called for edge e half a cycle
/// before edge e (EdgeClock::sample_time), with deliveries first, at every edge at which it needs a
/// call or a message is delivered. Nothing runs while neither is due.
class NetworkStepper {
public:
    virtual ~NetworkStepper() = default;
    /// The client needs a call for `edge`, earlier than announced. Call this at edge - 1 at the
    /// latest.
    virtual void wake_for(rtl::Cycle edge) = 0;
};

/// Makes the stepper for the levels of the network. Use it as a member of the SystemC module under
/// construction. Network and client outlive it.
std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client);

}  // namespace flitscope::tl
