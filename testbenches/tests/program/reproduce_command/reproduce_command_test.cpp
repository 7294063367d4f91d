// Figures of papers: what the program makes of their files, and what it says about the statements.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A model over the locality, without a simulation. The slower links of `slow` carry half as much.
constexpr const char* kModels = R"(title: Saturation rate over locality
source: Fig. 1
x: {key: traffic.alpha, label: alpha}
y: {figure: model.saturation_rate, label: rate}
common:
  run: model
  config:
    topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}
    routing: {algorithm: hierarchical, within: random}
    traffic: {pattern: cluster_local, rate: 0}
    model: {name: hierarchical_delay, mu_cluster: 2}
  axes: {traffic.alpha: [0.5, 0.7, 0.9]}
curves:
  fast: {config: {model: {mu_level2: 2}}}
  slow: {config: {model: {mu_cluster: 1, mu_level2: 1}}}
  ratio: {formula: fast / slow, hidden: true}
statements:
  - text: The fast network carries twice as much.
    page: "7"
    test: {value: ratio, is: 2, tolerance: 0.01}
  - text: The slow network carries less.
    test: {order: [slow, fast], by: 1.5, from: 0.5, to: 0.9}
  - text: The rate rises with the locality.
    test: {rises: fast}
)";

/// Simulations of a moment.
constexpr const char* kSimulations = R"(title: Latency over load
source: Fig. 2
x: {key: traffic.load, label: load}
y: {figure: latency.unicast.mean, label: latency}
common:
  config:
    topology: {kind: mesh, size: [4, 4]}
    measure: {warmup_messages: 200, max_cycles: 20000}
  axes: {traffic.load: {from: 0.05, to: 0.4, step: 0.05}}
curves:
  two: {config: {router: {virtual_channels: 2}}}
  four: {config: {router: {virtual_channels: 4}}}
  hops: {y: {figure: hops.mean}, config: {router: {virtual_channels: 4}}}
statements:
  - text: Virtual channels help.
    test: {order: [four, two], by: 0.9}
quick: {common: {axes: {traffic.load: [0.1]}}}
)";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), by);
}

class ReproduceCli : public Cli {
protected:
    ReproduceCli() { std::filesystem::create_directory(folder_.path() / "paper"); }

    Finished reproduce(const std::string& text, std::vector<std::string> more = {}) {
        folder_.write("paper/figure_1.yaml", text);
        more.insert(more.begin(), {"reproduce", "paper/figure_1.yaml", "--out", "out"});
        return run(more);
    }
    void expect_refused(const std::string& text, const std::string& message) {
        folder_.write("paper/figure_1.yaml", text);
        expect_usage_error({"reproduce", "paper/figure_1.yaml", "--out", "out"}, message);
    }
    std::int64_t sweeps() const {
        const std::filesystem::directory_iterator folders(folder_.path() / "out/sweeps");
        return std::distance(begin(folders), end(folders));
    }
};

TEST_F(ReproduceCli, MakesAFigureAndJudgesItsStatements) {
    const Finished made = reproduce(kModels);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.out, StartsWith("paper figure_1: Saturation rate over locality\n"
                                     "  holds: The fast network carries twice as much. (7)\n"
                                     "    ratio = 2\n"));
    EXPECT_THAT(folder_.read("out/paper/figure_1.csv"),
                AllOf(StartsWith("curve,x,y,half_width,saturated,undecided\nfast,0.5,"),
                      HasSubstr("\nratio,0.9,2,,0,0\n")));
    EXPECT_THAT(folder_.read("out/paper/figure_1.svg"), HasSubstr("<svg"));
    const Finished json = reproduce(kModels, {"--json"});
    const Json figure = Json::parse(json.out).at(0);
    EXPECT_EQ(figure["statements"][2]["verdict"], "holds");
    EXPECT_NEAR(figure["curves"]["ratio"][1]["y"].get<double>(), 2, 1e-9);
    EXPECT_EQ(sweeps(), 2) << "the second time nothing new ran";
}

TEST_F(ReproduceCli, FactorsOfTheFigureApplyOnceNotAgainToFormulas) {
    const Finished made = reproduce(replaced(kModels, "label: rate}", "label: rate, divide: 200}"));
    EXPECT_EQ(made.code, 0) << made.out;
    EXPECT_THAT(folder_.read("out/paper/figure_1.csv"), HasSubstr("\nratio,0.9,2,,0,0\n"));
    const Finished own =
        reproduce(replaced(kModels, "formula: fast / slow", "formula: fast / slow, y: {scale: 3}"));
    EXPECT_THAT(own.out, HasSubstr("ratio = 6"));
}

