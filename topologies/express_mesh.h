#pragma once

#include "topologies/grid.h"

namespace flitscope::topo {

/// Concentrated mesh of two dimensions with express channels (Balfour and Dally 2006): the ports
/// that a mesh leaves free at its borders are used for links along the border, which skip half of
/// it.
///
/// On a border of N routers, the routers at i and i + ceil(N/2), i < floor(N/2), are linked: both
/// at the port that leads out of the mesh. If N is odd, that of the middle router remains free.
/// Link class "express"; everything else is as in a mesh.
class ExpressMesh : public SteppedGrid {
public:
    /// Throws OptionError ("size"): not two sizes of at least 3 each, with which no express link
    /// lies beside another link; ("concentration") as checked_concentration does.
    ExpressMesh(const std::vector<std::int64_t>& size, std::int64_t concentration);

    std::string kind() const override { return "concentrated_mesh"; }
    PortPeer peer(RouterId router, PortId port) const override;
    std::vector<std::string> link_classes() const override;
    int link_class(RouterId router, PortId port) const override;
    /// The express channel if there are fewer hops to go behind it; otherwise as in a mesh. So a
    /// message takes at most one in each dimension, first of all: no dependencies are cyclic.
    PortId towards(RouterId here, int from, int to, int dimension) const override;

private:
    /// Whether the port leads out of the mesh.
    bool outward(RouterId router, PortId port) const;
};

}  // namespace flitscope::topo
