#include "topologies/routing/shortest_path.h"

#include <algorithm>

#include "topologies/graph_search.h"

namespace flitscope::topo {

ShortestPath::ShortestPath(const Topology& topology, RouteSelection selection)
    : routers_(topology.routers()), selection_(selection), numbers_(topology) {
    const auto refuse = [&](const std::string& what) {
        throw OptionError("algorithm", "shortest_path: " + what);
    };
    if (routers_ > kMaxRouters) {
        refuse(topology.kind() + " has " + std::to_string(routers_) + " routers, at most " +
               std::to_string(kMaxRouters));
    }
    peers_.assign(numbers_.count(), kNoNode);
    for_each_channel(topology, [&](RouterId from, PortId port, const PortPeer& to) {
        peers_[numbers_.of(from, port)] = to.node;
    });
    const Neighbours neighbours(topology);
    for (RouterId to = 0; to < routers_; ++to) {
        const std::vector<int> hops = search_from(neighbours, to).hops;
        const auto [least, most] = std::minmax_element(hops.begin(), hops.end());
        if (*least < 0 || *most > 255) {
            refuse("no route of 255 hops or fewer to router " + std::to_string(to));
        }
        hops_.insert(hops_.end(), hops.begin(), hops.end());
        for (RouterId from = 0; topology.nodes_at(to) > 0 && from < routers_; ++from) {
            classes_ = std::max(classes_, topology.nodes_at(from) > 0 ? distance(from, to) : 0);
        }
    }
}

void ShortestPath::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const int nearer = distance(query.here, query.destination) - 1;
    const std::size_t first = numbers_.of(query.here, 0);
    for (std::size_t channel = first; channel < numbers_.of(query.here + 1, 0); ++channel) {
        if (peers_[channel] != kNoNode && distance(peers_[channel], query.destination) == nearer) {
            out.push_back({static_cast<PortId>(channel - first), query.hop});
        }
    }
}

RoutingEntry shortest_path_entry() {
    return {"shortest_path",
            {one_of("choice", {"random", "shortest_queue"}, "choice among the shortest ways")
                 .or_else("random")},
            [](const Topology& topology, const Options& options) {
                return std::make_unique<ShortestPath>(topology,
                                                      options.text("choice", "random") == "random"
                                                          ? RouteSelection::random
                                                          : RouteSelection::shortest_queue);
            },
            true};
}

}  // namespace flitscope::topo
