#include "tlm/network_stepper.h"

#include <stdexcept>

#include "rtl_models/signal/network.h"
#include "tlm/engine_stepper.h"
#include "tlm/mixed_network.h"
#include "tlm/signal_stepper.h"

namespace flitscope::tlm {

std::unique_ptr<NetworkStepper> make_stepper(rtl::Network& network, rtl::NetworkClient& client) {
    if (auto* signal = dynamic_cast<rtl::SignalNetwork*>(&network)) {
        return std::make_unique<SignalStepper>("stepper", *signal, client);
    }
    if (dynamic_cast<MixedNetwork*>(&network) != nullptr) {
        throw std::invalid_argument(
            "a network of mixed levels drives simulation time itself, so it cannot be stepped: "
            "use one level");
    }
    return std::make_unique<EngineStepper>("stepper", network, client);
}

}  // namespace flitscope::tlm
