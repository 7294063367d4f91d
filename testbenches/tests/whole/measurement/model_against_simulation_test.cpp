// Models beside simulations of the machine that they describe. Deterministic: seeds are fixed.

#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/model_command/model_comparison.h"

namespace flitscope::tb {
namespace {

const char* const kCube = R"(
topology: {kind: hypercube, dimensions: 6}
router: {virtual_channels: 4, pipeline: 1, injection_ports: all, ejection_ports: all}
link: {latency: 0}
traffic: {arrivals: poisson, length: 32, startup_cycles: 1}
measure: {relative_error: 0.01}
)";

ModelComparison compared(const std::vector<std::string>& sets) {
    const ExperimentConfig config = parse_config("test.yaml", kCube, sets);
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network, {});
    EXPECT_EQ(result.state, RunState::stable);
    return *model_for(config, {result[LatencyKind::unicast].mean, std::nullopt,
                               result[LatencyKind::channel].mean});
}

TEST(ModelAgainstSimulation, UnicastsOfTheVirtualChannelModelAgreeWithinEightPercent) {
    for (const char* rate : {"0.002", "0.008", "0.016"}) {  // up to 60 % of its saturation
        const ModelComparison comparison = compared({std::string("traffic.rate=") + rate});
        EXPECT_EQ(comparison.name, "broadcast_wormhole");
        EXPECT_EQ(comparison.differences, "");
        EXPECT_NEAR(*comparison.unicast_deviation, 0, 0.08) << "rate " << rate;
    }
}

TEST(ModelAgainstSimulation, LeftToRightDelaysAgreeWithinSixPercent) {
    for (const char* rate : {"0.001", "0.0015"}) {  // loads of 0.2 and 0.3
        const ModelComparison comparison =
            compared({std::string("traffic.rate=") + rate, "router.virtual_channels=1",
                      "routing={algorithm: ecube, order: low_first}", "measure.relative_error=0.02",
                      "traffic.length={distribution: exponential, mean: 200}"});
        EXPECT_EQ(comparison.name, "lr_wormhole");
        EXPECT_EQ(comparison.compares, "channel");
        EXPECT_NEAR(*comparison.unicast_deviation, 0, 0.06) << "rate " << rate;
    }
}

}  // namespace
}  // namespace flitscope::tb
