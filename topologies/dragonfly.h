#pragma once

#include <string>
#include <vector>

#include "topologies/registry.h"

namespace flitscope::topo {

/// Dragonfly (Kim, Dally, Scott and Abts 2008) of the largest size: g = a*h + 1 groups of a routers
/// with p nodes each; every two routers of a group and every two groups are joined by one link.
///
/// Router id = group * a + r. Ports 0..a-2 lead to the other routers of the group in ascending
/// order, port a-1+j is global link j. Global link j of router r of group G goes to group
/// G + o (mod g), o = r*h + j + 1; its other end is global link h-1-j of router a-1-r there. Link
/// classes "local", "global". Only the parameters are stored.
class Dragonfly : public Topology {
public:
    static constexpr int kMaxOfEach = 256;
    static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 26;

    /// a, h, p. Throws OptionError for a outside 2..kMaxOfEach, h and p outside 1..kMaxOfEach, or
    /// more than kMaxNodes nodes.
    Dragonfly(std::int64_t routers_per_group, std::int64_t global_links,
              std::int64_t nodes_per_router);

    RouterId routers_per_group() const override { return a_; }
    int global_links() const { return h_; }
    RouterId groups() const { return a_ * h_ + 1; }
    RouterId group(RouterId router) const { return router / a_; }
    /// The port from a router towards another group: to the router that has the link there, or that
    /// link.
    PortId port_to_group(RouterId from, RouterId group) const;
    /// The port to another router of the same group.
    PortId port_in_group(RouterId from, RouterId to) const { return to % a_ - (to > from ? 1 : 0); }

    std::string kind() const override { return "dragonfly"; }
    RouterId routers() const override { return groups() * a_; }
    PortId ports(RouterId /*router*/) const override { return a_ - 1 + h_; }
    PortPeer peer(RouterId router, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"local", "global"}; }
    int link_class(RouterId /*router*/, PortId port) const override {
        return port < a_ - 1 ? 0 : 1;
    }
    /// At most 3; 2 also over two global links, which no routing here takes.
    int distance(RouterId from, RouterId to) const override;
    std::vector<int> coordinates(RouterId router) const override {
        return {router % a_, router / a_};
    }
    RouterId router_at(const std::vector<int>& coordinates) const override;
    std::string router_name(RouterId router) const override;
    std::optional<DistanceSummary> distance_summary() const override;
    /// The groups are alike.
    std::vector<RouterOrbit> orbits() const override;

private:
    int a_, h_;
};

TopologyEntry dragonfly_entry();

}  // namespace flitscope::topo
