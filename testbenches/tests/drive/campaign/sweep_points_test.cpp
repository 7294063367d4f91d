// Which points a sweep has: what they set, in which order, what they are called.
#include "testbenches/drive/campaign/sweep_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/campaign/sweep_text.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

std::vector<std::string> values_of(const SweepPoints& points) {
    std::vector<std::string> all;
    for (std::int64_t i = 0; i < points.count(); ++i) {
        all.push_back(points.at(i).values.dump());
    }
    return all;
}

TEST(SweepPoints, AreTheProductOfAllAxesTheLastOneFastest) {
    const SweepPoints points = sweep_of(
        "axes:\n"
        "  traffic.load: [0.1, 0.2]\n"
        "  router.virtual_channels: [2, 4]\n"
        "paired: [{router.pipeline: 1, link.latency: 0}, {router.pipeline: 3, link.latency: 1}]\n");
    const std::vector<std::string> all = values_of(points);
    ASSERT_EQ(all.size(), 8U);
    EXPECT_EQ(all[0], R"({"traffic.load":0.1,"router.virtual_channels":2,"router.pipeline":1,)"
                      R"("link.latency":0,"seed":1})");
    EXPECT_EQ(all[3], R"({"traffic.load":0.1,"router.virtual_channels":4,"router.pipeline":3,)"
                      R"("link.latency":1,"seed":1})");
    const SweepPoint last = points.at(7);
    EXPECT_EQ(resolve(last.config)["traffic"]["load"], 0.2);
    EXPECT_EQ(resolve(last.config)["router"]["virtual_channels"], 4);
    EXPECT_EQ(resolve(last.config)["link"]["latency"], 1);
}

TEST(SweepPoints, OfRangesIncludeBothEndsAsTheyAreWritten) {
    EXPECT_THAT(values_of(sweep_of("axes: {traffic.load: {from: 0.05, to: 0.2, step: 0.05}}\n")),
                testing::ElementsAre(
                    R"({"traffic.load":0.05,"seed":1})", R"({"traffic.load":0.1,"seed":1})",
                    R"({"traffic.load":0.15,"seed":1})", R"({"traffic.load":0.2,"seed":1})"));
    EXPECT_THAT(
        values_of(sweep_of("axes: {router.virtual_channels: {from: 2, to: 8, count: 3}}\n")),
        testing::ElementsAre(R"({"router.virtual_channels":2,"seed":1})",
                             R"({"router.virtual_channels":5,"seed":1})",
                             R"({"router.virtual_channels":8,"seed":1})"));
}

TEST(SweepPoints, ReplicasHaveSeedsOneAfterTheOther) {
    const SweepPoints points = sweep_of("  seed: 7\naxes: {traffic.load: [0.1]}\nreplicas: 3\n");
    ASSERT_EQ(points.count(), 3);
    for (std::int64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(points.at(i).values["seed"], 7 + i);
        EXPECT_EQ(points.at(i).config.seed, 7U + static_cast<std::uint64_t>(i));
    }
}

TEST(SweepPoints, WithoutAxesThereIsOne) {
    EXPECT_EQ(sweep_of("").count(), 1);
    EXPECT_EQ(resolve(sweep_of("").at(0).config)["traffic"]["load"], 0.1);
}

TEST(SweepPoints, AxesMayBeSections) {
    const SweepPoints points = sweep_of(
        "axes: {topology: [{kind: torus, size: [4, 4]}, {kind: hypercube, dimensions: 3}]}\n");
    EXPECT_EQ(resolve(points.at(1).config)["topology"]["kind"], "hypercube");
    EXPECT_EQ(points.at(1).values["topology"]["dimensions"], 3);
}

