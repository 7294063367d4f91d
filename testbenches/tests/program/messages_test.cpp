// What the program says of a mistake: whole names, on one line.
#include <unistd.h>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

TEST_F(Cli, MessagesNameTheWholeFileAndTheWholeKey) {
    folder_.write("c.yaml", kSmall);
    const std::string deep = "a/folder/with/a/long/name/inside/another/folder/with/a/long/name/";
    expect_usage_error({"run", deep + "network.yaml"}, deep + "network.yaml: cannot be opened");
    expect_usage_error({"run", "c.yaml", deep + "network.yaml"}, deep + "network.yaml");
    expect_usage_error({"run", "c.yaml", "--events", deep + "run.events"}, deep + "run.events");
    expect_usage_error({"run", "c.yaml", "--set", "level.verilog.router=" + deep + "mine"},
                       ": level.verilog.router = " + deep + "mine: not the name of a plug-in");
    const std::string key = "allocators.a_name_for_an_allocator_that_nobody_would_ever_give";
    expect_usage_error({"run", "c.yaml", "--set", "router." + key + "=1"},
                       ": router." + key + " = 1: unknown key");
}

TEST_F(Cli, FilesThatCannotBeOpenedSayWhy) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "none.yaml"}, "none.yaml: cannot be opened: No such file");
    expect_usage_error({"run", "c.yaml/none.yaml"},
                       "c.yaml/none.yaml: cannot be opened: Not a dir");
    expect_usage_error({"run", "."}, ".: cannot be read: Is a directory");
    expect_usage_error({"run", "c.yaml", "--events", "no/such/folder"}, "No such file");
    expect_usage_error({"run", "c.yaml", "--out", "c.yaml/x"}, "--out: c.yaml/x: Not a directory");
    if (geteuid() != 0) {  // root may read everything
        folder_.write("secret.yaml", kSmall);
        std::filesystem::permissions(folder_.path() / "secret.yaml", std::filesystem::perms::none);
        expect_usage_error({"run", "secret.yaml"}, "secret.yaml: cannot be opened: Permission");
    }
}

TEST_F(Cli, ANewlineInAValueDoesNotSplitTheMessage) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"run", "c.yaml", "--set", "router.pipeline=\n9"},
                       "--set router.pipeline=\\n9: router.pipeline = 9: out of range");
    expect_usage_error({"run", "c.yaml", "--set", "router.pipeline='a\n\nb'"}, "\"a\\nb\"");
    expect_usage_error({"run", "c.yaml", "--set", "a\nb=1"}, "a\\nb = 1: unknown key");
    expect_usage_error({"run", "no\nfile.yaml"}, "no\\nfile.yaml: cannot be opened");
    expect_usage_error({"run", "c.yaml", "--out", "c.yaml/a\nb"}, "c.yaml/a\\nb");
    expect_usage_error({"run", "c.yaml", "--events", "no/such\nfolder"}, "no/such\\nfolder");
    expect_usage_error({"run\n"}, "unknown command \"run\\n\"");
    expect_usage_error({"run", "c.yaml", "a\nb"}, "a\\nb");
    expect_usage_error({"route", "c.yaml", "--from", "1\n2", "--to", "3"}, "1\\n2");
}

}  // namespace
}  // namespace flitscope::tb
