#pragma once

#include <memory>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Level `signal` of `organisation: output_queued` (docs/router.md, section 10): every router a
/// `QueuedRouter`, with a `JoinPort`, wired by `Link`s or, at latency 0, by common wires. Module
/// names: `router_<id>`, `node_<id>_join`, `link_<from>_to_<to>_port_<port>`. Throws
/// std::invalid_argument.
///
/// SystemC has one simulation per process: build at most one, before anything was simulated.
std::unique_ptr<Network> make_queued_network(const NetworkDescription& description);

}  // namespace flitscope::rtl
