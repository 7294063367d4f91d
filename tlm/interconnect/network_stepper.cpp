#include "tlm/interconnect/network_stepper.h"

#include "rtl_models/signal/network/network.h"
#include "tlm/interconnect/engine_stepper.h"
#include "tlm/interconnect/signal_stepper.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tl {

namespace {

template <typename ClockedNetwork>
std::unique_ptr<NetworkStepper> attach(ClockedNetwork& network, rtl::NetworkClient& client) {
    network.attach(client, EdgeClock().time_of(0));
    return std::make_unique<SignalStepper>("stepper", network.clock(), client);
}

}  // namespace

std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client) {
    if (auto* signal = dynamic_cast<rtl::SignalNetwork*>(&network)) {
        return attach(*signal, client);
    }
    if (auto* mixed = dynamic_cast<MixedNetwork*>(&network)) {
        return attach(*mixed, client);
    }
    return std::make_unique<EngineStepper>("stepper", network, client);
}

}  // namespace flitscope::tl
