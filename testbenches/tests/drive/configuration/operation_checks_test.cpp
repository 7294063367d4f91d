// What `traffic.broadcast`, `traffic.multicast` and `header` are held against.
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

const std::string kMesh = "topology: {kind: mesh, size: [4, 4]}\n";

std::string problem(const std::string& text) {
    try {
        read(text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "none";
}

TEST(MulticastChecks, AcceptWhatFits) {
    const ExperimentConfig config =
        read(kMesh +
             "traffic: {length: 4, startup: parallel, multicast: {fraction: 0.25, "
             "algorithm: dual_path, destinations: 15}}\nheader: {addresses_per_flit: 4}\n");
    EXPECT_EQ(config.traffic.multicast.fraction, 0.25);
    EXPECT_EQ(config.traffic.multicast.algorithm, "dual_path");
    EXPECT_EQ(config.traffic.multicast.destinations, 15);
    EXPECT_EQ(config.addresses_per_flit, 4);
    EXPECT_EQ(resolve(config)["traffic"]["multicast"].dump(),
              R"({"fraction":0.25,"algorithm":"dual_path","destinations":15})");
    EXPECT_EQ(resolve(config)["header"]["addresses_per_flit"], 4);
}

/// One class of headers, no unicasts, and an ejection port for each input, by which worms come that
/// either rise or fall.
TEST(MulticastChecks, AcceptOneVcForMulticastsAlone) {
    const std::string one = "router: {virtual_channels: 1, ejection_ports: all}\n";
    EXPECT_EQ(problem(kMesh + one + "traffic: {multicast: {fraction: 1}}\n"), "none");
    EXPECT_EQ(
        problem(kMesh + one + "traffic: {multicast: {fraction: 1, algorithm: column_path}}\n"),
        "none");
    EXPECT_EQ(problem(kMesh + "router: {ejection_vcs: 1, ejection_ports: all}\n"
                              "traffic: {multicast: {fraction: 0.5}}\n"),
              "none");
    // Two classes, for two orientations of the sides.
    EXPECT_NE(problem(kMesh + one + "traffic: {broadcast: {fraction: 1, algorithm: pcp}}\n")
                  .find("3 or more"),
              std::string::npos);
}

TEST(MulticastChecks, TakeNodesInThePlaceOfANumberAndOneSource) {
    const ExperimentConfig config =
        read(kMesh + "traffic: {multicast: {fraction: 1, destinations: [9, 3], root: 7}}\n" +
             "header: {addresses_per_flit: 1}\n");
    EXPECT_EQ(config.traffic.multicast.set, (std::vector<topo::NodeId>{9, 3}));
    EXPECT_EQ(config.traffic.multicast.destinations, 2);
    EXPECT_EQ(config.traffic.multicast.root, 7);
    EXPECT_EQ(resolve(config)["traffic"]["multicast"].dump(),
              R"({"fraction":1.0,"algorithm":"six_phase","destinations":[9,3],"root":7})");
    const auto all = read(kMesh + "traffic: {multicast: {fraction: 1, root: all}}\n");
    EXPECT_EQ(all.traffic.multicast.root, std::nullopt);
}

TEST(MulticastChecks, NameWhatDoesNotFit) {
    struct Case {
        std::string text;
        std::vector<std::string> wanted;
    };
    const std::string some = "traffic: {multicast: {fraction: 0.1}}\n";
    const std::vector<Case> cases = {
        {"traffic: {multicast: {fraction: 0.1}}\n",
         {"multicast.algorithm: six_phase", "hypercube", "mesh"}},
        {kMesh + "traffic: {multicast: {fraction: 2}}\n", {"multicast.fraction = 2", "0..1"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, algorithm: pcp}}\n",
         {"multicast.algorithm = pcp", "two_phase, six_phase"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, destinations: 16}}\n",
         {"multicast.destinations = 16", "16 nodes", "1..15"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, destinations: []}}\n",
         {"multicast.destinations = []", "an empty list", "at least one node"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, destinations: [3, 16]}}\n",
         {"multicast.destinations = [3, 16]", "no node 16", "0..15"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, destinations: [3, 5, 3]}}\n",
         {"node 3 is named twice"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, destinations: [3, 5], root: 5}}\n",
         {"the source, traffic.multicast.root = 5, is among them", "other nodes"}},
        {"topology: {kind: mesh, size: [2, 2]}\n"
         "traffic: {multicast: {fraction: 0.1, destinations: [0, 1, 2, 3]}}\n",
         {"a network of 4 nodes", "without at least one node"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, root: 16}}\n",
         {"multicast.root = 16", "16 nodes", "0..15 or all"}},
        {kMesh + "traffic: {length: 2, multicast: {fraction: 0.1, destinations: [1, 2, 3]}}\n" +
             "header: {addresses_per_flit: 1}\n",
         {"3 addresses take 3 header flits"}},
        {kMesh + some + "router: {virtual_channels: 1}\n", {"virtual_channels = 1", "2 or more"}},
        {kMesh + some + "router: {ejection_vcs: 1}\n",
         {"ejection_vcs = 1", "2 VCs", "per_vc; or router.ejection_ports = all"}},
        {kMesh + some + "router: {virtual_channels: 1, ejection_ports: all}\n",
         {"virtual_channels = 1", "2 or more"}},
        {kMesh + "traffic: {multicast: {fraction: 1}}\nrouter: {virtual_channels: 1}\n",
         {"virtual_channels = 1", "2 VCs of ejection ports",
          "2 or more; or router.ejection_ports"}},
        {kMesh + "traffic: {length: 2, multicast: {fraction: 0.1}}\nheader: "
                 "{addresses_per_flit: 5}\n",
         {"addresses_per_flit = 5", "12 addresses take 3 header flits", "6 and more"}},
        {kMesh + "traffic: {multicast: {fraction: 0.1, algorithm: column_path}}\n" +
             "router: {virtual_channels: 3}\n",
         {"virtual_channels = 3", "need 4 VCs of ejection ports", "4 or more"}},
        {kMesh + some + "link: {dimension_0: {virtual_channels: 1}}\n",
         {"links of class dimension 0 have 1", "2 or more"}},
        {kMesh + "traffic: {source_queue: 4, multicast: {fraction: 0.1}}\n", {"source_queue"}},
        {kMesh + some + "routing: {algorithm: duato}\n", {"escape"}},
        {kMesh + some + "deadlock: recover_regressive\n", {"recover_regressive"}},
        {kMesh + some + "faults: [{node: 3, at: 100}]\n", {"faults"}},
        {kMesh + some + "level: {default: fast, verilog: {router: other, nodes: [3]}}\n",
         {"multicast.fraction", "routers from outside (level)"}},
        {kMesh + "traffic: {pattern: request_reply, multicast: {fraction: 0.1}}\n",
         {"request_reply"}},
    };
    for (const Case& each : cases) {
        SCOPED_TRACE(each.text);
        const std::string found = problem(each.text);
        for (const std::string& wanted : each.wanted) {
            EXPECT_NE(found.find(wanted), std::string::npos) << found;
        }
    }
}

