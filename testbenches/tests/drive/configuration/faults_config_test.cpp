// `faults:` as docs/recovery_and_faults.md has it: what is read, and what is refused where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kLine = "topology: {kind: mesh, size: [4]}\n";
constexpr const char* kSpares =
    "topology: {kind: hierarchical_hypercube, cluster_dimensions: 1, dimensions: 2, scheme: "
    "standby_spare}\n";

TEST(FaultsSection, IsReadAsWritten) {
    const ExperimentConfig config = parse_config(
        "c.yaml", std::string(kSpares) +
                      "faults: [{node: 3, at: 1000}, {link: [0, 1], rate: 1.0e-6, until: 9000, "
                      "duration: 5, mode: abrupt}, {node: 0, at: 0, spare_delay: 7, mode: "
                      "graceful}]\n");
    ASSERT_EQ(config.faults.size(), 3U);
    EXPECT_TRUE(config.faults[0].element.is_node());
    EXPECT_EQ(config.faults[0].element.node, 3);
    EXPECT_EQ(config.faults[0].at, 1000);
    EXPECT_FALSE(config.faults[0].abrupt || config.faults[0].until || config.faults[0].duration);
    EXPECT_FALSE(config.faults[1].element.is_node());
    EXPECT_EQ(config.faults[1].element.other, 1);
    EXPECT_FALSE(config.faults[1].at.has_value());
    EXPECT_DOUBLE_EQ(config.faults[1].rate, 1e-6);
    EXPECT_EQ(config.faults[1].until, 9000);
    EXPECT_EQ(config.faults[1].duration, 5);
    EXPECT_TRUE(config.faults[1].abrupt);
    EXPECT_EQ(config.faults[2].at, 0);
    EXPECT_EQ(config.faults[2].spare_delay, 7);
    const ExperimentConfig again = parse_config("again.yaml", resolve(config).dump());
    EXPECT_EQ(resolve(again), resolve(config));
    EXPECT_EQ(again.faults.size(), 3U);
    EXPECT_TRUE(parse_config("c.yaml", "faults:\n").faults.empty());
    EXPECT_EQ(parse_config("c.yaml", "", {"faults=[{node: 3, at: 5}]"}).faults.size(), 1U);
}

TEST(FaultsSection, NamesRouters) {
    const std::string mesh = "topology: {kind: concentrated_mesh, size: [4], concentration: 2}\n";
    EXPECT_EQ(parse_config("c.yaml", mesh + "faults: [{node: 3, at: 5}]").faults.size(), 1U);
    EXPECT_THAT(refusal_of(mesh + "faults: [{node: 4, at: 5}]"), HasSubstr("accepted: a whole number 0..3"));
}

TEST(FaultsSection, RefusesWithThePlaceOfTheMistake) {
    struct Refused {
        std::string entry;
        const char* key;
        const char* says;
    };
    for (const Refused& each : std::vector<Refused>{
             {"{node: 4, at: 1}", "faults[0].node = 4", "out of range; accepted: a whole number 0"},
             {"{link: [0, 4], at: 1}", "faults[0].link[1] = 4", "out of range"},
             {"{link: [0, 2], at: 1}", "faults[0].link = [0, 2]", "no link leads from node 0"},
             {"{link: [1, 1], at: 1}", "faults[0].link = [1, 1]", "accepted: [1, one of 2, 0]"},
             {"{link: [1, 2, 3], at: 1}", "faults[0].link = [1, 2, 3]", "not two nodes"},
             {"{link: 1, at: 1}", "faults[0].link = 1", "not a list"},
             {"{node: 1, link: [0, 1], at: 1}", "faults[0].link = ", "together with node"},
             {"{at: 1}", "faults[0].node", "missing"},
             {"{node: 1}", "faults[0].at", "missing"},
             {"{node: 1, at: 1, rate: 0.1}", "faults[0].rate = 0.1", "together with at"},
             {"{node: 1, at: -1}", "faults[0].at = -1", "a whole number >= 0"},
             {"{node: 1, at: 1.5}", "faults[0].at = 1.5", "not a whole number"},
             {"{node: 1, rate: 0}", "faults[0].rate = 0", "out of range"},
             {"{node: 1, rate: 2}", "faults[0].rate = 2", "out of range"},
             {"{node: 1, rate: nan}", "faults[0].rate = nan", "number"},
             {"{node: 1, at: 5, until: 5}", "faults[0].until = 5", "accepted: a whole number >= 6"},
             {"{node: 1, at: 5, duration: 0}", "faults[0].duration = 0", ">= 1"},
             {"{node: 1, at: 5, mode: gentle}", "faults[0].mode = gentle", "graceful, abrupt"},
             {"{node: 1, at: 5, modus: abrupt}", "faults[0].modus", "unknown key"},
             {"{link: [0, 1], at: 5, spare_delay: 5}", "faults[0].spare_delay", "links have no"},
             {"{node: 1, at: 1}, {node: 9, at: 1}", "faults[1].node = 9", "out of range"}}) {
        EXPECT_THAT(refusal_of(kLine + ("faults: [" + each.entry + "]\n")),
                    AllOf(StartsWith("c.yaml:2:"), HasSubstr(each.key), HasSubstr(each.says)))
            << each.entry;
    }
    EXPECT_THAT(refusal_of("faults: 3"), AllOf(StartsWith("c.yaml:1:9: faults = 3: not a list"),
                                               HasSubstr("accepted: a list of {node")));
    EXPECT_THAT(refusal_of("faults: [3]"), StartsWith("c.yaml:1:10: faults[0] = 3: "));
    EXPECT_THAT(refusal_of("faults: [~]"), HasSubstr("faults[0].at: missing"));
    EXPECT_THAT(refusal_of(std::string(kSpares) +
                           "faults: [{node: 0, at: 1, duration: 2, spare_delay: 1}]"),
                HasSubstr("faults[0].spare_delay = 1: given together with duration"));
}

TEST(FaultsSection, TakesGracefulOnesAtLevelVerilog) {
    const std::string ring = "topology: {kind: ring, nodes: 6}\nlevel: verilog\nfaults: ";
    EXPECT_EQ(refusal_of(ring + "[{link: [0, 1], at: 5}, {node: 3, rate: 0.1}]"), "(accepted)");
    EXPECT_THAT(refusal_of(ring + "[{link: [0, 1], at: 5}, {node: 1, at: 5, mode: abrupt}]"),
                AllOf(StartsWith("c.yaml:2:8: level = verilog"),
                      HasSubstr("not in this version at level verilog: faults (`abrupt`); "
                                "accepted: fast, signal")));
}

TEST(FaultsSection, IsRefusedWhereMessagesCannotBeTakenOut) {
    const std::string faults = "faults: [{node: 1, at: 5}]\n";
    EXPECT_EQ(refusal_of(kLine + faults + "level: signal"), "(accepted)");
    EXPECT_THAT(refusal_of(kLine + faults + "level: {default: fast, signal: [1]}"),
                HasSubstr("not in this version with several levels in one network (level)"));
    EXPECT_THAT(refusal_of(kLine + faults +
                           "level: signal\nrouter: {units: {crossbar: {plugin: x, path: p}}}"),
                HasSubstr("not in this version with exchanged units"));
    EXPECT_THAT(refusal_of(kLine + faults +
                           "router: {organisation: output_queued, switching: store_and_forward}"),
                AllOf(StartsWith("c.yaml:2:9: faults = "),
                      HasSubstr("not in this version with router.organisation = output_queued")));
}

}  // namespace
}  // namespace flitscope::tb
