#include "topologies/mesh.h"

#include <algorithm>
#include <cstdlib>

namespace flitscope::topo {

PortPeer Mesh::peer(NodeId node, PortId port) const {
    const Axis& along = axis(port / 2);
    const NodeId position = node / along.stride % along.size;
    if (port % 2 == 0) {
        return position + 1 < along.size ? PortPeer{node + along.stride, port + 1} : PortPeer{};
    }
    return position > 0 ? PortPeer{node - along.stride, port - 1} : PortPeer{};
}

int Mesh::distance(NodeId from, NodeId to) const {
    int hops = 0;
    for (int i = 0; i < dimensions(); ++i) {
        hops += std::abs(coordinate(from, i) - coordinate(to, i));
    }
    return hops;
}

std::int64_t Mesh::bisection() const {
    std::vector<std::int64_t> sizes;
    sizes.reserve(axes().size());
    for (const Axis& along : axes()) {
        sizes.push_back(along.size);
    }
    std::sort(sizes.rbegin(), sizes.rend());
    std::int64_t cut = 0;
    std::int64_t section = routers();
    for (const std::int64_t extent : sizes) {
        if (extent == 1) {
            break;  // no links along it, and an odd size that ends nothing
        }
        section /= extent;
        cut += section;
        if (extent % 2 == 0) {
            break;
        }
    }
    return cut;
}

std::optional<DistanceSummary> Mesh::distance_summary() const {
    DistanceSummary summary;
    double sum = 0;
    for (const Axis& along : axes()) {
        const double extent = along.size;
        summary.diameter += along.size - 1;
        sum += (extent * extent - 1) / (3 * extent);
    }
    summary.mean = routers() == 1 ? 0 : sum * routers() / (routers() - 1.0);
    return summary;
}

TopologyEntry mesh_entry() {
    return {"mesh",
            {whole_numbers("size", 1, Mesh::kMaxNodes, "nodes per dimension, [Nx, Ny, ...]")
                 .required()},
            [](const Options& options) { return std::make_unique<Mesh>(options.integers("size")); },
            "dimension_order"};
}

}  // namespace flitscope::topo
