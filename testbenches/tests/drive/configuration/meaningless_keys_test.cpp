// Settings that change nothing beside others: accepted, so that one base serves every value of an
// axis, and named in one warning; refused where `strict` is true. What a result writes has none.
#include <algorithm>

#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// What a run of it writes is the same configuration.
ExperimentConfig read_again(const std::string& text, const std::vector<std::string>& sets = {}) {
    const ExperimentConfig config = read(text, sets);
    EXPECT_EQ(resolve(read(resolve(config).dump())), resolve(config));
    return config;
}

/// The same of one that has settings without effect: the result has none of them.
std::string unused_of(const std::string& text, const std::vector<std::string>& sets = {}) {
    const ExperimentConfig config = read_again(text, sets);
    EXPECT_THAT(read(resolve(config).dump()).without_effect, IsEmpty());
    return unused_warning(config.without_effect);
}

/// Under `strict` it is refused, with the place of the first setting; without it not.
std::string strict_refusal(const std::string& text, std::vector<std::string> sets = {}) {
    EXPECT_EQ(refusal_of(text, sets), "(accepted)");
    sets.emplace_back("strict=true");
    return refusal_of(text, sets);
}

struct Unused {
    std::string text;
    std::string settings;  ///< of the warning
    std::vector<std::string> sets{};
};

const std::string kCubes =
    "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4, scheme: ";
const std::string kQueued = "router: {organisation: output_queued, switching: store_and_forward";
const std::string kBesideQueues = " (router.organisation = output_queued)";

