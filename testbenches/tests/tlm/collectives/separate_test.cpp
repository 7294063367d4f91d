#include <gtest/gtest.h>

#include "testbenches/tests/tlm/collectives/multicast_checks.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

TEST(Separate, SendsAMessageToEachDestinationOnTopologiesWithOneNodeAtEveryRouter) {
    using Sizes = std::vector<std::int64_t>;
    const std::int64_t small = 3;
    const std::vector<std::pair<const char*, Options>> all = {
        {"hypercube", {{"dimensions", small}}},
        {"mesh", {{"size", Sizes{4, 3}}}},
        {"torus", {{"size", Sizes{4, 3}}}},
        {"hierarchical_hypercube", {{"cluster_dimensions", small}, {"dimensions", small + 2}}},
        {"hierarchical_cubic", {{"dimensions", small}}},
        {"cube_connected_cycles", {{"dimensions", small}}},
        {"ring", {{"nodes", small}}},
        {"chordal_ring", {{"nodes", 4 * small}, {"chord", small}}},
        {"hypertree", {{"levels", small}}},
        {"complete", {{"nodes", small}}}};
    for (const auto& [kind, options] : all) {
        const auto topology = topo::make_topology(kind, options);
        const topo::NodeId source = topology->nodes() / 2;
        const Plan plan = plan_of(*topology, "separate", {source, {}});
        const PlanChecks checks(*topology, plan);
        checks.expect_broadcasts();
        EXPECT_EQ(plan.steps(), 1);
        EXPECT_EQ(measure_plan(*topology, plan, CollectiveGoal::both).startups,
                  topology->nodes() - 1);
        const Plan some = plan_of(*topology, "separate", {source, {2, 0}});
        EXPECT_EQ(lists(some, as_id()), (std::vector<std::string>{"0", "2"}));
        PlanChecks(*topology, some).expect_delivers({0, 2});
    }
}

TEST(Separate, GoesAsUnicastsDo) {
    const topo::Mesh mesh({3, 3});
    const auto path = [&](const char* routing) {
        return paths(mesh,
                     make_plan(find_collective("separate"), mesh,
                               topo::make_routing(routing, mesh, {}), {0, {8}}),
                     as_id());
    };
    EXPECT_EQ(path("dimension_order"), (std::vector<std::string>{"0 1 2 5 8"}));
    EXPECT_EQ(path("hamiltonian"), (std::vector<std::string>{"0 3 6 7 8"}));
    const PlanMetrics metrics =
        measure_plan(mesh, plan_of(mesh, "separate", {0, {}}), CollectiveGoal::both);
    EXPECT_EQ(metrics.port_max, 6);  // all but those straight up leave along the row
    EXPECT_EQ(metrics.distinct_channels, 8);
}

}  // namespace
}  // namespace flitscope::tl
