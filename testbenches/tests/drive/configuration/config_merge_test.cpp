// How sections lie over each other: `--set`, and configurations over configurations.
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

const std::string kRouter =
    "router: {pipeline: 1, virtual_channels: 8, allocators: {vc: wavefront}}";

TEST(Merging, KeepsTheOtherKeysOfASection) {
    const ExperimentConfig config =
        read(kRouter, {"router={virtual_channels: 2, allocators: {switch: islip}}"});
    EXPECT_EQ(config.router.virtual_channels, 2);
    EXPECT_EQ(config.router.pipeline, 1);
    EXPECT_EQ(config.router.vc_allocator, rtl::VcAllocatorKind::wavefront);
    EXPECT_EQ(config.router.switch_allocator, rtl::SwitchAllocatorKind::islip);
    EXPECT_THAT(config.warnings, IsEmpty());
}

TEST(Merging, GoesIntoSectionsOfAnyDepthAndLeavesListsWhole) {
    const ExperimentConfig config = read(
        "traffic: {pattern: hotspot, nodes: [3, 4], fraction: 0.3, load: 0.1, broadcast: "
        "{fraction: 0.1, algorithm: binomial}}",
        {"traffic={nodes: [5], broadcast: {fraction: 0.2}}"});
    EXPECT_EQ(config.traffic.pattern.options.integers("nodes"), (std::vector<std::int64_t>{5}));
    EXPECT_EQ(config.traffic.pattern.options.real("fraction"), 0.3);
    EXPECT_EQ(config.traffic.load, 0.1);
    EXPECT_EQ(config.traffic.broadcast.algorithm, "binomial");
    EXPECT_EQ(config.traffic.broadcast.fraction, 0.2);
}

TEST(Merging, IsReplacementWhereThatIsAskedFor) {
    for (const char* const set :
         {"router=!{virtual_channels: 2}", "router={replace: true, virtual_channels: 2}"}) {
        const ExperimentConfig config = read(kRouter, {set});
        EXPECT_EQ(resolve(config), resolve(read("router: {virtual_channels: 2}"))) << set;
    }
    EXPECT_EQ(resolve(read(kRouter, {"router.allocators=!{}"})),
              resolve(read("router: {pipeline: 1, virtual_channels: 8}")));
    EXPECT_EQ(read(kRouter, {"router={replace: false, virtual_channels: 2}"}).router.pipeline, 1);
    EXPECT_EQ(resolve(read(kRouter, {"router="})), resolve(read(""))) << "an empty value, too";
    EXPECT_EQ(read("router: {replace: true, pipeline: 1}").router.pipeline, 1)
        << "of a file, with nothing below";
    EXPECT_THAT(refusal_of("router: {replace: 3}"), HasSubstr("router.replace = 3: unknown key"));
    EXPECT_THAT(refusal_of(kRouter, {"router=!{virtual_channels"}), HasSubstr("broken YAML"));
    EXPECT_THAT(refusal_of(kRouter, {"router=!5"}),
                HasSubstr("--set router=!5: no section behind `!`"));
}

TEST(Merging, OfAnotherKindKeepsTheKeysThatItKnowsAndDropsTheRestWithOneWarning) {
    const std::string mesh = "topology: {kind: mesh, size: [5, 3]}\nrouting: {order: [1, 0]}";
    const ExperimentConfig torus = read(mesh, {"topology.kind=torus"});
    EXPECT_EQ(torus.topology.options.integers("size"), (std::vector<std::int64_t>{5, 3}));
    EXPECT_THAT(torus.without_effect, IsEmpty());
    const ExperimentConfig cube = read(mesh, {"topology={kind: hypercube, dimensions: 3}"});
    EXPECT_EQ(resolve(cube), resolve(read("topology: {dimensions: 3}")));
    EXPECT_THAT(cube.warnings,
                ElementsAre(MatchesRegex(
                    "no effect: topology.size = .5, 3. .an option of kind mesh, torus.*.; "
                    "routing.order = .1, 0. .an option of algorithm dimension_order.*.")));
    EXPECT_THAT(refusal_of(mesh, {"topology.kind=hypercube", "strict=true"}),
                HasSubstr("c.yaml:1:30: topology.size = [5, 3]: no effect ("));
    EXPECT_EQ(resolve(read(mesh, {"topology.kind=hypercube", "topology.kind=mesh"})),
              resolve(read(mesh)))
        << "nothing is lost on the way";
    const ExperimentConfig uniform =
        read("traffic: {pattern: hotspot, nodes: [1], arrivals: on_off, on_mean: 4, off_mean: 4}",
             {"traffic={pattern: uniform, arrivals: poisson}"});
    EXPECT_EQ(resolve(uniform), resolve(read("traffic: {arrivals: poisson}")));
    EXPECT_THAT(uniform.warnings,
                ElementsAre("no effect: traffic.nodes = [1] (an option of pattern hotspot); "
                            "traffic.on_mean = 4, traffic.off_mean = 4 (an option of arrivals "
                            "on_off)"));
    const std::string cubes =
        "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}\n"
        "routing: {algorithm: hierarchical, within: random}";
    EXPECT_THAT(read(cubes, {"routing.algorithm=up_down"}).warnings,
                ElementsAre("no effect: routing.within = random (an option of algorithm "
                            "hierarchical)"));
}

