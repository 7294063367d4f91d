// The same network and routes in two forms: hierarchical hypercubes, and cubes in a cube. Every
// flit crosses the same ports in the same cycles.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

struct Outcome {
    std::string events;
    std::string figures;  ///< latencies, throughput, counters
};

Outcome run(const std::string& yaml) {
    TemporaryFolder folder;
    folder.write("c.yaml", yaml +
                               "router: {virtual_channels: 6}\n"
                               "traffic: {load: 0.12}\n"
                               "measure: {warmup_messages: 20, max_cycles: 500}\n");
    const Finished ended = run_flitscope(
        folder.path(), {"run", "c.yaml", "--quiet", "--out", "o", "--events", "events.log"});
    EXPECT_EQ(ended.code, 0) << yaml << ended.err;
    auto result = nlohmann::ordered_json::parse(folder.read("o/result.json"));
    EXPECT_GT(result["messages"]["delivered"], 100);
    for (const char* const other : {"config", "performance", "channels", "capacity"}) {
        result.erase(other);
    }
    return {folder.read("o/events.log"), result.dump()};
}

TEST(Hierarchies, OfCubesAreHierarchicalHypercubes) {
    const struct {
        std::string within, algorithm;
    } routings[] = {{"fixed", "{algorithm: ecube, order: low_first}"},
                    {"random", "{algorithm: random_minimal}"},
                    {"shortest_queue", "{algorithm: shortest_queue}"}};
    const struct {
        std::string scheme, interfaces, rule;
    } networks[] = {{"plain", "[0]", ""},
                    {"replicated", "[0, 3]", ", interface: closest"},
                    {"replicated", "[3, 0]", ", interface: shortest"}};
    for (const auto& network : networks) {
        for (const auto& routing : routings) {
            SCOPED_TRACE(network.scheme + network.rule + " " + routing.within);
            const Outcome cubes = run(
                "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 5, "
                "scheme: " +
                network.scheme + "}\nrouting: {algorithm: hierarchical, within: " + routing.within +
                network.rule + "}\n");
            const Outcome composed = run(
                "topology: {kind: hierarchical, cluster: {kind: hypercube, dimensions: 2}, top: "
                "{kind: hypercube, dimensions: 3}, interface: " +
                network.interfaces + "}\nrouting: {algorithm: hierarchical, cluster: " +
                routing.algorithm + ", top: " + routing.algorithm + network.rule + "}\n");
            EXPECT_FALSE(cubes.events.empty());
            EXPECT_TRUE(cubes.events == composed.events);
            EXPECT_EQ(cubes.figures, composed.figures);
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
