#include "topologies/routing/nearest_common_ancestor.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void NearestCommonAncestor::candidates(const RouteQuery& query,
                                       std::vector<RouteCandidate>& out) const {
    const int level = tree_->level(query.here);
    const RouterId own = tree_->subtree(query.here, level);
    const RouterId wanted = tree_->subtree(query.destination, level);
    if (own == wanted) {
        out.push_back({tree_->subtree(query.destination, level - 1) % tree_->radix(), 0});
        return;
    }
    const PortId first = tree_->first_up_port(query.here);
    const PortId ways = tree_->ports(query.here) - first;
    if (up_ == Up::destination) {
        out.push_back({first + (own + wanted) % ways, 0});
        return;
    }
    for (PortId way = 0; way < ways; ++way) {
        out.push_back({first + way, 0});
    }
}

RouteSelection NearestCommonAncestor::selection() const {
    return up_ == Up::salt   ? RouteSelection::random
           : up_ == Up::load ? RouteSelection::shortest_queue
                             : RouteSelection::only;
}

RoutingEntry nearest_common_ancestor_entry() {
    return {"nearest_common_ancestor",
            {one_of("up", {"salt", "load", "destination"},
                    "which way up: random, with the least load, by the destination")
                 .or_else("salt")},
            [](const Topology& topology, const Options& options) {
                using Up = NearestCommonAncestor::Up;
                const std::string up = options.text("up", "salt");
                return std::make_unique<NearestCommonAncestor>(
                    fitting_topology<FatTree>(topology, "algorithm", "nearest_common_ancestor",
                                              "fat_tree, tree"),
                    up == "load"          ? Up::load
                    : up == "destination" ? Up::destination
                                          : Up::salt);
            },
            true};
}

}  // namespace flitscope::topo