/// Each was refused, one at a time.
std::vector<Unused> table() {
    const std::string mesh = "topology: {kind: mesh, size: [4, 4]}\n";
    return {
        {kQueued + ", virtual_channels: 2}", "router.virtual_channels = 2" + kBesideQueues},
        {kQueued + ", buffer_flits: 4, pipeline: 2, arbiter: matrix, vc_reuse: tail_sent}",
         "router.buffer_flits = 4, router.pipeline = 2, router.arbiter = matrix, router.vc_reuse = "
         "tail_sent" +
             kBesideQueues},
        {kQueued + ", injection_ports: all, ejection_ports: 1, injection_vcs: 1, ejection_vcs: 1}",
         "router.injection_ports = all, router.ejection_ports = 1, router.injection_vcs = 1, "
         "router.ejection_vcs = 1" +
             kBesideQueues},
        {kQueued + ", allocators: {vc: wavefront, switch: {plugin: x}}}",
         "router.allocators.vc = wavefront, router.allocators.switch = {plugin: x}" +
             kBesideQueues},
        {kQueued + ", check_units: true, units: {crossbar: verilog}}",
         "router.units = {crossbar: verilog}, router.check_units = true" + kBesideQueues},
        {kQueued + "}\nlink: {dimension_0: {virtual_channels: 2}}",
         "link.dimension_0.virtual_channels = 2" + kBesideQueues},
        {kQueued + "}\ntraffic: {source_queue: 4, when_full: lose}",
         "traffic.source_queue = 4, traffic.when_full = lose" + kBesideQueues},
        {kQueued + "}\ndeadlock: recover_regressive",
         "deadlock = recover_regressive (router.organisation = output_queued: no message waits "
         "for room)"},
        {kQueued + ", message_classes: 2, service: redrawn}\ntraffic: {pattern: request_reply}",
         "router.service = redrawn (lengths are not drawn from traffic.length)"},
        {"router: {service: kept}", "router.service = kept (router.organisation = input_queued)"},
        {"router: {service: redrawn}",
         "router.service = redrawn (router.organisation = input_queued)"},
        {"router: {allocators: {iterations: 2}, arbiter_state: shared}",
         "router.allocators.iterations = 2, router.arbiter_state = shared "
         "(router.allocators.switch = separable_input)"},
        {"router: {reserved: 2}", "router.reserved = 2 (router.buffers = private)"},
        {"router: {allocators: {switch: {plugin: s}, iterations: 2}}",
         "router.allocators.iterations = 2 (router.allocators.switch = plug-in s)"},
        {kCubes + "plain}\nrouting: {interface: shortest}",
         "routing.interface = shortest (topology.scheme = plain: each cluster has one interface)"},
        {kCubes + "plain}\nrouting: {hop_classes: positive}",
         "routing.hop_classes = positive (hierarchical with within = fixed has one route only)"},
        {kCubes + "plain}\nfaults: [{node: 0, at: 5, spare_delay: 9}]",
         "faults[0].spare_delay = 9 (node 0 has no standby spare)"},
        {"topology: {kind: hierarchical_cubic, dimensions: 2}\nrouting: {within: random, "
         "interface: closest}",
         "routing.within = random (hierarchical: within has no effect on topology "
         "hierarchical_cubic); routing.interface = closest (hierarchical: interface has no effect "
         "on topology hierarchical_cubic)"},
        {"topology: {kind: hierarchical_cubic, dimensions: 2}\ntraffic: {pattern: cluster_local, "
         "alpha: 0.5, cluster_dimensions: 1}",
         "traffic.cluster_dimensions = 1 (cluster_local: hierarchical_cubic has clusters of its "
         "own; this is for hypercube)"},
        {mesh + "router: {message_classes: 2}\ntraffic: {pattern: request_reply, length: 7}",
         "traffic.length = 7 (traffic.pattern = request_reply)"},
        {"traffic: {when_full: lose}",
         "traffic.when_full = lose (traffic.source_queue = unbounded)"},
        {"traffic: {startup: parallel}",
         "traffic.startup = parallel (there are no broadcasts, multicasts and collectives)"},
        {"traffic: {broadcast: {fraction: 0.1, algorithm: separate, base: 1}}",
         "traffic.broadcast.base = 1 (traffic.broadcast.algorithm = separate)"},
        {mesh +
             "traffic: {collective: {fraction: 0.1, kind: all_gather, tree: rd, algorithm: ring, "
             "operation: min}}",
         "traffic.collective.tree = rd (traffic.collective.algorithm = ring); "
         "traffic.collective.operation = min (traffic.collective.kind = all_gather)"},
        {mesh + "traffic: {collective: {fraction: 0.1, entries: 2}}",
         "traffic.collective.entries = 2 (traffic.collective.in_network = false)"},
        {mesh + "traffic: {collective: {fraction: 0.1, kind: gather, in_network: true}}",
         "traffic.collective.in_network = true (traffic.collective.kind = gather: it combines "
         "no operands)"},
        {"topology: {kind: mesh, size: [4, 4], dimensions: 3, scheme: plain}",
         "topology.dimensions = 3 (an option of kind hypercube, flattened_butterfly, "
         "hierarchical_hypercube, hierarchical_cubic, cube_connected_cycles); topology.scheme = "
         "plain (an option of kind hierarchical_hypercube)"},
        {"traffic: {nodes: [1]}", "traffic.nodes = [1] (an option of pattern hotspot)"},
        {"traffic: {length: {mean: 4, short: 1}}",
         "traffic.length.short = 1 (an option of distribution bimodal)"},
        {mesh + "routing: {within: random}",
         "routing.within = random (an option of algorithm hierarchical)"},
        {"model: {name: lr_wormhole, buffer: finite, spare: hot}",
         "model.spare = hot (a parameter of model reliability)"},
        {"routing: {order: [1, 0]}",
         "routing.order = [1, 0] (an option of algorithm dimension_order)"},
    };
}

TEST(WithoutEffect, IsAcceptedAndNamedInOneWarning) {
    for (const Unused& each : table()) {
        SCOPED_TRACE(each.text);
        EXPECT_EQ(unused_of(each.text, each.sets), "no effect: " + each.settings);
        const auto& warnings = read(each.text).warnings;
        EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(),
                                [](const auto& w) { return w.rfind("no effect: ", 0) == 0; }),
                  1);
    }
}

