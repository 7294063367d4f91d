// The ways to schedule the phases of a cycle at the signal level, side by side
// (docs/signal_level.md). For paired runs:
//   phase_scheme_benchmark --benchmark_enable_random_interleaving=true --benchmark_repetitions=7
#include <benchmark/benchmark.h>

#include "rtl_models/signal/network.h"
#include "testbenches/benchmarks/operating_points.h"
#include "testbenches/tests/whole/fresh_kernel.h"

namespace flitscope::tb {
namespace {

using rtl::PhaseScheme;

template <PhaseScheme scheme>
std::unique_ptr<rtl::Network> make_network(const rtl::NetworkDescription& description) {
    return std::make_unique<rtl::SignalNetwork>(description, scheme);
}

void measure(benchmark::State& state, const OperatingPoint& point, MakeNetwork make) {
    const FreshKernel kernel;
    PointRun run(point, make);
    constexpr rtl::Cycle kCycles = 1000;
    run.run(kCycles);
    const std::uint64_t before = run.counters().flit_hops;
    for (auto _ : state) {
        run.run(kCycles);
    }
    state.counters["flit_hops"] = benchmark::Counter(
        static_cast<double>(run.counters().flit_hops - before), benchmark::Counter::kIsRate);
}

OperatingPoint mesh(int side, int pipeline, double load) {
    OperatingPoint point;
    point.topology = "mesh";
    point.options = {{"size", std::vector<std::int64_t>{side, side}}};
    point.pipeline = pipeline;
    point.load = load;
    return point;
}

void register_schemes(int side, int pipeline, const char* load) {
    const std::string size = std::to_string(side);
    const std::string name =
        "mesh_" + size + "x" + size + "/pipeline_" + std::to_string(pipeline) + "/load_" + load;
    const OperatingPoint point = mesh(side, pipeline, std::stod(load));
    const auto add = [&](const char* scheme, MakeNetwork make) {
        benchmark::RegisterBenchmark(
            (name + "/" + scheme).c_str(),
            [point, make](benchmark::State& state) { measure(state, point, make); });
    };
    add("one_activation", make_network<PhaseScheme::one_activation>);
    add("deltas", make_network<PhaseScheme::deltas>);
    add("falling_edge", make_network<PhaseScheme::falling_edge>);
}

void register_all() {
    for (const int pipeline : {1, 3}) {
        for (const char* load : {"0.05", "0.2", "0.35"}) {
            register_schemes(8, pipeline, load);
        }
        register_schemes(32, pipeline, "0.05");
    }
}

}  // namespace
}  // namespace flitscope::tb

int sc_main(int argc, char* argv[]) {
    flitscope::tb::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