TEST_F(ReproduceCli, AChangedToleranceOrderOrNumberTurnsTheVerdict) {
    const std::filesystem::path program(FLITSCOPE_PROGRAM);
    std::ifstream file(program.parent_path() / "reproduce/dandamudi/figure_8.yaml");
    const std::string figure{std::istreambuf_iterator<char>(file), {}};
    const Finished unchanged = reproduce(figure);
    EXPECT_EQ(unchanged.code, 0) << unchanged.out;
    EXPECT_THAT(unchanged.out, Not(HasSubstr("does not hold: For alpha")));
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"is: 2, tolerance: 0.01", "is: 2.05, tolerance: 0.01"},
        {"[si, rs, bh]", "[bh, rs, si]"},
        {"[si, rs, bh]", "[si, rs, bh], by: 1.1"},
        {"at_most: 2.99, from: 0.8", "at_most: 2.99, from: 0.5"}};
    for (const auto& [old, by] : changes) {
        const Finished turned = reproduce(replaced(figure, old, by));
        EXPECT_EQ(turned.code, 1) << by;
        EXPECT_THAT(turned.out, AllOf(HasSubstr("does not hold"), HasSubstr("off by"))) << by;
    }
    const Finished wide =
        reproduce(replaced(figure, "is: 2, tolerance: 0.01", "is: 2.05, tolerance: 0.05"));
    EXPECT_EQ(wide.code, 0) << wide.out;
    EXPECT_THAT(reproduce(replaced(kModels, "rises: fast", "falls: fast")).out,
                HasSubstr("does not hold: The rate rises with the locality."));
}

TEST_F(ReproduceCli, AStatementMayHoldWithACorrectionOrBeExplained) {
    const std::string fails = replaced(kModels, "is: 2, tol", "is: 3, tol");
    const Finished corrected = reproduce(
        replaced(fails, "    page: \"7\"\n",
                 "    page: \"7\"\n    correction: {name: half the rate, test: {value: ratio, "
                 "is: 2, tolerance: 0.01}}\n"));
    EXPECT_EQ(corrected.code, 0) << corrected.out;
    EXPECT_THAT(corrected.out, HasSubstr("  holds with correction (half the rate): The fast"));
    const Finished explained =
        reproduce(replaced(fails, "    page: \"7\"\n", "    because: the links are slower\n"));
    EXPECT_EQ(explained.code, 0) << explained.out;
    EXPECT_THAT(explained.out,
                HasSubstr("  does not hold: The fast network carries twice as much.\n"
                          "    ratio = 2 at x = 0.5, wanted 2.97 to 3.03: off by 33 %\n"
                          "    because: the links are slower\n"));
}

/// 60 cycles cannot show whether this mesh saturates at 0.8.
TEST_F(ReproduceCli, ARunThatIsUndecidedDecidesNothing) {
    const std::string text =
        replaced(replaced(kSimulations, "{from: 0.05, to: 0.4, step: 0.05}", "[0.05, 0.8]"),
                 "warmup_messages: 200, max_cycles: 20000", "warmup_messages: 0, max_cycles: 60");
    const Finished made = reproduce(text, {"--page", "page.md"});
    EXPECT_THAT(made.out, HasSubstr("  undecided: Virtual channels help.\n"));
    EXPECT_THAT(made.out, HasSubstr("where a run is undecided"));
    EXPECT_EQ(made.code, 1);
    EXPECT_THAT(folder_.read("out/paper/figure_1.csv"), HasSubstr(",0,1\n"));
    EXPECT_THAT(folder_.read("out/paper/figure_1.svg"), HasSubstr("?: the run is undecided"));
    const Json json = Json::parse(reproduce(text, {"--json"}).out).at(0);
    EXPECT_EQ(json["statements"][0]["verdict"], "undecided");
    EXPECT_EQ(json["curves"]["two"][1]["undecided"], true);
}

