#include "testbenches/drive/measurement/port_statistics.h"

namespace flitscope::tb {

PortSnapshot::PortSnapshot(const rtl::Network& network) {
    const rtl::NetworkDescription& description = network.description();
    const topo::Topology& topology = *description.topology;
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        const rtl::PortLayout ports = rtl::port_layout(description.router, topology.ports(node));
        const auto connected = [&](int port) { return topology.peer(node, port).connected(); };
        // A local port that belongs to an unconnected network port is not there.
        const auto has_input = [&](int port) {
            return port < ports.network ? connected(port)
                                        : description.router.injection_ports != rtl::kAll ||
                                              connected(port - ports.network);
        };
        for (int port = ports.network; port < ports.inputs(); ++port) {
            if (has_input(port)) {
                injection_.push_back({node, port, network.injected_flits(node, port)});
            }
        }
        for (int port = ports.network; port < ports.outputs(); ++port) {
            if (description.router.ejection_ports != rtl::kAll || has_input(port - ports.network)) {
                ejection_.push_back({node, port, network.ejected_flits(node, port)});
            }
        }
    }
}

std::vector<PortClassResult> PortSnapshot::between(const PortSnapshot& start,
                                                   const PortSnapshot& end, rtl::Cycle cycles,
                                                   bool per_port) {
    return {result("injection", start.injection_, end.injection_, cycles, per_port),
            result("ejection", start.ejection_, end.ejection_, cycles, per_port)};
}

PortClassResult PortSnapshot::result(const char* name, const Ports& start, const Ports& end,
                                     rtl::Cycle cycles, bool per_port) {
    PortClassResult result;
    result.name = name;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < end.size(); ++i) {
        const std::uint64_t flits = end[i].flits - start[i].flits;
        sum += flits;
        if (per_port) {
            result.ports.push_back({end[i].node, end[i].port,
                                    static_cast<double>(flits) / static_cast<double>(cycles)});
        }
    }
    if (!end.empty()) {
        result.utilisation = static_cast<double>(sum) /
                             (static_cast<double>(cycles) * static_cast<double>(end.size()));
    }
    return result;
}

std::vector<std::uint64_t> PortSnapshot::consumed(const PortSnapshot& start,
                                                  const PortSnapshot& end, topo::NodeId nodes) {
    std::vector<std::uint64_t> flits(static_cast<std::size_t>(nodes), 0);
    for (std::size_t i = 0; i < end.ejection_.size(); ++i) {
        flits[static_cast<std::size_t>(end.ejection_[i].node)] +=
            end.ejection_[i].flits - start.ejection_[i].flits;
    }
    return flits;
}

}  // namespace flitscope::tb
