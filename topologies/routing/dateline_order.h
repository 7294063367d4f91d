#pragma once

#include <vector>

#include "topologies/routing/routing_function.h"
#include "topologies/torus.h"

namespace flitscope::topo {

/// Dimension-order routing on tori and rings, in each dimension the shorter way around.
/// Deterministic, minimal, deadlock-free with two VC classes: a message that has to cross the link
/// between the last and the first node of a ring has class 0 until it has crossed it; all others
/// have class 1 (Dally and Seitz 1987). So no message in class 1 uses that link, and none in class
/// 0 continues after it.
///
/// If both ways are equally long, nodes with an even coordinate go up, the others down, which
/// balances uniform traffic.
class DatelineOrder : public DeterministicRouting {
public:
    /// `order` as for DimensionOrder.
    DatelineOrder(const Torus& torus, std::vector<int> order)
        : torus_(torus), order_(std::move(order)) {}

    std::string algorithm() const override { return "dimension_order"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 2; }
    RouteDependence dependence() const override { return {false, false, false}; }
    bool in_verilog() const override { return false; }

private:
    Torus torus_;
    std::vector<int> order_;
};

}  // namespace flitscope::topo
