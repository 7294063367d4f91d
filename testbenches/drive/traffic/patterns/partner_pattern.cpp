#include "testbenches/drive/traffic/patterns/partner_pattern.h"

#include <cstdint>

#include "topologies/hypercube.h"
#include "topologies/options.h"

namespace flitscope::tb {

std::vector<topo::NodeId> grid_sizes(const topo::Topology& topology) {
    std::vector<topo::NodeId> sizes;
    if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        sizes.assign(static_cast<std::size_t>(cube->dimensions()), 2);
        return sizes;
    }
    // The last node has the largest coordinate in every dimension of a grid.
    std::int64_t nodes = 1;
    for (const int coordinate : topology.coordinates(topology.nodes() - 1)) {
        sizes.push_back(coordinate + 1);
        nodes *= coordinate + 1;
    }
    if (nodes != topology.nodes()) {
        return {topology.nodes()};
    }
    return sizes;
}

topo::NodeId OffsetPattern::partner(topo::NodeId source) const {
    topo::NodeId partner = 0;
    topo::NodeId rest = source;
    topo::NodeId stride = 1;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
        const topo::NodeId size = sizes_[i];
        const topo::NodeId x = rest % size;
        const topo::NodeId to_end = size - offsets_[i];
        partner += stride * (x >= to_end ? x - to_end : x + offsets_[i]);
        rest /= size;
        stride *= size;
    }
    return partner;
}

int address_bits(const topo::Topology& topology, const std::string& pattern) {
    const topo::NodeId nodes = topology.nodes();
    if (nodes < 2 || (nodes & (nodes - 1)) != 0) {
        throw topo::OptionError("pattern", pattern + " needs a power of two of nodes, there are " +
                                               std::to_string(nodes));
    }
    return __builtin_ctz(static_cast<unsigned>(nodes));
}

void require_traffic(const topo::Topology& topology, const TrafficPattern& traffic,
                     const std::string& pattern) {
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        if (traffic.generates(node)) {
            return;
        }
    }
    throw topo::OptionError("pattern",
                            pattern + ": no node of this topology has a partner other than itself");
}

}  // namespace flitscope::tb
