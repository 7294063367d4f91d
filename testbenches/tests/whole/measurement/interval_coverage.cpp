#include "testbenches/tests/whole/measurement/interval_coverage.h"

#include <cmath>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"

namespace flitscope::tb {

const std::vector<CoveragePoint>& coverage_points() {
    // From runs of 10 million cycles each: two at 0.1, one at 0.3, three at 0.37 and 0.38.
    static const std::vector<CoveragePoint> points = {
        {"0.1", {30.0299, 30.0252, 0.004762}, 400},
        {"0.3", {42.618, 42.545, 0.07284}, 400},
        {"0.37", {67.51, 67.26, 0.2527}, 100},
        {"0.38", {80.68, 79.23, 1.449}, 40},
    };
    return points;
}

const CoveragePoint& congested_small_mesh() {
    // From two runs of 3 million cycles.
    static const CoveragePoint point = {"0.64", {50.671, 49.138, 1.5326}, 100, "[4, 4]"};
    return point;
}

const std::vector<CoveragePoint>& traffic_points() {
    // From runs of 20 million cycles, of the hotspot three.
    static const std::vector<CoveragePoint> points = {
        {"0.2",
         {22.4637, 22.4395, 0.0242},
         800,
         "[4, 4]",
         {"traffic.pattern=hotspot", "traffic.nodes=[5]", "traffic.fraction=0.2"}},
        {"0.3", {21.966, 21.8935, 0.0725}, 800, "[4, 4]"},
        {"0.2",
         {21.2091, 21.0421, 0.1671},
         800,
         "[4, 4]",
         {"traffic.arrivals=on_off", "traffic.on_mean=200", "traffic.off_mean=200"}},
        {"0.2",
         {17.2293, 17.1824, 0.0469},
         800,
         "[4, 4]",
         {"traffic.pattern=request_reply", "traffic.service_cycles=20", "traffic.outstanding=8"}},
    };
    return points;
}

CoverageRun coverage_run(const CoveragePoint& point, int seed, std::int64_t max_cycles) {
    std::vector<std::string> settings = point.settings;
    settings.insert(settings.end(),
                    {std::string("traffic.load=") + point.load, "seed=" + std::to_string(seed),
                     std::string("topology.size=") + point.mesh,
                     "measure.max_cycles=" + std::to_string(max_cycles),
                     "router.vc_choice=lowest"});  // for which the long runs were made
    const ExperimentConfig config =
        read_config(FLITSCOPE_SOURCE_DIR "/examples/router_typical.yaml", settings);
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network);
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
    const CoverageMean& unicast = run.means[0];
    const double error = unicast.mean - point.truth[0];
    errors += error;
    squares += error * error;
    if (unicast.half_width && std::abs(error) > *unicast.half_width) {
        ++(error < 0 ? below : above);
    }
}

double Coverage::lean() const {
    const double mean = errors / runs;
    return mean / std::sqrt((squares / runs - mean * mean) / (runs - 1));
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
