#pragma once

#include <memory>
#include <vector>

#include "tlm/collectives/collective_registry.h"
#include "topologies/routing/hamiltonian.h"

namespace flitscope::tl {

/// A destination of a multicast along a Hamiltonian path.
struct LabelledNode {
    topo::NodeId label = 0;
    topo::NodeId node = 0;
};

/// The destinations of a multicast on a mesh, split by their Hamiltonian labels as in all
/// path-based algorithms.
class LabelledDestinations {
public:
    /// Throws OptionError ("algorithm") unless the topology is a mesh of two or three dimensions.
    /// `for_three`: the algorithm is for two dimensions, and this is the one for three.
    LabelledDestinations(const topo::Topology& topology, const std::string& algorithm,
                         const PlanRequest& request, const std::string& for_three = {});

    const topo::Mesh& mesh() const { return *mesh_; }
    const std::shared_ptr<const topo::Hamiltonian>& routing() const { return routing_; }
    topo::NodeId source_label() const { return source_label_; }

    /// Labels above the source's, ascending; below it, descending: the order of visits.
    const std::vector<LabelledNode>& high() const { return high_; }
    const std::vector<LabelledNode>& low() const { return low_; }

private:
    const topo::Mesh* mesh_;
    std::shared_ptr<const topo::Hamiltonian> routing_;
    topo::NodeId source_label_;
    std::vector<LabelledNode> high_;
    std::vector<LabelledNode> low_;
};

/// Adds a message to these nodes in this order; none if there are no nodes.
void send_list(PlanBuilder& plan, const std::vector<LabelledNode>& nodes,
               topo::NodeId first_hop = topo::kNoNode);

/// Routes by the labels, and adds a message to the destinations of either half.
void send_high_and_low(PlanBuilder& plan, const LabelledDestinations& destinations);

/// The nodes for which belongs(node) is true, in their order.
template <typename Belongs>
std::vector<LabelledNode> those(const std::vector<LabelledNode>& nodes, Belongs belongs) {
    std::vector<LabelledNode> chosen;
    for (const LabelledNode& each : nodes) {
        if (belongs(each.node)) {
            chosen.push_back(each);
        }
    }
    return chosen;
}

}  // namespace flitscope::tl