TEST(OperationChecks, NameAPatternWithoutMessages) {
    for (const char* const operation :
         {"broadcast: {algorithm: rd, ", "multicast: {", "collective: {"}) {
        const std::string found =
            problem(kMesh + "traffic: {pattern: none, " + operation + "fraction: 1}}\n");
        EXPECT_NE(found.find("traffic.pattern = none: no messages are generated"),
                  std::string::npos)
            << found;
    }
}

TEST(OperationChecks, SayThatWithoutAFractionThereAreNone) {
    for (const auto& [name, algorithm] : {std::pair<std::string, std::string>{"broadcast", "rd"},
                                          {"multicast", "dual_path"},
                                          {"collective", "ring"}}) {
        const std::string about = kMesh + "traffic: {" + name + ": {";
        const auto warnings = read(about + "algorithm: " + algorithm + "}}\n").warnings;
        ASSERT_EQ(warnings.size(), 1U) << name;
        EXPECT_EQ(warnings[0], "no effect: traffic." + name + " = {algorithm: " + algorithm +
                                   "} (there are none without traffic." + name + ".fraction)");
        EXPECT_TRUE(read(about + "fraction: 0}}\n").warnings.empty()) << "as somebody says";
        EXPECT_TRUE(read(about + "}}\n").warnings.empty());
    }
}

TEST(BroadcastChecks, AcceptWhatFits) {
    const ExperimentConfig config = read(
        "topology: {kind: hypercube, dimensions: 4}\ntraffic: {startup: parallel, broadcast: "
        "{fraction: 0.5, base: 3, root: 9}, multicast: {fraction: 0}}\n");
    EXPECT_EQ(config.traffic.broadcast.fraction, 0.5);
    EXPECT_EQ(config.traffic.broadcast.root, 9);
    EXPECT_EQ(resolve(config)["traffic"]["broadcast"].dump(),
              R"({"fraction":0.5,"algorithm":"sbt","base":3,"root":9})");
    EXPECT_EQ(read(kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: rd, root: all}}\n")
                  .traffic.broadcast.root,
              std::nullopt);
}

