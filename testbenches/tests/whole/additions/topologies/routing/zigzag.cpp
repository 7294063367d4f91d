#include "topologies/routing/zigzag.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void Zigzag::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const NodeId differing = query.here ^ query.destination;
    for (PortId dimension = 0; differing >> dimension != 0; ++dimension) {
        if ((differing >> dimension & 1) != 0) {
            out.push_back({dimension, query.hop % 2});
        }
    }
}

RoutingEntry zigzag_entry() {
    return {"zigzag", {}, [](const Topology& topology, const Options& /*options*/) {
                fitting_topology<Hypercube>(topology, "algorithm", "zigzag", "hypercube");
                return std::make_unique<Zigzag>();
            }};
}

}  // namespace flitscope::topo
