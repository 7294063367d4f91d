#pragma once

#include <vector>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/head_codec.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// Device ports and Flitscope's network ports, the same at every node of a topology.
class PortMap {
public:
    /// Throws DescriptionError for a direction or port that the topology does not have, and if a
    /// port of the topology has no port of the device.
    PortMap(const DeviceDescription& description, const topo::Topology& topology);

    int device_port(int network_port) const {
        return device_[static_cast<std::size_t>(network_port)];
    }
    int local_port() const { return local_; }
    /// Of any port of a router; -1: none.
    int device_port(const rtl::PortLayout& layout, int port) const {
        return port < layout.network ? device_port(port) : local_;
    }

private:
    std::vector<int> device_;  ///< by network port
    int local_ = -1;
};

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

/// The network port that leads towards higher (or lower) coordinates of a dimension; -1: there is
/// none.
int port_of_direction(const topo::Topology& topology, int dimension, bool positive);

}  // namespace flitscope::cosim
