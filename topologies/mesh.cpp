#include "topologies/mesh.h"

#include <algorithm>
#include <cstdlib>

#include "topologies/bits.h"

namespace flitscope::topo {

Mesh::Mesh(const std::vector<std::int64_t>& size) {
    if (size.empty() || size.size() > kMaxDimensions) {
        throw OptionError("size", "mesh: " + std::to_string(size.size()) +
                                      " sizes, must be a list of 1.." +
                                      std::to_string(kMaxDimensions));
    }
    std::int64_t stride = 1;
    for (const std::int64_t extent : size) {
        if (extent < 1 || extent > kMaxNodes / stride) {
            throw OptionError("size", "mesh: size " + std::to_string(extent) +
                                          ", must be >= 1 with at most 2^30 nodes in all");
        }
        axes_.push_back({static_cast<NodeId>(extent), static_cast<NodeId>(stride)});
        stride *= extent;
    }
    nodes_ = static_cast<NodeId>(stride);
}

PortPeer Mesh::peer(NodeId node, PortId port) const {
    const Axis& along = axis(port / 2);
    const NodeId position = node / along.stride % along.size;
    if (port % 2 == 0) {
        return position + 1 < along.size ? PortPeer{node + along.stride, port + 1} : PortPeer{};
    }
    return position > 0 ? PortPeer{node - along.stride, port - 1} : PortPeer{};
}

std::vector<std::string> Mesh::link_classes() const { return dimension_names(dimensions()); }

int Mesh::distance(NodeId from, NodeId to) const {
    int hops = 0;
    for (int i = 0; i < dimensions(); ++i) {
        hops += std::abs(coordinate(from, i) - coordinate(to, i));
    }
    return hops;
}

std::vector<int> Mesh::coordinates(NodeId node) const {
    std::vector<int> all;
    all.reserve(axes_.size());
    for (int i = 0; i < dimensions(); ++i) {
        all.push_back(coordinate(node, i));
    }
    return all;
}

NodeId Mesh::node_at(const std::vector<int>& coordinates) const {
    if (coordinates.size() != axes_.size()) {
        return kNoNode;
    }
    NodeId node = 0;
    for (int i = 0; i < dimensions(); ++i) {
        const int position = coordinates[static_cast<std::size_t>(i)];
        if (position < 0 || position >= size(i)) {
            return kNoNode;
        }
        node += position * axis(i).stride;
    }
    return node;
}

std::string Mesh::node_name(NodeId node) const {
    std::string name;
    for (const int position : coordinates(node)) {
        name += (name.empty() ? "(" : ",") + std::to_string(position);
    }
    return name + ")";
}

std::int64_t Mesh::bisection() const {
    std::vector<std::int64_t> sizes;
    sizes.reserve(axes_.size());
    for (const Axis& along : axes_) {
        sizes.push_back(along.size);
    }
    std::sort(sizes.rbegin(), sizes.rend());
    std::int64_t cut = 0;
    std::int64_t section = nodes_;
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
    for (const Axis& along : axes_) {
        const double extent = along.size;
        summary.diameter += along.size - 1;
        sum += (extent * extent - 1) / (3 * extent);
    }
    summary.mean = nodes_ == 1 ? 0 : sum * nodes_ / (nodes_ - 1.0);
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
