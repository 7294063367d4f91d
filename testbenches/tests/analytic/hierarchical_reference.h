#pragma once

#include <map>
#include <utility>

#include "analytic/hierarchical_loads.h"

namespace flitscope::analytic {

/// Traffic on every simplex link of a small network, by walking all pairs of nodes and all ways
/// between them on the graph: the reference that the closed forms are held against.
class EnumeratedLoads {
public:
    EnumeratedLoads(const HierarchicalShape& shape, HierarchicalRouting routing);

    /// Messages on each link per message generated at a node; links without traffic included.
    const std::map<std::pair<int, int>, double>& rates() const { return rates_; }
    double mean_hops() const { return hops_; }
    bool is_cluster_link(std::pair<int, int> link) const;
    /// Distance of the further end of a cluster link from the interface node towards which it leads
    /// (local node 0 where `to_high` is false, else 2^d-1).
    int level_towards(std::pair<int, int> link, bool to_high) const;

private:
    double destination_probability(int source, int destination) const;
    void send(int source, int destination, double weight);
    void through_interface(int source, int destination, int interface_node, double weight);
    /// All shortest ways, or the one with the lowest dimension first, inside a cube spanned by the
    /// bits of `difference`.
    void cube_way(int from, int difference, double weight);
    void build_links();

    HierarchicalShape shape_;
    HierarchicalRouting routing_;
    std::map<std::pair<int, int>, double> rates_;
    double hops_ = 0;
};

}  // namespace flitscope::analytic
