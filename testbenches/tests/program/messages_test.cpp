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
    // Files that the configuration names.
    folder_.write("empty.yaml", "");
    std::filesystem::create_directories(folder_.path() / "folder.csv");
    std::filesystem::create_directories(folder_.path() / "folder.yaml");
    const auto refused = [&](const std::string& set, const std::string& why) {
        expect_usage_error({"run", "c.yaml", "--set", set + "}"}, why);
    };
    for (const std::string part :
         {"traffic={arrivals: trace, file: ", "routing={algorithm: table, file: "}) {
        refused(part + "none.csv", "none.csv: cannot be opened: No such file or directory");
        refused(part + "c.yaml/x.csv", "c.yaml/x.csv: cannot be opened: Not a directory");
        refused(part + "folder.csv", "folder.csv: cannot be read: Is a directory");
    }
    const std::string network = "topology={kind: custom, file: ";
    refused(network + "none.yaml", "none.yaml: cannot be read: No such file or directory");
    refused(network + "folder.yaml", "folder.yaml: cannot be read: Is a directory");
    refused(network + "empty.yaml", "empty.yaml: is empty");
    expect_usage_error({"compare", "none.json", "c.yaml"}, "none.json: ");
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
