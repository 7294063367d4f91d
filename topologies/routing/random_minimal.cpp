#include "topologies/routing/random_minimal.h"

#include "common/bits.h"
#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void RandomMinimal::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const int vc_class = hop_class(counted_, popcount(query.here), query.hop);
    for (NodeId differing = query.here ^ query.destination; differing != 0;
         differing &= differing - 1) {
        out.push_back({lowest_bit(differing), vc_class});
    }
}

RoutingEntry random_minimal_entry() {
    return {
        "random_minimal",
        {hop_classes_option()},
        [](const Topology& topology, const Options& options) {
            return std::make_unique<RandomMinimal>(
                fitting_topology<Hypercube>(topology, "algorithm", "random_minimal", "hypercube"),
                hop_classes_of(options));
        }};
}

}  // namespace flitscope::topo
