// `flitscope rtl`: what a run needs is named, built, found and used; what goes wrong is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rtl_models/cosim/plugin.h"
#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/little_room.h"

namespace flitscope::tb {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using Json = nlohmann::json;

/// A set as small as they come.
constexpr const char* kLine = R"(topology: {kind: mesh, size: [2]}
router: {virtual_channels: 1, buffer_flits: 2, pipeline: 1}
traffic: {rate: 0.02}
measure: {max_cycles: 3000, warmup_messages: 10}
)";

/// First line of a note (plugin_loader.h).
std::string plugin_version() {
    return "flitscope " FLITSCOPE_VERSION " interface " FLITSCOPE_PLUGIN_INTERFACE;
}

class RtlCommand : public testing::Test {
protected:
    RtlCommand() {
        setenv("XDG_DATA_HOME", (folder_.path() / "data").c_str(), 1);
        folder_.write("line.yaml", kLine);
    }
    Finished run(const std::vector<std::string>& arguments) {
        return run_flitscope(folder_.path(), arguments);
    }
    void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 2) << finished.out << finished.err;
        EXPECT_THAT(finished.err, HasSubstr(message));
    }
    void expect_not_loaded(const std::filesystem::path& set);
    TemporaryFolder folder_;
};

TEST_F(RtlCommand, RefusesNetworksTooLargeForRouteTables) {
    const std::string large = "topology={kind: hypercube, dimensions: 9}";
    const std::string random = "routing={algorithm: random_minimal}";
    const std::string message =
        "level verilog: routing.algorithm = random_minimal needs route tables with addresses of 20 "
        "bits, must be at most 18";
    expect_refused({"run", "line.yaml", "--set", "level=verilog", "--set", large, "--set", random},
                   message);
    expect_refused({"rtl", "add", "line.yaml", "--set", large, "--set", random}, message);
}

/// A library whose constructor ends the program, as a plug-in of the wrong kind might.
void make_deadly_library(const std::filesystem::path& file) {
    const std::string source = file.string() + ".c";
    std::ofstream(source) << "#include <stdlib.h>\n"
                             "__attribute__((constructor)) static void on(void) { abort(); }\n";
    ASSERT_EQ(std::system(("cc -shared -fPIC -o " + file.string() + " " + source).c_str()), 0);
    std::filesystem::remove(source);
}

TEST_F(RtlCommand, RefusesNetworksThatItWouldWalkThroughForHours) {
    for (const std::string action : {"add", "parameters"}) {
        expect_refused({"rtl", action, "line.yaml", "--set", "topology.size=[20000, 20000]"},
                       "400000000 routers, rtl takes networks of at most 1048576");
    }
}

TEST_F(RtlCommand, BuildsTheSetThatARunAsksFor) {
    const Finished without = run({"run", "line.yaml", "--set", "level={default: verilog}"});
    EXPECT_EQ(without.code, 2);
    EXPECT_THAT(without.err, EndsWith("router 0 and 1 more need a parameter set that was not built "
                                      "yet; this makes it: flitscope rtl add line.yaml --set "
                                      "'level={default: verilog}'\n"));

    const Finished built =
        run({"rtl", "add", "line.yaml", "--set", "level={default: verilog}", "--json"});
    ASSERT_EQ(built.code, 0) << built.err;
    const Json set = Json::parse(built.out)["sets"].at(0);
    EXPECT_EQ(set["routers"], 2);
    EXPECT_EQ(set["built"], true);
    const std::string file = set["name"].get<std::string>() + ".so";
    EXPECT_TRUE(folder_.has("data/flitscope/rtl/" + file));

    std::filesystem::create_directories(folder_.path() / "taken" / file);
    expect_refused({"rtl", "add", "line.yaml", "--out", "taken"},
                   "taken/" + file + ": is a folder");

    const Finished again = run({"rtl", "add", "line.yaml", "--json"});
    EXPECT_EQ(Json::parse(again.out)["sets"].at(0)["built"], false);
    const Finished equal = run({"crosscheck", "line.yaml", "--levels", "fast,signal,verilog"});
    EXPECT_EQ(equal.code, 0) << equal.out << equal.err;

    // Elsewhere and under another name it is found through `path`, beside a file that is no
    // plug-in.
    const std::filesystem::path& root = folder_.path();
    std::filesystem::create_directory(root / "sets");
    const std::string note = set["name"].get<std::string>() + ".plugin";
    std::filesystem::rename(root / "data/flitscope/rtl" / file, root / "sets/mine.so");
    std::filesystem::rename(root / "data/flitscope/rtl" / note, root / "sets/mine.plugin");
    folder_.write("sets/broken.so", "nothing");
    expect_refused({"run", "line.yaml", "--set", "level=verilog"}, "flitscope rtl add line.yaml");
    const Finished found = run({"run", "line.yaml", "--set", "level.verilog.path=sets", "--json"});
    ASSERT_EQ(found.code, 0) << found.err;
    EXPECT_EQ(Json::parse(found.out)["level"], "verilog");
    EXPECT_EQ(
        Json::parse(found.out)["config"]["level"],
        Json::parse(R"({"default": "verilog", "verilog": {"path": "sets", "nodes": "all"}})"));

    const Finished listed = run({"rtl", "list", "--out", "sets", "--json"});
    const Json list = Json::parse(listed.out);
    EXPECT_EQ(list["sets"].back()["name"], set["name"]);
    EXPECT_EQ(list["sets"].back()["where"], "folder");
    EXPECT_THAT(list["unusable"].at(0).get<std::string>(),
                HasSubstr("sets/broken.so: there is no broken.plugin next to it"));

    expect_not_loaded(root / "sets/mine.so");
}

