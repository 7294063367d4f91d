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

BroadcastWormhole broadcast_model(int dimensions) {
    BroadcastWormholeParameters p;
    p.dimensions = dimensions;
    p.broadcast_fraction = 0.05;
    return BroadcastWormhole(p);
}

LrWormhole lr_model(int dimensions) {
    LrWormholeParameters p;
    p.hops = uniform_hops(dimensions);
    return LrWormhole(p);
}

HierarchicalDelay hierarchical_model(int dimensions) {
    HierarchicalDelayParameters p;
    p.shape = {HierarchicalNetwork::replicated, dimensions, dimensions / 2, 0.8};
    p.routing = HierarchicalRouting::fixed;
    return HierarchicalDelay(p);
}

void BroadcastWormholePoint(benchmark::State& state) {
    const int dimensions = static_cast<int>(state.range(0));
    const double rate = 0.999 * broadcast_model(dimensions).saturation().rate;  // the slowest point
    for (auto _ : state) {
        benchmark::DoNotOptimize(broadcast_model(dimensions).at(rate));
    }
}

void LrWormholePoint(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(lr_model(static_cast<int>(state.range(0))).at(0.01));
    }
}

void HierarchicalDelayPoint(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(hierarchical_model(static_cast<int>(state.range(0))).delay(0.01));
    }
}

template <typename Model>
void Saturation(benchmark::State& state, Model (*model_of)(int dimensions)) {
    const Model model = model_of(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        benchmark::DoNotOptimize(model.saturation());
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
BENCHMARK_CAPTURE(Saturation, BroadcastWormhole, broadcast_model)
    ->Arg(6)
    ->Arg(16)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(LrWormholePoint)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Saturation, LrWormhole, lr_model)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(HierarchicalDelayPoint)->Arg(6)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Saturation, HierarchicalDelay, hierarchical_model)
    ->Arg(6)
    ->Arg(16)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(ReliabilityOfSixNetworks)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Iterations(1);

}  // namespace
}  // namespace flitscope::analytic

BENCHMARK_MAIN();
