#include "rtl_models/foreign/port_map.h"

#include <algorithm>
#include <string>

#include "topologies/channels.h"

namespace flitscope::cosim {

namespace {

/// The neighbour differs from the node in this dimension only, by one step in this direction.
bool one_step(const std::vector<int>& from, const std::vector<int>& to, int dimension,
              bool positive) {
    if (dimension >= static_cast<int>(from.size())) {
        return false;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        const int wanted = static_cast<int>(i) != dimension ? 0 : positive ? 1 : -1;
        if (to[i] - from[i] != wanted) {
            return false;
        }
    }
    return true;
}

int port_count(const topo::Topology& topology) {
    int ports = 0;
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        ports = std::max(ports, static_cast<int>(topology.ports(node)));
    }
    return ports;
}

}  // namespace

int port_of_direction(const topo::Topology& topology, int dimension, bool positive) {
    int found = -1;
    topo::for_each_channel(topology, [&](auto node, auto port, const topo::PortPeer& peer) {
        if (found < 0 && one_step(topology.coordinates(node), topology.coordinates(peer.node),
                                  dimension, positive)) {
            found = port;
        }
    });
    return found;
}

PortMap::PortMap(const DeviceDescription& description, const topo::Topology& topology) {
    const int ports = port_count(topology);
    device_.assign(static_cast<std::size_t>(ports), -1);
    for (const DevicePort& each : description.ports) {
        int port = -1;
        if (each.kind == DevicePort::Kind::local) {
            local_ = static_cast<int>(network_.size());
        } else if (each.kind == DevicePort::Kind::network) {
            port = each.number < ports ? each.number : -1;
        } else {
            port = port_of_direction(topology, each.number, each.positive);
        }
        if (each.kind != DevicePort::Kind::local) {
            const std::string name = (each.kind == DevicePort::Kind::network ? ""
                                      : each.positive                        ? "+"
                                                                             : "-") +
                                     std::to_string(each.number);
            if (port < 0) {
                throw DescriptionError(description, each.place, "ports",
                                       name + ": topology " + topology.kind() +
                                           " has no such port; its ports are 0.." +
                                           std::to_string(ports - 1));
            }
            if (device_[static_cast<std::size_t>(port)] >= 0) {
                throw DescriptionError(description, each.place, "ports",
                                       name + ": is port " + std::to_string(port) +
                                           " of the topology, which is in the list already");
            }
            device_[static_cast<std::size_t>(port)] = static_cast<int>(network_.size());
        }
        network_.push_back(port);
    }
    topo::for_each_channel(topology, [&](auto /*node*/, auto port, const topo::PortPeer& /*peer*/) {
        if (device_[static_cast<std::size_t>(port)] < 0) {
            throw DescriptionError(description, description.ports.front().place, "ports",
                                   "port " + std::to_string(port) + " of topology " +
                                       topology.kind() + " is not in the list");
        }
    });
}

}  // namespace flitscope::cosim