TEST(SweepPoints, OfSectionsAreMergedIntoTheBase) {
    const SweepPoints points = sweep_of(
        "axes:\n"
        "  topology: [{kind: torus}, {kind: hypercube, dimensions: 3}, {replace: true}]\n"
        "  traffic: [{pattern: tornado}]\n");
    const auto topology = [&](std::int64_t number) {
        return resolve(points.at(number).config)["topology"].dump();
    };
    EXPECT_EQ(topology(0), R"({"kind":"torus","size":[4,4]})");
    EXPECT_EQ(resolve(points.at(0).config)["traffic"]["load"], 0.1);
    const SweepPoints cubes = sweep_of(
        "axes:\n"
        "  topology: [{kind: hypercube, dimensions: 3}, {replace: true}]\n"
        "  router: [{pipeline: 1}, {replace: true, pipeline: 2}]\n");
    EXPECT_EQ(cubes.at(0).config.without_effect.size(), 1U);
    EXPECT_EQ(resolve(cubes.at(3).config)["topology"].dump(),
              R"({"kind":"hypercube","dimensions":6})");
    EXPECT_TRUE(cubes.at(3).config.without_effect.empty());
    EXPECT_EQ(cubes.at(3).config.router.pipeline, 2);
    EXPECT_EQ(cubes.at(3).values["router"].dump(), R"({"pipeline":2})");
}

/// The sweep that a folder keeps has one base; --set over it and axes over both.
TEST(SweepPoints, HaveABaseWithAConfigurationOverIt) {
    const GivenFile base("base.yaml",
                         "topology: {kind: mesh, size: [4, 4]}\nrouter: {pipeline: 1, "
                         "virtual_channels: 8}\ntraffic: {rate: 0.01}\n");
    const std::string text = "base: " + base.path() +
                             "\nconfig: {router: {virtual_channels: 2}, traffic: {load: 0.1}}\n"
                             "axes: {link.latency: [1, 2]}\n";
    const SweepFile sweep = parse_sweep("s.yaml", text, {"traffic.rate=0.02", "strict=true"});
    EXPECT_TRUE(sweep.strict);
    const SweepPoint point = SweepPoints(sweep).at(1);
    EXPECT_EQ(point.config.router.pipeline, 1);
    EXPECT_EQ(point.config.router.virtual_channels, 2);
    EXPECT_EQ(point.config.traffic.rate, 0.02);
    EXPECT_FALSE(point.config.traffic.load.has_value());
    EXPECT_EQ(SweepPoints(parse_sweep("folder/sweep.yaml", sweep.text())).at(1).hash, point.hash);
    EXPECT_EQ(parse_sweep("s.yaml", text, {"traffic.rate=0.02"}).text(), sweep.text())
        << "strict is about reading, not about points";
    const SweepPoint rate =
        SweepPoints(parse_sweep("s.yaml",
                                "base: " + base.path() + "\naxes: {traffic.load: [0.2]}\n",
                                {"traffic.rate=0.02"}))
            .at(0);
    EXPECT_EQ(rate.config.traffic.load, 0.2);
}

TEST(SweepPoints, AreNamedByTheirSeries) {
    const SweepPoints networks = sweep_of(
        "axes: {topology: [{kind: torus}, {kind: hypercube, dimensions: 3}], traffic.load: [0.1]}\n"
        "name: \"{topology.kind} {topology.size}\"\n");
    EXPECT_EQ(networks.at(0).series, "torus [4,4]");
    EXPECT_EQ(networks.at(1).series, "hypercube -");

    EXPECT_EQ(sweep_of("axes: {router.virtual_channels: [4]}\n"
                       "name: \"{router.virtual_channels} VCs\"\n")
                  .at(0)
                  .series,
              "4 VCs");
    EXPECT_EQ(sweep_of("axes: {traffic.load: [0.1], router.virtual_channels: [4]}\n").at(0).series,
              "router.virtual_channels=4");
    EXPECT_EQ(sweep_of("axes: {traffic.load: [0.1]}\n").at(0).series, "s");
}

TEST(SweepPoints, HashesTellConfigurationsApart) {
    const SweepPoints points = sweep_of("axes: {traffic.load: [0.1, 0.2]}\nreplicas: 2\n");
    std::set<std::string> hashes;
    for (std::int64_t i = 0; i < points.count(); ++i) {
        EXPECT_EQ(points.at(i).hash, points.at(i).hash);
        hashes.insert(points.at(i).hash);
    }
    EXPECT_EQ(hashes.size(), 4U);
    EXPECT_EQ(hashes.begin()->size(), 32U);
    // What a point is follows from its configuration, not from how the sweep says it.
    EXPECT_EQ(sweep_of("axes: {router.pipeline: [3], traffic.load: [0.2]}\n").at(0).hash,
              points.at(2).hash);
}

