// What a good configuration turns into: defaults, overrides, resolution, warnings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

ExperimentConfig read(const std::string& yaml, const std::vector<std::string>& overrides = {},
                      ConfigUse use = ConfigUse::simulation) {
    return parse_config("c.yaml", yaml, overrides, use);
}

TEST(ConfigValues, AnEmptyFileGivesTheDocumentedDefaults) {
    for (const char* const text : {"", "\n", "# nothing\n", "---\n", "router:\nwaves:\n"}) {
        SCOPED_TRACE(text);
        EXPECT_EQ(resolve(read(text)), resolve(read(R"(
topology: {kind: hypercube, dimensions: 6}
router:
  virtual_channels: 4
  buffer_flits: 8
  switching: wormhole
  organisation: input_queued
  pipeline: 3
  allocators: {vc: separable_input, switch: separable_input}
  arbiter: round_robin
  vc_reuse: tail_sent
  vc_choice: round_robin
  injection_ports: 1
  ejection_ports: 1
  injection_vcs: all
  ejection_vcs: per_vc
  message_classes: 1
  flit_bytes: 8
link: {latency: 1, cycles_per_flit: 1}
routing: {algorithm: ecube, order: high_first, ties: random}
traffic:
  pattern: uniform
  rate: 0.005
  arrivals: bernoulli
  length: 5
  startup_cycles: 0
  startup: serial
  source_queue: unbounded
  broadcast: {fraction: 0.0, algorithm: sbt, base: rotating}
  multicast: {fraction: 0.0, algorithm: six_phase, destinations: 12}
header: {addresses_per_flit: 0}
deadlock: stop
faults: []
measure: {warmup_messages: 20000, relative_error: 0.05, confidence: 0.95, max_cycles: 2000000, per_channel: false, per_node: false, distribution: false, series_every: 0}
level: fast
seed: 1
)")));
    }
}

TEST(ConfigValues, ANumberWithAnExponentIsWholeWhenItsValueIs) {
    EXPECT_EQ(read("measure: {max_cycles: 1e6}").measure.max_cycles, 1000000);
    EXPECT_EQ(read("measure: {max_cycles: 2.50E+6}").measure.max_cycles, 2500000);
    EXPECT_EQ(read("measure: {warmup_messages: 0.5e3}").measure.warmup_messages, 500);
    EXPECT_EQ(read("measure: {warmup_messages: 0e5}").measure.warmup_messages, 0);
    EXPECT_EQ(read("measure: {warmup_messages: 0.0e1}").measure.warmup_messages, 0);
    EXPECT_EQ(read("seed: 1e19").seed, 10000000000000000000U);
    EXPECT_EQ(read("router: {buffer_flits: 1e1}").router.buffer_flits, 10);
    EXPECT_EQ(resolve(read("topology: {kind: mesh, size: [1e1, 2]}"))["topology"]["size"][0], 10);
    EXPECT_EQ(resolve(read("", {"measure.max_cycles=1e7"}))["measure"]["max_cycles"], 10000000);
}

TEST(ConfigValues, AHypercubeHasItsDocumentedDimensions) {
    const auto standard = resolve(read(""));
    EXPECT_EQ(resolve(read("topology: {kind: hypercube}")), standard);
    EXPECT_EQ(resolve(read("", {"topology.kind=hypercube"})), standard);
    EXPECT_EQ(resolve(read("topology: {kind: mesh, size: [4]}", {"topology={kind: hypercube}"})),
              standard);
    EXPECT_EQ(resolve(read("", {"topology={kind: hypercube}"}, ConfigUse::graph)), standard);
}

TEST(ConfigValues, WhatMeansNothingBesideTheOthersIsNotShown) {
    const auto allocators = [](const char* text) {
        return resolve(read(text)).at("router").at("allocators");
    };
    EXPECT_EQ(allocators("").count("iterations"), 0U);
    EXPECT_EQ(allocators("router: {allocators: {switch: islip}}").at("iterations"), 1);
    for (const char* const own : {"separable_input", "islip"}) {
        const auto text = std::string("router: {allocators: {switch: ") + own + "}}";
        EXPECT_EQ(resolve(read(text)).at("router").count("arbiter_state"), 0U) << own;
    }
    for (const char* const either : {"separable_output", "wavefront"}) {
        const auto text = std::string("router: {allocators: {switch: ") + either + "}}";
        EXPECT_EQ(resolve(read(text)).at("router").at("arbiter_state"), "per_pair") << either;
    }
    const auto config = read("router: {allocators: {switch: islip, iterations: 3}}");
    EXPECT_EQ(config.router.iterations, 3);
    EXPECT_EQ(resolve(config).at("router").at("allocators").at("iterations"), 3);
}

TEST(ConfigValues, ATraceSaysWhatIsSentWhateverElseIsThere) {
    const GivenFile trace("t.csv", "id,cycle,source,destination,length\n");
    const ExperimentConfig over =
        read("traffic: {load: 0.2}", {"traffic.arrivals=trace", "traffic.file=" + trace.path()});
    EXPECT_EQ(over.traffic.arrivals.name, "trace");
    EXPECT_THAT(over.warnings,
                testing::ElementsAre("no effect: traffic.load = 0.2 (traffic.arrivals = trace)"));
    for (const std::string given : {"pattern=tornado", "rate=0.1", "load=0.1", "length=8"}) {
        const ExperimentConfig config =
            read("traffic: {arrivals: trace, file: " + trace.path() + "}", {"traffic." + given});
        ASSERT_EQ(config.without_effect.size(), 1U) << given;
        EXPECT_EQ(config.without_effect[0].path, "traffic." + given.substr(0, given.find('=')));
    }
}

TEST(ConfigValues, EveryKeyReachesItsPlace) {
    const ExperimentConfig config = read(R"(
topology: {kind: mesh, size: [4, 2]}
router:
  virtual_channels: 8
  buffer_flits: unbounded
  switching: store_and_forward
  pipeline: 2
  allocators: {vc: separable_output, switch: wavefront}
  arbiter: matrix
  arbiter_state: shared
  vc_reuse: buffer_empty
  injection_ports: all
  ejection_ports: 2
  injection_vcs: 3
  ejection_vcs: 1
  message_classes: 2
  flit_bytes: 16
link: {latency: 2, cycles_per_flit: 3, dimension_1: {latency: 7}}
routing: {order: [1, 0], ties: lowest}
traffic: {pattern: hotspot, nodes: [3], fraction: 0.25, rate: 0.5, arrivals: periodic,
          length: {distribution: bimodal, short: 1, long: 9, long_fraction: 0.5}, startup_cycles: 4,
          startup: serial, source_queue: 7, when_full: lose}
measure: {warmup_messages: 0, relative_error: 0.5, confidence: 0.9, max_cycles: 77, per_channel: true, per_node: true, distribution: true, series_every: 5}
level: signal
waves: {file: a.vcd, routers: [1, 0], from: 3, to: 9}
seed: 18446744073709551615
check_data: false
)");
    EXPECT_EQ(config.topology.options.integers("size"), (std::vector<std::int64_t>{4, 2}));
    const rtl::RouterParameters& router = config.router;
    EXPECT_EQ(router.virtual_channels, 8);
    EXPECT_EQ(router.buffer_flits, rtl::kUnbounded);
    EXPECT_EQ(router.switching, rtl::Switching::store_and_forward);
    EXPECT_EQ(router.pipeline, 2);
    EXPECT_EQ(router.vc_allocator, rtl::VcAllocatorKind::separable_output);
    EXPECT_EQ(router.switch_allocator, rtl::SwitchAllocatorKind::wavefront);
    EXPECT_EQ(router.arbiter, rtl::ArbiterKind::matrix);
    EXPECT_EQ(router.arbiter_state, rtl::ArbiterState::shared);
    EXPECT_EQ(router.vc_reuse, rtl::VcReuse::buffer_empty);
    EXPECT_EQ(router.injection_ports, rtl::kAll);
    EXPECT_EQ(router.ejection_ports, 2);
    EXPECT_EQ(router.injection_vcs, 3);
    EXPECT_EQ(router.ejection_vcs, rtl::EjectionVcs::one);
    EXPECT_EQ(router.message_classes, 2);
    EXPECT_EQ(router.flit_bytes, 16);
    EXPECT_FALSE(router.check_data);
    EXPECT_EQ(config.link.latency, 2);
    ASSERT_EQ(config.link_classes.count("dimension 1"), 1U);
    EXPECT_EQ(config.link_classes.at("dimension 1").latency, 7);
    EXPECT_EQ(config.link_classes.at("dimension 1").cycles_per_flit, 3);
    EXPECT_EQ(config.routing.name, "dimension_order");
    EXPECT_FALSE(config.ties_random);
    EXPECT_EQ(config.traffic.pattern.options.real("fraction"), 0.25);
    EXPECT_EQ(config.traffic.rate, 0.5);
    EXPECT_EQ(config.traffic.arrivals.name, "periodic");
    EXPECT_EQ(config.traffic.length.options.integer("long"), 9);
    EXPECT_EQ(config.traffic.startup_cycles, 4);
    EXPECT_EQ(config.traffic.startup, StartUp::serial);
    EXPECT_EQ(config.traffic.source_queue, 7);
    EXPECT_EQ(config.traffic.when_full, WhenFull::lose);
    EXPECT_EQ(config.measure.warmup_messages, 0);
    EXPECT_EQ(config.measure.max_cycles, 77);
    EXPECT_TRUE(config.measure.per_channel);
    EXPECT_TRUE(config.measure.distribution);
    EXPECT_TRUE(config.measure.per_node);
    EXPECT_EQ(config.level.standard, "signal");
    ASSERT_TRUE(config.waves.has_value());
    EXPECT_EQ(config.waves->routers, (std::vector<topo::NodeId>{1, 0}));
    EXPECT_EQ(config.waves->to, 9);
    EXPECT_EQ(config.seed, UINT64_MAX);
    EXPECT_EQ(resolve(read(resolve(config).dump())), resolve(config));
}

TEST(ConfigValues, TheResolvedConfigurationReadsBackTheSame) {
    for (const char* const text :
         {"", "link: {dimension_2: {virtual_channels: 2}}", "traffic: {load: 0.123456789012345}",
          "traffic: {rate: 1e-9}",
          "topology: {kind: mesh, size: [3, 5, 2]}\nlevel: signal\nwaves: {from: 3}",
          "traffic: {length: {distribution: exponential, mean: 20}, arrivals: on_off, on_mean: 10, "
          "off_mean: 30}",
          "model: {name: reliability, hours: [500, 1000], node_rate: 1.0e-4, switches: {step_hop: "
          "paper}}"}) {
        SCOPED_TRACE(text);
        const std::string once = resolve(read(text)).dump();
        EXPECT_EQ(resolve(read(once)).dump(), once);
    }
}

TEST(ConfigValues, LoadBecomesARateByTheMeanLength) {
    EXPECT_DOUBLE_EQ(read("traffic: {load: 0.2}").traffic.rate, 0.04);
    EXPECT_DOUBLE_EQ(
        read("traffic: {load: 1, length: {distribution: geometric, mean: 40}}").traffic.rate,
        0.025);
    EXPECT_EQ(resolve(read("traffic: {load: 0.2}"))["traffic"].count("rate"), 0U);
}

TEST(ConfigValues, AnOverrideOfLoadOrRateDropsTheInheritedOther) {
    EXPECT_DOUBLE_EQ(read("traffic: {rate: 0.5}", {"traffic.load=0.2"}).traffic.rate, 0.04);
    const ExperimentConfig config = read("traffic: {load: 0.5}", {"traffic.rate=0.3"});
    EXPECT_DOUBLE_EQ(config.traffic.rate, 0.3);
    EXPECT_FALSE(config.traffic.load.has_value());
}

TEST(ConfigValues, OverridesReachAnyDepthAndTheLastWins) {
    const ExperimentConfig config =
        read("router: {pipeline: 1}",
             {"router.pipeline=2", "router.allocators.vc=wavefront", "router.pipeline=4",
              "waves={routers: [3], from: 1}", "level=signal", "link.dimension 2.latency=5"});
    EXPECT_EQ(config.router.pipeline, 4);
    EXPECT_EQ(config.router.vc_allocator, rtl::VcAllocatorKind::wavefront);
    EXPECT_EQ(config.waves->routers, (std::vector<topo::NodeId>{3}));
    EXPECT_EQ(config.link_classes.at("dimension 2").latency, 5);
}

TEST(ConfigValues, AnOverrideIntoAShortFormKeepsIt) {
    const ExperimentConfig config =
        read("traffic: {length: 7}\nlevel: signal",
             {"traffic.length.distribution=geometric", "level.fast=[]"});
    EXPECT_EQ(config.traffic.length.name, "geometric");
    EXPECT_EQ(config.traffic.length.options.real("mean"), 7);
    EXPECT_EQ(config.level.standard, "signal");
    EXPECT_EQ(
        read("", {"traffic.length.distribution=geometric"}).traffic.length.options.real("mean"), 5);
}

TEST(ConfigValues, AnotherPartDropsTheOptionsTheFileGaveToTheOld) {
    const ExperimentConfig mesh = read("topology: {kind: hypercube, dimensions: 4}",
                                       {"topology.kind=mesh", "topology.size=[3,3]"});
    EXPECT_EQ(mesh.topology.name, "mesh");
    EXPECT_FALSE(mesh.topology.options.has("dimensions"));
    const ExperimentConfig cycles =
        read("", {"topology.nodes=64", "topology.kind=cube_connected_cycles"}, ConfigUse::graph);
    EXPECT_EQ(cycles.topology.options.all().size(), 1U);
    EXPECT_EQ(read("", {"topology.dimensions=3"}).topology.options.integer("dimensions"), 3);
    EXPECT_EQ(read("traffic: {pattern: hotspot, nodes: [1]}", {"traffic.pattern=uniform"})
                  .traffic.pattern.name,
              "uniform");
}

TEST(ConfigValues, ATopologySectionReplacesTheDefaultWhole) {
    const ExperimentConfig config = read("topology: {kind: mesh, size: [4, 4]}");
    EXPECT_FALSE(config.topology.options.has("dimensions"));
    EXPECT_EQ(config.routing.name, "dimension_order");
}

TEST(ConfigValues, AliasesAreCopied) {
    const ExperimentConfig config =
        read("waves: {routers: &r [1, 2]}\nlevel: {default: signal, signal: *r}");
    EXPECT_EQ(config.waves->routers, (std::vector<topo::NodeId>{1, 2}));
}

TEST(ConfigValues, WarnsOfALoadThatCannotBeInjectedAndOfTooFewVcs) {
    EXPECT_TRUE(read("").warnings.empty());
    const auto overload = read("traffic: {rate: 0.3}").warnings;
    ASSERT_EQ(overload.size(), 1U);
    EXPECT_THAT(overload[0], HasSubstr("1.5 flits/node/cycle"));
    EXPECT_TRUE(read("traffic: {rate: 0.3}\nrouter: {injection_ports: all}").warnings.empty());
}

TEST(ConfigValues, WidthOfALinkBecomesItsCyclesPerFlit) {
    const ExperimentConfig config = read(
        "topology: {kind: mesh, size: [4, 4]}\nrouter: {flit_bytes: 10}\n"
        "link: {width: 4, dimension_0: {width: 5}, dimension_1: {cycles_per_flit: 7}}");
    EXPECT_EQ(config.link.cycles_per_flit, 3);  // 10 bytes over 4
    EXPECT_EQ(config.link_classes.at("dimension 0").cycles_per_flit, 2);
    EXPECT_EQ(config.link_classes.at("dimension 1").cycles_per_flit, 7);
    EXPECT_EQ(resolve(config)["link"]["cycles_per_flit"], 3);
    EXPECT_EQ(read("link: {width: 64}").link.cycles_per_flit, 1);
}

TEST(ConfigValues, ALinkClassMayNotBeNamedAsAKeyOfAllLinks) {
    const GivenFile network("net.yaml", "links: [[0, 1, latency], [1, 2, wire]]");
    const std::string custom = "topology: {kind: custom, file: " + network.path() + "}\n";
    EXPECT_EQ(read(custom + "link: {wire: {latency: 3}}").link_classes.at("wire").latency, 3);
    try {
        read(custom + "link: {latency: 3}");
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_THAT(
            error.what(),
            testing::HasSubstr("c.yaml:2:17: link.latency = 3: both a key of all links and a "
                               "link class of this network; accepted: another name for"));
    }
}

TEST(ConfigValues, GraphsNeedNoRoutingAndModelsTakeAnyRate) {
    const std::string ring =
        "topology: {kind: chordal_ring, nodes: 5000, chord: 3}\n";  // up_down has no such table
    EXPECT_THROW(read(ring), ConfigError);
    EXPECT_EQ(read(ring, {}, ConfigUse::graph).topology.name, "chordal_ring");
    const ExperimentConfig model =
        read("traffic: {pattern: hop_distribution, p: [0.5, 0.5], rate: 7}", {}, ConfigUse::model);
    EXPECT_EQ(model.traffic.rate, 7);
    EXPECT_EQ(resolve(model)["traffic"]["p"].dump(), "[0.5,0.5]");
    EXPECT_THROW(read("traffic: {rate: 7}", {}, ConfigUse::graph), ConfigError);
}

TEST(ConfigValues, ModelValuesArePassedOnWithTheirTypes) {
    const auto model = resolved_model(
        read("model: {name: unknown, buffer: finite, trials: 10, node_rate: 1.0e-4, add_startup: "
             "true, hours: [1, 2]}"));
    EXPECT_EQ(model.dump(), R"({"name":"unknown","buffer":"finite","trials":10,"node_rate":0.0001,)"
                            R"("add_startup":true,"hours":[1,2]})");
    EXPECT_TRUE(resolved_model(read("")).is_null());
}

TEST(ConfigValues, LaterErrorsPointIntoTheFile) {
    const ExperimentConfig config = read("seed: 1\nmodel: {name: reliability,\n  trials: -3}");
    EXPECT_STREQ(option_error(config, {"model.trials", "must be positive"}).what(),
                 "c.yaml:3:11: model.trials = -3: must be positive");
    EXPECT_STREQ(option_error(config, {"hours", "missing"}, "model").what(),
                 "c.yaml:2:8: model.hours: missing");
    EXPECT_STREQ(option_error(config, {"routing.order", "odd"}).what(),
                 "c.yaml:1:1: routing.order: odd");
}

TEST(NearestName, FindsTyposAndNothingElse) {
    const std::vector<std::string> names = {"pipeline", "rate", "load"};
    EXPECT_EQ(nearest_name("pipelin", names), "pipeline");
    EXPECT_EQ(nearest_name("pipelnie", names), "pipeline");  // a swap is one mistake
    EXPECT_EQ(nearest_name("rat", names), "rate");
    EXPECT_EQ(nearest_name("loda", names), "load");
    EXPECT_EQ(nearest_name("x", names), "");
    EXPECT_EQ(nearest_name("arbiter", names), "");
}

TEST(Shortened, KeepsMessagesOnOneLineAndCharactersWhole) {
    EXPECT_EQ(shortened("a\nb\x01"), "a\\nb\\x01");
    const std::string umlauts = shortened(std::string(59, 'a') + "\xc3\xa4\xc3\xa4\xc3\xa4");
    EXPECT_EQ(umlauts, std::string(59, 'a') + "\xc3\xa4...");
}

TEST(Capabilities, NameEveryLevelInUse) {
    ExperimentConfig config = read("level: signal\nwaves: {}");
    std::string level;
    EXPECT_EQ(missing_capability(config, level), nullptr);
    config.level.exceptions[3] = "none_of_them";
    ASSERT_NE(missing_capability(config, level), nullptr);
    EXPECT_EQ(level, "none_of_them");
}

TEST(ConfigValues, AcceptsTheHarmlessValuesOfOtherVersions) {
    const ExperimentConfig config = parse_config("c.yaml", R"(
router: {organisation: input_queued}
traffic:
  broadcast: {fraction: 0.0, algorithm: sbt, base: rotating}
  multicast: {fraction: 0, algorithm: six_phase, destinations: 12}
header: {addresses_per_flit: 0}
faults: []
deadlock: refuse
level: {default: signal, signal: [1, 2], fast: []}
waves:
)");
    EXPECT_EQ(config.deadlock, DeadlockAction::refuse);
    EXPECT_EQ(config.level.standard, "signal");
    EXPECT_TRUE(config.level.uniform());
    EXPECT_FALSE(config.waves.has_value());
}

}  // namespace
}  // namespace flitscope::tb