TEST(BroadcastChecks, NameWhatDoesNotFit) {
    struct Case {
        std::string text;
        std::vector<std::string> wanted;
    };
    const std::string cube = "topology: {kind: hypercube, dimensions: 4}\n";
    const std::vector<Case> cases = {
        {kMesh + "traffic: {broadcast: {fraction: 0.1}}\n",
         {"broadcast.algorithm: sbt", "mesh", "hypercube"}},
        {"topology: {kind: mesh, size: [6, 6]}\ntraffic: {broadcast: {fraction: 0.1, algorithm: "
         "edn}}\n",
         {"broadcast.algorithm = edn", "6 x 6", "2, 4, 8"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: two_phase}}\n",
         {"broadcast.algorithm = two_phase", "separate, binomial, sbt"}},
        {cube + "traffic: {broadcast: {fraction: 1.5}}\n", {"broadcast.fraction = 1.5", "0..1"}},
        {cube + "traffic: {broadcast: {fraction: 0.1, base: 4}}\n",
         {"broadcast.base = 4", "a dimension 0..3"}},
        {cube + "traffic: {broadcast: {fraction: 0.1, root: 16}}\n",
         {"broadcast.root = 16", "16 nodes", "0..15 or all"}},
        {cube + "traffic: {broadcast: {fraction: 0.1, root: some}}\n",
         {"broadcast.root = some", "or all"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.7, algorithm: rd}, multicast: {fraction: "
                 "0.5}}\n",
         {"broadcast.fraction = 0.7", "the sum exceeds 1", "0..0.5"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}\nrouter: "
                 "{virtual_channels: 2}\n",
         {"virtual_channels = 2", "pcp", "3 or more"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}\nrouter: "
                 "{virtual_channels: 3}\n",
         {"virtual_channels = 3", "need 4 VCs of ejection ports", "4 or more"}},
        {kMesh + "traffic: {length: 1, broadcast: {fraction: 0.1, algorithm: pcp}}\nheader: "
                 "{addresses_per_flit: 1}\n",
         {"addresses_per_flit = 1", "2 addresses take 2 header flits"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}, multicast: {fraction: "
                 "0.1}}\n",
         {"broadcast.algorithm = pcp", "together with multicasts"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}\n"
                 "deadlock: recover_regressive\n",
         {"recover_regressive"}},
        {cube + "traffic: {source_queue: 4, broadcast: {fraction: 0.1}}\n", {"source_queue"}},
        {cube + "traffic: {pattern: request_reply, broadcast: {fraction: 0.1}}\n",
         {"request_reply"}},
        {cube + "traffic: {broadcast: {fraction: 0.1}}\nfaults: [{node: 3, at: 100}]\n",
         {"faults"}},
    };
    for (const Case& each : cases) {
        SCOPED_TRACE(each.text);
        const std::string found = problem(each.text);
        for (const std::string& wanted : each.wanted) {
            EXPECT_NE(found.find(wanted), std::string::npos) << found;
        }
    }
}

TEST(CollectiveChecks, AcceptWhatFits) {
    const ExperimentConfig config =
        read(kMesh +
             "traffic: {startup: parallel, collective: {fraction: 0.5, kind: gather, root: 9}}\n");
    EXPECT_EQ(resolve(config)["traffic"]["collective"].dump(),
              R"({"fraction":0.5,"kind":"gather","algorithm":"tree","tree":"binomial","root":9})");
    EXPECT_EQ(
        resolve(read(
            kMesh +
            "traffic: {collective: {fraction: 0.5, operation: min}}\n"))["traffic"]["collective"]
                                                                        ["operation"],
        "min");
    EXPECT_EQ(
        problem(kMesh + "traffic: {collective: {fraction: 1, in_network: true, entries: 64}}\n"
                        "level: {default: fast, signal: [3]}\n"),
        "none");
    EXPECT_EQ(problem(kMesh + "traffic: {collective: {fraction: 1, kind: barrier, algorithm: "
                              "dissemination, in_network: false}}\nlevel: signal\n"),
              "none");
}

TEST(CollectiveChecks, NameWhatDoesNotFit) {
    struct Case {
        std::string text;
        std::vector<std::string> wanted;
    };
    const std::string odd = "topology: {kind: mesh, size: [5, 3]}\n";
    const auto of = [](const std::string& keys) {
        return "traffic: {collective: {fraction: 0.1" + keys + "}}\n";
    };
    const std::vector<Case> cases = {
        {kMesh + of(", kind: shout"), {"collective.kind = shout", "reduce, all_reduce, gather"}},
        {kMesh + of(", algorithm: star"), {"collective.algorithm = star", "tree, ring"}},
        {kMesh + of(", kind: barrier, algorithm: ring"),
         {"collective.algorithm = ring", "ring has no barrier", "barrier has tree"}},
        {odd + of(", algorithm: recursive_doubling"), {"15 nodes", "2, 4, 8"}},
        {odd + of(", algorithm: dissemination"),
         {"collective.operation", "combines some operands twice", "min, max"}},
        {"topology: {kind: ring, nodes: 1449}\n" + of(", kind: all_to_all, algorithm: pairwise"),
         {"1449 nodes, which is too many"}},
        {odd + of(", tree: sbt"), {"collective.tree = sbt", "hypercube"}},
        {odd + of(", tree: pcp"), {"collective.tree = pcp", "binomial, sbt"}},
        {kMesh + of(", root: 16"), {"collective.root = 16: a network of 16 nodes", "0..15"}},
        {kMesh + of(", operation: product"), {"collective.operation = product", "sum, min"}},
        {kMesh + of(", in_network: true, entries: 9") + "level: verilog\n",
         {"level = verilog", "traffic.collective.in_network (`true`, more)", "fast, signal"}},
        {kMesh + "traffic: {length: 33, collective: {fraction: 1, in_network: true}}\nlevel: "
                 "verilog\n",
         {"level = verilog", "traffic.collective.in_network (`true`, more)", "fast, signal"}},
        {kMesh + of(", in_network: true, algorithm: ring"),
         {"collective.in_network = true", "need a tree", "algorithm: tree"}},
        {kMesh + of(", in_network: true") +
             "router: {organisation: output_queued, switching: store_and_forward}\n",
         {"collective.in_network = true", "output_queued"}},
        {kMesh + of(", in_network: true") + "deadlock: recover_regressive\n",
         {"collective.in_network = true", "recover_regressive"}},
        {kMesh + of(", in_network: true, entries: 0"), {"collective.entries = 0", "1..64"}},
        {kMesh + of(", in_network: true, entries: 65"), {"collective.entries = 65", "1..64"}},
        {kMesh + "traffic: {length: 262145, collective: {fraction: 1, in_network: true}}\n",
         {"collective.entries", "16 nodes", "262145", "16777216"}},
        {kMesh + of(", steps: 3"), {"collective.steps"}},
        {kMesh + "traffic: {broadcast: {fraction: 0.5, algorithm: rd}, collective: {fraction: "
                 "0.6}}\n",
         {"collective.fraction = 0.6", "the sum exceeds 1", "0..0.5"}},
        {kMesh + "traffic: {source_queue: 2, collective: {fraction: 0.6}}\n", {"source_queue"}},
        {kMesh + "traffic: {length: 300000000, collective: {fraction: 1, kind: gather}}\n",
         {"traffic.length = 300000000", "8 operands", "268435455"}},
        {kMesh + of(", kind: gather") + "router: {switching: virtual_cut_through}\n",
         {"buffer_flits", "at least 40"}},
        {"topology: {kind: mesh, size: [64, 64]}\n" + of(", kind: all_to_all, algorithm: pairwise"),
         {"collective.algorithm = pairwise", "more than 2097152 messages"}},
    };
    for (const Case& each : cases) {
        SCOPED_TRACE(each.text);
        const std::string found = problem(each.text);
        for (const std::string& wanted : each.wanted) {
            EXPECT_NE(found.find(wanted), std::string::npos) << found;
        }
    }
}

/// Operands are as long as the rows of a trace say, and the units of the RTL have 32 elements.
TEST(CollectiveChecks, TakeLengthsFromATrace) {
    const auto with_length = [](int flits, const std::string& level) {
        const GivenFile file("t.csv", "id,cycle,source,destination,length\na,0,0,collective," +
                                          std::to_string(flits) + "\n");
        return problem(kMesh + "traffic: {arrivals: trace, file: " + file.path() +
                       ", collective: {in_network: true}}\nlevel: " + level + "\n");
    };
    EXPECT_EQ(with_length(32, "verilog"), "none");
    EXPECT_EQ(with_length(33, "signal"), "none");
    EXPECT_NE(with_length(33, "verilog").find("traffic.collective.in_network (`true`, more)"),
              std::string::npos);
}

}  // namespace
}  // namespace flitscope::tb
