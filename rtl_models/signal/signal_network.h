#pragma once

#include <memory>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// The network of a description at level signal: a SignalNetwork, or one of QueuedRouters
/// where outputs are queued.
std::unique_ptr<Network> make_signal_network(const NetworkDescription& description);

}  // namespace flitscope::rtl
