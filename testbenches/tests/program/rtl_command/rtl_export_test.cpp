// `flitscope rtl export`: networks to take away, and what cannot be one.
#include <sys/wait.h>
#include <yaml-cpp/yaml.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "testbenches/tests/program/cli_fixture.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kTwoByTwo =
    "topology: {kind: mesh, size: [2, 2]}\n"
    "router: {virtual_channels: 2, buffer_flits: 4, flit_bytes: 2}\n"
    "traffic: {load: 0.3}\n";

class RtlExport : public Cli {
protected:
    RtlExport() { folder_.write("mesh.yaml", kTwoByTwo); }

    /// Runs a command in the exported folder; returns its exit status. `log` has what it says.
    int in_export(const std::string& command) {
        const std::string folder = (folder_.path() / "out").string();
        const int status =
            std::system(("cd " + folder + " && " + command + " > ../log 2>&1").c_str());
        return WEXITSTATUS(status);
    }
    /// The same for the line of its README that begins with these words.
    int in_export_as_its_readme_says(const std::string& words) {
        const std::string readme = folder_.read("out/README.md");
        const std::size_t line = readme.find("\n    " + words);
        EXPECT_NE(line, std::string::npos) << words;
        return in_export(readme.substr(line + 1, readme.find('\n', line + 1) - line - 1));
    }
    void export_with(const std::vector<std::string>& sets) {
        std::vector<std::string> arguments = {"rtl", "export",   "mesh.yaml", "--out",
                                              "out", "--cycles", "600"};
        for (const std::string& set : sets) {
            arguments.insert(arguments.end(), {"--set", set});
        }
        const Finished made = run(arguments);
        ASSERT_EQ(made.code, 0) << made.err;
    }
    void expect_plays(const std::string& simulator) {
        EXPECT_EQ(in_export_as_its_readme_says("./run.sh " + simulator), 0) << folder_.read("log");
        EXPECT_THAT(folder_.read("log"), StartsWith("PASS: 600 edges"));
    }
    void expect_lint_clean() {
        EXPECT_EQ(in_export_as_its_readme_says("verilator"), 0);
        EXPECT_EQ(folder_.read("log"), "");
    }
    void expect_synthesises() {
        EXPECT_EQ(in_export_as_its_readme_says("yosys"), 0);
        EXPECT_EQ(folder_.read("log"), "");
        const std::string cells = folder_.read("out/cells.txt");
        EXPECT_THAT(cells, HasSubstr("=== design hierarchy ==="));
        EXPECT_THAT(cells.substr(cells.find("=== design hierarchy ===")), HasSubstr("$_DFF"));
        EXPECT_THAT(cells, Not(HasSubstr("LATCH")));
    }
};

TEST_F(RtlExport, AMeshIsCleanAndEqualInBothSimulators) {
    export_with({});
    expect_lint_clean();
    expect_plays("icarus");
    expect_plays("verilator");
    EXPECT_EQ(in_export("./run.sh modelsim"), 2);
}

/// Of one kind of router, which is the quickest.
TEST_F(RtlExport, ACubeIsSynthesisedAsItsReadmeSays) {
    export_with({"topology={kind: hypercube, dimensions: 2}"});
    expect_synthesises();
}

/// A testbench that could not fail would prove nothing.
TEST_F(RtlExport, TheTestbenchFindsAFlitThatComesLateOrWrong) {
    export_with({});
    const std::string expected = folder_.read("out/testbench/expected.hex");
    const std::string first = expected.substr(0, expected.find('\n'));
    std::string late = first;
    late[7] = late[7] == '9' ? 'a' : static_cast<char>(late[7] + 1);
    std::string wrong = first;
    wrong[wrong.size() - 6] = wrong[wrong.size() - 6] == '0' ? '1' : '0';
    for (const std::string& line : {late, wrong}) {
        folder_.write("out/testbench/expected.hex", line + expected.substr(first.size()));
        EXPECT_EQ(in_export("./run.sh icarus"), 1);
        EXPECT_THAT(folder_.read("log"), StartsWith("FAIL: edge "));
    }
}

