// Cost of a model point (wanted: under 1 ms, set-up included), of a saturation rate (under 20 ms),
// and of the reliability curves of the paper's six 64-node networks (10^5 trials at 20 times: under
// 10 s on two cores).
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "analytic/broadcast_wormhole.h"
#include "analytic/hierarchical_delay.h"
#include "analytic/lr_wormhole.h"
#include "analytic/reliability.h"
#include "topologies/registry.h"

namespace flitscope::analytic {
namespace {

BroadcastWormholeParameters broadcast_parameters(benchmark::State& state) {
    BroadcastWormholeParameters p;
    p.dimensions = static_cast<int>(state.range(0));
    p.broadcast_fraction = 0.05;
    return p;
}

void BroadcastWormholePoint(benchmark::State& state) {
    const auto p = broadcast_parameters(state);
    const double rate = 0.999 * BroadcastWormhole(p).saturation().rate;  // the slowest point
    for (auto _ : state) {
        benchmark::DoNotOptimize(BroadcastWormhole(p).at(rate));
    }
}

void BroadcastWormholeSaturation(benchmark::State& state) {
    const BroadcastWormhole model(broadcast_parameters(state));
    for (auto _ : state) {
        benchmark::DoNotOptimize(model.saturation());
    }
}

LrWormholeParameters lr_parameters(benchmark::State& state) {
    LrWormholeParameters p;
    p.hops = uniform_hops(static_cast<int>(state.range(0)));
    return p;
}

void LrWormholePoint(benchmark::State& state) {
    const auto p = lr_parameters(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(LrWormhole(p).at(0.01));
    }
}

void LrWormholeSaturation(benchmark::State& state) {
    const auto p = lr_parameters(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(LrWormhole(p).saturation());
    }
}

HierarchicalDelayParameters hierarchical_parameters(benchmark::State& state) {
    HierarchicalDelayParameters p;
    p.shape = {HierarchicalNetwork::replicated, static_cast<int>(state.range(0)),
               static_cast<int>(state.range(0)) / 2, 0.8};
    p.routing = HierarchicalRouting::fixed;
    return p;
}

void HierarchicalDelayPoint(benchmark::State& state) {
    const auto p = hierarchical_parameters(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(HierarchicalDelay(p).delay(0.01));
    }
}

void HierarchicalDelaySaturation(benchmark::State& state) {
    const auto p = hierarchical_parameters(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(HierarchicalDelay(p).saturation());
    }
}

std::vector<std::unique_ptr<topo::Topology>> networks_of_64_nodes() {
    std::vector<std::unique_ptr<topo::Topology>> networks;
    const auto add = [&networks](const char* kind, const Options& options) {
        networks.push_back(topo::find_topology(kind).make(options));
    };
    add("hypercube", {{"dimensions", std::int64_t{6}}});
    for (const char* scheme : {"plain", "replicated", "standby_spare"}) {
        add("hierarchical_hypercube", {{"cluster_dimensions", std::int64_t{3}},
                                       {"dimensions", std::int64_t{6}},
                                       {"scheme", std::string(scheme)}});
    }
    add("hierarchical_cubic", {{"dimensions", std::int64_t{3}}});
    add("cube_connected_cycles", {{"nodes", std::int64_t{64}}});
    return networks;
}

void ReliabilityOfSixNetworks(benchmark::State& state) {
    const auto networks = networks_of_64_nodes();
    std::vector<double> hours;
    for (int i = 1; i <= 20; ++i) {
        hours.push_back(250.0 * i);
    }
    ReliabilityParameters p;
    p.task_nodes = 48;
    for (auto _ : state) {
        for (const auto& network : networks) {
            benchmark::DoNotOptimize(Reliability(*network, p).estimate(hours, 100000, 1));
        }
    }
}

BENCHMARK(BroadcastWormholePoint)->Arg(6)->Arg(16);
BENCHMARK(BroadcastWormholeSaturation)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(LrWormholePoint)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(LrWormholeSaturation)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(HierarchicalDelayPoint)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(HierarchicalDelaySaturation)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(ReliabilityOfSixNetworks)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Iterations(1);

}  // namespace
}  // namespace flitscope::analytic

BENCHMARK_MAIN();
