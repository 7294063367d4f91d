// What users of `flitscope report` see; the page itself is looked at in a browser
// (report_command/report_page_test.mjs).
#include <filesystem>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using ReportProgram = Cli;

TEST_F(ReportProgram, WritesThePageBesideThePoints) {
    folder_.write("small.yaml", kSmall);
    folder_.write("loads.yaml", "base: small.yaml\naxes: {traffic.load: [0.05, 0.1]}\n");
    ASSERT_EQ(run({"sweep", "loads.yaml", "--out", "loads", "--quiet"}).code, 0);
    const auto report = run({"report", "loads"});
    EXPECT_EQ(report.code, 0) << report.err;
    EXPECT_EQ(report.out, "loads/report.html: 2 points\n");
    EXPECT_THAT(folder_.read("loads/report.html"), StartsWith("<!DOCTYPE html>"));
}

TEST_F(ReportProgram, HasTheCurveOfTheModelThatTheConfigurationNames) {
    folder_.write("model.yaml",
                  "config:\n"
                  "  topology: {kind: hypercube, dimensions: 3}\n"
                  "  router: {pipeline: 1, injection_ports: all, ejection_ports: all}\n"
                  "  link: {latency: 0}\n"
                  "  traffic: {arrivals: poisson, length: 16}\n"
                  "  measure: {warmup_messages: 100, max_cycles: 20000}\n"
                  "  model: {name: broadcast_wormhole}\n"
                  "axes: {traffic.rate: [0.002, 0.004]}\n");
    ASSERT_EQ(run({"sweep", "model.yaml", "--out", "model", "--quiet"}).code, 0);
    ASSERT_EQ(run({"report", "model"}).code, 0);
    EXPECT_THAT(folder_.read("model/report.html"), HasSubstr("\"model.unicast\""));
    // The database of all points takes it, too.
    EXPECT_EQ(run({"sweep", "collect", "model", "--quiet"}).code, 0);
}

TEST_F(ReportProgram, RefusesWithOneLine) {
    folder_.write("small.yaml", kSmall);
    expect_usage_error({"report", "none"}, "none");
    expect_usage_error({"report", "small.yaml"}, "small.yaml");
    expect_usage_error({"report", ".", "--out", "x"}, "--out: report draws what is in DIR");
    expect_usage_error({"report", ".", "--json"}, "--json: ");
    folder_.write("loads.yaml", "base: small.yaml\naxes: {traffic.load: [0.05]}\n");
    ASSERT_EQ(run({"sweep", "loads.yaml", "--out", "loads", "--quiet"}).code, 0);
    std::filesystem::remove_all(folder_.path() / "loads/points");
    expect_usage_error({"report", "loads"}, "loads: no point is finished yet");
}

}  // namespace
}  // namespace flitscope::tb
