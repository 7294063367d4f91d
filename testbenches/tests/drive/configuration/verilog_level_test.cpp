// `level: verilog` in a configuration: routers, folder, plug-in; and the dump of the RTL.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

void expect_refusal(const std::string& text, const std::string& message) {
    SCOPED_TRACE(text);
    tb::expect_error([&] { read(text); }, message);
}

TEST(VerilogLevel, TakesRoutersAFolderAndAPlugin) {
    const LevelConfig all = read("level: verilog").level;
    EXPECT_TRUE(all.uniform());
    EXPECT_EQ(all.of(5), "verilog");

    const LevelConfig listed = read("level: {default: fast, verilog: [2, 7], signal: [3]}").level;
    EXPECT_EQ(listed.of(2), "verilog");
    EXPECT_EQ(listed.of(3), "signal");
    EXPECT_EQ(listed.of(4), "fast");
    EXPECT_TRUE(listed.uses("verilog"));

    const LevelConfig chosen =
        read("level: {default: fast, verilog: {router: theirs, path: sets, nodes: [2]}}").level;
    EXPECT_EQ(chosen.of(2), "verilog");
    EXPECT_EQ(chosen.of(3), "fast");
    EXPECT_EQ(chosen.verilog.front().router, "theirs");
    EXPECT_EQ(chosen.verilog.front().path, "sets");
}

TEST(VerilogLevel, WithoutNodesIsAllThatAreNotListed) {
    const LevelConfig all = read("level: {default: fast, verilog: {path: sets}}").level;
    EXPECT_TRUE(all.uniform());
    EXPECT_EQ(all.standard, "verilog");
    const LevelConfig rest = read("level: {signal: [1], verilog: {nodes: all, path: x}}").level;
    EXPECT_EQ(rest.of(0), "verilog");
    EXPECT_EQ(rest.of(1), "signal");
}

TEST(VerilogLevel, IsCompletedByOverrides) {
    const LevelConfig folder = read("level: verilog", {"level.verilog.path=sets"}).level;
    EXPECT_EQ(folder.standard, "verilog");
    EXPECT_EQ(folder.verilog.front().path, "sets");
    const LevelConfig listed =
        read("level: {default: fast, verilog: [2]}", {"level.verilog.path=sets"}).level;
    EXPECT_EQ(listed.of(2), "verilog");
    EXPECT_EQ(listed.of(1), "fast");
}

TEST(VerilogLevel, ResolvedReadsBackTheSame) {
    for (const char* const level :
         {"verilog", "{default: fast, verilog: [2, 7]}", "{default: verilog, fast: [1]}",
          "{default: fast, verilog: {path: sets, nodes: [2]}}", "{verilog: {router: theirs}}",
          "{verilog: {router: theirs, parameters: {ROW: 1}}}",
          "{verilog: {router: theirs, parameters: {ROW: [0, 1, 2], COLUMN: 4 + node % 2}}}",
          "{default: fast, verilog: [{router: a, nodes: [5]}, {router: b, path: sets, nodes: [6], "
          "parameters: {X: 1, Y: 2}}, {nodes: [7]}]}",
          "{verilog: [{router: a, nodes: [5]}, {router: b}]}"}) {
        const auto resolved = resolve(read(std::string("level: ") + level));
        EXPECT_EQ(resolve(read(resolved.dump())), resolved) << level;
    }
}

