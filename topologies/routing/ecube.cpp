#include "topologies/routing/ecube.h"

#include "common/bits.h"
#include "topologies/fitting_topology.h"

namespace flitscope::topo {

RouteCandidate Ecube::only_candidate(const RouteQuery& query) const {
    const NodeId differing = query.here ^ query.destination;
    return {order_ == Order::high_first ? highest_bit(differing) : lowest_bit(differing), 0};
}

RoutingEntry ecube_entry() {
    return {
        "ecube",
        {one_of("order", {"high_first", "low_first"}, "which differing dimension is crossed first")
             .or_else("high_first")},
        [](const Topology& topology, const Options& options) {
            fitting_topology<Hypercube>(topology, "algorithm", "ecube", "hypercube");
            const bool low = options.text("order", "high_first") == "low_first";
            return std::make_unique<Ecube>(low ? Ecube::Order::low_first
                                               : Ecube::Order::high_first);
        }};
}

}  // namespace flitscope::topo
