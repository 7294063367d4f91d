// What routing ugal and dragonflies do not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string dragonfly(const std::string& rest, const std::string& routing = "ugal") {
    return "topology: {kind: dragonfly, routers_per_group: 4, global_links: 2, nodes_per_router: "
           "2}\n"
           "routing: {algorithm: " +
           routing + "}\n" + rest;
}

TEST(UgalConfig, IsRefusedWhereNoLoadIsKnown) {
    EXPECT_EQ(refusal_of(dragonfly("router: {injection_ports: 2, virtual_channels: 3}")),
              "(accepted)");
    EXPECT_THAT(
        refusal_of(dragonfly("router: {injection_ports: all}")),
        AllOf(StartsWith("c.yaml:3:27: router.injection_ports = all"), HasSubstr("1..1024")));
    EXPECT_EQ(refusal_of(dragonfly("level: verilog\nrouter: {virtual_channels: 3}")), "(accepted)");
    EXPECT_THAT(refusal_of("topology: {kind: hypercube, dimensions: 3}\n"
                           "routing: {algorithm: ugal}\n"
                           "router: {organisation: output_queued, switching: store_and_forward}"),
                AllOf(StartsWith("c.yaml:2:22: routing.algorithm = ugal"),
                      HasSubstr("router.organisation")));
}

TEST(UgalConfig, DragonfliesHaveRoutingsOfTheirOwn) {
    EXPECT_EQ(refusal_of(dragonfly("", "minimal")), "(accepted)");
    EXPECT_EQ(refusal_of(dragonfly("", "valiant")), "(accepted)");
    EXPECT_THAT(refusal_of(dragonfly("", "dimension_order")),
                AllOf(StartsWith("c.yaml:2:22: routing.algorithm = dimension_order"),
                      HasSubstr("does not fit topology dragonfly")));
    EXPECT_THAT(refusal_of("topology: {kind: mesh, size: [3, 3]}\nrouting: {algorithm: minimal}"),
                HasSubstr("minimal does not fit topology mesh, it is for dragonfly"));
    EXPECT_THAT(refusal_of("topology: {kind: dragonfly, routers_per_group: 1, global_links: 2, "
                           "nodes_per_router: 2}"),
                AllOf(HasSubstr("topology.routers_per_group = 1"), HasSubstr("2..256")));
}

}  // namespace
}  // namespace flitscope::tb