/// What is not the library of its note is neither run nor said to be there: what runs would be cut
/// off (SIGBUS) or somebody else's.
void RtlCommand::expect_not_loaded(const std::filesystem::path& set) {
    namespace fs = std::filesystem;
    const std::vector<std::string> found = {"run", "line.yaml", "--set", "level.verilog.path=sets"};
    const std::vector<std::string> add = {"rtl", "add", "line.yaml", "--out", "sets"};
    const auto expect_missing = [&] {
        expect_refused(found, "this makes it: flitscope rtl add line.yaml");
        setenv("CXX", "no-such-compiler", 1);
        expect_refused(add, "no-such-compiler is missing");
        unsetenv("CXX");
    };
    const std::string whole = folder_.read("sets/mine.so");
    fs::resize_file(set, 4096);
    expect_missing();
    make_deadly_library(set);
    expect_missing();
    fs::remove(set);
    folder_.write("sets/mine.so", whole);
    EXPECT_EQ(run(found).code, 0);
    for (const fs::perms open :
         {fs::perms::others_write, fs::perms::others_write | fs::perms::sticky_bit}) {
        fs::permissions(set.parent_path(), open, fs::perm_options::add);
        expect_refused(found, "everybody may write to the folder sets, and a plug-in is code");
        expect_refused(add, "everybody may write to the folder sets");
        fs::permissions(set.parent_path(), open, fs::perm_options::remove);
    }
    EXPECT_EQ(run(found).code, 0);
}

TEST_F(RtlCommand, BuildsTheUnitsThatAConfigurationNames) {
    const std::vector<std::string> exchanged = {"line.yaml", "--set",
                                                "router.units={switch_allocator: verilog}"};
    const auto with = [&](std::vector<std::string> command, std::vector<std::string> more) {
        command.insert(command.end(), exchanged.begin(), exchanged.end());
        command.insert(command.end(), more.begin(), more.end());
        return command;
    };
    expect_refused(with({"run"}, {"--set", "level=signal"}),
                   "no verilated switch_allocator for router 0; `flitscope rtl add`");

    const Finished built = run(with({"rtl", "add"}, {"--json"}));
    ASSERT_EQ(built.code, 0) << built.err;
    const Json added = Json::parse(built.out);
    EXPECT_EQ(added["sets"], Json::array());
    ASSERT_EQ(added["units"].size(), 1U);
    const std::string name = added["units"][0]["name"];
    EXPECT_EQ(name.rfind("switch_allocator_", 0), 0U);
    EXPECT_EQ(added["units"][0]["routers"], 2);
    EXPECT_EQ(added["units"][0]["built"], true);
    EXPECT_TRUE(folder_.has("data/flitscope/rtl/" + name + ".so"));
    const Finished again = run(with({"rtl", "add"}, {}));
    EXPECT_EQ(again.out, name + " for 2 router(s): was there already\n");

    const Finished equal = run(with({"crosscheck"}, {"--levels", "fast,signal"}));
    EXPECT_EQ(equal.code, 0) << equal.out << equal.err;

    const std::string parameters = run({"rtl", "parameters", "line.yaml"}).out;
    EXPECT_EQ(parameters.rfind("NETWORK_PORTS 2 VIRTUAL_CHANNELS 1 BUFFER_FLITS 2 ", 0), 0U);
    const Json listed = Json::parse(run({"rtl", "list", "--json"}).out)["units"];
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed[0]["name"], name);
    EXPECT_EQ(listed[0]["unit"], "switch_allocator");
    EXPECT_EQ(listed[0]["parameters"].get<std::string>() + "\n", parameters);
    EXPECT_THAT(run({"rtl", "list"}).out, HasSubstr(name + " (switch_allocator, verilated)\n"));
}

