#pragma once

#include "topologies/channels.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// All shortest ways on any connected topology, found by breadth-first searches: at every hop any
/// router that is nearer to the destination. The VC class is the number of earlier hops, so that it
/// is acyclic with as many classes as the longest route has hops. It stores a distance for every
/// pair of routers.
class ShortestPath : public RoutingFunction {
public:
    static constexpr RouterId kMaxRouters = 4096;

    /// Throws OptionError ("algorithm"): more than kMaxRouters routers, or some node cannot be
    /// reached, or only by more than 255 hops.
    ShortestPath(const Topology& topology, RouteSelection selection);

    std::string algorithm() const override { return "shortest_path"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return selection_; }
    int vc_classes() const override { return classes_; }
    RouteDependence dependence() const override { return {false, false, true}; }

private:
    int distance(RouterId from, RouterId to) const {
        return hops_[static_cast<std::size_t>(to) * static_cast<std::size_t>(routers_) +
                     static_cast<std::size_t>(from)];
    }

    RouterId routers_;
    RouteSelection selection_;
    int classes_ = 1;
    ChannelNumbers numbers_;
    std::vector<RouterId> peers_;  ///< [channel]; kNoNode: not connected
    std::vector<std::uint8_t> hops_;
};

/// Option `choice: random | shortest_queue`, default random.
RoutingEntry shortest_path_entry();

}  // namespace flitscope::topo
