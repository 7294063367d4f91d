#include "rtl_models/signal/signal_network.h"

#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/queued/queued_network.h"

namespace flitscope::rtl {

std::unique_ptr<Network> make_signal_network(const NetworkDescription& description) {
    if (description.router.queued_outputs()) {
        return make_queued_network(description);
    }
    return std::make_unique<SignalNetwork>(description);
}

}  // namespace flitscope::rtl
