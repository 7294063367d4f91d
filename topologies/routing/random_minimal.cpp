#include "topologies/routing/random_minimal.h"

#include "topologies/bits.h"
#include "topologies/fitting_topology.h"

namespace flitscope::topo {

void RandomMinimal::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    // Every hop changes the parity, so hop number and parity here give the parity of the source.
    const int source_parity = (popcount(query.here) + query.hop) % 2;
    const int vc_class = (query.hop + source_parity) / 2;
    for (NodeId differing = query.here ^ query.destination; differing != 0;
         differing &= differing - 1) {
        out.push_back({lowest_bit(differing), vc_class});
    }
}

RoutingEntry random_minimal_entry() {
    return {"random_minimal", {}, [](const Topology& topology, const Options& /*options*/) {
                return std::make_unique<RandomMinimal>(fitting_topology<Hypercube>(
                    topology, "algorithm", "random_minimal", "hypercube"));
            }};
}

}  // namespace flitscope::topo
