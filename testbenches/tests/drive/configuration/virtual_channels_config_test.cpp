// How many VCs: those that a routing with an escape needs, and those of link classes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

/// `begins` where and what, `says` what else.
struct Refusal {
    std::string text;
    std::string begins;
    std::vector<std::string> says;
};

void expect_refused(const std::vector<Refusal>& refusals) {
    for (const Refusal& each : refusals) {
        SCOPED_TRACE(each.text);
        expect_error([&] { read(each.text); }, each.begins);
        for (const std::string& says : each.says) {
            expect_error([&] { read(each.text); }, says);
        }
    }
}

TEST(VirtualChannels, AreEnoughForEscapesAndOnLinksWithTheirOwn) {
    expect_refused({
        {"{routing: {algorithm: duato}, router: {virtual_channels: 1}}",
         "c.yaml:1:58: router.virtual_channels = 1: too few for routing duato",
         {"needs 2", "accepted: 2..64"}},
        {"{routing: {algorithm: duato}, router: {message_classes: 2, virtual_channels: 3}}",
         "c.yaml:1:78: router.virtual_channels = 3: too few for routing duato",
         {"message_classes = 2", "accepted: 4..64"}},
        {"{routing: {algorithm: random_minimal}, link: {dimension_3: {virtual_channels: 3}}}",
         "c.yaml:1:79: link.dimension_3.virtual_channels = 3: too few for routing random_minimal",
         {"needs 4", "accepted: 4..64"}},
        {"link: {dimension_3: {virtual_channels: 65}}",
         "c.yaml:1:40: link.dimension_3.virtual_channels = 65",
         {"1..64"}},
        {"{router: {injection_vcs: 4}, link: {dimension_0: {virtual_channels: 3}, "
         "dimension_1: {virtual_channels: 3}, dimension_2: {virtual_channels: 3}, "
         "dimension_3: {virtual_channels: 3}, dimension_4: {virtual_channels: 3}, "
         "dimension_5: {virtual_channels: 2}}}",
         "c.yaml:1:26: router.injection_vcs = 4: more than the 3 virtual_channels",
         {"1..3"}},
    });
}

TEST(VirtualChannels, OfEscapesAndLinksAreNotForRoutersFromOutsideNorUnits) {
    const std::string not_here = "not in this version";
    expect_refused({
        {"{routing: {algorithm: duato}, level: {default: fast, verilog: {router: x, nodes: [1]}}}",
         "c.yaml:1:38: level",
         {not_here, "routers from outside", "escape", "accepted: fast, signal, verilog without"}},
        {"{link: {dimension_0: {virtual_channels: 2}}, level: {verilog: {router: x, nodes: [1]}}}",
         "c.yaml:1:53: level",
         {not_here, "link.CLASS.virtual_channels", "accepted: fast, signal, verilog without"}},
        {"{link: {dimension_0: {virtual_channels: 2}}, level: signal, router: {units: {crossbar: "
         "verilog}}}",
         "c.yaml:1:77: router.units",
         {not_here, "link.CLASS.virtual_channels"}},
    });
}

TEST(VirtualChannels, BoundTheInputSpeedupOfNetworksOfOurRouters) {
    expect_refused({
        {"router: {virtual_channels: 3, input_speedup: 4}",
         "router.input_speedup = 4: more than the 3 virtual_channels",
         {"accepted: 1..3"}},
        {"{router: {input_speedup: 2}, level: {default: fast, verilog: {router: x, nodes: [1]}}}",
         "router.input_speedup = 2: not with routers from outside (level)",
         {"one credit in a cycle", "accepted: 1"}},
    });
}

TEST(VirtualChannels, OfClassesThatSayNothingAreTheRouters) {
    expect_refused(
        {{"{topology: {kind: mesh, size: [3, 3]}, routing: {algorithm: minimal_adaptive}, "
          "router: {virtual_channels: 1}, link: {dimension_0: {virtual_channels: 4}}}",
          "c.yaml:1:107: router.virtual_channels = 1",
          {"of links of class dimension 1: too few", "accepted: 3..64"}}});
}

TEST(VirtualChannels, TheLargestLinkClassSaysHowManyVcsThereAre) {
    const ExperimentConfig config = read(
        "{topology: {kind: mesh, size: [4, 4]}, router: {virtual_channels: 3}, "
        "link: {dimension_0: {virtual_channels: 6}}}");
    EXPECT_EQ(config.router.virtual_channels, 6);
    EXPECT_EQ(config.link_classes.at("dimension 0").virtual_channels, 6);
    EXPECT_EQ(config.link_classes.at("dimension 1").virtual_channels, 3);
    EXPECT_EQ(resolve(config)["link"]["dimension 1"]["virtual_channels"], 3);
    const ExperimentConfig fewer = read(
        "{topology: {kind: hypercube, dimensions: 2}, router: {virtual_channels: 9}, "
        "link: {dimension_0: {virtual_channels: 2}, dimension_1: {virtual_channels: 4}}}");
    EXPECT_EQ(fewer.router.virtual_channels, 4);
}

}  // namespace
}  // namespace flitscope::tb
