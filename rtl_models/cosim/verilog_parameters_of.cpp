#include "rtl_models/cosim/verilog_parameters_of.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/router/router_parameter_table.h"

namespace flitscope::cosim {

namespace {

constexpr int kMaxDimensions = 8;
constexpr int kMaxCyclesPerFlit = 255;

const std::string kLevel = "verilog";

void require(bool ok, const std::string& what) {
    if (!ok) {
        throw std::invalid_argument("level " + kLevel + ": " + what);
    }
}

/// The order is asked of the function itself: which dimension does it travel first?
bool ecube_low_first(const topo::Topology& cube, const topo::RoutingFunction& routing) {
    topo::RouteQuery query;
    query.here = 0;
    query.destination = cube.nodes() - 1;
    return cube.ports(0) > 1 && routing.only_candidate(query).port == 0;
}

std::vector<int> mesh_order(const topo::Topology& mesh, const topo::RoutingFunction& routing,
                            const std::vector<int>& size) {
    std::vector<int> order;
    topo::RouteQuery query;
    query.here = 0;
    query.destination = mesh.nodes() - 1;
    while (query.here != query.destination) {
        const topo::PortId port = routing.only_candidate(query).port;
        if (order.empty() || order.back() != port / 2) {
            order.push_back(port / 2);
        }
        query.here = mesh.peer(query.here, port).node;
    }
    // Dimensions of one node are never travelled.
    for (int dimension = 0; dimension < static_cast<int>(size.size()); ++dimension) {
        if (std::find(order.begin(), order.end(), dimension) == order.end()) {
            order.push_back(dimension);
        }
    }
    return order;
}

/// Cycles per flit of a port. An unconnected port takes those of the same port elsewhere, so that
/// routers at the border need no set of their own.
int cycles_per_flit(const rtl::NetworkDescription& description, topo::NodeId node,
                    topo::PortId port) {
    const topo::Topology& topology = *description.topology;
    topo::NodeId like = node;
    for (topo::NodeId other = 0; !topology.peer(like, port).connected(); ++other) {
        if (other == topology.nodes()) {
            return 1;
        }
        like = topology.ports(other) > port ? other : node;
    }
    const auto link_class = static_cast<std::size_t>(topology.link_class(like, port));
    const int cycles = description.links.at(link_class).cycles_per_flit;
    require(cycles <= kMaxCyclesPerFlit, "link.cycles_per_flit = " + std::to_string(cycles) +
                                             ", must be 1.." + std::to_string(kMaxCyclesPerFlit));
    return cycles;
}

}  // namespace

VerilogParameters verilog_parameters_of(const rtl::NetworkDescription& description,
                                        topo::NodeId node) {
    const topo::Topology& topology = *description.topology;
    const topo::RoutingFunction& routing = *description.routing;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        const int value = each.get(description.router);
        for (const rtl::RouterParameter::Limit& limit : each.limits()) {
            require(limit.level != kLevel || each.is_accepted(value, kLevel),
                    "router." + each.key() + " = " + each.text(value) + ", must be " +
                        each.text(limit.minimum, limit.maximum));
        }
    }

    VerilogParameters p;
    p.network_ports = topology.ports(node);
    p.router = description.router;
    const rtl::PortLayout ports = rtl::port_layout(p.router, p.network_ports);
    p.router.injection_ports = ports.injection;
    p.router.ejection_ports = ports.ejection;
    p.router.injection_vcs = rtl::injection_vc_count(p.router);
    if (routing.algorithm() == "ecube" && topology.kind() == "hypercube") {
        p.routing = VerilogRouting::ecube;
        p.ecube_low_first = ecube_low_first(topology, routing);
    } else {
        require(routing.algorithm() == "dimension_order" && topology.kind() == "mesh",
                "routing.algorithm = " + routing.algorithm() + " on " + topology.kind() +
                    ", must be ecube on a hypercube or dimension_order on a mesh");
        p.routing = VerilogRouting::dimension_order;
        for (const int last : topology.coordinates(topology.nodes() - 1)) {
            p.mesh_size.push_back(last + 1);
        }
        require(p.mesh_size.size() <= kMaxDimensions,
                "topology.size has " + std::to_string(p.mesh_size.size()) +
                    " dimensions, must have 1.." + std::to_string(kMaxDimensions));
        p.mesh_order = mesh_order(topology, routing, p.mesh_size);
    }
    for (topo::PortId port = 0; port < p.network_ports; ++port) {
        p.cycles_per_flit.push_back(cycles_per_flit(description, node, port));
    }
    return p;
}

std::vector<NeededSet> needed_sets(const rtl::NetworkDescription& description,
                                   const std::vector<topo::NodeId>& nodes) {
    std::vector<NeededSet> needed;
    for (const topo::NodeId node : nodes) {
        const VerilogParameters parameters = verilog_parameters_of(description, node);
        const std::string arguments = cmake_arguments(parameters);
        auto known = std::find_if(needed.begin(), needed.end(), [&](const NeededSet& each) {
            return cmake_arguments(each.parameters) == arguments;
        });
        if (known == needed.end()) {
            known = needed.insert(needed.end(), {parameters, node, 0});
        }
        ++known->routers;
    }
    return needed;
}

}  // namespace flitscope::cosim
