// Searches for saturation with runs that are far too short, against what long runs say.
#include <gtest/gtest.h>

#include "testbenches/drive/campaign/load_search.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

struct Cell {
    std::string name;
    std::string yaml;
    double low, high;  ///< between which long runs put the truth
};

/// `low` and `high`: from `flitscope sweep` with measure.max_cycles = 4000000, seeds 1 and 2, the
/// largest stable load of either and the least that is too much. Transposed traffic and shortest
/// queues have capacities of 1/3 and 2 * 15 / 16 besides, which are what they come up to.
const Cell& cell(const std::string& name) {
    static const std::vector<Cell> cells = {
        {"uniform", "{topology: {kind: mesh, size: [4, 4]}, traffic: {pattern: uniform}}", 0.7031,
         0.7109},
        {"transpose", "{topology: {kind: mesh, size: [4, 4]}, traffic: {pattern: transpose}}", 0.32,
         1.0 / 3},
        {"shortest queue",
         "{topology: {kind: hypercube, dimensions: 4}, router: {organisation: output_queued, "
         "switching: store_and_forward}, routing: {algorithm: shortest_queue}, traffic: {length: "
         "8}, link: {latency: 0}}",
         1.8594, 1.875},
    };
    return *std::find_if(cells.begin(), cells.end(),
                         [&](const Cell& each) { return each.name == name; });
}

MeasuredLoad measure(const Cell& cell, double load, int seed, std::int64_t max_cycles) {
    const ExperimentConfig config = parse_config(
        "cell.yaml", cell.yaml,
        {"traffic.load=" + std::to_string(load), "seed=" + std::to_string(seed),
         "measure.warmup_messages=2000", "measure.max_cycles=" + std::to_string(max_cycles)});
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network);
    MeasuredLoad measured;
    measured.state = result.state;
    measured.latency = result[LatencyKind::unicast].mean.value_or(0);
    return measured;
}

Saturation search(const Cell& cell, int seed, std::int64_t max_cycles, double precision) {
    LoadSearch search;
    search.precision = precision;
    MeasuredLoads measured;
    while (const auto load = next_load(search, measured)) {
        measured[*load] = measure(cell, *load, seed, max_cycles);
    }
    return saturation_of(search, measured);
}

void expect_intervals_that_hold(const std::string& name, std::int64_t max_cycles,
                                double precision) {
    const Cell& one = cell(name);
    int held = 0;
    double widest = 0;
    double least = 1e9;
    double most = 0;
    const int seeds = sized(3, 20);
    for (int seed = 1; seed <= seeds; ++seed) {
        const Saturation found = search(one, seed, max_cycles, precision);
        ASSERT_TRUE(found.high) << name << ", seed " << seed;
        held += found.low <= one.high && *found.high >= one.low ? 1 : 0;
        widest = std::max(widest, found.width());
        const double middle = (found.low + *found.high) / 2;
        least = std::min(least, middle);
        most = std::max(most, middle);
        EXPECT_EQ(found.state,
                  found.width() > precision ? RunState::undecided : RunState::saturated);
    }
    EXPECT_GE(held, seeds - 1) << name << ": 95 % are claimed";
    EXPECT_LE(most - least, widest) << name << ": seeds differ by less than they claim";
}

TEST(SaturationSearch, HoldsTheTruthOfUniformTraffic) {
    expect_intervals_that_hold("uniform", 40000, 0.02);
}

TEST(SaturationSearch, HoldsTheTruthOfTransposedTraffic) {
    expect_intervals_that_hold("transpose", 40000, 0.02);
}

TEST(SaturationSearch, HoldsTheTruthOfShortestQueues) {
    expect_intervals_that_hold("shortest queue", 40000, 0.04);
}

/// Just above what a channel carries, however short the runs are.
TEST(SaturationSearch, NoLoadAboveTheCapacityIsStable) {
    for (const std::int64_t max_cycles : {2000, 10000, 40000}) {
        for (int seed = 1; seed <= 3; ++seed) {
            EXPECT_NE(measure(cell("transpose"), 1.02 / 3, seed, max_cycles).state,
                      RunState::stable)
                << max_cycles << " cycles, seed " << seed;
        }
    }
}

/// Ejection ports carry 1 flit per cycle; what they do not take waits where no source queue shows
/// it.
TEST(SaturationSearch, BuffersWithoutABoundHideNothing) {
    const Cell unbounded = {"unbounded",
                            "{topology: {kind: hypercube, dimensions: 4}, routing: {algorithm: "
                            "random_minimal}, router: "
                            "{buffer_flits: unbounded, virtual_channels: 8, injection_ports: all}}",
                            1, 1};
    for (int seed = 1; seed <= 3; ++seed) {
        EXPECT_NE(measure(unbounded, 1.03, seed, 40000).state, RunState::stable) << seed;
        EXPECT_EQ(measure(unbounded, 0.6, seed, 40000).state, RunState::stable) << seed;
    }
}

}  // namespace
}  // namespace flitscope::tb
