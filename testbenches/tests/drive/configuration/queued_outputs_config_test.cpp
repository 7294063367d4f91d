// What queued outputs (docs/router.md, section 10) do not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    EXPECT_EQ(config.resolved["router"].size(), 5U) << config.resolved["router"];
    EXPECT_TRUE(config.warnings.empty());
    EXPECT_EQ(parse_config("c.yaml", queued("")).router.service, rtl::Service::kept);
}

TEST(QueuedOutputs, AreRefusedWithOtherKeysOfTheRouter) {
    for (const std::string key_and_value :
         {"virtual_channels: 4", "buffer_flits: 4", "pipeline: 2", "arbiter: matrix",
          "vc_reuse: tail_sent", "injection_ports: all", "ejection_ports: 1", "injection_vcs: 1",
          "ejection_vcs: classes"}) {
        const std::string key = key_and_value.substr(0, key_and_value.find(':'));
        EXPECT_THAT(refusal_of(queued(", " + key_and_value)),
                    AllOf(StartsWith("c.yaml:1:"), HasSubstr(": router." + key + " = "),
                          HasSubstr("without a meaning beside organisation = output_queued"),
                          HasSubstr("with organisation input_queued")));
    }
    for (const std::string key : {"vc", "switch"}) {
        EXPECT_THAT(refusal_of(queued(", allocators: {" + key + ": wavefront}")),
                    AllOf(HasSubstr(": router.allocators." + key + " = wavefront: without a"),
                          HasSubstr("with organisation input_queued")));
    }
    EXPECT_EQ(refusal_of("router: {service: redrawn}"),
              "c.yaml:1:19: router.service = redrawn: without a meaning beside organisation = "
              "input_queued; accepted: kept, redrawn with organisation output_queued");
}

TEST(QueuedOutputs, AreRefusedWithOtherSections) {
    const std::string nothing = "without a meaning beside router.organisation = output_queued";
    EXPECT_EQ(refusal_of("router: {organisation: output_queued}"),
              "c.yaml:1:9: router.switching: wormhole has no queued outputs (organisation = "
              "output_queued); accepted: store_and_forward");
    EXPECT_THAT(refusal_of(queued(", check_units: true")),
                AllOf(HasSubstr("router.check_units"), HasSubstr(nothing)));
    EXPECT_THAT(refusal_of(queued(", units: {crossbar: verilog}", "level: signal")),
                AllOf(HasSubstr("router.units"), HasSubstr(nothing)));
    EXPECT_EQ(refusal_of(queued("", "traffic: {source_queue: 4}")),
              "c.yaml:2:25: traffic.source_queue = 4: " + nothing + "; accepted: unbounded");
    EXPECT_EQ(refusal_of(queued("", "deadlock: recover_regressive")),
              "c.yaml:2:11: deadlock = recover_regressive: " + nothing +
                  " (nobody waits for room); accepted: stop, refuse");
    EXPECT_EQ(refusal_of(queued("", "deadlock: refuse")), "(accepted)");
    EXPECT_THAT(refusal_of(queued("", "level: {default: fast, signal: [1]}")),
                AllOf(StartsWith("c.yaml:2:8: level"), HasSubstr("several levels")));
    EXPECT_THAT(refusal_of(queued("", "level: verilog")),
                AllOf(StartsWith("c.yaml:2:8: level = verilog"),
                      HasSubstr("router.organisation (output_queued)"), HasSubstr("fast")));
    EXPECT_THAT(
        refusal_of(queued(", service: redrawn", "traffic: {pattern: request_reply, load: 0.1}")),
        AllOf(StartsWith("c.yaml:1:78: router.service = redrawn"),
              HasSubstr("not drawn from traffic.length"), HasSubstr("accepted: kept")));
}

}  // namespace
}  // namespace flitscope::tb