TEST(Merging, OfAnotherNetworkLeavesLinkClassesThatItLacks) {
    const std::string cube = "link: {latency: 2, dimension_5: {latency: 7}}";
    EXPECT_THAT(read(cube, {"topology.dimensions=4"}).warnings,
                ElementsAre("no effect: link.dimension_5 = {latency: 7} (this network has no such "
                            "links)"));
    EXPECT_THAT(refusal_of("topology: {dimensions: 4}\n" + cube), HasSubstr("unknown key"));
    EXPECT_THAT(refusal_of(cube, {"topology.dimensions=4", "link.dimension_9={latency: 1}"}),
                HasSubstr("link.dimension_9"));
    const ExperimentConfig both =
        read(cube, {"link={width: 4}", "link.dimension 5.cycles_per_flit=3"});
    EXPECT_EQ(both.link_classes.at("dimension 5").latency, 7) << "both spellings are one class";
    EXPECT_EQ(both.link_classes.at("dimension 5").cycles_per_flit, 3);
    EXPECT_EQ(both.link.latency, 2);
}

TEST(Merging, PutsTheNewOneOfTwoThatSayTheSameInPlaceOfTheOld) {
    const ExperimentConfig load = read("traffic: {rate: 0.5}", {"traffic={load: 0.2}"});
    EXPECT_EQ(load.traffic.load, 0.2);
    EXPECT_THAT(load.warnings, IsEmpty());
    EXPECT_FALSE(read("traffic: {load: 0.5}", {"traffic.rate=0.1"}).traffic.load.has_value());
    EXPECT_EQ(read("link: {width: 2}", {"link.cycles_per_flit=3"}).link.cycles_per_flit, 3);
    EXPECT_EQ(read("link: {cycles_per_flit: 7}", {"link.width=4"}).link.cycles_per_flit, 2);
    EXPECT_THAT(refusal_of("", {"traffic={load: 0.2, rate: 0.1}"}), HasSubstr("given together"));
}

TEST(Merging, GoesThroughValuesThatAreShortForASection) {
    EXPECT_EQ(read("traffic: {length: 7}", {"traffic={length: {distribution: geometric}}"})
                  .traffic.length.options.real("mean"),
              7);
    const ExperimentConfig two =
        read("traffic: {length: 7}",
             {"traffic.length={distribution: bimodal, short: 1, long: 9, long_fraction: 0.5}"});
    EXPECT_EQ(two.traffic.length.name, "bimodal");
    EXPECT_THAT(two.warnings, IsEmpty()) << "the plain 7 is replaced, as a value";
    EXPECT_EQ(resolve(read("traffic: {length: {distribution: geometric, mean: 9}}",
                           {"traffic.length=3"}))["traffic"]["length"],
              3);
    const ExperimentConfig mixed = read("level: signal", {"level={fast: [1, 2]}"});
    EXPECT_EQ(mixed.level.standard, "signal");
    EXPECT_EQ(mixed.level.of(1), "fast");
    EXPECT_EQ(read("level: {default: signal, fast: [1, 2]}", {"level={fast: [3]}"}).level.of(1),
              "signal")
        << "lists are replaced";
    EXPECT_TRUE(read("level: {default: signal, fast: [1]}", {"level=fast"}).level.uniform());
}

TEST(Merging, OfConfigurationsIsThatOfTheirSections) {
    ConfigNode base = parse_yaml("base", kRouter + "\ntraffic: {rate: 0.1, pattern: tornado}");
    merge_config(base, parse_yaml("over",
                                  "{router: {pipeline: 2}, traffic: {replace: true, load: 0.2}, "
                                  "seed: 7}"));
    EXPECT_EQ(base.text(),
              "{router: {virtual_channels: 8, allocators: {vc: wavefront}, pipeline: 2}, traffic: "
              "{load: 0.2}, seed: 7}");
    merge_config(base, parse_yaml("nothing", ""));
    merge_config(base, parse_yaml("more", "traffic: {rate: 0.1}"));
    EXPECT_EQ(base.find("traffic")->text(), "{rate: 0.1}");
}

}  // namespace
}  // namespace flitscope::tb
