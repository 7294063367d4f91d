#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// The interface of a network whose channels can fail (docs/recovery_and_faults.md, section 2). It
/// learns of a failed channel only from its routing function, which does not return it
/// (topo::LiveRouting).
///
/// Call it only inside NetworkClient::at_edge. All answers hold at the edge e of the running client
/// call: after the cycle before, with the arrivals of e. Lists are unordered and may name a message
/// more than once.
class FaultPort {
public:
    virtual ~FaultPort() = default;

    /// The routing function has changed: at this edge every input VC that is routed and has no
    /// output VC becomes idle.
    virtual void route_again() = 0;
    /// Messages that hold an output VC of a network output, or have a flit between its switch and
    /// the FIFO at the end of the channel.
    virtual std::vector<Message> on_channel(topo::NodeId router, topo::PortId port) const = 0;
    /// Messages whose head is or was in a FIFO of the router and whose tail has not left it, that
    /// have a flit in a traversal register before an ejection output, or that its node has begun to
    /// send or has in its source queues.
    virtual std::vector<Message> in_router(topo::NodeId router) const = 0;
    /// Messages for whose heads RC found no route in the cycle before.
    virtual std::vector<Message> stranded() const = 0;
};

}  // namespace flitscope::rtl