/// CAPI2: a name of four parts, filesets of files of known types that are there, targets of these.
TEST_F(RtlExport, TheCoreFileFollowsItsFormat) {
    export_with({});
    EXPECT_THAT(folder_.read("out/network.core"), StartsWith("CAPI=2:\n"));
    const YAML::Node core = YAML::LoadFile((folder_.path() / "out/network.core").string());
    EXPECT_TRUE(std::regex_match(core["name"].as<std::string>(),
                                 std::regex("[a-z]+:[a-z]+:[a-z]+:[0-9]+\\.[0-9]+\\.[0-9]+")));
    std::size_t files = 0;
    for (const auto& fileset : core["filesets"]) {
        EXPECT_EQ(fileset.second["file_type"].as<std::string>(), "systemVerilogSource");
        for (const YAML::Node& file : fileset.second["files"]) {
            const auto name =
                file.IsMap() ? file.begin()->first.as<std::string>() : file.as<std::string>();
            EXPECT_TRUE(folder_.has("out/" + name)) << name;
            ++files;
        }
    }
    const std::string list = folder_.read("out/network.f");
    EXPECT_EQ(files, static_cast<std::size_t>(std::count(list.begin(), list.end(), '\n')) + 3);
    for (const char* const target : {"default", "lint", "sim", "synth"}) {
        const YAML::Node node = core["targets"][target];
        EXPECT_TRUE(node["toplevel"].IsScalar()) << target;
        for (const YAML::Node& fileset : node["filesets"]) {
            EXPECT_TRUE(core["filesets"][fileset.as<std::string>()].IsMap()) << target;
        }
    }
}

/// Each names the place, the key, its value and what is accepted.
TEST_F(RtlExport, RefusesWhatTheHardwareHasNot) {
    const std::vector<std::pair<std::string, std::string>> refused = {
        {"router.buffer_flits=unbounded", "router.buffer_flits = unbounded, must be 1..64"},
        {"router.buffer_flits=65", "router.buffer_flits = 65, must be 1..64"},
        {"router={organisation: output_queued, switching: store_and_forward}",
         "router.organisation = output_queued, must be input_queued"},
        {"router.flit_bytes=65", "router.flit_bytes = 65, must be 1..64"},
        {"router.arbiter={plugin: mine, path: .}", "router.arbiter"},
        {"router.units={crossbar: {plugin: mine, path: .}}", "router.units.crossbar"},
        {"level.verilog.router=theirs", "level.verilog.router"},
        {"faults=[{node: 1, at: 100}]", "faults"},
        {"deadlock=recover_regressive", "deadlock = recover_regressive"},
        {"traffic.multicast={fraction: 0.1, algorithm: dual_path, destinations: 2}",
         "traffic.multicast.algorithm"},
        {"traffic.collective={kind: barrier, fraction: 0.1, in_network: true}",
         "traffic.collective.in_network"},
        {"topology.size=[33, 33]", "topology.kind = mesh with 1089 routers"},
        {"link.cycles_per_flit=256", "link.cycles_per_flit = 256, must be 1..255"},
    };
    for (const auto& [set, message] : refused) {
        const std::vector<std::string> arguments = {"rtl", "export",  "mesh.yaml", "--out",
                                                    "out", "--quiet", "--set",     set};
        expect_usage_error(arguments, message);
        EXPECT_THAT(run(arguments).err, StartsWith("flitscope: --set " + set + ": "));
    }
    expect_usage_error(
        {"rtl", "export", "mesh.yaml", "--out", "out", "--quiet", "--set",
         "topology={kind: hypercube, dimensions: 8}", "--set", "routing.algorithm=random_minimal"},
        "--set routing.algorithm=random_minimal: routing.algorithm = random_minimal: rtl export: "
        "routing.algorithm = random_minimal needs route tables of 37748736 bits in router 0, must "
        "be at most 262144");
    folder_.write("wide.yaml", "topology: {kind: mesh, size: [2, 2]}\nrouter:\n  flit_bytes: 65\n");
    expect_usage_error({"rtl", "export", "wide.yaml", "--out", "out"},
                       "wide.yaml:3:15: router.flit_bytes = 65: rtl export: router.flit_bytes = "
                       "65, must be 1..64");
    folder_.write("slow.yaml",
                  "topology: {kind: mesh, size: [2, 2]}\nlink: {cycles_per_flit: 256}\n");
    expect_usage_error({"rtl", "export", "slow.yaml", "--out", "out"},
                       "slow.yaml:2:25: link.cycles_per_flit = 256: level verilog: ");
    folder_.write("large.yaml", "topology:\n  {kind: mesh, size: [33, 33]}\n");
    expect_usage_error({"rtl", "export", "large.yaml", "--out", "out"},
                       "large.yaml:2:3: topology = {kind: mesh, size: [33, 33]}: rtl export: ");
    EXPECT_FALSE(folder_.has("out"));
}

