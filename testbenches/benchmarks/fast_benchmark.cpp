// Speed of the fast level: flit-hops and cycles per CPU-second, with every form of the switch
// allocator that this processor can execute.
#include <benchmark/benchmark.h>

#include "rtl_models/fast/engine/fast_engine.h"
#include "rtl_models/fast/fast_network.h"
#include "testbenches/benchmarks/operating_points.h"

namespace flitscope::tb {
namespace {

/// Cycles per iteration: about a million flit-hops, or twenty million nearly idle cycles.
rtl::Cycle cycles_of(const PointRun& run, rtl::Cycle simulated) {
    const auto hops = static_cast<double>(run.counters().flit_hops);
    return std::min<rtl::Cycle>(
        4000000, static_cast<rtl::Cycle>(1e6 / hops * static_cast<double>(simulated)) + 1);
}

void report(benchmark::State& state, const PointRun& run, std::uint64_t flit_hops,
            rtl::Cycle cycles) {
    using benchmark::Counter;
    state.counters["flit_hops"] = Counter(static_cast<double>(flit_hops), Counter::kIsRate);
    state.counters["cycles"] = Counter(static_cast<double>(cycles), Counter::kIsRate);
    state.counters["elaboration_s"] = run.elaboration_seconds();
    state.counters["peak_memory_MB"] = peak_memory_mb();
}

void measure(benchmark::State& state, const OperatingPoint& point,
             const tl::SwitchKernelForm& form) {
    PointRun run(point, [&form](const rtl::NetworkDescription& description) {
        auto network = std::make_unique<tl::FastEngine>(description);
        network->state().allocate_switch = form.allocate;
        return network;
    });
    constexpr rtl::Cycle kWarmUp = 2000;
    run.run(kWarmUp);
    const rtl::Cycle cycles = cycles_of(run, kWarmUp);
    const std::uint64_t before = run.counters().flit_hops;
    for (auto _ : state) {
        run.run(cycles);
    }
    report(state, run, run.counters().flit_hops - before,
           cycles * static_cast<rtl::Cycle>(state.iterations()));
}

/// From cycle 0 on, once.
void measure_thousand_cycles(benchmark::State& state, const OperatingPoint& point) {
    PointRun run(point, tl::make_fast_network);
    constexpr rtl::Cycle kCycles = 1000;
    for (auto _ : state) {
        run.run(kCycles);
    }
    report(state, run, run.counters().flit_hops, kCycles);
}

}  // namespace
}  // namespace flitscope::tb

int main(int argc, char** argv) {
    for (const auto& point : flitscope::tb::operating_points()) {
        for (const auto& form : flitscope::tl::switch_kernel_forms()) {
            benchmark::RegisterBenchmark(
                (point.name + "/" + form.name).c_str(),
                [&](benchmark::State& state) { flitscope::tb::measure(state, point, form); });
        }
    }
    benchmark::RegisterBenchmark("20-cube/thousand_cycles", [](benchmark::State& state) {
        flitscope::tb::measure_thousand_cycles(state, flitscope::tb::twenty_cube());
    })->Iterations(1);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
