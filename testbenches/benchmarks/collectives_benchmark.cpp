// Plans of large networks, and the ways of their messages.
#include <benchmark/benchmark.h>

#include <random>
#include <set>

#include "tlm/collectives/plan_metrics.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

PlanRequest drawn_request(const topo::Topology& topology, std::size_t destinations) {
    std::mt19937 random(1);
    std::set<topo::NodeId> nodes;
    while (nodes.size() <= destinations) {
        nodes.insert(static_cast<topo::NodeId>(random() % unsigned(topology.nodes())));
    }
    PlanRequest request{*nodes.begin(), {std::next(nodes.begin()), nodes.end()}};
    std::swap(request.source, request.destinations[destinations / 2]);
    return request;
}

void plan_of(benchmark::State& state, const topo::Topology& topology, const char* algorithm,
             const PlanRequest& request, bool measured) {
    const CollectiveEntry& entry = find_collective(algorithm);
    const std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing(topology.kind() == "mesh" ? "dimension_order" : "ecube", topology, {});
    for (auto _ : state) {  // NOLINT: the loop of the library
        const Plan plan = make_plan(entry, topology, routing, request);
        benchmark::DoNotOptimize(plan.messages().data());
        if (measured) {
            benchmark::DoNotOptimize(measure_plan(topology, plan, entry.goal).channels_used);
        }
    }
}

/// To 1000 of 64 x 64 x 64 nodes; `with_ways`: all hops are walked.
void multicast(benchmark::State& state, const char* algorithm, bool with_ways) {
    const topo::Mesh mesh({64, 64, 64});
    plan_of(state, mesh, algorithm, drawn_request(mesh, 1000), with_ways);
}
BENCHMARK_CAPTURE(multicast, two_phase, "two_phase", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multicast, two_phase_ways, "two_phase", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multicast, six_phase_ways, "six_phase", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multicast, gtdmpm_ways, "gtdmpm", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multicast, separate_ways, "separate", true)->Unit(benchmark::kMillisecond);

/// On 64 x 64 nodes.
void mesh_broadcast(benchmark::State& state, const char* algorithm) {
    const topo::Mesh mesh({64, 64});
    plan_of(state, mesh, algorithm, {1000, {}}, false);
}
BENCHMARK_CAPTURE(mesh_broadcast, pcp, "pcp")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(mesh_broadcast, rd, "rd")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(mesh_broadcast, edn, "edn")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(mesh_broadcast, np_d, "np_d")->Unit(benchmark::kMicrosecond);

void cube_broadcast(benchmark::State& state) {
    const topo::Hypercube cube(static_cast<int>(state.range(0)));
    plan_of(state, cube, "sbt", {0, {}, 1}, false);
}
BENCHMARK(cube_broadcast)->Arg(6)->Arg(12)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace flitscope::tl

BENCHMARK_MAIN();
