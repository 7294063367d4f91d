#pragma once

#include <memory>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// A network at level `fast`: all registers of docs/router.md in arrays, the stages as functions
/// over them, one thread, no SystemC. It is the same machine as the signal level, cycle by cycle.
///
/// Accepts all RouterParameters, any number of ports, and messages of 1..2^31-1 flits (under
/// cut-through and store-and-forward at most buffer_flits). `offer` throws std::invalid_argument
/// for a message outside that, std::logic_error outside of at_edge. Throws std::invalid_argument
/// for a description from which no network can be built. An exception thrown by the client leaves
/// the network unusable.
std::unique_ptr<rtl::Network> make_fast_network(const rtl::NetworkDescription& description);

}  // namespace flitscope::tl
