// The rules of docs/recovery_and_faults.md, section 2, one by one: when a message is lost and when
// it gets through, to the cycle, at levels fast and signal.
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

struct Outcome {
    std::int64_t delivered;
    std::int64_t lost;
    std::int64_t unreachable;
    rtl::Cycle end;  ///< of the run: edge of the last delivery, or of the last message that is lost
                     ///< as it joins, or the one after that of the last that is lost on its way
};

struct Case {
    const char* says;
    std::string faults;
    Outcome outcome;
};

/// `network`: everything but traffic and faults. `rows`: of a trace.
void expect_outcomes(const std::string& network, const std::string& rows,
                     const std::vector<Case>& cases) {
    const GivenFile trace("messages.csv", "id,cycle,source,destination,length\n" + rows);
    for (const Case& each : cases) {
        SCOPED_TRACE(each.says);
        const ExperimentConfig config =
            parse_config("rule.yaml", network + "traffic: {arrivals: trace, file: " + trace.path() +
                                          "}\nmeasure: {max_cycles: 500, warmup_messages: 0}\n"
                                          "faults: [" +
                                          each.faults + "]\n");
        const BuiltNetwork built = make_network(config, {});
        const Result result = simulate(config, *built.network);
        EXPECT_EQ(result.delivered, each.outcome.delivered);
        EXPECT_EQ(result.lost, each.outcome.lost);
        EXPECT_EQ(result.faults->unreachable, each.outcome.unreachable);
        EXPECT_EQ(result.simulated_cycles, each.outcome.end);
        const CrosscheckReport report = crosscheck(config, {"fast", "signal"});
        EXPECT_TRUE(report.equal()) << report.summary();
    }
}

/// Nodes 0 - 1 - 2 - 3. A message from 0 to 3 is in router 2 at edge 6 (section 9): RC in cycle 6,
/// VA in 7, the head on the wire in 8.
std::string line(int latency, const std::string& router = ", pipeline: 3") {
    return "topology: {kind: mesh, size: [4]}\nrouting: {algorithm: dimension_order}\n"
           "router: {virtual_channels: 1, buffer_flits: 8" +
           router + "}\nlink: {latency: " + std::to_string(latency) + "}\n";
}

TEST(FaultRules, AHeadThatFindsNoWayIsLostACycleLater) {
    expect_outcomes(line(0), "0,0,0,3,3\n",
                    {{"dead before", "{link: [2, 3], at: 0}", {0, 1, 1, 8}},
                     {"dead in the cycle of RC", "{link: [3, 2], at: 6}", {0, 1, 1, 8}},
                     {"idle again, RC once more", "{link: [2, 3], at: 7}", {0, 1, 1, 9}},
                     {"has the VC: passes", "{link: [2, 3], at: 8}", {1, 0, 0, 14}},
                     {"the other end is no other", "{node: 3, at: 7}", {0, 1, 1, 9}},
                     {"at its destination it arrives", "{node: 3, at: 8}", {1, 0, 0, 14}}});
}

TEST(FaultRules, ARepairAtTheLastMomentSavesIt) {
    expect_outcomes(line(0), "0,0,0,3,3\n",
                    {{"a cycle late", "{link: [2, 3], at: 5, duration: 2}", {1, 0, 0, 15}},
                     {"by until", "{link: [2, 3], at: 5, until: 7}", {1, 0, 0, 15}},
                     {"too late", "{link: [2, 3], at: 5, duration: 3}", {0, 1, 1, 8}},
                     {"any event has all heads routed again",
                      "{link: [2, 3], at: 5}, {link: [0, 1], at: 7}",
                      {0, 1, 1, 9}},
                     {"dead as long as one entry says so",
                      "{link: [2, 3], at: 5, duration: 2}, {link: [2, 3], at: 6, duration: 10}",
                      {0, 1, 1, 9}}});
}