TEST_F(RtlCommand, BuildsNoUnitThatARunRefuses) {
    const std::string unit = "router.units={header_unit: verilog}";
    const std::string message = "no router has a header_unit without multicasts";
    expect_refused({"run", "line.yaml", "--set", "level=signal", "--set", unit}, message);
    expect_refused({"rtl", "add", "line.yaml", "--set", unit}, message);
    EXPECT_FALSE(folder_.has("data/flitscope/rtl"));
}

TEST_F(RtlCommand, ListsWhatIsBuiltIn) {
    const Finished listed = run({"rtl", "list"});
    EXPECT_EQ(listed.code, 0);
    EXPECT_THAT(listed.out, HasSubstr("cube_6 (built in)"));
    EXPECT_THAT(listed.out, HasSubstr("mesh_8x8 (built in)"));
    const Finished added = run({"rtl", "add", "-"});  // an empty file: the default router
    EXPECT_EQ(added.code, 0);
    EXPECT_THAT(added.out, HasSubstr("cube_6 for 64 router(s): was there already"));
}

TEST_F(RtlCommand, ListsWithoutLoadingOrOpeningWhatIsNoPlugin) {
    const std::filesystem::path sets = folder_.path() / "sets";
    std::filesystem::create_directory(sets);
    make_deadly_library(sets / "deadly.so");
    make_deadly_library(sets / "silent.so");
    folder_.write("sets/deadly.plugin", plugin_version() + "\nname deadly\nrouter\n");
    folder_.write("sets/old.so", "");
    folder_.write("sets/old.plugin", "flitscope 0.0.1 interface 1\nname old\nrouter\n");
    ASSERT_EQ(mkfifo((sets / "pipe.so").c_str(), 0600), 0);
    folder_.write("sets/fifo.so", "");
    ASSERT_EQ(mkfifo((sets / "fifo.plugin").c_str(), 0600), 0);
    folder_.write("sets/no text \xff.so", "");
    folder_.write("sets/two\nlines.so", "");
    std::filesystem::create_directory(sets / "folder.so");
    const Finished listed = run({"rtl", "list", "--out", "sets", "--json"});
    ASSERT_EQ(listed.code, 0) << listed.err;
    const Json list = Json::parse(listed.out);
    EXPECT_EQ(list["routers"], Json::array({"deadly"}));
    EXPECT_EQ(list["unusable"].size(), 7U) << list["unusable"].dump(1);
    EXPECT_THAT(list["unusable"].dump(), HasSubstr("old.so: built for flitscope 0.0.1"));

    EXPECT_THAT(run({"rtl", "list", "--out", "sets"}).out, HasSubstr("sets/two\\nlines.so: there"));

    // Whoever names another one, or needs a set, loads none of these.
    expect_refused({"run", "line.yaml", "--set", "level={verilog: {path: sets}}"}, "rtl add");
    expect_refused({"run", "line.yaml", "--set", "level.verilog={router: silent, path: sets}"},
                   "silent.so: there is no silent.plugin next to it");
    expect_refused({"run", "line.yaml", "--set", "level.verilog={router: pipe, path: sets}"},
                   "pipe.so: there is no such plug-in");

    // What it brings, and whether it is itself, is known before it runs.
    folder_.write("sets/deadly.plugin", plugin_version() + "\nname deadly\ndecision arbiter\n");
    expect_refused({"run", "line.yaml", "--set", "level.verilog={router: deadly, path: sets}"},
                   "deadly.so: brings decision arbiter, but a router is needed");
    const std::vector<std::string> named = {"run", "line.yaml", "--set",
                                            "level.verilog={router: deadly, path: sets}"};
    const std::string note = plugin_version() + "\nname deadly\nrouter\n";
    folder_.write("sets/deadly.plugin", note);
    expect_refused(named, "deadly.so: deadly.plugin has no sha256 of it; build it again");
    folder_.write("sets/deadly.plugin", note + "sha256 " + std::string(64, '0') + "\n");
    expect_refused(
        named, "deadly.so: is not the library that deadly.plugin describes: truncated or replaced");
    std::filesystem::permissions(sets / "deadly.so", std::filesystem::perms::others_write,
                                 std::filesystem::perm_options::add);
    expect_refused(named, "deadly.so: everybody may write it");

    const Finished none = run({"rtl", "list", "--out", "nowhere"});
    EXPECT_EQ(none.code, 0);
    EXPECT_THAT(none.out, HasSubstr("Folder: nowhere (No such file or directory)"));
}