TEST(WithoutEffect, IsRefusedWhereTheFileIsStrict) {
    for (const Unused& each : table()) {
        EXPECT_THAT(strict_refusal(each.text, each.sets),
                    testing::AllOf(StartsWith("c.yaml:"), testing::HasSubstr(": no effect (")))
            << each.text;
    }
    EXPECT_EQ(refusal_of("strict: true\nrouter: {service: kept, arbiter_state: shared}"),
              "c.yaml:2:19: router.service = kept: no effect (router.organisation = "
              "input_queued); also without effect: router.arbiter_state = shared "
              "(router.allocators.switch = "
              "separable_input); accepted: kept, redrawn with router.organisation output_queued");
    EXPECT_EQ(refusal_of("strict: true\nrouter: {pipeline: 2}"), "(accepted)");
    EXPECT_THAT(refusal_of("strict: maybe"), StartsWith("c.yaml:1:9: strict = maybe"));
    EXPECT_EQ(refusal_of(resolve(read("strict: true")).dump(), {"strict=true"}), "(accepted)")
        << "defaults as a result writes them";
}

/// What it was changes nothing: the same network as without it.
TEST(WithoutEffect, LeavesTheDefaultInItsPlace) {
    EXPECT_EQ(resolve(read(kQueued + ", virtual_channels: 1, buffer_flits: 1, pipeline: 1}")),
              resolve(read(kQueued + "}")));
    EXPECT_EQ(read(kQueued + ", allocators: {switch: islip, iterations: 3}}").router.iterations, 1);
    EXPECT_TRUE(read(kQueued + ", arbiter: {plugin: x}}").decisions.empty());
    EXPECT_EQ(read("traffic: {startup: parallel}").traffic.startup, StartUp::serial);
    EXPECT_EQ(resolve(read("topology: {kind: mesh, size: [4, 4], dimensions: 3}")),
              resolve(read("topology: {kind: mesh, size: [4, 4]}")));
}

TEST(WithoutEffect, IsNotWhatIsWrongOrUnknown) {
    const std::string queued = kQueued + ", ";
    EXPECT_THAT(refusal_of(queued + "virtual_channels: 0}"), testing::HasSubstr("out of range"));
    EXPECT_THAT(refusal_of(queued + "virtual_chanels: 2}"), testing::HasSubstr("unknown key"));
    EXPECT_THAT(refusal_of("topology: {kind: mesh, size: [4, 4], dimensions: many}"),
                testing::HasSubstr("topology.dimensions = many: an option of kind hypercube"));
    EXPECT_THAT(refusal_of("traffic: {pattern: uniform, nodes: 1}"),
                testing::HasSubstr("traffic.nodes = 1: an option of pattern hotspot"));
    EXPECT_THAT(refusal_of("routing: {algorithm: ecube, order: [1, 0]}"),
                StartsWith("c.yaml:1:36: routing.order"));
}

/// A result repeats its run, whatever the messages are.
TEST(Results, AreReadAgainWithEveryPatternArrivalAndLength) {
    const std::string classes =
        "topology: {kind: hypercube, dimensions: 6}\nrouter: {message_classes: 2}\ntraffic: {";
    for (const PartChoice& pattern : known_patterns()) {
        SCOPED_TRACE(pattern.name);
        std::string more;
        if (pattern.name == "hotspot") {
            more = ", nodes: [3]";
        } else if (pattern.name == "hop_distribution") {
            more = ", p: [0.5, 0.5, 0, 0, 0, 0]";
        } else if (pattern.name == "cluster_local") {
            more = ", alpha: 0.5, cluster_dimensions: 2";
        }
        const bool grid = pattern.name == "tornado" || pattern.name == "neighbor";
        read_again((grid ? "topology: {kind: mesh, size: [4, 4]}\ntraffic: {" : classes) +
                   "pattern: " + pattern.name + more + "}");
    }
    for (const char* const each :
         {"broadcast: {fraction: 0.1, algorithm: sbt, base: 2, root: 3}",
          "broadcast: {fraction: 0.1, algorithm: sbt, base: fixed}", "arrivals: periodic",
          "arrivals: poisson", "arrivals: once", "arrivals: on_off, on_mean: 5, off_mean: 9",
          "length: 7", "length: {distribution: bimodal, short: 1, long: 9, long_fraction: 0.1}",
          "length: {distribution: exponential, mean: 9}"}) {
        SCOPED_TRACE(each);
        read_again(classes + each + "}");
    }
}