TEST(FaultRules, AbruptFailuresLoseWhatIsOnTheChannel) {
    // Head and tail in one: in FIFO 3 at edge 9 + latency.
    expect_outcomes(line(0), "0,0,0,3,1\n",
                    {{"no VC yet: no way", "{link: [2, 3], at: 7, mode: abrupt}", {0, 1, 1, 9}},
                     {"holds the VC", "{link: [2, 3], at: 8, mode: abrupt}", {0, 1, 0, 9}},
                     {"has passed", "{link: [2, 3], at: 9, mode: abrupt}", {1, 0, 0, 12}}});
    // At latency 2 it is in router 2 at edge 10, in FIFO 3 at 15.
    expect_outcomes(line(2), "0,0,0,3,1\n",
                    {{"holds the VC", "{link: [2, 3], at: 12, mode: abrupt}", {0, 1, 0, 13}},
                     {"on the wire", "{link: [2, 3], at: 13, mode: abrupt}", {0, 1, 0, 14}},
                     {"in the link", "{link: [2, 3], at: 14, mode: abrupt}", {0, 1, 0, 15}},
                     {"has passed", "{link: [2, 3], at: 15, mode: abrupt}", {1, 0, 0, 18}}});
    // At depth 4: in router 2 at edge 8, switch in cycle 10, register in 11, FIFO 3 at 12.
    expect_outcomes(line(0, ", pipeline: 4"), "0,0,0,3,1\n",
                    {{"in the register", "{link: [2, 3], at: 11, mode: abrupt}", {0, 1, 0, 12}},
                     {"has passed", "{link: [2, 3], at: 12, mode: abrupt}", {1, 0, 0, 16}},
                     {"in its node", "{node: 3, at: 14, mode: abrupt}", {0, 1, 0, 15}},
                     {"in the ejection register", "{node: 3, at: 15, mode: abrupt}", {0, 1, 0, 16}},
                     {"consumed", "{node: 3, at: 16, mode: abrupt}", {1, 0, 0, 16}}});
}

TEST(FaultRules, AbruptNodesLoseWhatIsInThem) {
    expect_outcomes(
        line(0), "0,0,0,2,12\n1,0,1,3,2\n2,0,1,3,2\n3,0,1,3,2\n4,5,1,0,1\n5,5,3,2,1\n",
        {{"queues, buffers and who joins later", "{node: 1, at: 1, mode: abrupt}", {1, 5, 2, 11}},
         {"gracefully: heads find no way, one after the other",
          "{node: 1, at: 1}",
          {1, 5, 5, 11}}});
}

TEST(FaultRules, WhoJoinsAtOrForADeadNodeIsLostThere) {
    expect_outcomes(line(0), "0,9,0,3,2\n1,9,3,1,2\n2,10,1,1,2\n3,10,3,3,2\n4,10,1,0,1\n",
                    {{"all but those that it has no part in", "{node: 3, at: 9}", {2, 3, 3, 20}},
                     {"repaired", "{node: 3, at: 2, until: 9}", {5, 0, 0, 22}}});
    // Bounded queues: rule 6 for the one that waits in front.
    const std::string bounded = "traffic: {source_queue: 0, when_full: ";
    const std::string rows = "0,0,0,3,6\n1,0,0,3,6\n2,0,0,3,6\n";
    const GivenFile trace("messages.csv", "id,cycle,source,destination,length\n" + rows);
    for (const char* const when_full : {"wait", "lose"}) {
        const ExperimentConfig config = parse_config(
            "rule.yaml", line(0, ", injection_vcs: 1") + bounded + when_full +
                             ", arrivals: trace, file: " + trace.path() +
                             "}\nmeasure: {max_cycles: 500}\nfaults: [{node: 3, at: 4}]\n");
        const BuiltNetwork built = make_network(config, {});
        const Result result = simulate(config, *built.network);
        EXPECT_EQ(result.lost, 3);
        EXPECT_EQ(result.faults->unreachable, std::string(when_full) == "wait" ? 3 : 1);
        EXPECT_TRUE(crosscheck(config, {"fast", "signal"}).equal());
    }
}

