#include "tlm/network_stepper.h"

#include "rtl_models/signal/network.h"
#include "tlm/engine_stepper.h"
#include "tlm/signal_stepper.h"

namespace flitscope::tlm {

std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client) {
    if (auto* signal = dynamic_cast<rtl::SignalNetwork*>(&network)) {
        return std::make_unique<SignalStepper>("stepper", *signal, client);
    }
    return std::make_unique<EngineStepper>("stepper", network, client);
}

}  // namespace flitscope::tlm
