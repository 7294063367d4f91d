#include "topologies/routing/minimal_adaptive.h"

#include <numeric>

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void MinimalAdaptive::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const std::vector<int> here = mesh_->coordinates(query.here);
    const int vc_class =
        hop_class(counted_, std::accumulate(here.begin(), here.end(), 0), query.hop);
    for (int d = 0; d < mesh_->dimensions(); ++d) {
        const int there = mesh_->coordinate(query.destination, d);
        const int position = here[static_cast<std::size_t>(d)];
        if (there != position) {
            out.push_back({2 * d + (there < position ? 1 : 0), vc_class});
        }
    }
}

int MinimalAdaptive::vc_classes() const {
    return hop_class_count(counted_, mesh_->distance_summary()->diameter);
}

RoutingEntry minimal_adaptive_entry() {
    return {"minimal_adaptive",
            {hop_classes_option()},
            [](const Topology& topology, const Options& options) {
                return std::make_unique<MinimalAdaptive>(
                    fitting_topology<Mesh>(topology, "algorithm", "minimal_adaptive", "mesh"),
                    hop_classes_of(options));
            },
            true};
}

}  // namespace flitscope::topo
