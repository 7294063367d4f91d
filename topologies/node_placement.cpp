#include "topologies/node_placement.h"

#include <algorithm>

#include "common/at.h"

namespace flitscope::topo {

NodePlacement::NodePlacement(const std::vector<int>& nodes_of_router) : first_{0} {
    for (const int nodes : nodes_of_router) {
        first_.push_back(first_.back() + nodes);
        most_ = std::max(most_, nodes);
    }
    nodes_ = first_.back();
}

int NodePlacement::at(RouterId router) const { return first(router + 1) - first(router); }

NodeId NodePlacement::first(RouterId router) const {
    return each_ > 0 ? std::min(nodes_, each_ * router) : first_[flitscope::at(router)];
}

NodePlace NodePlacement::of(NodeId node) const {
    if (each_ > 0) {
        return {node / each_, node % each_};
    }
    const auto next = std::upper_bound(first_.begin(), first_.end(), node);
    return {static_cast<RouterId>(next - first_.begin() - 1), node - *(next - 1)};
}

}  // namespace flitscope::topo
