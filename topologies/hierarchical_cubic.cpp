#include "topologies/hierarchical_cubic.h"

namespace flitscope::topo {

HierarchicalCubic::HierarchicalCubic(int dimensions) : n_(dimensions) {
    require_range("hierarchical_cubic", "dimensions", dimensions, 1, kMaxDimensions);
}

PortPeer HierarchicalCubic::peer(NodeId node, PortId port) const {
    if (port < n_) {
        return {node ^ (NodeId{1} << port), port};
    }
    const NodeId i = cluster(node);
    const NodeId j = local(node);
    return {i == j ? node ^ (routers() - 1) : this->node(j, i), n_};
}

int HierarchicalCubic::link_class(NodeId node, PortId port) const {
    if (port < n_) {
        return 0;
    }
    return cluster(node) == local(node) ? 2 : 1;
}

std::int64_t HierarchicalCubic::bisection() const {
    return n_ == 1 ? 2 : std::int64_t{1} << (2 * n_ - 2);
}

std::vector<RouterOrbit> HierarchicalCubic::orbits() const {
    std::vector<RouterOrbit> all;
    all.reserve(static_cast<std::size_t>(size()));
    for (NodeId j = 0; j < size(); ++j) {
        all.push_back({node(0, j), size()});
    }
    return all;
}

TopologyEntry hierarchical_cubic_entry() {
    return {"hierarchical_cubic",
            {whole_number("dimensions", 1, HierarchicalCubic::kMaxDimensions,
                          "dimensions n of a cluster; 4^n nodes")
                 .required()},
            [](const Options& options) {
                return std::make_unique<HierarchicalCubic>(
                    static_cast<int>(options.integer("dimensions")));
            },
            "hierarchical"};
}

}  // namespace flitscope::topo
