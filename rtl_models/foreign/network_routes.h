#pragma once

#include "rtl_models/foreign/head_codec.h"
#include "rtl_models/foreign/port_map.h"

namespace flitscope::cosim {

/// The routing of a network, for adapters and head codecs.
class NetworkRoutes final : public RouteOracle {
public:
    /// All outlive this.
    NetworkRoutes(const topo::Topology& topology, const topo::RoutingFunction& routing,
                  const PortMap& ports)
        : topology_(topology), routing_(routing), ports_(ports) {}

    const topo::Topology& topology() const override { return topology_; }
    std::vector<int> outputs(topo::NodeId node, int input_port, int hop,
                             const rtl::Flit& head) const override;
    int device_port(int network_port) const override { return ports_.device_port(network_port); }
    int local_port() const override { return ports_.local_port(); }

    /// With VC classes.
    std::vector<topo::RouteCandidate> candidates(topo::NodeId node, int input_port, int hop,
                                                 const rtl::Flit& head) const;
    /// Device port that the head takes at `node`: the one that a router of Flitscope would choose,
    /// or, if that depends on loads, one by the message's salt.
    int chosen_device_port(topo::NodeId node, int input_port, int hop, const rtl::Flit& head) const;
    const topo::RoutingFunction& routing() const { return routing_; }

private:
    const topo::Topology& topology_;
    const topo::RoutingFunction& routing_;
    const PortMap& ports_;
};

}  // namespace flitscope::cosim
