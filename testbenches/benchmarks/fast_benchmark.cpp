// Speed of the fast level: flit-hops and cycles per CPU-second, with every form of the switch
// allocator that this processor can execute.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "rtl_models/fast/engine/fast_engine.h"
#include "rtl_models/fast/fast_network.h"
#include "testbenches/drive/traffic/message_source.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

/// An operating point of the benchmark configuration: separable input-first allocators, round
/// robin, latency 0, all injection VCs, ejection per VC, Bernoulli arrivals, uniform pattern,
/// seed 1.
struct OperatingPoint {
    std::string name;
    std::string topology;
    Options options;
    int virtual_channels = 4;
    int buffer_flits = 8;
    int length = 5;     ///< flits
    double load = 0.2;  ///< flits/node/cycle
    int pipeline = 3;
    int ports = 1;  ///< injection and ejection ports, or kAll
};

OperatingPoint mesh(const std::string& name, std::int64_t side, double load) {
    OperatingPoint point;
    point.name = name;
    point.topology = "mesh";
    point.options = {{"size", std::vector<std::int64_t>{side, side}}};
    point.load = load;
    return point;
}

OperatingPoint cube(std::int64_t dimensions, int vcs, int length, double load) {
    OperatingPoint point;
    point.name = std::to_string(dimensions) + "-cube";
    point.topology = "hypercube";
    point.options = {{"dimensions", dimensions}};
    point.virtual_channels = vcs;
    point.length = length;
    point.load = load;
    return point;
}

OperatingPoint papers_router(OperatingPoint point) {
    point.name += "/pipeline_1_all_ports";
    point.pipeline = 1;
    point.ports = rtl::kAll;
    return point;
}

/// The points of the speed that docs/levels.md states.
const std::vector<OperatingPoint>& operating_points() {
    static const std::vector<OperatingPoint> points = {
        mesh("mesh_8x8/load_0.001", 8, 0.001),
        mesh("mesh_8x8/load_0.05", 8, 0.05),
        mesh("mesh_8x8/load_0.2", 8, 0.2),
        mesh("mesh_8x8/load_0.35", 8, 0.35),
        mesh("mesh_32x32/load_0.05", 32, 0.05),
        cube(6, 3, 32, 0.31),
        cube(8, 4, 64, 0.3),
        cube(10, 1, 200, 0.1),
        papers_router(mesh("mesh_8x8/load_0.2", 8, 0.2)),
        papers_router(cube(6, 3, 32, 0.31)),
    };
    return points;
}

/// 1 048 576 routers: for what one run takes in memory and time.
OperatingPoint twenty_cube() {
    OperatingPoint point = cube(20, 1, 8, 0.01);
    point.buffer_flits = 4;
    return point;
}

using MakeNetwork =
    std::function<std::unique_ptr<rtl::Network>(const rtl::NetworkDescription& description)>;

/// A network at an operating point, driven by its traffic and nothing else.
class PointRun final : public rtl::NetworkClient {
public:
    PointRun(const OperatingPoint& point, const MakeNetwork& make)
        : topology_(topo::make_topology(point.topology, point.options)) {
        const topo::TopologyEntry& entry = topo::find_topology(point.topology);
        routing_ = topo::make_routing(entry.default_routing, *topology_, {});
        rtl::NetworkDescription description;
        description.topology = topology_.get();
        description.routing = routing_.get();
        description.router.virtual_channels = point.virtual_channels;
        description.router.buffer_flits = point.buffer_flits;
        description.router.pipeline = point.pipeline;
        description.router.injection_ports = point.ports;
        description.router.ejection_ports = point.ports;
        description.links.assign(topology_->link_classes().size(), {0, 1});
        const auto start = std::chrono::steady_clock::now();
        network_ = make(description);
        elaboration_seconds_ =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        TrafficConfig traffic;
        traffic.length.options = {{"mean", std::int64_t{point.length}}};
        traffic.rate = point.load / point.length;
        source_ = std::make_unique<MessageSource>(traffic, *topology_, 1);
    }

    /// Simulates this many further cycles.
    void run(rtl::Cycle cycles) {
        end_ += cycles;
        network_->run(*this, end_);
    }
    rtl::NetworkCounters counters() const { return network_->counters(); }
    double elaboration_seconds() const { return elaboration_seconds_; }

    rtl::Cycle next_edge() const override { return source_->next_edge(); }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (const rtl::Message& message : source_->messages_at(edge)) {
            network.offer(message);
        }
        return true;
    }
    void delivered(const rtl::Delivery& /*delivery*/) override {}

private:
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    std::unique_ptr<rtl::Network> network_;
    std::unique_ptr<MessageSource> source_;
    rtl::Cycle end_ = 0;
    double elaboration_seconds_ = 0;
};

/// Largest resident memory of the process so far, MB.
double peak_memory_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

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
