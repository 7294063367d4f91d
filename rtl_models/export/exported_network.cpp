#include "rtl_models/export/exported_network.h"

#include <algorithm>

#include "common/options.h"

namespace flitscope::exported {

namespace {

constexpr int kMaxRouters = 1024;
constexpr int kMaxTableBits = 1 << 18;  ///< of all tables of a router: digits in network.v

void require(bool ok, const std::string& key, const std::string& what) {
    if (!ok) {
        throw OptionError(key, "rtl export: " + what);
    }
}

/// What level verilog does, but no export.
void check(const rtl::NetworkDescription& description) {
    const int routers = description.topology->routers();
    require(routers <= kMaxRouters, "topology",
            "topology.kind = " + description.topology->kind() + " with " + std::to_string(routers) +
                " routers, must have at most " + std::to_string(kMaxRouters));
    const int bytes = description.router.flit_bytes;
    require(bytes <= rtl::FlitData::kMaxBytes, "router.flit_bytes",
            "router.flit_bytes = " + std::to_string(bytes) + ", must be 1.." +
                std::to_string(rtl::FlitData::kMaxBytes));
}

}  // namespace

rtl::PortLayout ExportedNetwork::ports(topo::RouterId router) const {
    return rtl::port_layout(description.router, *description.topology, router);
}

bool ExportedNetwork::connected(topo::RouterId router, int input) const {
    const topo::PortId queue = rtl::queue_port(description.router, ports(router), input);
    const bool injection = input >= ports(router).network && queue < 0;
    return injection || description.topology->peer(router, queue < 0 ? input : queue).connected();
}

std::int64_t ExportedNetwork::table_bits(topo::RouterId router) const {
    if (tables == nullptr) {
        return 0;
    }
    const rtl::RouteTableShape shape(*description.routing, description.topology->routers(),
                                     description.ties_random);
    return std::int64_t{8} * ports(router).network << shape.address_bits();
}

ExportedNetwork exported_network(rtl::NetworkDescription description) {
    check(description);
    description.router.check_data = true;
    const topo::Topology& topology = *description.topology;
    std::vector<cosim::VerilogParameters> kinds;
    std::vector<std::size_t> kind_of;
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        cosim::VerilogParameters parameters = cosim::verilog_parameters_of(description, router);
        const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) {
            return cosim::cmake_arguments(each) == cosim::cmake_arguments(parameters);
        });
        kind_of.push_back(static_cast<std::size_t>(known - kinds.begin()));
        if (known == kinds.end()) {
            kinds.push_back(std::move(parameters));
        }
    }
    FlitLayout flit(kinds, topology.routers() << topology.local_bits());
    ExportedNetwork network{std::move(description),
                            std::move(kinds),
                            std::move(kind_of),
                            std::move(flit),
                            nullptr,
                            {},
                            {}};
    network.tables = rtl::make_route_tables(network.description);
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        const topo::NodePlace place = topology.place(node);
        const rtl::PortLayout ports = network.ports(place.router);
        for (int queue = 0; queue < ports.injection; ++queue) {
            const int input = ports.injection_input(place.local, queue);
            if (network.connected(place.router, input)) {
                network.sources.push_back({node, queue, place.router, input});
            }
        }
        for (int ejection = 0; ejection < ports.ejection; ++ejection) {
            network.sinks.push_back(
                {node, ejection, place.router, ports.ejection_output(place.local, ejection)});
        }
    }
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        const std::int64_t bits = network.table_bits(router) * network.ports(router).inputs();
        require(bits <= kMaxTableBits, "routing.algorithm",
                "routing.algorithm = " + network.description.routing->algorithm() +
                    " needs route tables of " + std::to_string(bits) + " bits in router " +
                    std::to_string(router) + ", must be at most " + std::to_string(kMaxTableBits));
    }
    return network;
}

}  // namespace flitscope::exported
