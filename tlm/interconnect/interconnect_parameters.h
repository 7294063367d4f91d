#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Calls per transaction on a socket if nothing has to wait.
enum class AtPhases {
    four,  ///< BEGIN_REQ, END_REQ, BEGIN_RESP, END_RESP each by a call of its own
    two    ///< END_REQ (and END_RESP to targets) by the return value and its delay
};

/// The timing of b_transport.
enum class BlockingCalls {
    cycle_exact,   ///< its messages travel like any others; returns when the response is delivered
    loosely_timed  ///< adds the latency of an idle network to the delay and returns: approximate
};

/// The behaviour of an Interconnect at its sockets (docs/tlm.md).
struct InterconnectParameters {
    AtPhases phases = AtPhases::four;
    BlockingCalls blocking_calls = BlockingCalls::cycle_exact;
    int source_queue = rtl::kUnbounded;          ///< messages per queue, >= 1, or rtl::kUnbounded
    std::uint32_t max_burst_bytes = 4096;        ///< >= 1; the default is AXI's limit of a burst
    std::vector<topo::NodeId> blocking_targets;  ///< nodes whose target is called by b_transport
};

}  // namespace flitscope::tl
