// What meshes accept beyond saturation, against a simulator of the same router that shares no code
// with this one: it was written before, for the design.
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

TEST(AcceptedLoad, OfAMeshIsThatOfAnIndependentSimulator) {
    struct Mesh {
        int side;
        double accepted;  ///< flits/node/cycle, by the other simulator
    };
    const Mesh meshes[] = {{8, 0.397}, {16, 0.2145}};
    for (int i = 0; i < sized(1, 2); ++i) {
        const auto& [side, accepted] = meshes[i];
        const std::string size = std::to_string(side);
        const ExperimentConfig config = read_config(
            FLITSCOPE_SOURCE_DIR "/testbenches/benchmarks/bench.yaml",
            {"topology.size=[" + size + "," + size + "]", "measure.max_cycles=60000",
             "traffic.load=" + std::to_string(1.06 * accepted), "measure.warmup_messages=30000"});
        const BuiltNetwork built = make_network(config);
        const double found =
            simulate(config, *built.network).to_json()["throughput"]["accepted"].get<double>();
        EXPECT_NEAR(found, accepted, 0.02 * accepted) << side << "x" << side;
    }
}

}  // namespace
}  // namespace flitscope::tb
