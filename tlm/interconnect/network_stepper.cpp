#include "tlm/interconnect/network_stepper.h"

#include "rtl_models/signal/network.h"
#include "tlm/interconnect/engine_stepper.h"
#include "tlm/interconnect/signal_stepper.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tl {

namespace {

template <typename SequencedNetwork>
std::unique_ptr<NetworkStepper> attach(SequencedNetwork& network, rtl::NetworkClient& client) {
    network.attach(client, EdgeClock().sample_time(1));
    return std::make_unique<SignalStepper>("stepper", network.sequencer(), client);
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