TEST(FaultRules, AdaptiveRoutingTakesWhatIsAlive) {
    const std::string square =
        "topology: {kind: hypercube, dimensions: 2}\nrouting: {algorithm: random_minimal}\n"
        "router: {virtual_channels: 2, buffer_flits: 8}\nlink: {latency: 0}\n";
    std::string rows;
    for (int id = 0; id < 8; ++id) {  // different salts
        rows += std::to_string(id) + "," + std::to_string(20 * id) + ",0,3,2\n";
    }
    expect_outcomes(square, rows,
                    {{"the other way", "{link: [0, 1], at: 0}", {8, 0, 0, 150}},
                     {"none at the source", "{node: 1, at: 0}, {node: 2, at: 0}", {0, 8, 8, 140}}});
}

TEST(FaultRules, UpDownFindsWaysAround) {
    // Ring of 5, root 0: ranks 0; 1, 4; 2, 3. From 1 to 2 it is one hop, around it is four.
    const std::string ring =
        "topology: {kind: ring, nodes: 5}\nrouting: {algorithm: up_down}\n"
        "router: {virtual_channels: 1, buffer_flits: 8}\nlink: {latency: 0}\n";
    expect_outcomes(ring, "0,0,1,2,1\n1,50,1,2,1\n2,100,1,2,1\n3,101,3,0,1\n",
                    {{"once around", "{link: [1, 2], at: 20, until: 90}", {4, 0, 0, 110}},
                     {"two parts, both alive",
                      "{link: [1, 2], at: 20}, {link: [4, 0], at: 90}",
                      {2, 2, 2, 101}},
                     {"the root is dead", "{node: 0, at: 20}", {3, 1, 1, 106}}});
}

TEST(FaultRules, ASpareTakesOverOnce) {
    // Clusters of two; node 0 is an interface node with a spare.
    const std::string network =
        "topology: {kind: hierarchical_hypercube, cluster_dimensions: 1, dimensions: 2, scheme: "
        "standby_spare}\nrouter: {virtual_channels: 2, buffer_flits: 8}\nlink: {latency: 0}\n";
    const std::string rows = "0,10,1,0,1\n1,30,1,0,1\n2,60,1,0,1\n";
    expect_outcomes(
        network, rows,
        {{"no spare by default", "{node: 0, at: 5}", {0, 3, 3, 60}},
         {"after its delay", "{node: 0, at: 5, spare_delay: 20}", {2, 1, 1, 66}},
         {"one for the node, not for each entry",
          "{node: 0, at: 5, spare_delay: 20}, {node: 0, at: 50, spare_delay: 2}",
          {1, 2, 2, 60}},
         {"until helps the spare",
          "{node: 0, at: 5, spare_delay: 20}, {node: 0, at: 50, spare_delay: 2, until: 58}",
          {2, 1, 1, 66}}});
}

/// A run does not wait for what is lost, and says what its latencies leave out.
TEST(FaultRules, LostMessagesAreNotWaitedFor) {
    const ExperimentConfig config =
        parse_config("mesh.yaml",
                     "topology: {kind: mesh, size: [4, 4]}\nrouting: {algorithm: dimension_order}\n"
                     "traffic: {load: 0.1, length: 4}\n"
                     "measure: {max_cycles: 200000, warmup_messages: 500, relative_error: 0.1}\n"
                     "faults: [{link: [5, 6], at: 0}]\n");
    const BuiltNetwork built = make_network(config, {});
    const Result result = simulate(config, *built.network);
    EXPECT_GT(result.faults->unreachable, 100);
    EXPECT_LT(result.simulated_cycles, 100000) << "waits for messages that will not come";
    EXPECT_TRUE(result[LatencyKind::unicast].ci.has_value());
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_NE(result.warnings.front().find("measured messages were lost on their way: no latency "
                                           "counts them"),
              std::string::npos);
}

}  // namespace
}  // namespace flitscope::tb