TEST(WhenFull, MeansSomethingBesideABound) {
    for (const char* const queue : {"0", "4"}) {
        const std::string bound = std::string("traffic: {source_queue: ") + queue;
        EXPECT_EQ(read_again(bound + ", when_full: lose}").traffic.when_full, WhenFull::lose);
        EXPECT_EQ(read_again(bound + "}").traffic.when_full, WhenFull::wait);
    }
    EXPECT_EQ(unused_of("traffic: {when_full: wait}"), "");
    const std::string lost = "traffic: {when_full: lose}";
    EXPECT_EQ(resolve(read_again(lost))["traffic"]["when_full"], "wait");
    EXPECT_EQ(read_again(lost, {"traffic.source_queue=0"}).traffic.when_full, WhenFull::lose);
}

TEST(Interface, MeansSomethingWhereClustersHaveTwo) {
    for (const std::string scheme : {"replicated", "replicated_standby"}) {
        const std::string two = kCubes + scheme + "}\nrouting: {interface: shortest}";
        EXPECT_EQ(unused_of(two), "");
        EXPECT_EQ(resolve(read(two))["routing"]["interface"], "shortest");
        EXPECT_FALSE(
            resolve(read(two, {"topology.scheme=plain"}))["routing"].contains("interface"));
    }
}

TEST(Ties, AreWarnedOfWhereTheRoutingHasNone) {
    const auto warnings = [](const std::string& routing, const std::string& router = "") {
        return read_again("routing: {algorithm: " + routing + "}\n" + router).warnings;
    };
    EXPECT_THAT(warnings("ecube, ties: lowest"),
                ElementsAre("no effect: routing.ties = lowest (routing ecube does not choose by "
                            "load, so it has no ties)"));
    const std::string queued =
        "router: {organisation: output_queued, switching: store_and_forward}";
    EXPECT_THAT(
        warnings("random_minimal, ties: lowest", queued),
        ElementsAre(StartsWith("no effect: routing.ties = lowest (routing random_minimal")));
    EXPECT_THAT(warnings("shortest_queue, ties: lowest", queued), IsEmpty());
    EXPECT_THAT(warnings("ecube, ties: random"), IsEmpty()) << "as a result writes it";
    const std::string cubes =
        "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}\n"
        "router: {virtual_channels: 8}\nrouting: {ties: lowest, within: ";
    EXPECT_THAT(read_again(cubes + "fixed}").warnings,
                ElementsAre(StartsWith("no effect: routing.ties = lowest (routing hierarchical")));
    EXPECT_THAT(read_again(cubes + "shortest_queue}").warnings, IsEmpty());
}

TEST(Header, IsWarnedOfWhereNoMessageHasOne) {
    const std::string mesh =
        "topology: {kind: mesh, size: [4, 4]}\nheader: {addresses_per_flit: 3}\n";
    const auto warning = ElementsAre(
        "no effect: header.addresses_per_flit = 3 (no message has a header: there are no "
        "multicasts (traffic.multicast.fraction), and no broadcasts by an algorithm with headers)");
    EXPECT_THAT(read_again(mesh).warnings, warning);
    EXPECT_THAT(read_again(mesh + "traffic: {broadcast: {fraction: 0.1, algorithm: rd}}").warnings,
                warning);
    for (const char* const traffic :
         {"broadcast: {fraction: 0.1, algorithm: pcp}", "multicast: {fraction: 0.1}",
          "multicast: {fraction: 0}"}) {  // as a sweep over it begins
        EXPECT_THAT(read(mesh + "traffic: {" + traffic + "}").warnings, IsEmpty()) << traffic;
    }
    EXPECT_THAT(read_again("header: {addresses_per_flit: 0}").warnings, IsEmpty());
}

}  // namespace
}  // namespace flitscope::tb
