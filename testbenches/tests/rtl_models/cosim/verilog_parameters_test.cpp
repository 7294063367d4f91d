// What the CMake functions are told of a parameter set.
#include "rtl_models/cosim/verilog_parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {
namespace {

TEST(VerilogParameters, OfALeanRouterAreThoseOfAnotherSet) {
    VerilogParameters whole;
    whole.routing = "dimension_order";
    whole.network_ports = 2;
    whole.route_settings = {3, 0};
    whole.cycles_per_flit = {1, 1};
    VerilogParameters lean = whole;
    lean.lean = true;
    EXPECT_EQ(cmake_arguments(lean), cmake_arguments(whole) + " LEAN");
    EXPECT_NE(set_name(lean), set_name(whole)) << "no run takes one for the other";
}

std::vector<NeededSet> needed_by(const std::string& kind, const Options& options) {
    const auto topology = topo::make_topology(kind, options);
    const auto routing = topo::make_routing("up_down", *topology, {});
    rtl::NetworkDescription network;
    network.topology = topology.get();
    network.routing = routing.get();
    network.links.resize(topology->link_classes().size());
    std::vector<topo::RouterId> routers(static_cast<std::size_t>(topology->routers()));
    std::iota(routers.begin(), routers.end(), 0);
    return needed_sets(network, routers);
}

TEST(VerilogParameters, NameTheNodesAtARouterUnlessEveryRouterHasOne) {
    using testing::HasSubstr;
    const std::vector<NeededSet> sets =
        needed_by("fat_tree", {{"radix", std::int64_t{3}}, {"levels", std::int64_t{2}}});
    ASSERT_EQ(sets.size(), 2U);
    EXPECT_EQ(sets[0].routers, 3);
    EXPECT_THAT(cmake_arguments(sets[0].parameters), HasSubstr(" LOCAL 3 2"));
    EXPECT_EQ(sets[1].routers, 3);
    EXPECT_THAT(cmake_arguments(sets[1].parameters), HasSubstr(" LOCAL 0 2"));
    EXPECT_THAT(cmake_arguments(needed_by("ring", {{"nodes", std::int64_t{5}}})[0].parameters),
                testing::Not(HasSubstr("LOCAL")));
}

}  // namespace
}  // namespace flitscope::cosim
