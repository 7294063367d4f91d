#include "topologies/grid.h"

#include "common/bits.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

Grid::Grid(const std::string& kind, const std::vector<std::int64_t>& size, int least) {
    if (size.empty() || size.size() > kMaxDimensions) {
        throw OptionError("size", kind + ": " + std::to_string(size.size()) +
                                      " sizes, must be a list of 1.." +
                                      std::to_string(kMaxDimensions));
    }
    std::int64_t stride = 1;
    for (const std::int64_t extent : size) {
        if (extent < least || extent > kMaxNodes / stride) {
            throw OptionError("size", kind + ": size " + std::to_string(extent) +
                                          ", must be >= " + std::to_string(least) +
                                          " with at most 2^30 nodes in all");
        }
        axes_.push_back({static_cast<NodeId>(extent), static_cast<NodeId>(stride)});
        stride *= extent;
    }
    nodes_ = static_cast<NodeId>(stride);
}

std::vector<std::string> Grid::link_classes() const { return dimension_names(dimensions()); }

std::vector<int> Grid::coordinates(NodeId node) const {
    std::vector<int> all;
    all.reserve(axes_.size());
    for (int i = 0; i < dimensions(); ++i) {
        all.push_back(coordinate(node, i));
    }
    return all;
}

NodeId Grid::router_at(const std::vector<int>& coordinates) const {
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

std::string Grid::router_name(NodeId node) const {
    std::string name;
    for (const int position : coordinates(node)) {
        name += (name.empty() ? "(" : ",") + std::to_string(position);
    }
    return name + ")";
}

}  // namespace flitscope::topo
