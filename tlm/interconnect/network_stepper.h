#pragma once

#include <memory>
#include <systemc>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Makes a network keep pace with simulation time: the client is called for edge e half a cycle
/// before edge e (EdgeClock::sample_time), with deliveries first, at every edge at which it wants
/// to be called or a message is delivered. Nothing runs while neither is due.
class NetworkStepper {
public:
    virtual ~NetworkStepper() = default;
    /// The client wants to be called for `edge`, earlier than it last said. In time: not later than
    /// at edge - 1.
    virtual void wake_for(rtl::Cycle edge) = 0;
};

/// The stepper that fits the levels of the network. As a member of the SystemC module that is being
/// constructed. Network and client outlive it.
std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client);

}  // namespace flitscope::tl
