#include "topologies/ring.h"

#include <algorithm>
#include <cstdlib>

namespace flitscope::topo {

Ring::Ring(std::int64_t nodes) : nodes_(static_cast<NodeId>(nodes)) {
    if (nodes < 3 || nodes > kMaxNodes) {
        throw OptionError("nodes", "ring: nodes = " + std::to_string(nodes) + ", must be 3..2^30");
    }
}

PortPeer Ring::peer(NodeId node, PortId port) const {
    if (port == 0) {
        return {node + 1 == nodes_ ? 0 : node + 1, 1};
    }
    return {node == 0 ? nodes_ - 1 : node - 1, 0};
}

int Ring::distance(NodeId from, NodeId to) const {
    const int one_way = std::abs(from - to);
    return std::min(one_way, nodes_ - one_way);
}

std::optional<DistanceSummary> Ring::distance_summary() const {
    const double n = nodes_;
    return DistanceSummary{nodes_ / 2, nodes_ % 2 == 0 ? n * n / 4 / (n - 1) : (n + 1) / 4};
}

TopologyEntry ring_entry() {
    return {"ring",
            {whole_number("nodes", 3, Ring::kMaxNodes, "number of nodes").required()},
            [](const Options& options) { return std::make_unique<Ring>(options.integer("nodes")); },
            "dimension_order"};
}

}  // namespace flitscope::topo
