#pragma once

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Throws std::invalid_argument for a node, a length, a class or a header that a message of this
/// network cannot have.
void check_message(const NetworkDescription& description, const Message& message);

/// The source queue that a message joins (docs/router.md, section 8): its number modulo k, or with
/// `injection_ports: all` the first port of its route. Throws std::invalid_argument when the source
/// has no connected port.
int source_queue(const NetworkDescription& description, const Message& message);

}  // namespace flitscope::rtl
