#include "testbenches/drive/configuration/config_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct BadInput {
    std::string yaml;
    std::vector<std::string> overrides;
    std::string begins;                 ///< of the message: place, key, value
    std::vector<std::string> contains;  ///< what is wrong, what is accepted
};

std::string error_of(const BadInput& input, ConfigUse use = ConfigUse::simulation) {
    try {
        parse_config("c.yaml", input.yaml, input.overrides, use);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "(accepted)";
}

void expect_refused(const std::vector<BadInput>& inputs) {
    for (const BadInput& input : inputs) {
        SCOPED_TRACE(input.yaml + " " + join_names(input.overrides));
        const std::string message = error_of(input);
        EXPECT_THAT(message, StartsWith(input.begins));
        for (const std::string& part : input.contains) {
            EXPECT_THAT(message, HasSubstr(part));
        }
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

const std::string kMesh = "topology: {kind: mesh, size: [4, 4]}\n";

TEST(ConfigReader, RefusesBrokenYaml) {
    expect_refused({
        {"router: {pipeline: 3", {}, "c.yaml:1:9: broken YAML: ", {"end of map"}},
        {"seed: 1\nrouter: [1,\n\n", {}, "c.yaml:2:9: broken YAML: ", {"end of sequence"}},
        {"seed: 1\nroute: \"x", {}, "c.yaml:2:1: broken YAML: ", {"quotes that does not end"}},
        {"seed: 1\nseed: 2", {}, "c.yaml:2:1: seed: given twice; first in line 1", {}},
        {"router: {pipeline: 1, pipeline: 2}", {}, "c.yaml:1:23: pipeline: given twice", {}},
        {"seed: 1\n---\nseed: 2\n", {}, "c.yaml:2:1: a second YAML document", {"one document"}},
        {"[1, 2]", {}, "c.yaml:1:1: not a section", {"key: value"}},
        {"seed", {}, "c.yaml:1:1: not a section", {}},
        {"? [a]\n: 1", {}, "c.yaml:1:3: a key that is not a name: [a]", {}},
        {"seed: !!int 3", {}, "c.yaml:1:7: YAML tag ", {"without tags"}},
        {"seed: \xff", {}, "c.yaml:1:7: not text", {"UTF-8"}},
        {"seed: *x", {}, "c.yaml:1:7: broken YAML: ", {"anchor is not defined"}},
        {"router: &x {a: *x}", {}, "c.yaml:1:16: an alias inside", {}},
    });
}

TEST(ConfigReader, CallsATabATab) {
    const std::string tab = "a tab; accepted: spaces: tabs do not indent in YAML";
    expect_refused({
        {"topology:\n\tkind: mesh\n", {}, "c.yaml:2:1: " + tab, {}},
        {"router:\n  pipeline: 1\n\tarbiter: matrix\n", {}, "c.yaml:3:1: " + tab, {}},
        {"router:\n  pipeline: 1\n  \tarbiter: matrix\n", {}, "c.yaml:3:3: " + tab, {}},
        {"router:\n\tpipeline: 1\n\tarbiter: matrix\n", {}, "c.yaml:2:1: " + tab, {}},
        {"router:\n  allocators:\n\t\tvc: wavefront\nseed: 1\n", {}, "c.yaml:3:1: " + tab, {}},
        {"\tseed: 1\n", {}, "c.yaml:1:1: " + tab, {}},
        {"router:\r\n\tpipeline: 1\r\n", {}, "c.yaml:2:1: " + tab, {}},
        {"waves:\n  routers:\n\t- 1\n\t- 2\n", {}, "c.yaml:3:1: " + tab, {}},
    });
    // Elsewhere a tab is as good as a blank.
    EXPECT_EQ(parse_config("c.yaml", "seed:\t7 \t# seven\n\t\nrouter: {\tpipeline: 2 }\n").seed,
              7U);
}

TEST(ConfigReader, RefusesUnknownKeysAndNamesTheNearest) {
    expect_refused({
        {"routr: {}",
         {},
         "c.yaml:1:1: routr = {}: unknown key; accepted: topology, router, link",
         {"did you mean \"router\"?"}},
        {"router:\n  pipelin: 3\n",
         {},
         "c.yaml:2:3: router.pipelin = 3: unknown key",
         {"virtual_channels", "did you mean \"pipeline\"?"}},
        {"router: {allocators: {vcs: wavefront}}",
         {},
         "c.yaml:1:23: router.allocators.vcs = wavefront",
         {"accepted: vc, switch, iterations", "did you mean \"vc\"?"}},
        {"measure: {qqqqqq: 3}",
         {},
         "c.yaml:1:11: measure.qqqqqq = 3: unknown key; accepted: ",
         {"warmup_messages, relative_error, confidence, max_cycles, per_channel, per_node, "
          "series_every"}},
        {"topology: {kind: mesh, sizes: [8]}",
         {},
         "c.yaml:1:24: topology.sizes = [8]: unknown key",
         {"accepted: kind, size", "did you mean \"size\"?"}},
        {"topology: {kind: mesh, size: [8], dimensions: 3}",
         {},
         "c.yaml:1:35: topology.dimensions = 3",
         {"an option of kind hypercube"}},
        {"traffic: {pattern: uniform, nodes: [1]}",
         {},
         "c.yaml:1:29: traffic.nodes = [1]",
         {"an option of pattern hotspot"}},
        {"traffic: {length: {mean: 3, distributoin: fixed}}",
         {},
         "c.yaml:1:29: traffic.length.distributoin",
         {"did you mean \"distribution\"?"}},
        {"link: {dimension_6: {latency: 1}}",
         {},
         "c.yaml:1:8: link.dimension_6",
         {"accepted: latency, cycles_per_flit, width, dimension 0, dimension 1"}},
        {"link: {dimension_1: {latenci: 1}}",
         {},
         "c.yaml:1:22: link.dimension_1.latenci = 1",
         {"did you mean \"latency\"?"}},
        {"model: {nam: x}", {}, "c.yaml:1:9: model.nam = x", {"did you mean \"name\"?"}},
        {"model: {switches: {step: x}}", {}, "c.yaml:1:20: model.switches.step = x", {"step_hop"}},
        {"waves: {router: [1]}",
         {},
         "c.yaml:1:9: waves.router = [1]",
         {"did you mean \"routers\"?"}},
        {"level: {defaut: fast}", {}, "c.yaml:1:9: level.defaut = fast", {"\"default\""}},
    });
}

TEST(ConfigReader, RefusesValuesOfTheWrongTypeOrRange) {
    const std::string pipeline = "accepted: a whole number 1..4";
    expect_refused({
        {"router: {pipeline: 0}", {}, "c.yaml:1:20: router.pipeline = 0: out of range", {pipeline}},
        {"router: {pipeline: 5}", {}, "c.yaml:1:20: router.pipeline = 5: out of range", {pipeline}},
        {"router: {pipeline: 3.0}",
         {},
         "c.yaml:1:20: router.pipeline = 3.0: not a whole",
         {pipeline}},
        {"router: {pipeline: three}",
         {},
         "c.yaml:1:20: router.pipeline = three: not a",
         {pipeline}},
        {"router: {pipeline: '3'}", {}, "c.yaml:1:20: router.pipeline = \"3\": text", {pipeline}},
        {"router: {pipeline: [3]}", {}, "c.yaml:1:20: router.pipeline = [3]: a list", {pipeline}},
        {"router: {pipeline: {a: 3}}", {}, "c.yaml:1:20: router.pipeline = {a: 3}: a section", {}},
        {"router: {pipeline: }", {}, "c.yaml:1:10: router.pipeline = null: no value", {pipeline}},
        {"router: 5", {}, "c.yaml:1:9: router = 5: not a section", {}},
        {"router: [5]", {}, "c.yaml:1:9: router = [5]: not a section", {}},
        {"router: {buffer_flits: lots}",
         {},
         "c.yaml:1:24: router.buffer_flits = lots",
         {"a whole number 1..1000000 or unbounded"}},
        {"router: {buffer_flits: 0}", {}, "c.yaml:1:24: router.buffer_flits = 0: out of range", {}},
        {"router: {virtual_channels: 65}",
         {},
         "c.yaml:1:28: router.virtual_channels = 65",
         {"1..64"}},
        {"router: {switching: wormhol}",
         {},
         "c.yaml:1:21: router.switching = wormhol",
         {"wormhole, virtual_cut_through, store_and_forward", "did you mean \"wormhole\"?"}},
        {"router: {allocators: {vc: matrix}}",
         {},
         "c.yaml:1:27: router.allocators.vc = matrix",
         {"separable_input, separable_output, wavefront"}},
        {"router: {allocators: {switch: islip, iterations: 17}}",
         {},
         "c.yaml:1:50: router.allocators.iterations = 17: out of range",
         {"1..16"}},
        {"router: {ejection_vcs: 2}",
         {},
         "c.yaml:1:24: router.ejection_vcs = 2",
         {"per_vc, 1, classes"}},
        {"router: {message_classes: 3}", {}, "c.yaml:1:27: router.message_classes = 3", {"1..2"}},
        {"measure: {max_cycles: 1000000000000001}", {}, "c.yaml:1:23: ", {"1..1000000000000000"}},
        {"measure: {max_cycles: 1e19}", {}, "c.yaml:1:23: ", {"1..1000000000000000"}},
        {"measure: {max_cycles: 0}", {}, "c.yaml:1:23: ", {"accepted: a whole number >= 1"}},
        {"traffic: {rate: -0.1}", {}, "c.yaml:1:17: traffic.rate = -0.1: out of range", {"0..1"}},
        {"traffic: {rate: 1.01}", {}, "c.yaml:1:17: traffic.rate = 1.01: out of range", {"0..1"}},
        {"traffic: {rate: .nan}", {}, "c.yaml:1:17: traffic.rate = .nan: not a", {"0..1"}},
        {"traffic: {rate: .inf}", {}, "c.yaml:1:17: traffic.rate = .inf: not a", {}},
        {"traffic: {rate: nan}", {}, "c.yaml:1:17: traffic.rate = nan: not a number", {}},
        {"traffic: {rate: inf}", {}, "c.yaml:1:17: traffic.rate = inf: not a number", {}},
        {"traffic: {rate: 1e999}", {}, "c.yaml:1:17: traffic.rate = 1e999: out of range", {}},
        {"traffic: {rate: 0.1x}", {}, "c.yaml:1:17: traffic.rate = 0.1x: not a number", {}},
        {"traffic: {length: 0}", {}, "c.yaml:1:19: traffic.length = 0: out of range", {">= 1"}},
        {"traffic: {length: [5]}", {}, "c.yaml:1:19: traffic.length = [5]: a list", {}},
        {"traffic: {length: {distribution: exponential}}",
         {},
         "c.yaml:1:19: traffic.length.mean: missing",
         {"a number"}},
        {"traffic: {source_queue: 0}",
         {},
         "c.yaml:1:25: traffic.source_queue = 0",
         {"or unbounded"}},
        {"traffic: {when_full: drop}", {}, "c.yaml:1:22: traffic.when_full = drop", {"wait, lose"}},
        {"traffic: {pattern: unifrom}",
         {},
         "c.yaml:1:20: traffic.pattern = unifrom",
         {"bit_complement", "did you mean \"uniform\"?"}},
        {"traffic: {pattern: hotspot}", {}, "c.yaml:1:10: traffic.nodes: missing", {"a list"}},
        {"traffic: {pattern: hotspot, nodes: [0], fraction: 2}",
         {},
         "c.yaml:1:51: traffic.fraction = 2",
         {"0..1"}},
        {"measure: {relative_error: 0}", {}, "c.yaml:1:27: measure.relative_error = 0", {}},
        {"measure: {confidence: 1}", {}, "c.yaml:1:23: measure.confidence = 1", {"0.5..0.9999"}},
        {"measure: {max_cycles: 0}", {}, "c.yaml:1:23: measure.max_cycles = 0", {}},
        {"seed: -1", {}, "c.yaml:1:7: seed = -1: out of range", {"0..18446744073709551615"}},
        {"seed: 18446744073709551616",
         {},
         "c.yaml:1:7: seed = 18446744073709551616: out of range",
         {}},
        {"topology: {kind: mesh, size: 8}", {}, "c.yaml:1:30: topology.size = 8: not a list", {}},
        {"topology: {kind: mesh, size: [8, x]}",
         {},
         "c.yaml:1:34: topology.size[1] = x: not a whole",
         {}},
        {"topology: {kind: mesh, size: [8, 0]}",
         {},
         "c.yaml:1:34: topology.size[1] = 0: out of range",
         {}},
        {"topology: {kind: mesh}",
         {},
         "c.yaml:1:11: topology.size: missing",
         {"nodes per dimension"}},
        {"topology: {kind: mesh, size: [100000, 100000]}",
         {},
         "c.yaml:1:30: topology.size",
         {"nodes"}},
        {"measure: {max_cycles: 1.5}",
         {},
         "c.yaml:1:23: measure.max_cycles = 1.5: not a whole",
         {}},
        {"measure: {max_cycles: 1.25e1}",
         {},
         "c.yaml:1:23: measure.max_cycles = 1.25e1: not a",
         {}},
        {"measure: {max_cycles: 1e-1}", {}, "c.yaml:1:23: measure.max_cycles = 1e-1: not a", {}},
        {"measure: {max_cycles: 1e}", {}, "c.yaml:1:23: measure.max_cycles = 1e: not a whole", {}},
        {"measure: {max_cycles: 01e3}", {}, "c.yaml:1:23: measure.max_cycles = 01e3: leading", {}},
        {"measure: {max_cycles: 1e99}", {}, "c.yaml:1:23: measure.max_cycles = 1e99: out of", {}},
        {"measure: {max_cycles: '1e6'}", {}, "c.yaml:1:23: measure.max_cycles = \"1e6\": text", {}},
        {"topology: {kind: hypercube, dimensions: 99}",
         {},
         "c.yaml:1:41: topology.dimensions = 99",
         {"1.."}},
        {"waves: {file: ''}", {}, "c.yaml:1:15: waves.file = \"\": empty", {}},
        {"traffic: {startup: parallel}",
         {},
         "c.yaml:1:20: traffic.startup = parallel: not in this version: start-ups of several",
         {"serial"}},
        {"waves: {routers: []}", {}, "c.yaml:1:18: waves.routers = []: no router", {}},
    });
}

TEST(ConfigReader, RefusesSpellingsThatYamlVersionsReadDifferently) {
    expect_refused({
        {"router: {pipeline: 03}", {}, "c.yaml:1:20: router.pipeline = 03: leading zero", {}},
        {"router: {buffer_flits: 0o7}",
         {},
         "c.yaml:1:24: router.buffer_flits = 0o7: not in decimal",
         {}},
        {"router: {buffer_flits: 0x7}",
         {},
         "c.yaml:1:24: router.buffer_flits = 0x7: not in decimal",
         {}},
        {"router: {buffer_flits: 1_0}",
         {},
         "c.yaml:1:24: router.buffer_flits = 1_0: digits grouped",
         {}},
        {"router: {buffer_flits: 1:30}",
         {},
         "c.yaml:1:24: router.buffer_flits = 1:30: base-60",
         {}},
        {"traffic: {rate: 00.1}", {}, "c.yaml:1:17: traffic.rate = 00.1: leading zero", {}},
        {"measure: {per_channel: yes}",
         {},
         "c.yaml:1:24: measure.per_channel = yes",
         {"true, false"}},
        {"measure: {per_channel: 1}", {}, "c.yaml:1:24: measure.per_channel = 1", {"true, false"}},
        {"measure: {per_channel: 'true'}", {}, "c.yaml:1:24: measure.per_channel = \"true\"", {}},
        {"waves: {file: no}", {}, "c.yaml:1:15: waves.file = no: not a text", {"quotes"}},
        {"waves: {file: 12}", {}, "c.yaml:1:15: waves.file = 12: not a text", {"quotes"}},
        {"waves: {file: \"a\\0b\"}", {}, "c.yaml:1:15: waves.file", {"control character"}},
    });
}

TEST(ConfigReader, RefusesCombinationsThatDoNotFit) {
    const std::string cut = "router: {switching: virtual_cut_through, buffer_flits: 8}\n";
    expect_refused({
        {kMesh + "routing: {algorithm: ecube}",
         {},
         "c.yaml:2:22: routing.algorithm = ecube",
         {"does not fit topology mesh"}},
        {"routing: {algorithm: dimension_order}", {}, "c.yaml:1:22: routing.algorithm", {"fit"}},
        {kMesh + "routing: {order: [0, 0]}", {}, "c.yaml:2:18: routing.order = [0, 0]", {"0..1"}},
        {"topology: {kind: ring, nodes: 8}\nrouting: {root: 8}",
         {},
         "c.yaml:2:17: routing.root = 8",
         {"0..7"}},
        {"topology: {kind: ring, nodes: 5000}",
         {},
         "c.yaml:1:1: routing.algorithm: up_down",
         {"at most 4096"}},
        {"topology: {kind: mesh, size: [4, 3]}\ntraffic: {pattern: transpose}",
         {},
         "c.yaml:2:20: traffic.pattern = transpose",
         {"square"}},
        {"topology: {kind: mesh, size: [3, 3]}\ntraffic: {pattern: shuffle}",
         {},
         "c.yaml:2:20: traffic.pattern = shuffle",
         {}},
        {kMesh + "traffic: {pattern: hotspot, nodes: [1, 16]}",
         {},
         "c.yaml:2:36: traffic.nodes = [1, 16]",
         {"node 16", "0..15"}},
        {cut + "traffic: {length: 9}",
         {},
         "c.yaml:1:56: router.buffer_flits = 8",
         {"longest message", "at least 9"}},
        {cut + "traffic: {length: {distribution: bimodal, short: 2, long: 20, long_fraction: 0}}",
         {},
         "c.yaml:1:56: router.buffer_flits = 8",
         {"at least 20"}},
        {cut + "traffic: {length: {distribution: geometric, mean: 2}}",
         {},
         "c.yaml:1:56: router.buffer_flits = 8",
         {"or unbounded"}},
        {"router: {switching: store_and_forward}\ntraffic: {length: 9}",
         {},
         "c.yaml:1:9: router.buffer_flits: store_and_forward",
         {"at least 9"}},
        {"router: {injection_vcs: 5}",
         {},
         "c.yaml:1:25: router.injection_vcs = 5",
         {"1..4 or all"}},
        {"router: {virtual_channels: 1, message_classes: 2}",
         {},
         "c.yaml:1:48: router.message_classes = 2",
         {"1..1"}},
        {"traffic: {rate: 0.1, load: 0.2}",
         {},
         "c.yaml:1:28: traffic.load = 0.2: given together",
         {"one of load and rate"}},
        {"traffic: {load: 5.5}", {}, "c.yaml:1:17: traffic.load = 5.5", {"0..5"}},
        {"traffic: {rate: 0.9, arrivals: on_off, on_mean: 5, off_mean: 5}",
         {},
         "c.yaml:1:17: traffic.rate = 0.9",
         {"on_off"}},
        {"traffic: {load: 4.5, arrivals: on_off, on_mean: 5, off_mean: 5}",
         {},
         "c.yaml:1:17: traffic.load = 4.5",
         {"on_off"}},
        {"waves: {routers: [64]}\nlevel: signal",
         {},
         "c.yaml:1:19: waves.routers[0] = 64",
         {"0..63"}},
        {"waves: {routers: [3, 3]}\nlevel: signal",
         {},
         "c.yaml:1:18: waves.routers",
         {"3 is listed twice"}},
        {"waves: {from: 5, to: 5}\nlevel: signal",
         {},
         "c.yaml:1:22: waves.to = 5: an empty window",
         {}},
        {"waves: {}\nlevel: fast", {}, "c.yaml:2:8: level = fast", {"waves", "accepted: signal"}},
        {"waves: {}\n", {}, "c.yaml:1:8: waves = {}: no dump at level fast", {"signal, verilog"}},
        {"level: fast\n", {"waves={}"}, "--set waves={}: waves = {}: no dump at level fast", {}},
        {"", {"waves.to=9"}, "--set waves.to=9: waves = {to: 9}: no dump at level fast", {}},
        {"waves: {}", {"level=fast"}, "--set level=fast: level = fast", {"waves"}},
        {"level: {signal: [1, 64]}", {}, "c.yaml:1:21: level.signal[1] = 64", {"0..63"}},
        {"level: {signal: [1, 1]}", {}, "c.yaml:1:17: level.signal", {"1 is listed twice"}},
        {"waves: {routers: [1, 2]}\nlevel: {default: fast, signal: [1]}",
         {},
         "c.yaml:1:18: waves.routers",
         {"router 2 is at level fast", "level signal"}},
        {"waves: {routers: [2, 1]}\nlevel: {default: signal, fast: [1]}",
         {},
         "c.yaml:1:18: waves.routers",
         {"router 1 is at level fast"}},
        {"level: {signal: [1], fast: [1]}",
         {},
         "c.yaml:1:17: level.signal",
         {"router 1", "under fast"}},
        {"link: {dimension_0: {latency: 1}, dimension 0: {latency: 2}}",
         {},
         "c.yaml:1:21: link.dimension_0",
         {"given twice"}},
        {"link: {width: 2, cycles_per_flit: 4}",
         {},
         "c.yaml:1:15: link.width = 2",
         {"one of them"}},
        {"link: {width: 0}", {}, "c.yaml:1:15: link.width = 0", {"1..65536"}},
    });
}

TEST(ConfigReader, RefusesWhatBelongsToOtherVersions) {
    const std::string not_here = "not in this version";
    expect_refused({
        {"topology: {kind: fattree, size: [4]}",
         {},
         "c.yaml:1:18: topology.kind = fattree: not in this version",
         {"accepted: hypercube, mesh"}},
        {"routing: {algorithm: duato}", {}, "c.yaml:1:22: routing.algorithm = duato", {"ecube"}},
        {"traffic: {pattern: randperm}",
         {},
         "c.yaml:1:20: traffic.pattern = randperm",
         {"uniform"}},
        {"router: {organisation: output_queued}",
         {},
         "c.yaml:1:24: router.organisation = output_queued",
         {not_here, "accepted: input_queued"}},
        {"router: {service: redrawn}", {}, "c.yaml:1:19: router.service", {not_here, "kept"}},
        {"traffic: {broadcast: {fraction: 0.1}}",
         {},
         "c.yaml:1:33: traffic.broadcast.fraction = 0.1",
         {not_here, "accepted: 0"}},
        {"traffic: {multicast: {fraction: 0.1}}",
         {},
         "c.yaml:1:33: traffic.multicast.fraction = 0.1",
         {not_here, "accepted: 0"}},
        {"traffic: {broadcast: {algorithm: foo}}",
         {},
         "c.yaml:1:34: traffic.broadcast.algorithm",
         {"sbt"}},
        {"header: {addresses_per_flit: 4}",
         {},
         "c.yaml:1:30: header.addresses_per_flit = 4",
         {not_here, "accepted: 0"}},
        {"faults: [{node: 3, at: 5}]",
         {},
         "c.yaml:1:9: faults = [{node: 3, at: 5}]",
         {not_here, "[]"}},
        {"faults: 3", {}, "c.yaml:1:9: faults = 3", {not_here}},
        {"deadlock: recover_regressive",
         {},
         "c.yaml:1:11: deadlock = recover_regressive",
         {not_here, "accepted: stop, refuse"}},
        {"level: gates", {}, "c.yaml:1:8: level = gates", {"accepted: fast, signal"}},
        {"link: {dimension_0: {virtual_channels: 2}}",
         {},
         "c.yaml:1:40: link.dimension_0.virtual_channels = 2",
         {not_here, "latency, cycles_per_flit, width"}},
    });
}

TEST(ConfigReader, AcceptsTheHarmlessValuesOfOtherVersions) {
    const ExperimentConfig config = parse_config("c.yaml", R"(
router: {organisation: input_queued, service: kept}
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

TEST(ConfigReader, PointsAtOverridesByTheirText) {
    expect_refused({
        {"",
         {"router.pipeline=9"},
         "--set router.pipeline=9: router.pipeline = 9: out of range",
         {"1..4"}},
        {"",
         {"router.pipelin=3"},
         "--set router.pipelin=3: router.pipelin = 3: unknown key",
         {"\"pipeline\""}},
        {"", {"router"}, "--set router: not an assignment; accepted: key.path=value", {}},
        {"", {"=3"}, "--set =3: not an assignment", {}},
        {"", {"router..pipeline=3"}, "--set router..pipeline=3: not an assignment", {}},
        {"", {"router.pipeline="}, "--set router.pipeline=: router.pipeline = null: no value", {}},
        {"", {"router.pipeline=[1"}, "--set router.pipeline=[1: broken YAML", {}},
        {"",
         {"router.pipeline.x=1"},
         "--set router.pipeline.x=1: router.pipeline = {x: 1}: a section",
         {}},
        {"", {"router=3"}, "--set router=3: router = 3: not a section", {}},
        {"", {"a.b.c=3"}, "--set a.b.c=3: a = {b: {c: 3}}: unknown key", {}},
        {"",
         {"traffic.rate=0.1", "traffic.load=0.1"},
         "--set traffic.load=0.1: traffic.load = 0.1",
         {"given together"}},
        {"",
         {"topology.size=[4,4]"},
         "--set topology.size=[4,4]: topology.size",
         {"option of kind mesh"}},
        {"", {"topology.dimensions=3", "topology.kind=mesh"}, "--set topology.dimensions=3", {}},
    });
}

}  // namespace
}  // namespace flitscope::tb
