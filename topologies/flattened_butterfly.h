#pragma once

#include "topologies/grid.h"
#include "topologies/registry.h"

namespace flitscope::topo {

/// Flattened butterfly (Kim, Dally and Abts 2007): radix^dimensions routers, those that differ in
/// one coordinate only are linked, `concentration` nodes at each.
///
/// Ports i*(radix-1)..(i+1)*(radix-1)-1 lead to the other coordinates of dimension i, ascending.
/// The paper calls a network of n - 1 dimensions with radix = concentration = k a k-ary n-flat.
class FlattenedButterfly : public SteppedGrid {
public:
    static constexpr int kMaxRadix = 65536;

    /// Throws OptionError ("radix", "dimensions") for values outside 2..kMaxRadix and
    /// 1..kMaxDimensions, and for more than kMaxNodes routers; ("concentration") as
    /// checked_concentration does.
    FlattenedButterfly(std::int64_t radix, std::int64_t dimensions, std::int64_t concentration);

    std::string kind() const override { return "flattened_butterfly"; }
    PortId ports(RouterId /*router*/) const override { return dimensions() * (radix() - 1); }
    PortPeer peer(RouterId router, PortId port) const override;
    int link_class(RouterId /*router*/, PortId port) const override { return port / (radix() - 1); }
    PortId towards(RouterId /*here*/, int from, int to, int dimension) const override {
        return dimension * (radix() - 1) + to - (to > from ? 1 : 0);
    }
    int distance(RouterId from, RouterId to) const override;
    /// With an even radix k a quarter of k^(dimensions+1), with an odd one a quarter of (k + 1)
    /// (k^dimensions - 1): the cut of the first half in order of ids, which is the least (Lindsey:
    /// Assignment of numbers to vertices, 1964).
    std::int64_t bisection() const override;
    /// Diameter: the dimensions n. Mean between different routers: n (k - 1)/k * N/(N - 1).
    std::optional<DistanceSummary> distance_summary() const override;
    std::vector<RouterOrbit> orbits() const override { return {{0, routers()}}; }

private:
    int radix() const { return size(0); }
};

TopologyEntry flattened_butterfly_entry();

}  // namespace flitscope::topo