TEST(SweepPoints, ASweepWithItsBaseInsideHasTheSamePoints) {
    const SweepPoints points = sweep_of(
        "axes:\n"
        "  traffic.pattern: [uniform, \"tornado\"]\n"
        "  traffic.length: [{distribution: bimodal, short: 2, long: 8, long_fraction: 0.25}, 5]\n"
        "  traffic.load: {from: 0.05, to: 0.15, count: 3}\n"
        "name: \"{traffic.pattern}: {traffic.length}\"\n");
    const std::string text = points.sweep().text();
    const SweepPoints again{parse_sweep("elsewhere/sweep.yaml", text)};
    EXPECT_EQ(again.sweep().text(), text);
    ASSERT_EQ(again.count(), points.count());
    for (std::int64_t i = 0; i < points.count(); ++i) {
        EXPECT_EQ(again.at(i).hash, points.at(i).hash);
        EXPECT_EQ(again.at(i).series, points.at(i).series);
    }
}

TEST(SweepPoints, ASeriesMayDifferInWhatIsAcross) {
    const auto series = [](const std::string& x) {
        const SweepPoints points = sweep_of(
            "axes: {traffic.load: [0.1], router.virtual_channels: [2, 4]}\n"
            "paired: [{router.pipeline: 1, link.latency: 0}]\nreplicas: 2\n" +
            x);
        return points.at(0).series;
    };
    const std::string load = "traffic.load=0.1", vcs = "router.virtual_channels=2",
                      stages = "router.pipeline=1, link.latency=0";
    EXPECT_EQ(series(""), vcs + ", " + stages);
    EXPECT_EQ(series("x: router.virtual_channels\n"), load + ", " + stages);
    EXPECT_EQ(series("x: link.latency\n"), load + ", " + vcs) << "with what changes together";
    EXPECT_EQ(series("x: [router.virtual_channels, router.pipeline]\n"), load);
    EXPECT_EQ(series("x: throughput.accepted\n"), vcs + ", " + stages);
    EXPECT_EQ(series("saturation: {precision: 0.1}\nx: router.virtual_channels\n"), stages)
        << "loads are searched";
    // A key in a section that is an axis.
    EXPECT_EQ(sweep_of("axes: {topology: [{kind: torus}, {kind: mesh}]}\nx: topology.kind\n")
                  .at(0)
                  .series,
              "s");
}

void expect_refused(const std::string& text, const std::string& message) {
    try {
        const SweepPoints points = sweep_of(text);
        for (std::int64_t i = 0; i < points.count(); ++i) {
            points.at(i);
        }
        ADD_FAILURE() << "accepted: " << text;
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(), HasSubstr(message)) << text;
    }
}

