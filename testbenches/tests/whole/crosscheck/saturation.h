#pragma once

#include <string>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// Sends messages of 1 to 4 flits as fast as they go, from every node of a 4x4 mesh or torus to all
/// others, at level fast. Expects that all arrive and nothing is lost. Links have latency 1.
rtl::NetworkCounters saturate(const std::string& kind, const std::string& routing,
                              const rtl::RouterParameters& router, rtl::MessageId messages);

}  // namespace flitscope::tb
