#include "testbenches/tests/whole/crosscheck/saturation.h"

#include <gtest/gtest.h>

#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/support/scripted_client.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

rtl::NetworkCounters saturate(const std::string& kind, const std::string& routing,
                              const rtl::RouterParameters& router, rtl::MessageId messages) {
    const auto topology = topo::make_topology(kind, {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto function = topo::make_routing(routing, *topology, {});
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = function.get();
    description.router = router;
    description.links.assign(topology->link_classes().size(), {1, 1});
    std::vector<rtl::Message> script;
    const auto nodes = static_cast<rtl::MessageId>(topology->nodes());
    for (rtl::MessageId id = 0; id < messages; ++id) {
        script.push_back(scripted_message(id, static_cast<topo::NodeId>(id % nodes),
                                          static_cast<topo::NodeId>(id * 7 / nodes % nodes),
                                          1 + static_cast<std::uint32_t>(id / nodes % 4),
                                          static_cast<rtl::Cycle>(id / nodes)));
    }
    const auto network = tl::make_fast_network(description);
    ScriptedClient client(std::move(script));
    network->run(client, static_cast<rtl::Cycle>(messages) * 20);
    EXPECT_EQ(client.deliveries.size(), messages);
    network->check_invariants();
    const rtl::NetworkCounters counters = network->counters();
    EXPECT_EQ(counters.flits_ejected, counters.flits_injected);
    return counters;
}

}  // namespace flitscope::tb
