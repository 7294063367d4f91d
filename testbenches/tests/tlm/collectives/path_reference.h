#pragma once

#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tl {

/// Path-based multicast as the papers write it: nodes are coordinates, labels come from a walk over
/// the mesh, and every rule looks at all nodes. Slow, and without a line of the product's.
class PathReference {
public:
    struct Place {
        int x, y, z;
    };
    /// A message as labels: its list, and its path from the source on.
    struct Message {
        std::vector<int> list;
        std::vector<int> path;
    };

    PathReference(int columns, int rows, int layers);

    int nodes() const { return static_cast<int>(places_.size()); }
    topo::NodeId id(int label) const;

    std::vector<Message> two_phase(int source, const std::vector<int>& destinations) const;
    std::vector<Message> six_phase(int source, const std::vector<int>& destinations) const;
    std::vector<Message> multi_path(int source, const std::vector<int>& destinations) const;
    std::vector<Message> column_path(int source, const std::vector<int>& destinations) const;
    std::vector<Message> gtdmpm(int source, const std::vector<int>& destinations) const;

private:
    const Place& at(int label) const { return places_[static_cast<std::size_t>(label)]; }
    bool linked(int a, int b) const;
    int next(int here, int there) const;
    /// Lists in their order, without the empty ones.
    std::vector<Message> along_labels(int source, const std::vector<std::vector<int>>& lists,
                                      const std::vector<int>& first_hops = {}) const;
    std::vector<int> above(int source, std::vector<int> destinations) const;
    std::vector<int> below(int source, std::vector<int> destinations) const;

    int columns_, rows_, layers_;
    std::vector<Place> places_;  ///< by label
};

}  // namespace flitscope::tl
