// What router.bypass does not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(BypassConfig, NeedsMoreThanOneStage) {
    for (const char* const depth : {"2", "3", "4", "2, lookahead: true", "3, lookahead: true"}) {
        EXPECT_EQ(refusal_of(mesh("bypass: true, pipeline: " + std::string(depth))), "(accepted)");
    }
    EXPECT_THAT(refusal_of(mesh("bypass: true, pipeline: 1")),
                AllOf(StartsWith("c.yaml:2:34: router.pipeline = 1"), HasSubstr("2..4 cycles")));
    EXPECT_THAT(refusal_of(mesh("bypass: true, lookahead: true, pipeline: 1")),
                HasSubstr("2..3 cycles"));
    EXPECT_THAT(refusal_of(mesh("bypass: perhaps")), HasSubstr("true"));
}

TEST(BypassConfig, IsRefusedWhereMessagesAreTakenOutOrHaveTwoOutputs) {
    const std::string bypass = "bypass: true";
    EXPECT_THAT(refusal_of(mesh(bypass, "deadlock: recover_regressive")),
                AllOf(StartsWith("c.yaml:2:18: router.bypass = true"), HasSubstr("recovery")));
    EXPECT_THAT(refusal_of(mesh(bypass, "faults: [{at: 10, link: [0, 1]}]")),
                AllOf(StartsWith("c.yaml:2:18: router.bypass = true"), HasSubstr("faults")));
    EXPECT_THAT(refusal_of("topology: {kind: hypercube, dimensions: 3}\n"
                           "router: {bypass: true, virtual_channels: 8}\n"
                           "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}"),
                AllOf(HasSubstr("traffic.broadcast.fraction"), HasSubstr("with router.bypass")));
}

}  // namespace
}  // namespace flitscope::tb