TEST(SweepPoints, RefuseWhatCannotBeMeantWithItsPlace) {
    expect_refused("axis: {}\n", "s.yaml:5:1: axis = {}: unknown key");
    expect_refused("axes: {router.virtual_chanels: [2]}\n",
                   "s.yaml:5:8: router.virtual_chanels = 2: unknown key");
    expect_refused("axes: {router.pipeline: [1, 7]}\n",
                   "s.yaml:5:29: router.pipeline = 7: out of range (at the point "
                   "{\"router.pipeline\":7}); accepted: a whole number 1..4");
    expect_refused("axes: {router.pipeline: 3}\n", "axes.router.pipeline = 3: not an axis");
    expect_refused("axes: {router.pipeline: []}\n", "an empty list");
    expect_refused("axes: {traffic.load: {from: 0.4, to: 0.1, step: 0.1}}\n", "an empty range");
    expect_refused("axes: {traffic.load: {from: 0.1, to: 0.4, step: 0}}\n", "a number > 0");
    expect_refused("axes: {traffic.load: {from: 0.1, to: 0.4, step: 0.2}}\n", "misses `to`");
    expect_refused("axes: {traffic.load: {from: 0.1, to: 0.4}}\n", "one of `step` and `count`");
    expect_refused("axes: {traffic.load: {from: 0.1, to: 0.4, count: 1}}\n", "2 or more");
    expect_refused("axes: {seed: {from: 1, to: 3000000, step: 1}}\n",
                   "too many points; accepted: a step that makes 1000000 points at most");
    expect_refused(
        "axes: {seed: {from: 1, to: 2000, step: 1}, traffic.startup_cycles: "
        "{from: 1, to: 2000, step: 1}}\n",
        "more points than a sweep may have; accepted: axes that make 1000000 at most");
    expect_refused("paired: []\n", "not a list of pairs");
    expect_refused("paired: [{router.pipeline: 1}, {link.latency: 1}]\n", "has no router.pipeline");
    expect_refused("paired: [{seed: 1}, {seed: 1, link.latency: 1}]\n",
                   "the first mapping does not");
    expect_refused("axes: {seed: [1]}\npaired: [{seed: 1}]\n", "contradicts the axis seed");
    expect_refused("axes: {link: [{latency: 1}], link.latency: [1]}\n",
                   "contradicts the axis link");
    const std::string vcs = "axes: {router.virtual_channels: [2, 4]}\n";
    expect_refused(vcs + "x: router.pipeline\n",
                   "s.yaml:6:4: x = router.pipeline: router.pipeline is neither an axis nor a "
                   "figure; accepted: keys of axes (router.virtual_channels)");
    expect_refused(vcs + "x: latency\n", "latency is neither an axis nor a figure");
    expect_refused(vcs + "x: {a: b}\n", "is neither an axis nor a figure");
    expect_refused(vcs + "x: [router.virtual_channels, hops.mean]\n", "hops.mean is neither");
    expect_refused(vcs + "x: [router.virtual_channels]\n",
                   "s.yaml:6:4: x = [router.virtual_channels]: not two axes; accepted: KEY or "
                   "[KEY, KEY]");
    expect_refused(vcs + "x: [router.virtual_channels, router.virtual_channels]\n", "not two axes");
    expect_refused(vcs + "x: []\n", "not two axes");
    expect_refused("axes: {seed: [1, 2]}\nreplicas: 2\n", "given together with the axis seed");
    expect_refused("  seed: 18446744073709551614\nreplicas: 3\n",
                   "s.yaml:6:11: replicas = 3: from seed 18446744073709551614 on there are fewer");
    expect_refused("axes: {router.pipeline: {adaptive: 3}}\n", "cannot be searched along");
    expect_refused("axes: {traffic.load: {adaptive: 0}}\n", "adaptive = 0: out of range");
    expect_refused("axes: {traffic.load: {adaptive: 3, from: 1}}\n", "from = 1: unknown key");
    expect_refused("saturation: {}\n", "precision");
    expect_refused("saturation: {precision: 0}\n", "out of range");
    expect_refused("axes: {traffic.rate: [0.1]}\nsaturation: {precision: 0.1}\n",
                   "loads are searched, but traffic.rate at s.yaml:5:8 sets them");
    expect_refused("paired: [{traffic.load: 0.1, seed: 2}]\nsaturation: {precision: 0.1}\n",
                   "loads are searched");
    expect_refused("replicas: 0\n", "replicas = 0: out of range");
    expect_refused("name: \"{router.pipeline}\"\n", "{router.pipeline} is no axis");
    expect_refused("name: \"a } b\"\n", "} without {");
    expect_refused("base: x.yaml\n", "s.yaml:5:7: base = x.yaml: cannot be opened");
    expect_refused("skip: all\n",
                   "s.yaml:5:7: skip = all: unknown value; accepted: none, impossible");
    expect_refused("axes: {topology: [{kind: mesh, size: [2, 2]}]}\nname: \"{topology.knd}\"\n",
                   "{topology.knd} is no axis");
    expect_refused("axes: {level: [signal], waves.file: [a.vcd]}\n",
                   "all points would write one file");
}

