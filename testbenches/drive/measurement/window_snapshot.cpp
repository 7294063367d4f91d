#include "testbenches/drive/measurement/window_snapshot.h"

namespace flitscope::tb {

namespace {

std::vector<NodeResult> node_results(const WindowSnapshot& start, const WindowSnapshot& end,
                                     topo::NodeId nodes, const MessageStatistics& messages) {
    const auto cycles = static_cast<double>(end.edge - start.edge);
    const std::vector<std::uint64_t> consumed =
        PortSnapshot::consumed(start.ports, end.ports, nodes);
    std::vector<NodeResult> results;
    for (std::size_t node = 0; node < consumed.size(); ++node) {
        NodeResult result;
        result.offered =
            static_cast<double>(end.node_flits[node] - start.node_flits[node]) / cycles;
        result.accepted = static_cast<double>(consumed[node]) / cycles;
        if (node < messages.nodes.size() && messages.nodes[node].count > 0) {
            result.latency = static_cast<double>(messages.nodes[node].cycles) /
                             static_cast<double>(messages.nodes[node].count);
        }
        results.push_back(result);
    }
    return results;
}

}  // namespace

void add_window(const WindowSnapshot& start, const WindowSnapshot& end, const MeasureConfig& config,
                const rtl::NetworkDescription& description, const MessageStatistics& messages,
                Findings& findings) {
    const topo::NodeId nodes = description.topology->nodes();
    const rtl::Cycle cycles = end.edge - start.edge;
    const double node_cycles = static_cast<double>(nodes) * static_cast<double>(cycles);
    findings.offered =
        static_cast<double>(end.flits_generated - start.flits_generated) / node_cycles;
    findings.accepted = static_cast<double>(end.flits_ejected - start.flits_ejected) / node_cycles;
    findings.channels = ChannelSnapshot::between(start.channels, end.channels, cycles, description);
    findings.ports = PortSnapshot::between(start.ports, end.ports, cycles, config.per_channel);
    if (config.per_node) {
        findings.nodes = node_results(start, end, nodes, messages);
    }
}

}  // namespace flitscope::tb
