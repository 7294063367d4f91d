// What users of `flitscope plan` see and find written.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class PlanProgram : public Cli {
protected:
    PlanProgram() { folder_.write("mesh.yaml", "topology: {kind: mesh, size: [6, 6]}\n"); }

    static std::vector<std::string> plan(const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"plan", "mesh.yaml"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
};

TEST_F(PlanProgram, PrintsATableOrJsonAndWritesWhatIsAskedFor) {
    const auto text = run(plan({"--algorithm", "pcp", "--source", "(2,3)"}));
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, StartsWith("algorithm      pcp\nsource         20\nsteps          2\n"));
    EXPECT_THAT(text.err, IsEmpty());

    const auto json = run(plan({"--algorithm", "pcp", "--source", "20", "--json", "--out",
                                "results", "--svg", "pcp.svg"}));
    EXPECT_EQ(json.code, 0);
    EXPECT_EQ(Json::parse(json.out)["steps"].size(), 2U);
    EXPECT_EQ(folder_.read("results/plan.json"), json.out);
    EXPECT_THAT(folder_.read("pcp.svg"), StartsWith("<svg "));

    const auto quiet = run(plan({"--algorithm", "pcp", "--source", "20", "--quiet"}));
    EXPECT_EQ(quiet.code, 0);
    EXPECT_THAT(quiet.out, IsEmpty());
}

TEST_F(PlanProgram, NamesTheAlgorithmsInItsHelp) {
    const auto help = run({"help", "plan"});
    EXPECT_EQ(help.code, 0);
    for (const char* each : {"two_phase, ", "column_path, ", "sbt, ", "np_d"}) {
        EXPECT_THAT(help.out, HasSubstr(each));
    }
}

TEST_F(PlanProgram, RefusesWhatDoesNotFitWithOneLine) {
    expect_usage_error(plan({"--algorithm", "edn", "--source", "0"}),
                       "--algorithm: edn does not fit a mesh of 6 x 6, it needs a mesh of N x N");
    expect_usage_error(plan({"--algorithm", "two_phase", "--source", "0"}),
                       "--destinations: two_phase is a multicast: it needs at least one");
    expect_usage_error(
        plan({"--algorithm", "two_phase", "--source", "0", "--destinations", "3,4,3"}),
        "--destinations: node 3 is named twice");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--destinations", "3"}),
                       "--destinations: pcp is a broadcast");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--svg", "pcp.pdf"}),
                       "--svg: pcp.pdf: must end in .svg");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "36"}), "--source: no node \"36\"");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--base", "1"}),
                       "--base: pcp has no such choice; only sbt has");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--svg", "mesh.yaml"}),
                       "--svg: mesh.yaml: is also the file of CONFIG");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--svg", "none/x.svg"}),
                       "--svg: none/x.svg: cannot be written");
    expect_usage_error(
        plan({"--algorithm", "pcp", "--source", "0", "--set", "topology.size=[1024, 2048]"}),
        "mesh.yaml:1:18: topology.kind = mesh: 2097152 nodes, but plan takes networks of at "
        "most 1048576");
    expect_usage_error(plan({"--algorithm", "pcp", "--source", "0", "--svg", "x.svg", "--set",
                             "topology.size=[64, 64]"}),
                       "--svg: 4096 nodes, drawn are networks of at most 1024");
    EXPECT_FALSE(folder_.has("x.svg"));
}

}  // namespace
}  // namespace flitscope::tb
