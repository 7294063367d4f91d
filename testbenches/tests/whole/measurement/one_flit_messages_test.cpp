// Messages of one flit, which come and go faster than the flits of a FIFO, against BookSim2.
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"

namespace flitscope::tb {
namespace {

/// Mean latency of an 8x8 mesh with one-flit messages.
LatencySummary latency(double load, int vcs, const char* choice) {
    const ExperimentConfig config = read_config(
        FLITSCOPE_SOURCE_DIR "/examples/router_typical.yaml",
        {"topology.size=[8, 8]", "router.pipeline=4", "traffic.length=1",
         "router.virtual_channels=" + std::to_string(vcs),
         std::string("router.vc_choice=") + choice, "traffic.load=" + std::to_string(load),
         "measure.relative_error=0.01", "measure.max_cycles=20000"});
    const BuiltNetwork built = make_network(config);
    return simulate(config, *built.network)[LatencyKind::unicast];
}

/// BookSim2 (booksim/booksim2 at 28f4329) with its default configuration, packet_size 1, on the 8x8
/// mesh with 4 VCs of 8 flits and all delays 1, less the 3 cycles of its injection and ejection
/// channels and its messages to the node itself. With the lowest free VC it was 92.9 at 0.3.
TEST(OneFlitMessages, AreAsQuickAsThoseOfBookSim2) {
    struct Point {
        double load, cycles;
    };
    for (const char* const choice : {"round_robin", "most_credits"}) {
        for (const Point& point : {Point{0.1, 31.4}, Point{0.2, 32.5}, Point{0.3, 35.3}}) {
            const double mean = *latency(point.load, 4, choice).mean;
            EXPECT_LE(mean, 1.03 * point.cycles) << choice << " at " << point.load;
            EXPECT_GE(mean, 0.92 * point.cycles) << choice << " at " << point.load;
        }
    }
}

TEST(OneFlitMessages, AreNoSlowerWithMoreVcs) {
    for (const char* const choice : {"round_robin", "most_credits"}) {
        const LatencySummary few = latency(0.3, 4, choice);
        const LatencySummary many = latency(0.3, 16, choice);
        EXPECT_LE(*many.mean, *few.mean + few.ci.value_or(0) + many.ci.value_or(0)) << choice;
    }
}

}  // namespace
}  // namespace flitscope::tb
