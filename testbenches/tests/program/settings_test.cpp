// Settings that lie over each other or have no effect, as users meet them.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using Settings = Cli;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kNoEffect =
    "flitscope: warning: no effect: router.virtual_channels = 2, router.pipeline = 1 "
    "(router.organisation = output_queued)\n";

TEST_F(Settings, WithoutEffectAreOneWarningAndGoneFromTheResult) {
    folder_.write("c.yaml", std::string(kSmall) + "router: {virtual_channels: 2, pipeline: 1}\n");
    const std::vector<std::string> run_it = {
        "run", "c.yaml", "--set",
        "router={organisation: output_queued, switching: store_and_forward}"};
    const Finished first = run(run_it);
    EXPECT_EQ(first.code, 0);
    EXPECT_EQ(first.err, kNoEffect);
    const Finished again = run({"run", "result.json", "--strict", "--out", "again"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(again.err, "");
    EXPECT_EQ(without_machine(folder_.read("again/result.json")),
              without_machine(folder_.read("result.json")));
    std::vector<std::string> quiet = run_it;
    quiet.emplace_back("--quiet");
    EXPECT_EQ(run(quiet).err, "");
}

TEST_F(Settings, WithoutEffectAreSaidByCommandsThatDoNotSimulateToo) {
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\nrouter: {virtual_channels: 2, pipeline: "
                  "1, organisation: output_queued, switching: store_and_forward}\n");
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"topology", "c.yaml"},
             {"verify", "c.yaml"},
             {"route", "c.yaml", "--from", "0", "--to", "5"},
             {"crosscheck", "c.yaml", "--set", "measure.max_cycles=500"}}) {
        const Finished finished = run(command);
        EXPECT_EQ(finished.code, 0) << command[0];
        EXPECT_THAT(finished.err, HasSubstr(kNoEffect)) << command[0];
    }
}

TEST_F(Settings, WithoutEffectAreRefusedByStrict) {
    folder_.write("c.yaml", std::string(kSmall) + "router: {service: kept}\n");
    expect_usage_error({"run", "c.yaml", "--strict"},
                       "c.yaml:4:19: router.service = kept: no effect (router.organisation = "
                       "input_queued); accepted: kept, redrawn with router.organisation "
                       "output_queued");
    expect_usage_error({"topology", "c.yaml", "--strict"}, "no effect");
    EXPECT_FALSE(folder_.has("result.json"));
    folder_.write("strict.yaml", std::string(kSmall) + "strict: true\n");
    const Finished fine = run({"run", "strict.yaml"});
    EXPECT_EQ(fine.code, 0) << fine.err;
    EXPECT_FALSE(Json::parse(folder_.read("result.json"))["config"].contains("strict"));
}

TEST_F(Settings, OfASectionAreMergedOrReplaced) {
    folder_.write("c.yaml", std::string(kSmall) + "router: {pipeline: 1, virtual_channels: 8}\n");
    const auto pipeline = [&](const std::string& set) {
        const Finished finished = run({"run", "c.yaml", "--json", "--quiet", "--set", set});
        return Json::parse(finished.out)["config"]["router"]["pipeline"].get<int>();
    };
    EXPECT_EQ(pipeline("router={virtual_channels: 2}"), 1);
    EXPECT_EQ(pipeline("router=!{virtual_channels: 2}"), 3);
    const Finished torus = run({"topology", "c.yaml", "--set", "topology.kind=torus", "--json"});
    EXPECT_EQ(Json::parse(torus.out)["nodes"], 16);
    EXPECT_THAT(torus.err, IsEmpty());
}

}  // namespace
}  // namespace flitscope::tb