TEST_F(RtlCommand, SaysWhatIsWrong) {
    expect_refused({"rtl"}, "ACTION");
    expect_refused({"rtl", "remove"}, "remove");
    expect_refused({"rtl", "list", "line.yaml"}, "takes no CONFIG");
    expect_refused({"rtl", "add"}, "needs a CONFIG");
    expect_refused({"rtl", "add", "nothing.yaml"}, "nothing.yaml");
    expect_refused(
        {"rtl", "add", "line.yaml", "--set", "router.buffer_flits=unbounded"},
        "--set router.buffer_flits=unbounded: router.buffer_flits = unbounded: level verilog: ");
    expect_refused({"rtl", "add", "line.yaml", "--set", "level.verilog.router=theirs"},
                   "a router from outside is built by its own project");
    expect_refused({"rtl", "add", "line.yaml", "--out", "/dev/null/rtl"}, "/dev/null/rtl: Not a");
    expect_refused({"run", "line.yaml", "--set", "level.verilog.router=theirs"},
                   "theirs.so: there is no such plug-in");
    expect_refused({"run", "line.yaml", "--set", "level=verilog", "--set", "waves.rtl=true"},
                   "flitscope rtl add line.yaml --set level=verilog --set waves.rtl=true\n");
    setenv("TMPDIR", "/nowhere", 1);
    expect_refused({"rtl", "add", "line.yaml"}, "rtl add: TMPDIR = /nowhere: ");
    unsetenv("TMPDIR");
    setenv("CXX", "no-such-compiler", 1);
    expect_refused({"rtl", "add", "line.yaml"}, "no-such-compiler is missing");
    unsetenv("CXX");
    setenv("PATH", "/nowhere", 1);
    expect_refused({"rtl", "add", "line.yaml"}, "the program cmake is missing");
}

TEST_F(RtlCommand, SaysThatTheDiskIsFullWhereItBuilds) {
    const LittleRoom room(folder_.path() / "room");
    setenv("TMPDIR", (folder_.path() / "room").c_str(), 1);
    const Finished finished =
        run_flitscope(folder_.path(), {"rtl", "add", "line.yaml"}, room.options());
    unsetenv("TMPDIR");
    EXPECT_EQ(finished.code, 7) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(std::string("cannot be written: ") + room.reason()));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path() / "room"), {}), 0);
}

TEST_F(RtlCommand, ShowsTheEndOfTheLogOfAFailedBuild) {
    const std::filesystem::path verilator = folder_.path() / "bin/verilator_bin";
    std::filesystem::create_directory(verilator.parent_path());
    folder_.write("bin/verilator_bin", "#!/bin/sh\necho no licence today\nexit 1\n");
    std::filesystem::permissions(verilator, std::filesystem::perms::owner_all);
    setenv("VERILATOR_ROOT", folder_.path().c_str(), 1);
    expect_refused({"rtl", "add", "line.yaml"}, "the whole log is");
    EXPECT_TRUE(folder_.has("data/flitscope/rtl/rtl_add.log"));
}

}  // namespace
}  // namespace flitscope::tb
