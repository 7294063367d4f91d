#include "topologies/routing/rotated_ecube.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void RotatedEcube::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const NodeId differing = query.here ^ query.destination;
    int dimension = first_ % dimensions_;
    while ((differing >> dimension & 1) == 0) {
        dimension = (dimension + 1) % dimensions_;
    }
    out.push_back({dimension, 0});
}

RoutingEntry rotated_ecube_entry() {
    return {"rotated_ecube",
            {whole_number("first", 0, Hypercube::kMaxDimensions - 1, "dimension crossed first")
                 .or_else("0")},
            [](const Topology& topology, const Options& options) {
                const auto& cube =
                    fitting_topology<Hypercube>(topology, "algorithm", "rotated_ecube", "hypercube");
                return std::make_unique<RotatedEcube>(cube.dimensions(),
                                                      options.integer("first", 0));
            }};
}

}  // namespace flitscope::topo