TEST_F(RtlExport, OverwritesNothingButAnEarlierExport) {
    expect_usage_error({"rtl", "export", "mesh.yaml"}, "rtl export needs a folder: --out DIR");
    expect_usage_error({"rtl", "export", "mesh.yaml", "--out", "mesh.yaml"}, "is not a folder");
    std::filesystem::create_directory(folder_.path() / "mine");
    folder_.write("mine/README.md", "mine");
    expect_usage_error({"rtl", "export", "mesh.yaml", "--out", "mine"},
                       "holds something else than an earlier export");
    EXPECT_EQ(folder_.read("mine/README.md"), "mine");
    export_with({});
    export_with({"router.virtual_channels=1"});
    expect_plays("icarus");
}

/// Settings drawn at random, good and bad ones, end with a network or with exit code 2.
TEST_F(RtlExport, DrawnConfigurationsAreExportedOrRefused) {
    const std::vector<std::string> settings = {
        "topology={kind: mesh, size: [3, 2]}",
        "topology={kind: hypercube, dimensions: 3}",
        "topology={kind: ring, nodes: 5}",
        "topology={kind: torus, size: [3, 2]}",
        "topology={kind: fat_tree, radix: 2, levels: 2}",
        "topology={kind: complete, nodes: 9}",
        "topology={kind: mesh, size: [40, 40]}",
        "routing.algorithm=shortest_path",
        "routing.algorithm=random_minimal",
        "routing.algorithm=up_down",
        "routing.algorithm=valiant",
        "router.buffer_flits=unbounded",
        "router.buffer_flits=100",
        "router.buffer_flits=1",
        "router.pipeline=4",
        "router.lookahead=true",
        "router.speculation=exact",
        "router.bypass=true",
        "router.priority=age",
        "router.switching=virtual_cut_through",
        "router.switching=store_and_forward",
        "router.allocators={vc: at_switch, switch: islip}",
        "router.message_classes=2",
        "router.injection_ports=all",
        "router.ejection_ports=3",
        "router.injection_vcs=1",
        "router.flit_bytes=64",
        "router.flit_bytes=100",
        "router.virtual_channels=1",
        "link={latency: 0, cycles_per_flit: 2}",
        "link.cycles_per_flit=300",
        "traffic.length=1",
        "traffic={pattern: request_reply}",
        "traffic.broadcast={fraction: 0.1, algorithm: sbt}",
        "traffic.multicast={fraction: 0.1, algorithm: dual_path, destinations: 2}",
        "deadlock=recover_regressive",
        "faults=[{node: 1, at: 10}]",
        "check_data=false"};
    int made = 0;
    const int draws = sized(40, 1000);
    for (int seed = 0; seed < draws; ++seed) {
        Draw draw(static_cast<std::uint64_t>(seed));
        std::vector<std::string> arguments = {"rtl", "export",   "mesh.yaml", "--out",
                                              "out", "--cycles", "50"};
        for (int setting = draw.number(1, 4); setting > 0; --setting) {
            arguments.insert(arguments.end(), {"--set", draw.word(settings)});
        }
        std::filesystem::remove_all(folder_.path() / "out");
        const Finished finished = run(arguments);
        ASSERT_TRUE(finished.code == 0 || finished.code == 2)
            << testing::PrintToString(arguments) << finished.err;
        ASSERT_EQ(folder_.has("out"), finished.code == 0) << finished.err;
        made += finished.code == 0 ? 1 : 0;
    }
    EXPECT_GT(made, draws / 5);
    EXPECT_LT(made, draws * 4 / 5);
}

/// Simulated in both and synthesised, where tests may take long.
class ExportedNetworks : public RtlExport, public testing::WithParamInterface<std::string> {};

TEST_P(ExportedNetworks, AreCleanAndEqual) {
    folder_.write("graph.yaml", "links: [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [3, 4]]\n");
    export_with({GetParam(), "traffic.load=0.1"});
    expect_lint_clean();
    expect_plays("icarus");
    if (sized(0, 1) == 1) {
        expect_plays("verilator");
        expect_synthesises();
    }
}

std::vector<std::string> networks() {
    std::vector<std::string> all = {"topology={kind: custom, file: graph.yaml}"};
    if (sized(0, 1) == 1) {
        all.insert(
            all.end(),
            {"topology={kind: mesh, size: [4, 4]}", "topology={kind: hypercube, dimensions: 6}",
             "topology={kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}"});
    }
    return all;
}
INSTANTIATE_TEST_SUITE_P(Networks, ExportedNetworks, testing::ValuesIn(networks()));

}  // namespace
}  // namespace flitscope::tb
