#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// E-cube routing on hypercubes: cross the differing dimensions in one fixed order. Deterministic,
/// minimal, deadlock-free with one VC class (Dally and Seitz 1987).
class Ecube : public DeterministicRouting {
public:
    enum class Order { high_first, low_first };

    explicit Ecube(Order order) : order_(order) {}

    Order order() const { return order_; }
    std::string algorithm() const override { return "ecube"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteDependence dependence() const override { return {false, false, false}; }
    std::vector<int> settings() const override { return {order_ == Order::low_first ? 1 : 0}; }

private:
    Order order_;
};

/// Option `order: high_first | low_first`, default high_first.
RoutingEntry ecube_entry();

}  // namespace flitscope::topo