TEST_F(ReproduceCli, SharesSweepsAndGoesOnAfterAKill) {
    ProcessOptions options;
    options.terminal = true;
    options.signal = SIGKILL;
    options.signal_when = " points";
    folder_.write("paper/figure_1.yaml",  // killed in a sweep that never ends
                  replaced(kSimulations, "  four: ",
                           "  endless: {config: {measure: {relative_error: 1e-6, "
                           "max_cycles: 1000000000000}}}\n  four: "));
    const Finished killed =
        run({"reproduce", "paper/figure_1.yaml", "--out", "out", "--jobs", "1"}, options);
    EXPECT_EQ(killed.code, 1000 + SIGKILL) << killed.err;
    EXPECT_FALSE(folder_.has("out/paper/figure_1.csv"));
    const Finished resumed = reproduce(kSimulations);
    EXPECT_EQ(resumed.code, 0) << resumed.out << resumed.err;
    const bool killed_in_endless = sweeps() == 3;  // else in `two`
    EXPECT_TRUE(killed_in_endless || sweeps() == 2) << "`four` and `hops` have one";
    const std::string csv = folder_.read("out/paper/figure_1.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3 * 8);
    EXPECT_EQ(run({"reproduce", "paper/figure_1.yaml", "--out", "other"}).code, 0);
    EXPECT_EQ(folder_.read("other/paper/figure_1.csv"), csv);
    const Finished quick = reproduce(kSimulations, {"--quick"});
    EXPECT_EQ(quick.code, 0) << quick.err;
    const std::string few = folder_.read("out/paper/figure_1.csv");
    EXPECT_EQ(std::count(few.begin(), few.end(), '\n'), 1 + 3);
    EXPECT_THAT(csv, HasSubstr(few.substr(few.find("two"), few.find("\nfour") - few.find("two"))));
}

TEST_F(ReproduceCli, HandsItsPointsOverToAnExecutor) {
    folder_.write("here.yaml", "submit: seq 0 {last} | xargs -n 1 sh {script}\n");
    const Finished submitted = reproduce(kModels, {"--executor", "here.yaml"});
    EXPECT_EQ(submitted.code, 0) << submitted.err;
    EXPECT_THAT(submitted.err, HasSubstr("all points are in jobs or finished"));
    EXPECT_FALSE(folder_.has("out/paper/figure_1.csv"));
    EXPECT_EQ(reproduce(kModels).code, 0);
    EXPECT_EQ(reproduce(kModels, {"--executor", "here.yaml", "--wait"}).code, 0);
}

TEST_F(ReproduceCli, APointThatFailsIsNamedAndTheRestIsMade) {
    std::string text =
        replaced(kSimulations, "axes: {traffic.load: {from: 0.05, to: 0.4, step: 0.05}}",
                 "axes: {traffic.load: [0.1]}");
    text = replaced(text, "  two: {config: {router: {virtual_channels: 2}}}\n",
                    "  two: {config: {topology: {replace: true, kind: hypercube, dimensions: 3}, "
                    "router: {virtual_channels: 1}, routing: {algorithm: random_minimal}, "
                    "deadlock: refuse}}\n");
    const Finished made = reproduce(text);
    EXPECT_EQ(made.code, 1);
    EXPECT_THAT(made.err, AllOf(HasSubstr("flitscope: paper/figure_1: curve two: point {\"traffic."
                                          "load\":0.1,"),
                                HasSubstr("/failed/")));
    EXPECT_THAT(made.out, HasSubstr("  not judged: Virtual channels help.\n"
                                    "    points of the curve two failed\n"));
    EXPECT_THAT(folder_.read("out/paper/figure_1.csv"),
                AllOf(HasSubstr("four,0.1,"), Not(HasSubstr("two,"))));
    EXPECT_THAT(folder_.read("out/paper/figure_1.svg"), HasSubstr("<svg"));
}

TEST_F(ReproduceCli, RefusesMistakesWithTheirPlace) {
    expect_refused(replaced(kModels, "hidden: true", "hiden: true"),
                   "figure_1.yaml:16:33: curves.ratio.hiden = true: unknown key; accepted: label");
    expect_refused(replaced(kModels, "[slow, fast]", "[slow, vast]"),
                   "figure_1.yaml:22:26: statements[1].test.order = vast: there is no curve vast; "
                   "accepted: an expression of the curves fast, ratio, slow");
    expect_refused(replaced(kModels, "fast / slow", "fast / ratio"),
                   "curves.ratio.formula = fast / ratio: there is no curve ratio");
    expect_refused(replaced(kModels, "rises: fast", "rise: fast"),
                   "statements[2].test.rise = fast");
    expect_refused(replaced(kModels, ", tolerance: 0.01", ""), "tolerance");
    expect_refused(replaced(kModels, "source: Fig. 1\n", ""), "source");
    expect_refused(replaced(kModels, "traffic.alpha: [0.5", "traffic.alfa: [0.5"), "traffic.alfa");
    expect_refused(replaced(kModels, "key: traffic.alpha", "key: traffic.pattern"),
                   "figure_1.yaml:3:10: x = traffic.pattern: not a number");
    expect_refused(replaced(kModels, "model.saturation_rate", "model.saturation"),
                   "figure_1.yaml:4:13: y.figure = model.saturation: no point of the curve fast");
    expect_refused(
        replaced(kModels, "    page: \"7\"\n",
                 "    correction: {name: one point, test: {value: ratio, is: 3, "
                 "tolerance: 0.5, at: 0.7}}\n"),
        "statements[0].correction.test = {value: ratio, is: 3, tolerance: 0.5, at: 0.7}: "
        "one x that the test of the statement does not name");
    expect_refused(replaced(kModels, "hidden: true", "colour: none"),
                   "curves.ratio.colour = none: there is no curve none above");
    expect_refused(replaced(kModels, "formula: fast / slow", "points: [[1, 2, 3]]"),
                   "curves.ratio.points = [1, 2, 3]: not a point");
    expect_refused(std::string(kModels) + "quick: {curves: {none: {}}}\n", "quick.curves.none");
    expect_usage_error({"reproduce", "dandamudy"}, "did you mean dandamudi?");
    expect_usage_error({"reproduce", "dandamudi", "figure_99"},
                       "dandamudi has no figure figure_99");
    expect_usage_error({"reproduce", "none.yaml"}, "none.yaml");
}

TEST_F(ReproduceCli, RunsCommandsAndDraws) {
    const Finished command = reproduce(R"(title: Links
source: Table 1
x: {key: topology.size}
y: {figure: links.total}
curves:
  mesh: {command: [topology], config: {topology: {kind: mesh}}, axes: {topology.size: [[2, 2], [3, 3]]}}
  counted: {points: [[4, 4], [9, 12]]}
statements:
  - {text: A mesh has so many links., test: {value: mesh / counted, is: 1, tolerance: 0}}
)");
    EXPECT_EQ(command.code, 0) << command.out << command.err;
    EXPECT_THAT(command.out, HasSubstr("holds: A mesh has so many links."));
    const Finished drawing = reproduce(
        "title: Paths\nsource: Fig. 3\ndraw:\n  command: [plan, --algorithm, rd, --source, \"0\"]\n"
        "  save: --svg\n  config: {topology: {kind: mesh, size: [4, 4]}}\n");
    EXPECT_EQ(drawing.code, 0) << drawing.err;
    EXPECT_THAT(folder_.read("out/paper/figure_1.svg"), HasSubstr("<svg"));
}

TEST_F(ReproduceCli, WritesAPage) {
    folder_.write("paper/paper.yaml", "title: A study\nauthors: A. Author\n");
    const Finished made =
        reproduce(replaced(replaced(kModels, "source: Fig. 1", "source: Fig. 1\ntable: true"),
                           "slow: {", "slow: {panel: (b), "),
                  {"--page", "page.md"});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(
        folder_.read("page.md"),
        AllOf(HasSubstr("| A. Author | 3 | 3 | 0 | 0 | 0 | 0 |"),
              HasSubstr("### Fig. 1: Saturation rate over locality"),
              HasSubstr("](images/reproduce/paper_figure_1.svg)"),
              HasSubstr("| The fast network carries twice as much. | 7 | holds | ratio = 2"),
              HasSubstr("\n\n| alpha | fast |\n|---|---|\n| 0.5 | "),
              HasSubstr("\n\n(b):\n\n| alpha | slow |\n|---|---|\n| 0.5 | ")));
    EXPECT_TRUE(folder_.has("images/reproduce/paper_figure_1.svg"));
}

/// The papers read again: what their sentences say where no simulation is needed.
TEST_F(ReproduceCli, JudgesWhatPapersSayWithoutSimulations) {
    const auto verdicts = [&](const std::string& paper, const std::string& figure) {
        const Finished made = run({"reproduce", paper, figure, "--out", "out", "--json"});
        EXPECT_EQ(made.code, 0) << made.err;
        std::vector<std::string> all;
        const Json figures = Json::parse(made.out);
        for (const Json& each : figures.at(0)["statements"]) {
            all.push_back(each["verdict"]);
        }
        return all;
    };
    const std::string holds = "holds", corrected = "holds_corrected", fails = "fails";
    EXPECT_THAT(verdicts("al_dubai", "figure_4"), Each(holds)) << "NP-D in k + 2 steps";
    EXPECT_THAT(verdicts("al_dubai", "theorem_2"), ElementsAre(corrected));
    EXPECT_THAT(verdicts("dandamudi", "figure_6"), Each(holds));
    EXPECT_THAT(verdicts("dandamudi", "figure_8"), Each(holds));
    EXPECT_THAT(verdicts("dandamudi", "figure_11"), ElementsAre(corrected));
    EXPECT_THAT(verdicts("dandamudi", "figure_12"), ElementsAre(holds, fails, holds));
    EXPECT_THAT(verdicts("dandamudi", "mapping"), Each(holds));
    EXPECT_THAT(verdicts("dandamudi", "boards"), Each(holds));
    EXPECT_THAT(verdicts("el_obaid", "steps"), ElementsAre(holds, holds, corrected));
}

TEST_F(ReproduceCli, ListsAllFiguresOfThePapers) {
    const Finished list = run({"reproduce", "--list"});
    EXPECT_EQ(list.code, 0) << list.err;
    EXPECT_THAT(list.out, HasSubstr("dandamudi: Performance analysis of a class of"));
    EXPECT_THAT(list.out, HasSubstr("  figure_8     Fig. 8: Saturation rate over locality"));
    EXPECT_FALSE(folder_.has("reproduce")) << "nothing ran";
}

}  // namespace
}  // namespace flitscope::tb
