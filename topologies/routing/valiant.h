#pragma once

#include <memory>

#include "topologies/dragonfly.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Valiant's randomized routing (Valiant and Brebner 1981): every message first goes to a random
/// node, then to its destination, both times by `base`. Every traffic pattern loads the channels
/// like two uniform patterns, at twice the distance.
///
/// The intermediate node follows from source and salt (docs/router.md, section 12), and a message
/// is in its second leg once it has made as many hops as the distance from the source to that node,
/// so the head needs no further field. A message that reaches its destination in its first leg
/// leaves the network there. The second leg has separate classes, so that no leg waits for itself.
class Valiant : public DeterministicRouting {
public:
    /// `base`: deterministic and minimal on `topology`.
    Valiant(const Topology& topology, std::unique_ptr<RoutingFunction> base)
        : topology_(&topology), base_(std::move(base)) {}

    std::string algorithm() const override { return "valiant"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 2 * base_->vc_classes(); }
    RouteDependence dependence() const override;
    std::vector<RouteLeg> legs() const override {
        return {{base_.get(), 0}, {base_.get(), base_->vc_classes()}};
    }

    std::vector<int> settings() const override;

    /// The node that messages of this source and salt go to first; may be source or destination.
    NodeId intermediate(NodeId source, std::uint16_t salt) const;

private:
    const Topology* topology_;
    std::unique_ptr<RoutingFunction> base_;
};

/// ... on dragonflies: a message first goes to a random group, then to its destination, both times
/// minimally (routing/minimal.h). Of g groups it is number floor(g * salt / 65536). A message goes
/// straight to its destination if that is in the group where it begins, or in the random one, or if
/// the random group is its own.
///
/// VC classes   0 towards the random group, 1 towards the group of the destination, 2 in that.
class DragonflyValiant : public DeterministicRouting {
public:
    explicit DragonflyValiant(const Dragonfly& network) : network_(&network) {}

    std::string algorithm() const override { return "valiant"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 3; }
    RouteDependence dependence() const override;

    RouterId intermediate(std::uint16_t salt) const {
        return static_cast<RouterId>(static_cast<std::uint64_t>(network_->groups()) * salt >> 16U);
    }

private:
    const Dragonfly* network_;
};

/// On dragonflies; on cubes over e-cube, on the other networks over dimension order; not with
/// express channels, with which that is not minimal.
RoutingEntry valiant_entry();

}  // namespace flitscope::topo
