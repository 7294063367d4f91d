#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tb {

/// The destinations of a node's messages. Pure: the answer depends only on the arguments.
class TrafficPattern {
public:
    virtual ~TrafficPattern() = default;

    /// False: the node never generates a message (it is its own partner) and counts with rate 0.
    virtual bool generates(topo::NodeId source) const = 0;
    /// Destination of one message, never `source`; only for nodes that generate. random_bits: 64
    /// uniform bits, drawn per message.
    virtual topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const = 0;
    /// Adds to `to[node]`, one entry per node, the probability that a message of `source` goes
    /// there; only for nodes that generate. The capacity of channels follows from it. False: not
    /// known, and nothing was added.
    virtual bool shares(topo::NodeId /*source*/, std::vector<double>& /*to*/) const {
        return false;
    }
};

}  // namespace flitscope::tb
