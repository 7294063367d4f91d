#include "topologies/torus.h"

#include <algorithm>
#include <cstdlib>

namespace flitscope::topo {

PortPeer Torus::peer(NodeId node, PortId port) const {
    const Axis& along = axis(port / 2);
    const NodeId position = node / along.stride % along.size;
    const NodeId around = (along.size - 1) * along.stride;
    if (port % 2 == 0) {
        return {position + 1 < along.size ? node + along.stride : node - around, port + 1};
    }
    return {position > 0 ? node - along.stride : node + around, port - 1};
}

int Torus::distance(NodeId from, NodeId to) const {
    int hops = 0;
    for (int i = 0; i < dimensions(); ++i) {
        const int one_way = std::abs(coordinate(from, i) - coordinate(to, i));
        hops += std::min(one_way, size(i) - one_way);
    }
    return hops;
}

std::int64_t Torus::bisection() const {
    const auto longest = std::max_element(
        axes().begin(), axes().end(), [](const Axis& a, const Axis& b) { return a.size < b.size; });
    return longest->size % 2 == 0 ? std::int64_t{2} * routers() / longest->size : -1;
}

std::optional<DistanceSummary> Torus::distance_summary() const {
    DistanceSummary summary;
    double sum = 0;
    for (const Axis& along : axes()) {
        summary.diameter += along.size / 2;
        sum += static_cast<double>(std::int64_t{along.size} * along.size / 4) / along.size;
    }
    summary.mean = sum * routers() / (routers() - 1.0);
    return summary;
}

TopologyEntry torus_entry() {
    return {
        "torus",
        {whole_numbers("size", 3, Grid::kMaxNodes, "nodes per dimension, [Nx, Ny, ...]")
             .required()},
        [](const Options& options) { return std::make_unique<Torus>(options.integers("size")); },
        "dimension_order"};
}

}  // namespace flitscope::topo