/// One base for all values, whatever each of them makes of its settings.
TEST(SweepPoints, GoOverWhatOneBaseSays) {
    const std::string base =
        "config:\n"
        "  topology: {kind: mesh, size: [4, 4], dimensions: 4, nodes: 16, cluster_dimensions: 2}\n"
        "  router: {switching: store_and_forward, buffer_flits: unbounded, virtual_channels: 8,\n"
        "           pipeline: 2, service: redrawn, arbiter_state: shared, allocators: {iterations: "
        "2}}\n"
        "  link: {latency: 2, dimension_1: {latency: 3}}\n"
        "  routing: {interface: shortest, order: [1, 0]}\n"
        "  traffic: {load: 0.05, broadcast: {base: fixed}, startup: parallel,\n"
        "            collective: {fraction: 0.1, tree: binomial, operation: max, entries: 2}}\n"
        "  deadlock: stop\n";
    const std::string cubes = "axes: {topology.kind: [hierarchical_hypercube], ";
    for (const std::string axes :
         {"axes: {router.organisation: [input_queued, output_queued], traffic.collective.fraction: "
          "[0]}",
          "axes: {topology.kind: [mesh, torus, hypercube, hierarchical_hypercube, complete]}",
          "axes: {router.allocators.switch: [separable_input, separable_output, wavefront, islip]}",
          "axes: {traffic.collective.kind: [reduce, all_reduce, gather, all_gather, barrier]}",
          "axes: {traffic.collective.algorithm: [tree, ring, recursive_doubling]}",
          "axes: {traffic.broadcast.fraction: [0.1], traffic.broadcast.algorithm: [separate, "
          "binomial, rd]}"}) {
        SCOPED_TRACE(axes);
        const SweepPoints points(parse_sweep("s.yaml", base + axes + "\n"));
        std::set<std::string> hashes;
        for (std::int64_t i = 0; i < points.count(); ++i) {
            const SweepPoint point = points.at(i);
            EXPECT_FALSE(point.config.without_effect.empty());
            hashes.insert(point.hash);
        }
        EXPECT_EQ(static_cast<std::int64_t>(hashes.size()), points.count());
    }
    const SweepPoints schemes(parse_sweep(
        "s.yaml", base + cubes +
                      "topology.scheme: [plain, replicated, standby_spare, replicated_standby]}\n"
                      "paired: [{traffic.collective.fraction: 0, faults: [{node: 0, at: 9, "
                      "spare_delay: 5}]}]\n"));
    for (std::int64_t i = 0; i < schemes.count(); ++i) {
        EXPECT_EQ(schemes.at(i).config.faults[0].spare_delay.has_value(), i >= 2) << i;
    }
}

TEST(SweepPoints, ThatCannotBeAreLeftOutWhereTheSweepSaysSo) {
    const std::string axes =
        "axes: {traffic.pattern: [uniform, transpose], topology.size: [[4, 4], [4, 2]]}\n";
    const SweepPoints all = sweep_of(axes);
    EXPECT_EQ(all.impossible(0), std::nullopt);
    EXPECT_EQ(all.impossible(3), std::nullopt) << "it is for `at` to refuse";
    EXPECT_THROW(all.at(3), ConfigError);
    const SweepPoints some = sweep_of(axes + "skip: impossible\nsaturation: {precision: 0.1}\n");
    ASSERT_EQ(some.count(), 8);
    for (std::int64_t i = 0; i < some.count(); ++i) {
        EXPECT_EQ(some.impossible(i).has_value(), i % 4 == 3) << i;
    }
    EXPECT_THAT(*some.impossible(3), HasSubstr("transpose needs a square grid"));
    const SweepPoints small = sweep_of(
        "axes: {topology.size: [[2, 2]], topology.kind: [mesh, torus]}\nskip: impossible\n");
    EXPECT_EQ(small.impossible(0), std::nullopt);
    EXPECT_TRUE(small.impossible(1)) << "a size for a mesh alone";
    EXPECT_TRUE(SweepPoints(parse_sweep("f/sweep.yaml", some.sweep().text())).impossible(3))
        << "as the folder has it";
    for (const char* const wrong :
         {"axes: {traffic.pattern: [uniform, transpos]}\n", "axes: {router.pipeline: [1, 7]}\n",
          "axes: {router.pipelin: [1, 2]}\n", "axes: {topology: [{kind: custom, file: none}]}\n"}) {
        const SweepPoints points = sweep_of(std::string(wrong) + "skip: impossible\n");
        EXPECT_THROW(points.impossible(points.count() - 1), ConfigError) << wrong;
    }
}

TEST(SweepPoints, RefuseABaseThatIsNotThere) {
    EXPECT_THROW(parse_sweep("s.yaml", "axes: {}\n"), ConfigError);
    try {
        parse_sweep("there/s.yaml", "base: none.yaml\n");
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("there/s.yaml:1:7: base = none.yaml: cannot be opened"));
    }
}

}  // namespace
}  // namespace flitscope::tb