TEST(VerilogLevel, TakesSeveralPluginsEachForItsNodes) {
    const LevelConfig level =
        read(
            "level: {default: fast, verilog: [{router: a, path: x, nodes: [5]}, {router: b, nodes: "
            "[6, 7], parameters: {X: 1}}, {nodes: [8]}]}")
            .level;
    EXPECT_EQ(level.of(4), "fast");
    for (const topo::NodeId node : {5, 6, 7, 8}) {
        EXPECT_EQ(level.of(node), "verilog");
    }
    EXPECT_EQ(level.verilog_of(5).router, "a");
    EXPECT_EQ(level.verilog_of(5).path, "x");
    EXPECT_EQ(level.verilog_of(7).router, "b");
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{8, 8}}});
    EXPECT_EQ(level.verilog_of(7).parameters.at("X").at(*mesh, 7), 1U);
    EXPECT_EQ(level.verilog_of(8).router, "");
    EXPECT_EQ(level.own_rtl(), &level.verilog_of(8));

    const LevelConfig rest =
        read("level: {verilog: [{router: a, nodes: [5]}, {router: b}], signal: [1]}").level;
    EXPECT_EQ(rest.of(1), "signal");
    EXPECT_EQ(rest.of(0), "verilog");
    EXPECT_EQ(rest.verilog_of(0).router, "b");
    EXPECT_EQ(rest.verilog_of(5).router, "a");
    EXPECT_EQ(rest.own_rtl(), nullptr);
}

TEST(VerilogLevel, RefusesWhatItCannotTake) {
    const std::string two = "level: {verilog: [{router: a, nodes: [5]}, ";
    expect_refusal(two + "{router: b, nodes: [5]}]}", "router 5 is listed twice");
    expect_refusal(two + "{router: b}, {router: c}]}", "two entries without `nodes`");
    expect_refusal(two + "6]}", "routers and plug-ins in one list");
    expect_refusal(two + "{router: b, node: [6]}]}", "level.verilog[1].node = [6]: unknown key");
    expect_refusal(two + "{nodes: [6], parameters: {X: 1}}]}", "given without `router`");
    expect_refusal("level: {verilog: {router: a, parameters: {X: -1}}}",
                   "level.verilog.parameters.X = -1");
    expect_refusal("level: {verilog: {router: a, parameters: {X: [1, -1]}}}",
                   "level.verilog.parameters.X = [1, -1]");
    expect_refusal(
        "level: {verilog: {router: a, parameters: {X: row + 1}}}",
        "level.verilog.parameters.X = row + 1: unknown: \"row\"; there are node, nodes, x, "
        "y and z");
    expect_refusal("level: {verilog: [64]}", "level.verilog[0] = 64");
    expect_refusal("level: {verilog: {nodes: []}}", "level.verilog.nodes");
    expect_refusal("level: {verilog: {nodes: [1], folder: x}}", "level.verilog.folder = x");
    expect_refusal("level: {verilog: {router: a/b}}", "not the name of a plug-in");
    expect_refusal("level: {verilog: {path: \"\"}}", "level.verilog.path = \"\": empty");
    expect_refusal("level: {signal: [1], verilog: {nodes: [1]}}", "also listed under");
    expect_refusal("level: verilog\nrouter: {buffer_flits: unbounded}",
                   "not in this version at level verilog: router.buffer_flits (unbounded)");
    expect_refusal("level: verilog\nlink: {cycles_per_flit: 256}", "link.cycles_per_flit");
}

TEST(VerilogLevel, ARouterFromOutsideIsNotBoundToTheTable) {
    const ExperimentConfig config =
        read("level: {verilog: {router: theirs}}\nrouter: {buffer_flits: 100}");
    std::string level;
    EXPECT_EQ(missing_capability(config, level), nullptr);
}

TEST(VerilogLevel, DumpOfTheRtlNeedsAVerilogRouterInTheDump) {
    EXPECT_TRUE(read("level: verilog\nwaves: {rtl: true}").waves->rtl);
    EXPECT_FALSE(read("level: verilog\nwaves: {}").waves->rtl);
    EXPECT_TRUE(
        read("level: {verilog: [1], signal: [2]}\nwaves: {rtl: true, routers: [1, 2]}").waves->rtl);
    expect_refusal("level: signal\nwaves: {rtl: true}",
                   "no router of the dump is at level verilog");
    expect_refusal("level: {verilog: [1], signal: [2]}\nwaves: {rtl: true, routers: [2]}",
                   "waves.rtl = true");
    EXPECT_TRUE(read("level: {verilog: {router: theirs}}\nwaves: {rtl: true}").waves->rtl);
}

}  // namespace
}  // namespace flitscope::tb
