// Networks composed of two others: their sections, and the link classes of both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

const std::string kMeshes =
    "topology: {kind: hierarchical, cluster: {kind: mesh, size: [4, 4]}, top: {kind: ring, nodes: "
    "4}}\n";

TEST(HierarchicalConfig, ReadsBackWhatItResolves) {
    const std::string text =
        kMeshes +
        "routing: {algorithm: hierarchical, cluster: {algorithm: west_first}}\n"
        "link: {latency: 2, top: {latency: 8, width: 4}, cluster: {dimension_1: {latency: 3}}}\n";
    const auto resolved = resolve(read(text));
    EXPECT_EQ(resolved["topology"].dump(),
              R"({"kind":"hierarchical","cluster":{"kind":"mesh","size":[4,4]},)"
              R"("top":{"kind":"ring","nodes":4},"interface":"first"})");
    EXPECT_EQ(resolved["routing"]["cluster"].dump(), R"({"algorithm":"west_first"})");
    EXPECT_EQ(resolved["link"].dump(), R"({"latency":2,"cycles_per_flit":1,)"
                                       R"("cluster.dimension 0":{"latency":2,"cycles_per_flit":1},)"
                                       R"("cluster.dimension 1":{"latency":3,"cycles_per_flit":1},)"
                                       R"("top.ring":{"latency":8,"cycles_per_flit":2}})");
    EXPECT_EQ(resolve(read(resolved.dump())), resolved);
}

TEST(HierarchicalConfig, TakesGroupsOfLinkClassesFromTheWideToTheNarrow) {
    const ExperimentConfig nested = read(
        "topology: {kind: hierarchical, cluster: {kind: hierarchical, cluster: {kind: ring, nodes: "
        "3}, top: {kind: ring, nodes: 4}}, top: {kind: mesh, size: [2, 2]}}\n"
        "router: {virtual_channels: 8}\n"
        "link: {cluster: {latency: 2, top: {width: 2, ring: {latency: 3}}}, top: {virtual_channels:"
        " 10}, 'top.dimension 1': {latency: 7}, top.dimension_0: {latency: 6}}");
    EXPECT_EQ(nested.link_of("cluster.cluster.ring").latency, 2);
    EXPECT_EQ(nested.link_of("cluster.cluster.ring").cycles_per_flit, 1);
    EXPECT_EQ(nested.link_of("cluster.top.ring").latency, 3);
    EXPECT_EQ(nested.link_of("cluster.top.ring").cycles_per_flit, 4);
    EXPECT_EQ(nested.link_of("top.dimension 0").latency, 6);
    EXPECT_EQ(nested.link_of("top.dimension 0").virtual_channels, 10);
    EXPECT_EQ(nested.link_of("top.dimension 1").latency, 7);
    EXPECT_EQ(nested.link_of("cluster.top.ring").virtual_channels, 8);
    const ExperimentConfig set = read(
        kMeshes + "link: {top: {ring: {latency: 2}}}",
        {"link.top.latency=5", "link.cluster.dimension_0.width=4", "topology.cluster.size=[2, 8]"});
    EXPECT_EQ(set.link_of("top.ring").latency, 2);
    EXPECT_EQ(set.link_of("cluster.dimension 0").cycles_per_flit, 2);
    EXPECT_EQ(set.topology.options.inner("cluster").options.integers("size").back(), 8);
}

TEST(HierarchicalConfig, NotesGroupsThatAnotherNetworkLacks) {
    EXPECT_THAT(read(kMeshes + "link: {top: {latency: 5}}", {"topology={kind: ring, nodes: 8}"})
                    .warnings.back(),
                HasSubstr("link.top = {latency: 5} (this network has no such links)"));
    EXPECT_THAT(read(kMeshes + "link: {top: {latency: 5}}", {"topology.top.nodes=8"}).warnings,
                testing::IsEmpty());
}

TEST(HierarchicalConfig, PointsAtWhatIsWrongInAPart) {
    const std::string start = "topology: {kind: hierarchical, ";
    const std::string mesh = "cluster: {kind: mesh, size: [2, 2]}, ";
    const std::string ring = "top: {kind: ring, nodes: 4}";
    const struct {
        std::string text, begins, says;
    } cases[] = {
        {start + ring + "}", "c.yaml:1:11: topology.cluster: missing", "{kind: ...}"},
        {start + "cluster: 3, " + ring + "}", "c.yaml:1:41: topology.cluster = 3: not a section",
         ""},
        {start + "cluster: {size: [2, 2]}, " + ring + "}",
         "c.yaml:1:41: topology.cluster.kind: missing", "hypercube, mesh"},
        {start + "cluster: {kind: grid}, " + ring + "}",
         "c.yaml:1:48: topology.cluster.kind = grid: unknown value", "mesh"},
        {start + "cluster: {kind: mesh, size: [2, 2], sice: 1}, " + ring + "}",
         "c.yaml:1:68: topology.cluster.sice = 1: unknown key", "size"},
        {start + "cluster: {kind: mesh, size: [0]}, " + ring + "}",
         "c.yaml:1:61: topology.cluster.size[0] = 0: out of range", ""},
        {start + mesh + "top: {kind: torus, size: [3, 3, 2]}}",
         "c.yaml:1:101: topology.top.size[2] = 2: out of range", ""},
        {start + mesh + "top: {kind: chordal_ring, nodes: 7, chord: 3}}",
         "c.yaml:1:102: topology.top.nodes = 7: chordal_ring", "even"},
        {start + mesh + ring + ", interface: [4]}",
         "c.yaml:1:109: topology.interface = [4]: hierarchical: interface 4 is no router", "0..3"},
        {start + mesh + ring + ", interface: last}",
         "c.yaml:1:109: topology.interface = last: unknown value", "first, all, a list"},
        {start + mesh + "top: {kind: concentrated_mesh, size: [2, 2], concentration: 2}}",
         "c.yaml:1:74: topology.top = {kind: concentrated_mesh", "one node each"},
        {start + mesh + ring + "}\nrouting: {cluster: {algorithm: ecube}}",
         "c.yaml:2:32: routing.cluster.algorithm = ecube: ecube does not fit topology mesh", ""},
        {start + mesh + ring + "}\nrouting: {top: {algorithm: valiant}}",
         "c.yaml:2:28: routing.top.algorithm = valiant: hierarchical: valiant cannot be a part",
         ""},
        {"topology: {kind: ring, nodes: 4}\nrouting: {algorithm: hierarchical}",
         "c.yaml:2:22: routing.algorithm = hierarchical: hierarchical does not fit topology ring",
         "it is for hierarchical, hierarchical_hypercube"},
        {kMeshes + "link: {top: {latency: -1}}", "c.yaml:2:23: link.top.latency = -1", ""},
        {kMeshes + "link: {top: {dimension_0: {latency: 1}}}",
         "c.yaml:2:14: link.top.dimension_0 = {latency: 1}: unknown key", "ring"},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(each.text);
        EXPECT_THAT(refusal_of(each.text), testing::StartsWith(each.begins));
        EXPECT_THAT(refusal_of(each.text), HasSubstr(each.says));
    }
}

}  // namespace
}  // namespace flitscope::tb
