#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// What a network says and does where its channels die (docs/recovery_and_faults.md, section 2).
/// That a channel is dead it knows from its routing function alone, which names no dead one
/// (topo::LiveRouting).
///
/// Only inside NetworkClient::at_edge. All that is asked is as of the edge e of the running client
/// call: as the cycle before leaves it, what arrives at e having arrived. Lists are in no order and
/// may name a message more than once.
class FaultPort {
public:
    virtual ~FaultPort() = default;

    /// The routing function answers differently from now on: at this edge every input VC that is
    /// routed and has no output VC is idle again.
    virtual void route_again() = 0;
    /// Messages that hold an output VC of a network output, or have a flit between its switch and
    /// the FIFO behind the channel.
    virtual std::vector<Message> on_channel(topo::NodeId router, topo::PortId port) const = 0;
    /// Messages whose head is or has been in a FIFO of the router and whose tail has not left it,
    /// that have a flit in a traversal register before an ejection output, or that its node has
    /// begun to send or has in its source queues.
    virtual std::vector<Message> in_router(topo::NodeId router) const = 0;
    /// Messages for whose heads RC found no way in the cycle before.
    virtual std::vector<Message> stranded() const = 0;
};

}  // namespace flitscope::rtl
