#include "rtl_models/fast/fast_network.h"

#include "rtl_models/fast/engine/fast_engine.h"
#include "rtl_models/fast/queued/queued_network.h"

namespace flitscope::tl {

std::unique_ptr<rtl::Network> make_fast_network(const rtl::NetworkDescription& description) {
    if (description.router.queued_outputs()) {
        return std::make_unique<QueuedNetwork>(description);
    }
    return std::make_unique<FastEngine>(description);
}

}  // namespace flitscope::tl
