#include "tlm/collectives/labelled_destinations.h"

#include <algorithm>

#include "tlm/collectives/fitting_mesh.h"

namespace flitscope::tl {

LabelledDestinations::LabelledDestinations(const topo::Topology& topology,
                                           const std::string& algorithm, const PlanRequest& request,
                                           const std::string& for_three)
    : mesh_(&fitting_mesh(topology, algorithm,
                          for_three.empty() ? MeshShape::labelled : MeshShape::flat, for_three)),
      routing_(std::make_shared<topo::Hamiltonian>(*mesh_)),
      source_label_(routing_->labels().label(request.source)) {
    for (const topo::NodeId node : request.destinations) {
        const topo::NodeId label = routing_->labels().label(node);
        (label > source_label_ ? high_ : low_).push_back({label, node});
    }
    const auto ascending = [](const LabelledNode& a, const LabelledNode& b) {
        return a.label < b.label;
    };
    std::sort(high_.begin(), high_.end(), ascending);
    std::sort(low_.rbegin(), low_.rend(), ascending);
}

void send_list(PlanBuilder& plan, const std::vector<LabelledNode>& nodes, topo::NodeId first_hop) {
    if (nodes.empty()) {
        return;
    }
    std::vector<rtl::HeaderEntry> list;
    list.reserve(nodes.size());
    for (const LabelledNode& each : nodes) {
        list.push_back({each.node});
    }
    plan.send(plan.source(), list, first_hop);
}

void send_high_and_low(PlanBuilder& plan, const LabelledDestinations& destinations) {
    plan.route_by(destinations.routing());
    send_list(plan, destinations.high());
    send_list(plan, destinations.low());
}

}  // namespace flitscope::tl
