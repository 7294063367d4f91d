#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// What a router did since the start of a run, the same at every level. Without multicasts every
/// traversal of the crossbar is also one grant of the switch and one flit read from a buffer.
struct RouterActivity {
    std::uint64_t buffer_writes = 0;        ///< flits on their way on a link included
    std::uint64_t vc_grants = 0;            ///< heads that came to VC allocation at an output
    std::uint64_t crossbar_traversals = 0;  ///< copies of flits that left
    std::uint64_t link_flits = 0;           ///< ... of these, to other routers

    RouterActivity& operator+=(const RouterActivity& more);
};

/// By router, as of the edge of the last client call.
std::vector<RouterActivity> router_activity(const rtl::Network& network);

}  // namespace flitscope::tb
