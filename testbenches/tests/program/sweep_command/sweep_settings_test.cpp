// Sweeps over values that do not all go together, or make other settings useless, with one base.
#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kSomeCannotBe =
    "base: base.yaml\n"
    "config: {measure: {warmup_messages: 50, max_cycles: 2000}}\n"
    "axes: {traffic.pattern: [uniform, transpose], topology.size: [[4, 4], [4, 2]]}\n"
    "saturation: {precision: 0.5}\n";

TEST_F(SweepCli, LeavesOutPointsThatCannotBeAndListsThem) {
    folder_.write("sweep.yaml", kSomeCannotBe);
    expect_usage_error({"sweep", "sweep.yaml", "--dry-run"}, "transpose needs a square grid");
    folder_.write("sweep.yaml", std::string(kSomeCannotBe) + "skip: impossible\n");
    const Finished dry = run({"sweep", "sweep.yaml", "--dry-run", "--json"});
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_EQ(Json::parse(dry.out)["skipped"], 2) << "a point and a search";
    EXPECT_EQ(Json::parse(dry.out)["points"], 6);
    EXPECT_THAT(dry.err,
                HasSubstr("flitscope: warning: skip: impossible leaves out 2 points:\n"
                          "  sweep.yaml:3:35: traffic.pattern = transpose: transpose "
                          "needs a square grid, this one is 4 by 2 (at the point "
                          "{\"traffic.pattern\":\"transpose\",\"topology.size\":[4,2]})\n"));
    const Finished all = run({"sweep", "sweep.yaml", "--out", "results", "--quiet", "--json"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_EQ(Json::parse(all.out)["done"], 6);
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "6 points: 6 done, 0 failed, 0 missing, 0 running\n");
    EXPECT_EQ(run({"sweep", "collect", "results"}).code, 0);
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "results", "--quiet", "--json"}).out, all.out);
}

TEST_F(SweepCli, WithoutAPointThatCanBeIsRefused) {
    folder_.write("sweep.yaml",
                  "base: base.yaml\nskip: impossible\n"
                  "axes: {traffic.pattern: [transpose], topology.size: [[4, 3], [4, 2]]}\n");
    expect_usage_error(
        {"sweep", "sweep.yaml", "--dry-run"},
        "no point of the sweep is possible; the first: sweep.yaml:3:26: traffic.pattern");
    folder_.write("sweep.yaml",
                  "base: base.yaml\nskip: impossible\naxes: {router.pipeline: [1, 2, 7]}\n");
    expect_usage_error({"sweep", "sweep.yaml", "--dry-run"}, "router.pipeline = 7: out of range");
}

TEST_F(SweepCli, OverOrganisationsNamesWhatHasNoEffectOnceForAllPoints) {
    const std::string axes =
        "base: base.yaml\n"
        "config: {router: {switching: store_and_forward, service: kept, pipeline: 1}}\n"
        "axes: {router.organisation: [input_queued, output_queued], router.virtual_channels: [2, "
        "4]}\n";
    folder_.write("sweep.yaml", axes);
    expect_usage_error({"sweep", "sweep.yaml", "--dry-run"},
                       "points 2 and 3 are the same configuration");
    folder_.write("sweep.yaml", axes + "skip: impossible\n");
    const Finished sweep = run({"sweep", "sweep.yaml", "--out", "results"});
    EXPECT_EQ(sweep.code, 0) << sweep.err;
    EXPECT_EQ(sweep.out, "3 points: 3 done, 0 failed, 0 missing, 0 running\n");
    EXPECT_THAT(sweep.err,
                HasSubstr("flitscope: warning: at some points no effect: router.service = kept "
                          "(router.organisation = input_queued); router.virtual_channels = 2, "
                          "router.pipeline = 1 (router.organisation = output_queued)\n"));
    EXPECT_THAT(sweep.err, HasSubstr("  points 2 and 3 are the same configuration"));
    EXPECT_EQ(run({"sweep", "status", "results"}).out, sweep.out);
    expect_usage_error({"sweep", "sweep.yaml", "--dry-run", "--strict"},
                       "router.service = kept: no effect (router.organisation = input_queued)");
}

/// --strict says how to read a sweep, not which one it is: the points are the same.
TEST_F(SweepCli, StrictIsNoOtherSweep) {
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "results", "--strict"}).code, 0);
    const Finished again = run({"sweep", "sweep.yaml", "--out", "results"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_THAT(folder_.read("results/sweep.yaml"), Not(HasSubstr("strict")));
}

}  // namespace
}  // namespace flitscope::tb
