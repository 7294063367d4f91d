#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Slim Fly (Besta and Hoefler 2014) on the graphs of McKay, Miller and Siran: 2q^2 routers for a
/// prime q = 4w + 1 or 4w - 1, every two at most two hops apart, with about 1.5 q links each; p
/// nodes at every router.
///
/// Router (s, x, y) = (s*q + x)*q + y is in column x of half s. (0, x, y) and (1, m, c) are linked
/// if y = m*x + c, and two routers of a column if y - y' is in a set of the half, which are the
/// even and the odd powers of a primitive root of q, for q = 4w - 1 only the lower half of either
/// and its negatives. All modulo q.
///
/// Ports: those within the column by ascending y' - y mod q, then to the columns 0..q-1 of the
/// other half. Link classes "column", "half".
class SlimFly : public Topology {
public:
    static constexpr int kMaxQ = 127;

    /// Throws OptionError: "q" if it is no odd prime up to kMaxQ, "nodes_per_router"
    /// outside 1..256.
    SlimFly(std::int64_t q, std::int64_t nodes_per_router);

    std::string kind() const override { return "slim_fly"; }
    RouterId routers() const override { return 2 * q_ * q_; }
    PortId ports(RouterId /*router*/) const override { return in_column() + q_; }
    PortPeer peer(RouterId router, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"column", "half"}; }
    int link_class(RouterId /*router*/, PortId port) const override {
        return port < in_column() ? 0 : 1;
    }

private:
    PortId in_column() const { return static_cast<PortId>(steps_[0].size()); }

    int q_;
    std::vector<int> steps_[2];  ///< [half] y' - y within a column, ascending
};

TopologyEntry slim_fly_entry();

}  // namespace flitscope::topo
