// Settings that change nothing beside others: refused, or, where a sweep may well have them, warned
// of. What a result writes of all keys is accepted again.
#include "testbenches/drive/configuration/known_parts.h"
#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// What a run of it writes is the same configuration.
ExperimentConfig read_again(const std::string& text, const std::vector<std::string>& sets = {}) {
    const ExperimentConfig config = read(text, sets);
    EXPECT_EQ(read(config.resolved.dump()).resolved, config.resolved);
    return config;
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

TEST(WhenFull, IsRefusedBesideAQueueWithoutABound) {
    const std::string beside =
        "without a meaning beside traffic.source_queue = unbounded; "
        "accepted: wait, or a bound of traffic.source_queue";
    EXPECT_EQ(refusal_of("traffic: {when_full: lose}"),
              "c.yaml:1:22: traffic.when_full = lose: " + beside);
    EXPECT_EQ(refusal_of("traffic: {source_queue: unbounded, when_full: lose}"),
              "c.yaml:1:47: traffic.when_full = lose: " + beside);
    EXPECT_EQ(refusal_of("", {"traffic.source_queue=unbounded", "traffic.when_full=lose"}),
              "--set traffic.when_full=lose: traffic.when_full = lose: " + beside);
    for (const char* const queue : {"0", "4"}) {
        const std::string bound = std::string("traffic: {source_queue: ") + queue;
        EXPECT_EQ(read_again(bound + ", when_full: lose}").traffic.when_full, WhenFull::lose);
        EXPECT_EQ(read_again(bound + "}").traffic.when_full, WhenFull::wait);
    }
    EXPECT_EQ(read_again("traffic: {when_full: wait}").traffic.when_full, WhenFull::wait);
}

TEST(WhenFull, IsDroppedBySetOfTheBound) {
    const std::string lost = "traffic: {when_full: lose}";
    const ExperimentConfig none = read_again(lost, {"traffic.source_queue=unbounded"});
    EXPECT_EQ(none.traffic.when_full, WhenFull::wait);
    EXPECT_EQ(none.resolved["traffic"]["when_full"], "wait");
    EXPECT_EQ(read_again(lost, {"traffic.source_queue=0"}).traffic.when_full, WhenFull::lose);
}

TEST(Interface, IsRefusedWhereClustersHaveOne) {
    const std::string cubes =
        "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4, scheme: ";
    const std::string shortest = "}\nrouting: {algorithm: hierarchical, interface: shortest}";
    for (const std::string scheme : {"plain", "standby_spare"}) {
        EXPECT_EQ(refusal_of(cubes + scheme + shortest),
                  "c.yaml:2:47: routing.interface = shortest: without a meaning beside "
                  "topology.scheme = " +
                      scheme +
                      " (clusters have one interface); accepted: absent, or topology.scheme: "
                      "replicated, replicated_standby");
        EXPECT_THAT(refusal_of(cubes + scheme + "}\nrouting: {interface: closest}"),
                    StartsWith("c.yaml:2:22: routing.interface = closest: without a meaning"));
        EXPECT_FALSE(read_again(cubes + scheme + "}").resolved["routing"].contains("interface"));
    }
    for (const std::string scheme : {"replicated", "replicated_standby"}) {
        const ExperimentConfig two = read_again(cubes + scheme + shortest);
        EXPECT_EQ(two.resolved["routing"]["interface"], "shortest");
        EXPECT_FALSE(read_again(cubes + scheme + shortest, {"topology.scheme=plain"})
                         .resolved["routing"]
                         .contains("interface"))
            << "as in a sweep over schemes";
        EXPECT_THAT(refusal_of(cubes + scheme + shortest,
                               {"topology.scheme=plain", "routing.interface=closest"}),
                    StartsWith("--set routing.interface=closest: routing.interface = closest"));
    }
}

TEST(Ties, AreWarnedOfWhereTheRoutingHasNone) {
    const auto warnings = [](const std::string& routing, const std::string& router = "") {
        return read_again("routing: {algorithm: " + routing + "}\n" + router).warnings;
    };
    EXPECT_THAT(warnings("ecube, ties: lowest"),
                ElementsAre("routing.ties = lowest: routing ecube does not choose by load, and has "
                            "no ties"));
    const std::string queued =
        "router: {organisation: output_queued, switching: store_and_forward}";
    EXPECT_THAT(warnings("random_minimal, ties: lowest", queued),
                ElementsAre(StartsWith("routing.ties = lowest: routing random_minimal")));
    EXPECT_THAT(warnings("shortest_queue, ties: lowest", queued), IsEmpty());
    EXPECT_THAT(warnings("ecube, ties: random"), IsEmpty()) << "as a result writes it";
    const std::string cubes =
        "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}\n"
        "router: {virtual_channels: 8}\nrouting: {ties: lowest, within: ";
    EXPECT_THAT(read_again(cubes + "fixed}").warnings,
                ElementsAre(StartsWith("routing.ties = lowest: routing hierarchical")));
    EXPECT_THAT(read_again(cubes + "shortest_queue}").warnings, IsEmpty());
}

TEST(Header, IsWarnedOfWhereNoMessageHasOne) {
    const std::string mesh =
        "topology: {kind: mesh, size: [4, 4]}\nheader: {addresses_per_flit: 3}\n";
    const auto warning = ElementsAre(
        "header.addresses_per_flit = 3: no message has a header: there are no multicasts "
        "(traffic.multicast.fraction), and no broadcasts by an algorithm with headers");
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
