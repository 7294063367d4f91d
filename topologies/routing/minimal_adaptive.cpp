#include "topologies/routing/minimal_adaptive.h"

#include <numeric>

#include "topologies/fitting_topology.h"
#include "topologies/flattened_butterfly.h"

namespace flitscope::topo {

void MinimalAdaptive::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const std::vector<int> here = grid_->coordinates(query.here);
    const int vc_class =
        hop_class(counted_, std::accumulate(here.begin(), here.end(), 0), query.hop);
    for (int d = 0; d < grid_->dimensions(); ++d) {
        const int from = here[static_cast<std::size_t>(d)];
        const int to = grid_->coordinate(query.destination, d);
        if (from != to) {
            out.push_back({grid_->towards(query.here, from, to, d), vc_class});
        }
    }
}

int MinimalAdaptive::vc_classes() const {
    return hop_class_count(counted_, grid_->distance_summary()->diameter);
}

RoutingEntry minimal_adaptive_entry() {
    return {"minimal_adaptive",
            {hop_classes_option()},
            [](const Topology& topology, const Options& options) {
                if (const auto* butterfly = dynamic_cast<const FlattenedButterfly*>(&topology)) {
                    if (options.text("hop_classes", "positive") != "positive") {
                        throw OptionError("hop_classes",
                                          "minimal_adaptive: hop_classes = negative, must be "
                                          "positive on a flattened butterfly");
                    }
                    return std::make_unique<MinimalAdaptive>(*butterfly, HopClasses::positive);
                }
                return std::make_unique<MinimalAdaptive>(
                    fitting_topology<Mesh>(topology, "algorithm", "minimal_adaptive",
                                           "mesh, concentrated_mesh, flattened_butterfly"),
                    hop_classes_of(options));
            },
            true};
}

}  // namespace flitscope::topo
