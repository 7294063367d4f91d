#include "topologies/routing/shortest_queue.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

RoutingEntry shortest_queue_entry() {
    return {
        "shortest_queue",
        {hop_classes_option()},
        [](const Topology& topology, const Options& options) {
            return std::make_unique<ShortestQueue>(
                fitting_topology<Hypercube>(topology, "algorithm", "shortest_queue", "hypercube"),
                hop_classes_of(options));
        },
        true};
}

}  // namespace flitscope::topo
