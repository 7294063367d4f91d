// `router.arbiter` and `router.allocators` from plug-ins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

TEST(Decisions, MayComeFromPlugins) {
    const ExperimentConfig config =
        read("router: {arbiter: {plugin: a, path: dir}, allocators: {vc: {plugin: v}}}");
    EXPECT_EQ(config.decisions.size(), 2U);
    EXPECT_EQ(config.decisions.at("arbiter").plugin, "a");
    EXPECT_EQ(config.decisions.at("arbiter").path, "dir");
    EXPECT_EQ(config.decisions.at("allocators.vc").plugin, "v");
    EXPECT_TRUE(read("router: {arbiter: matrix}").decisions.empty());
}

TEST(Decisions, AreWhatAResultSays) {
    const auto resolved = resolve(
        read("router: {arbiter: {plugin: a, path: dir}, allocators: {switch: {plugin: s}}}"));
    EXPECT_EQ(resolved["router"]["arbiter"].dump(), R"({"plugin":"a","path":"dir"})");
    EXPECT_EQ(resolved["router"]["allocators"]["switch"].dump(), R"({"plugin":"s"})");
    EXPECT_EQ(resolve(read(resolved.dump())), resolved);
}

TEST(Decisions, CanBeSetOverAName) {
    const std::vector<std::string> set = {"router.arbiter={plugin: a}"};
    EXPECT_EQ(read("router: {arbiter: matrix}", set).decisions.at("arbiter").plugin, "a");
    EXPECT_TRUE(
        read("router: {arbiter: {plugin: a}}", {"router.arbiter=matrix"}).decisions.empty());
}

TEST(Decisions, ThatAreNoneAreRefusedWithWhatThereIs) {
    expect_error([] { read("router: {arbiter: oldest}"); },
                 "c.yaml:1:19: router.arbiter = oldest: unknown value; accepted: round_robin, "
                 "matrix, {plugin: NAME, path: DIR}");
    expect_error([] { read("router: {arbiter: [x]}"); }, "{plugin: NAME, path: DIR}");
    expect_error([] { read("router: {arbiter: {path: dir}}"); }, "router.arbiter.plugin");
    expect_error([] { read("router: {allocators: {vc: {plugin: a/b}}}"); },
                 "router.allocators.vc.plugin = a/b: not the name of a plug-in");
    expect_error([] { read("router: {switching: {plugin: x}}"); }, "router.switching");
}

TEST(Decisions, AreNothingForTheRtl) {
    expect_error([] { read("{level: verilog, router: {arbiter: {plugin: a}}}"); },
                 "not in this version at level verilog: router.arbiter (a plug-in); accepted: "
                 "fast, signal");
    ExperimentConfig config = read("router: {arbiter: {plugin: a}}");
    check_decisions(config);
    config.level.exceptions[3] = "verilog";
    expect_error([&] { check_decisions(config); },
                 "c.yaml:1:19: router.arbiter = a: no such plug-in at level verilog; accepted: "
                 "levels fast and signal");
    expect_error([&] { make_decisions(config); }, "no such plug-in at level verilog");
}

TEST(Decisions, ThatAreNotThereAreNamed) {
    EXPECT_EQ(make_decisions(read("{}")), nullptr);
    expect_error(
        [] { make_decisions(read("router: {allocators: {vc: {plugin: v, path: nowhere}}}")); },
        "c.yaml:1:27: router.allocators.vc = v: nowhere/v.so: there is no such plug-in; "
        "accepted: a plug-in of flitscope_add_decision(NAME KIND vc_allocator ...)");
}

}  // namespace
}  // namespace flitscope::tb
