// What networks with none or several nodes at a router do not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

const std::string kConcentrated =
    "topology: {kind: concentrated_mesh, size: [4, 4], concentration: 2}\n";

const std::string kOther = "0, or an algorithm for this network, such as separate";

TEST(NodesApart, GoWithoutHeadersAndQueuedOutputs) {
    const std::string why =
        ": not in this version with none or several nodes at a router (topology.kind); accepted: ";
    EXPECT_EQ(refusal_of(kConcentrated +
                         "router: {organisation: output_queued, switching: store_and_forward}\n"),
              "c.yaml:2:24: router.organisation = output_queued" + why + "input_queued");
    EXPECT_EQ(refusal_of(kConcentrated + "traffic: {multicast: {fraction: 0.1}}\n"),
              "c.yaml:2:33: traffic.multicast.fraction = 0.1" + why + kOther);
    EXPECT_EQ(refusal_of(kConcentrated + "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}\n"),
              "c.yaml:2:33: traffic.broadcast.fraction = 0.1" + why + kOther);
    EXPECT_EQ(refusal_of(kConcentrated + "traffic: {broadcast: {fraction: 0.1}}\n"),
              "c.yaml:2:33: traffic.broadcast.fraction = 0.1: with the default "
              "traffic.broadcast.algorithm: sbt does not fit topology concentrated_mesh, it is for "
              "hypercube; accepted: " +
                  kOther);
    EXPECT_EQ(
        refusal_of(kConcentrated + "traffic: {collective: {fraction: 1, in_network: true}}\n"),
        "c.yaml:2:49: traffic.collective.in_network = true" + why + "false");
}

TEST(NodesApart, GoWithOperationsMadeOfUnicasts) {
    for (const std::string each : {"multicast: {fraction: 1, algorithm: separate}",
                                   "broadcast: {fraction: 1, algorithm: separate}",
                                   "broadcast: {fraction: 1, algorithm: binomial}",
                                   "collective: {fraction: 1, algorithm: ring}"}) {
        EXPECT_EQ(refusal_of(kConcentrated + "traffic: {" + each + "}\n"), "(accepted)") << each;
    }
    EXPECT_THAT(refusal_of(kConcentrated + "traffic: {broadcast: {fraction: 1, algorithm: rd}}\n"),
                HasSubstr("rd does not fit a concentrated_mesh"));
}

TEST(NodesApart, NeedChannelsForAnInjectionPortAtEach) {
    const std::string single = "topology: {kind: concentrated_mesh, size: [1], concentration: 4}\n";
    EXPECT_EQ(refusal_of(single), "(accepted)");
    EXPECT_EQ(refusal_of(single + "router: {injection_ports: all}\n"),
              "c.yaml:2:27: router.injection_ports = all: the only router has no channels; "
              "accepted: a number of ports");
}

}  // namespace
}  // namespace flitscope::tb
