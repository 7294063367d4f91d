// `router.units` and `level.units`: units in the place of ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

TEST(Units, AreOfAllRoutersOrOfSingleOnes) {
    const UnitsConfig units =
        read(
            "router: {units: {crossbar: {plugin: x, path: dir}, vc_buffer: {plugin: b}}}\n"
            "level: {default: signal, units: {5: {crossbar: {plugin: other}, vc_buffer: systemc}}}")
            .units;
    EXPECT_EQ(units.of(4).at("crossbar").plugin, "x");
    EXPECT_EQ(units.of(4).at("crossbar").path, "dir");
    EXPECT_EQ(units.of(4).at("vc_buffer").plugin, "b");
    EXPECT_EQ(units.of(5).at("crossbar").plugin, "other");
    EXPECT_EQ(units.of(5).at("crossbar").path, "");
    EXPECT_EQ(units.of(5).at("vc_buffer").plugin, "");  // ours again
    EXPECT_FALSE(read("{}").units.any());
}

TEST(Units, AreWhatAResultSays) {
    const auto resolved =
        resolve(read("router: {units: {crossbar: {plugin: x, path: dir}}}\n"
                     "level: {default: fast, signal: [5], units: {5: {vc_buffer: {plugin: b}}}}"));
    EXPECT_EQ(resolved["router"]["units"].dump(), R"({"crossbar":{"plugin":"x","path":"dir"}})");
    EXPECT_EQ(resolved["level"]["units"].dump(), R"({"5":{"vc_buffer":{"plugin":"b"}}})");
    EXPECT_EQ(resolve(read(resolved.dump())), resolved);
    EXPECT_FALSE(resolve(read("level: signal"))["router"].contains("units"));
}

TEST(Units, ThatDoNotExistAreRefusedWithWhatThereIs) {
    expect_error([] { read("router: {units: {crosbar: systemc}}"); },
                 "router.units.crosbar = systemc: unknown key; accepted: vc_buffer, "
                 "header_unit, route_unit, vc_allocator, switch_allocator, crossbar, output_unit; "
                 "did you mean");
    expect_error([] { read("router: {units: {crossbar: vhdl}}"); },
                 "c.yaml:1:28: router.units.crossbar = vhdl: unknown kind of unit: vhdl; accepted: "
                 "systemc (ours), verilog (ours, verilated), {plugin: NAME, path: DIR}");
    expect_error([] { read("router: {units: {crossbar: {path: dir}}}"); },
                 "router.units.crossbar.plugin");
    expect_error([] { read("router: {units: {crossbar: {plugin: a/b}}}"); },
                 "router.units.crossbar.plugin = a/b: not the name of a plug-in");
    expect_error([] { read("router: {units: {crossbar: [x]}}"); }, "router.units.crossbar");
    for (const char* const router : {"64", "-1", "x", "1x"}) {
        expect_error(
            [&] { read("level: {units: {" + std::string(router) + ": {crossbar: systemc}}}"); },
            "level.units." + std::string(router));
    }
}

TEST(Units, OfHeadersNeedMulticasts) {
    const std::string units = "level: signal\nrouter: {units: {header_unit: verilog}}\n";
    expect_error([&] { make_network(read(units)); },
                 "c.yaml:2:9: router.units: no router has a header_unit without multicasts");
}

TEST(Units, NeedARouterAtLevelSignal) {
    const auto check = [](const std::string& text) { check_units_used(read(text)); };
    expect_error([&] { check("router: {units: {crossbar: {plugin: x}}}"); },
                 "c.yaml:1:9: router.units: no router at level signal");
    expect_error(
        [&] { check("level: {default: fast, signal: [3], units: {4: {crossbar: {plugin: x}}}}"); },
        "level.units: router 4 is at level fast, not signal");
    check("{router: {units: {crossbar: {plugin: x}}}, level: {default: fast, signal: [3]}}");
    check("level: {default: fast, signal: [3], units: {3: {crossbar: {plugin: x}}}}");
}

TEST(Units, HaveClockGatesUnlessTheConfigurationSaysNo) {
    const auto gated = [](const std::string& text) {
        const ExperimentConfig config = read("topology: {kind: mesh, size: [2, 3]}\n" + text);
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        const auto routing =
            topo::make_routing(config.routing.name, *topology, config.routing.options);
        const rtl::NetworkDescription network = describe_network(config, *topology, *routing, {});
        int nodes = 0;
        for (topo::NodeId node = 0; node < topology->nodes(); ++node) {
            nodes += network.has_clock_gates(node) ? 1 : 0;
        }
        return nodes;
    };
    EXPECT_EQ(gated(""), 6);
    EXPECT_EQ(gated("router: {clock_gates: true}"), 6);
    EXPECT_EQ(gated("router: {clock_gates: false}"), 0);
}

TEST(Units, WithoutClockGatesAreInTheResultsConfiguration) {
    EXPECT_EQ(resolve(read("router: {clock_gates: false}"))["router"]["clock_gates"], false);
    EXPECT_FALSE(resolve(read(""))["router"].contains("clock_gates"));
}

}  // namespace
}  // namespace flitscope::tb
