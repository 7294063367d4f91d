// What the program answers to a command line that it does not take: how it is done.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

TEST_F(Cli, HelpIsACommandToo) {
    const Finished help = run({"help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.out, run({"--help"}).out);
    EXPECT_THAT(help.out, testing::HasSubstr("flitscope help COMMAND"));
    const Finished of_run = run({"help", "run"});
    EXPECT_EQ(of_run.code, 0);
    EXPECT_EQ(of_run.out, run({"run", "--help"}).out);
    expect_usage_error({"help", "rum"}, "unknown command \"rum\"; one of run, crosscheck");
    expect_usage_error({"help", "rum"}, "did you mean \"run\"?");
}

TEST_F(Cli, AnOptionThatIsAKeySaysHowItIsSet) {
    folder_.write("c.yaml", kSmall);
    const std::string by = "; to set a key of the configuration, use ";
    const std::string load = "unknown option --load" + by + "--set traffic.load=0.2 (see";
    expect_usage_error({"run", "c.yaml", "--load", "0.2"}, load);
    expect_usage_error({"run", "c.yaml", "--load=0.2"}, load);
    expect_usage_error({"run", "--load", "0.2", "c.yaml"}, load);
    expect_usage_error({"--load", "0.2", "run", "c.yaml"}, load);
    expect_usage_error({"run", "c.yaml", "--seed", "3"}, by + "--set seed=3 (see flitscope run");
    expect_usage_error({"crosscheck", "c.yaml", "--level", "signal"}, "--levels");
    expect_usage_error({"run", "c.yaml", "--level", "signal"}, by + "--set level=signal");
    expect_usage_error({"run", "c.yaml", "--level"}, by + "--set level=VALUE");
    expect_usage_error({"run", "c.yaml", "--router.pipeline=2"}, by + "--set router.pipeline=2");
    expect_usage_error({"run", "c.yaml", "--virtual-channels", "2"},
                       by + "--set router.virtual_channels=2");
    expect_usage_error({"run", "c.yaml", "--size", "[4, 4]"}, by + "--set 'topology.size=[4, 4]'");
    expect_usage_error({"run", "c.yaml", "--nodes", "[0]"},
                       by + "--set 'topology.nodes=[0]' or --set 'traffic.nodes=[0]'");
    expect_usage_error({"run", "c.yaml", "--num_vcs", "2"}, by + "--set router.virtual_channels=2");
    expect_usage_error({"run", "c.yaml", "--lod", "0.2"}, by + "--set traffic.load=0.2");
}

TEST_F(Cli, AnEmptyValueIsNoDefault) {
    folder_.write("c.yaml", kSmall);
    folder_.write("m.yaml", "model: {name: broadcast_wormhole}\n");
    expect_usage_error({"run", "c.yaml", "--out", ""},
                       "--out has an empty value (see flitscope run --help)");
    expect_usage_error({"run", "c.yaml", "--events", ""}, "--events has an empty value");
    expect_usage_error({"run", "c.yaml", "--set", "seed=2", "--set", ""}, "--set has an empty");
    expect_usage_error({"model", "m.yaml", "--rates", ""}, "--rates has an empty value");
    expect_usage_error({"model", "m.yaml", "--plot", ""}, "--plot has an empty value");
    expect_usage_error({"route", "c.yaml", "--from", "", "--to", "1"}, "--from has an empty");
    EXPECT_FALSE(folder_.has("result.json"));
}

TEST_F(Cli, AMistypedOptionNamesTheNearest) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "c.yaml", "--jsn"},
                       "unknown option --jsn; did you mean \"--json\"?");
    expect_usage_error({"route", "c.yaml", "--frm", "0", "--to", "5"},
                       "unknown option --frm; did you mean \"--from\"?");
    expect_usage_error({"run", "c.yaml", "--bogus-thing"}, "unknown option --bogus-thing (see");
    expect_usage_error({"run", "c.yaml", "-x"}, "unknown option -x (see flitscope run --help)");
    expect_usage_error({"--json", "run", "c.yaml"}, "--json is before the command");
    expect_usage_error({"run", "c.yaml", "d.yaml", "e.yaml"}, "one argument too many: d.yaml");
}

TEST_F(Cli, NamesOfOtherSimulatorsAreTranslated) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "c.yaml", "--set", "traffic.pattern=bitcomp"},
                       "did you mean \"bit_complement\"?");
    expect_usage_error({"run", "c.yaml", "--set", "routing.algorithm=xy"},
                       "did you mean \"dimension_order\"?");
    expect_usage_error({"run", "c.yaml", "--set", "topology.kind=fattree"},
                       "did you mean \"fat_tree\"?");
    expect_usage_error({"run", "c.yaml", "--set", "topology.kind=fly"},
                       "topology.kind = fly: not in this version: a butterfly");
    expect_usage_error({"run", "c.yaml", "--set", "num_vcs=2"},
                       "did you mean \"router.virtual_channels\"?");
}

}  // namespace
}  // namespace flitscope::tb
