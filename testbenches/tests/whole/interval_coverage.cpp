#include "testbenches/tests/whole/interval_coverage.h"

#include <cmath>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"

namespace flitscope::tb {

const std::vector<CoveragePoint>& coverage_points() {
    // From runs of 10 million cycles each: two at 0.1, one at 0.3, three at 0.37 and 0.38; at 0.39
    // from windows of 428 million cycles in all (64 runs of a fixed length, +- 0.3 of the latency).
    static const std::vector<CoveragePoint> points = {
        {"0.1", {30.0299, 30.0252, 0.004762}}, {"0.3", {42.618, 42.545, 0.07284}},
        {"0.37", {67.51, 67.26, 0.2527}},      {"0.38", {80.68, 79.23, 1.449}},
        {"0.39", {136.5, 107.61, 28.90}},
    };
    return points;
}

const CoveragePoint& congested_small_mesh() {
    // From two runs of 3 million cycles.
    static const CoveragePoint point = {"0.64", {50.671, 49.138, 1.5326}, "[4, 4]"};
    return point;
}

CoverageRun coverage_run(const CoveragePoint& point, int seed, std::int64_t max_cycles) {
    const ExperimentConfig config =
        read_config(FLITSCOPE_SOURCE_DIR "/examples/router_typical.yaml",
                    {std::string("traffic.load=") + point.load, "seed=" + std::to_string(seed),
                     std::string("topology.size=") + point.mesh,
                     "measure.max_cycles=" + std::to_string(max_cycles)});
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.topology, *built.network);
    CoverageRun run;
    run.seed = seed;
    run.cycles = result.simulated_cycles;
    const LatencyKind kinds[] = {LatencyKind::unicast, LatencyKind::network,
                                 LatencyKind::source_queue};
    for (std::size_t i = 0; i < 3; ++i) {
        const LatencySummary& latency = result[kinds[i]];
        run.means[i] = {latency.mean.value_or(0), latency.ci};
    }
    return run;
}

void Coverage::add(const CoverageRun& run, const CoveragePoint& point) {
    ++runs;
    cycles += run.cycles;
    for (std::size_t i = 0; i < 3; ++i) {
        const CoverageMean& latency = run.means[i];
        if (latency.half_width) {
            ++printed[i];
            held[i] += std::abs(latency.mean - point.truth[i]) <= *latency.half_width ? 1 : 0;
        }
    }
}

Coverage measure_coverage(const CoveragePoint& point, int first, int count,
                          std::int64_t max_cycles) {
    Coverage coverage;
    for (int seed = first; seed < first + count; ++seed) {
        coverage.add(coverage_run(point, seed, max_cycles), point);
    }
    return coverage;
}

}  // namespace flitscope::tb
