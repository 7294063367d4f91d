// What queued outputs (docs/router.md, section 10) do not go with: exit code 2, naming the key.
// What has no effect beside them: meaningless_keys_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string queued(const std::string& router, const std::string& rest = "") {
    return "router: {organisation: output_queued, switching: store_and_forward" + router + "}\n" +
           rest;
}

TEST(QueuedOutputs, AreAcceptedWithWhatMattersToThem) {
    const ExperimentConfig config =
        parse_config("c.yaml", queued(", service: redrawn, message_classes: 2, flit_bytes: 4",
                                      "traffic: {length: {distribution: exponential, mean: 500}}"));
    EXPECT_TRUE(config.router.queued_outputs());
    EXPECT_EQ(config.router.service, rtl::Service::redrawn);
    EXPECT_EQ(resolve(config)["router"].size(), 5U) << resolve(config)["router"];
    EXPECT_TRUE(config.warnings.empty());
    EXPECT_EQ(parse_config("c.yaml", queued("")).router.service, rtl::Service::kept);
}

TEST(QueuedOutputs, AreRefusedWithOtherSections) {
    EXPECT_EQ(refusal_of("router: {organisation: output_queued}"),
              "c.yaml:1:9: router.switching: wormhole has no queued outputs (organisation = "
              "output_queued); accepted: store_and_forward");
    EXPECT_EQ(refusal_of(queued("", "deadlock: refuse")), "(accepted)");
    EXPECT_THAT(refusal_of(queued("", "level: {default: fast, signal: [1]}")),
                AllOf(StartsWith("c.yaml:2:8: level"), HasSubstr("several levels")));
    EXPECT_THAT(refusal_of(queued("", "level: verilog")),
                AllOf(StartsWith("c.yaml:2:8: level = verilog"),
                      HasSubstr("router.organisation (output_queued)"), HasSubstr("fast")));
}

}  // namespace
}  // namespace flitscope::tb
