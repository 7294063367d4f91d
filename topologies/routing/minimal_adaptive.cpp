#include "topologies/routing/minimal_adaptive.h"

#include <numeric>

#include "topologies/fitting_topology.h"
#include "topologies/routing/negative_hops.h"

namespace flitscope::topo {

void MinimalAdaptive::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const std::vector<int> here = mesh_->coordinates(query.here);
    const int vc_class = odd_hops(std::accumulate(here.begin(), here.end(), 0), query.hop);
    for (int d = 0; d < mesh_->dimensions(); ++d) {
        const int there = mesh_->coordinate(query.destination, d);
        const int position = here[static_cast<std::size_t>(d)];
        if (there != position) {
            out.push_back({2 * d + (there < position ? 1 : 0), vc_class});
        }
    }
}

int MinimalAdaptive::vc_classes() const {
    return odd_hop_classes(mesh_->distance_summary()->diameter);
}

RoutingEntry minimal_adaptive_entry() {
    return {"minimal_adaptive",
            {},
            [](const Topology& topology, const Options& /*options*/) {
                return std::make_unique<MinimalAdaptive>(
                    fitting_topology<Mesh>(topology, "algorithm", "minimal_adaptive", "mesh"));
            },
            true};
}

}  // namespace flitscope::topo
