#pragma once

#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Dimension-order routing on meshes and flattened butterflies: correct one coordinate after the
/// other in a fixed order of the dimensions ([0, 1] is XY routing). Deterministic, minimal except
/// with express channels, deadlock-free with one VC class (Dally and Seitz 1987).
class DimensionOrder : public DeterministicRouting {
public:
    /// `order` has every dimension once, in the order of travel; empty: 0, 1, .... Throws
    /// OptionError ("order") otherwise.
    explicit DimensionOrder(const SteppedGrid& grid, const std::vector<std::int64_t>& order = {});

    std::string algorithm() const override { return "dimension_order"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteDependence dependence() const override { return {false, false, false}; }
    /// One for each direction: worms of one direction wait for each other only along it.
    int ejection_classes() const override { return grid_->ports(0); }
    int ejection_class(NodeId /*here*/, PortId input_port) const override {
        return input_port < 0 ? 0 : input_port;
    }
    /// Routers per dimension, then the dimensions in the order of travel.
    std::vector<int> settings() const override;
    bool in_verilog() const override { return mesh_; }

private:
    const SteppedGrid* grid_;
    bool mesh_;  ///< the grid is one
    std::vector<int> order_;
};

/// Option `order: [dimensions]`, default [0, 1, ...]. Tori and rings get DatelineOrder, hypercubes
/// Ecube.
RoutingEntry dimension_order_entry();

}  // namespace flitscope::topo
