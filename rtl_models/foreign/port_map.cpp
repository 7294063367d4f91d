#include "rtl_models/foreign/port_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "rtl_models/router/route_choice.h"
#include "topologies/channels.h"

namespace flitscope::cosim {

namespace {

/// The neighbour differs from the node in this dimension only, by one step in this direction.
bool one_step(std::vector<int> from, const std::vector<int>& to, int dimension, bool positive) {
    if (dimension >= static_cast<int>(from.size())) {
        return false;
    }
    from[static_cast<std::size_t>(dimension)] += positive ? 1 : -1;
    return from == to;
}

int port_count(const topo::Topology& topology) {
    int ports = 0;
    for (topo::NodeId node = 0; node < topology.routers(); ++node) {
        ports = std::max(ports, static_cast<int>(topology.ports(node)));
    }
    return ports;
}

topo::RouteQuery query_of(topo::NodeId node, int input_port, int hop, const rtl::Flit& head) {
    return {node, input_port, head.source, head.destination, hop, head.salt, head.detour};
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
    const auto refuse = [&](const DevicePort& port, const std::string& problem) {
        throw DescriptionError(description, port.place, "ports", problem);
    };
    int device_port = 0;
    for (const DevicePort& each : description.ports) {
        if (each.kind == DevicePort::Kind::local) {
            local_ = device_port++;
            continue;
        }
        const bool by_number = each.kind == DevicePort::Kind::network;
        const int port =
            by_number ? each.number : port_of_direction(topology, each.number, each.positive);
        const std::string name = (by_number       ? ""
                                  : each.positive ? "+"
                                                  : "-") +
                                 std::to_string(each.number);
        if (port < 0 || port >= ports) {
            refuse(each, fmt::format("{}: topology {} has no such port; its ports are 0..{}", name,
                                     topology.kind(), ports - 1));
        }
        int& known = device_[static_cast<std::size_t>(port)];
        if (known >= 0) {
            refuse(each, fmt::format("{}: is port {} of the topology, which is in the list already",
                                     name, port));
        }
        known = device_port++;
    }
    topo::for_each_channel(topology, [&](auto /*node*/, auto port, const topo::PortPeer& /*peer*/) {
        if (device_[static_cast<std::size_t>(port)] < 0) {
            refuse(description.ports.front(),
                   fmt::format("port {} of topology {} is not in the list", port, topology.kind()));
        }
    });
}

std::vector<topo::RouteCandidate> NetworkRoutes::candidates(topo::NodeId node, int input_port,
                                                            int hop, const rtl::Flit& head) const {
    std::vector<topo::RouteCandidate> found;
    if (head.destination != node) {
        routing_.candidates(query_of(node, input_port, hop, head), found);
    }
    return found;
}

std::vector<int> NetworkRoutes::outputs(topo::NodeId node, int input_port, int hop,
                                        const rtl::Flit& head) const {
    std::vector<int> ports;
    for (const topo::RouteCandidate& each : candidates(node, input_port, hop, head)) {
        ports.push_back(each.port);
    }
    return ports;
}

int NetworkRoutes::chosen_device_port(topo::NodeId node, int input_port, int hop,
                                      const rtl::Flit& head) const {
    if (head.destination == node) {
        return ports_.local_port();
    }
    std::vector<topo::RouteCandidate> scratch;
    return ports_.device_port(rtl::choose_by_salt(routing_, routing_.selection(),
                                                  query_of(node, input_port, hop, head), scratch)
                                  .port);
}

}  // namespace flitscope::cosim
