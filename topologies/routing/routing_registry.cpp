#include "topologies/routing/routing_registry.h"

#include "topologies/named_entries.h"
#include "topologies/routing/dimension_order.h"
#include "topologies/routing/ecube.h"
#include "topologies/routing/random_minimal.h"

namespace flitscope::topo {

const std::vector<RoutingEntry>& routings() {
    static const std::vector<RoutingEntry> list = {
        ecube_entry(),
        dimension_order_entry(),
        random_minimal_entry(),
    };
    return list;
}

std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options) {
    return find_entry(routings(), &RoutingEntry::algorithm, algorithm, "algorithm")
        .make(topology, options);
}

}  // namespace flitscope::topo
