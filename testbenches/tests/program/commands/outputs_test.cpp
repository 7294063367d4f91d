// Where results go: refused before anything is computed or written, or written as a whole, or
// printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;
using Json = nlohmann::ordered_json;

constexpr const char* kAtSignalLevel =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "level: signal\n"
    "measure: {warmup_messages: 100, max_cycles: 5000}\n";

/// Longer than any test: what is refused is refused before.
constexpr const char* kEndless =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "level: signal\n"
    "measure: {relative_error: 1e-6, max_cycles: 2000000}\n";

class OutputsTest : public testing::Test {
protected:
    OutputsTest() {
        folder_.write("c.yaml", kEndless);
        folder_.write("small.yaml", kAtSignalLevel);
    }
    Finished run(const std::vector<std::string>& arguments, const ProcessOptions& options = {}) {
        return run_flitscope(folder_.path(), arguments, options);
    }
    std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
            found.insert(each.path().lexically_relative(folder_.path()).string());
        }
        found.erase(".standard_input");
        return found;
    }
    void expect_refused(const std::vector<std::string>& arguments, const std::string& message) {
        const auto before = names();
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 2) << message;
        EXPECT_THAT(finished.out, IsEmpty());
        EXPECT_THAT(finished.err, HasSubstr(message));
        EXPECT_EQ(names(), before) << "nothing is written, no folder made";
        EXPECT_EQ(folder_.read("c.yaml"), kEndless);
    }
    TemporaryFolder folder_;
};

TEST_F(OutputsTest, NoTwoOutputsOnOneName) {
    expect_refused({"run", "c.yaml", "--events", "result.json"},
                   "--events: result.json: is also the file of the result");
    expect_refused({"run", "c.yaml", "--set", "waves.file=a.vcd", "--events", "./x/../a.vcd"},
                   "--events");
    fs::create_directory(folder_.path() / "x");
    expect_refused({"run", "c.yaml", "--set", "waves.file=a.vcd", "--events", "./x/../a.vcd"},
                   "waves.file: ./a.vcd: is also the file of --events");
    fs::create_directory_symlink("x", folder_.path() / "y");
    expect_refused({"run", "c.yaml", "--out", "x", "--events", "../y/result.json"},
                   "is also the file of the result");
    expect_refused({"run", "c.yaml", "--out", "new/er", "--events", "result.json"},
                   "is also the file of the result");
    fs::create_symlink("result.json", folder_.path() / "result.vcd");
    expect_refused({"run", "c.yaml", "--set", "waves.file=result.vcd"},
                   "is also the file of the result");
    expect_refused({"run", "c.yaml", "--set", "waves.file=run.vcd", "--events", "run.gtkw"},
                   "the view of waves.file");
    expect_refused(
        {"run", "c.yaml", "--set", "waves.file=run.vcd", "--events", "run.flit_kind.txt"},
        "a filter file of waves.file");
}

TEST_F(OutputsTest, WhatIsBehindALinkIsNotWritten) {
    folder_.write("diary", "mine");
    const std::vector<std::pair<std::string, std::vector<std::string>>> commands = {
        {"result.json", {"run", "c.yaml"}},
        {"log", {"run", "c.yaml", "--events", "log"}},
        {"t.csv", {"run", "c.yaml", "--write-trace", "t.csv"}},
        {"a.vcd", {"run", "c.yaml", "--set", "waves.file=a.vcd"}},
        {"a.gtkw", {"run", "c.yaml", "--set", "waves.file=a.vcd"}},
        {"a.fst.vcd", {"run", "c.yaml", "--set", "waves.file=a.fst"}},
        {"crosscheck.json", {"crosscheck", "c.yaml", "--out", "."}},
        {"message_3.json", {"trace", "c.yaml", "--message", "3", "--out", "."}},
        {"verify.json", {"verify", "c.yaml", "--out", "."}},
        {"w.csv", {"verify", "c.yaml", "--witness", "w.csv"}},
        {"n.graphml", {"topology", "c.yaml", "--graphml", "n.graphml"}},
        {"n.dot", {"topology", "c.yaml", "--dot", "n.dot"}},
        {"p.svg",
         {"plan", "c.yaml", "--algorithm", "separate", "--source", "0", "--svg", "p.svg"}}};
    for (const auto& [name, words] : commands) {
        for (const std::string target : {"diary", "nothing"}) {
            fs::create_symlink(target, folder_.path() / name);
            expect_refused(words, name + ": is a symbolic link to " + target +
                                      ", and what is behind a link is not written; accepted: ");
            fs::remove(folder_.path() / name);
        }
    }
    EXPECT_EQ(folder_.read("diary"), "mine");
}

TEST_F(OutputsTest, TheSystemsLinksAreNoSuchLinks) {
    const Finished finished = run({"topology", "small.yaml", "--quiet", "--dot", "/dev/stdout"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("graph \"mesh\""));
    const Finished log = run({"run", "small.yaml", "--quiet", "--events", "/dev/fd/1"});
    EXPECT_EQ(log.code, 0) << log.err;
    EXPECT_THAT(log.out, HasSubstr("\n"));
}

TEST_F(OutputsTest, WhatIsReadAgainIsNoPipe) {
    ASSERT_EQ(mkfifo((folder_.path() / "a.fst").c_str(), 0600), 0);
    ASSERT_EQ(mkfifo((folder_.path() / "b.fst.vcd").c_str(), 0600), 0);
    for (const std::string dump : {"a.fst", "b.fst"}) {
        expect_refused({"run", "c.yaml", "--set", "waves.file=" + dump},
                       "is a device or a pipe, but the program reads this file again");
    }
}

/// Runs write over what runs wrote, of whatever configuration, and over nothing else.
TEST_F(OutputsTest, AResultThatNoRunWroteIsNotOverwritten) {
    const Words words = {"run", "small.yaml", "--out", "o", "--quiet"};
    const Words other = {"run", "small.yaml", "--out", "o", "--quiet", "--set", "seed=2"};
    ASSERT_EQ(run(words).code, 0);
    EXPECT_EQ(run(words).code, 0) << "once more";
    EXPECT_EQ(run(other).code, 0) << "another configuration";
    folder_.write("loads.yaml", "base: small.yaml\naxes: {traffic.load: [0.1]}\n");
    ASSERT_EQ(run({"sweep", "loads.yaml", "--out", "loads", "--quiet"}).code, 0);
    const fs::path point = *fs::directory_iterator(folder_.path() / "loads/points");
    const std::string stored = folder_.read(point.lexically_relative(folder_.path()));
    for (const std::string& mine :
         {std::string("my own"), std::string("{\"flitscope\": 1}\n"), stored}) {
        folder_.write("o/result.json", mine);
        expect_refused(words,
                       "the result: o/result.json: was not written by this command and "
                       "would be lost");
        EXPECT_EQ(folder_.read("o/result.json"), mine);
    }
    Words forced = words;
    forced.emplace_back("--force");
    EXPECT_EQ(run(forced).code, 0);
    EXPECT_THAT(folder_.read("o/result.json"), testing::StartsWith("{\n  \"flitscope\": \""));
    folder_.write("o/result.json", "");
    EXPECT_EQ(run(words).code, 0) << "an empty file holds nothing";
}

TEST_F(OutputsTest, NoOutputOnTheConfiguration) {
    expect_refused({"run", "c.yaml", "--events", "c.yaml"},
                   "--events: c.yaml: is also the file of CONFIG");
    fs::create_symlink("c.yaml", folder_.path() / "c.vcd");
    expect_refused({"run", "./c.yaml", "--set", "waves.file=c.vcd"}, "the file of CONFIG");
    fs::create_symlink("c.yaml", folder_.path() / "link.yaml");
    expect_refused({"run", "link.yaml", "--events", "c.yaml"}, "the file of CONFIG");
    expect_refused({"run", "c.yaml", "--events", "link.yaml"}, "the file of CONFIG");
    fs::create_hard_link(folder_.path() / "c.yaml", folder_.path() / "hard.yaml");
    expect_refused({"run", "c.yaml", "--events", "hard.yaml"}, "the file of CONFIG");
    folder_.write("result.json", kEndless);
    expect_refused({"run", "result.json"}, "the result: ./result.json: is also the file of CONFIG");
    folder_.write("crosscheck.json", kEndless);
    expect_refused({"crosscheck", "crosscheck.json", "--out", "."}, "the file of CONFIG");
    folder_.write("verify.json", kAtSignalLevel);
    expect_refused({"verify", "verify.json", "--out", "."}, "the file of CONFIG");
    folder_.write("m.svg", "model: {name: broadcast_wormhole}\n");
    expect_refused({"model", "m.svg", "--plot", "m.svg"}, "the file of CONFIG");
}

/// What the configuration names is lost as easily.
TEST_F(OutputsTest, NoOutputOnAFileThatTheConfigurationNames) {
    const std::string rows = "id,cycle,source,destination,length\na,0,0,5,1\n";
    folder_.write("t.csv", rows);
    folder_.write("net.yaml", "links: [[0, 1], [1, 2], [2, 0]]\n");
    folder_.write(
        "r.yaml",
        "topology: {kind: mesh, size: [4, 4]}\ntraffic: {arrivals: trace, file: t.csv}\n");
    folder_.write("n.yaml", "topology: {kind: custom, file: net.yaml}\n");
    fs::create_symlink("t.csv", folder_.path() / "link.csv");
    expect_refused({"run", "r.yaml", "--write-trace", "link.csv"},
                   "--write-trace: link.csv: is also the file of traffic.file");
    expect_refused({"run", "r.yaml", "--events", "t.csv"}, "is also the file of traffic.file");
    expect_refused({"verify", "r.yaml", "--witness", "t.csv"}, "is also the file of traffic.file");
    expect_refused({"run", "n.yaml", "--events", "net.yaml"}, "is also the file of topology.file");
    expect_refused({"topology", "n.yaml", "--dot", "net.yaml"},
                   "is also the file of topology.file");
    EXPECT_EQ(folder_.read("t.csv"), rows);
}

TEST_F(OutputsTest, TheFolderIsCheckedBeforeSimulating) {
    fs::create_directories(folder_.path() / "dir/result.json");
    fs::create_directories(folder_.path() / "dir/crosscheck.json");
    expect_refused({"run", "c.yaml", "--out", "dir"}, "dir/result.json: is a folder");
    expect_refused({"crosscheck", "c.yaml", "--out", "dir"}, "dir/crosscheck.json: is a folder");
    expect_refused({"run", "c.yaml", "--out", "c.yaml"}, "--out: c.yaml: Not a directory");
    expect_refused({"run", "c.yaml", "--out", "c.yaml/sub"}, "Not a directory");
    expect_refused({"crosscheck", "c.yaml", "--out", "/proc/nowhere"}, "--out: /proc/nowhere: ");
    expect_refused({"run", "c.yaml", "--set", "waves.file=no/run.vcd"},
                   "No such file or directory");
    expect_refused({"run", "c.yaml", "--events", "dir"}, "--events: dir: is a folder");
    fs::create_symlink("that", folder_.path() / "this");
    fs::create_symlink("this", folder_.path() / "that");
    expect_refused({"run", "c.yaml", "--events", "this"}, "--events: this: cannot be written: Too");
    EXPECT_TRUE(fs::is_symlink(folder_.path() / "this"));
    EXPECT_TRUE(fs::is_symlink(folder_.path() / "that"));
    expect_refused({"model", "c.yaml", "--plot", "no/a.svg"},
                   "--plot: no/a.svg: cannot be written");
}

/// What `--out results` holds afterwards, and what was printed, when writing fails.
void expect_printed(const Finished& finished, const std::string& message) {
    EXPECT_EQ(finished.code, 7) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(message));
    EXPECT_EQ(Json::parse(finished.out)["complete"], true) << "the result is printed";
}

TEST_F(OutputsTest, AFullDiskKeepsTheOldResultAndPrintsTheNewOne) {
    if (::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
        // Not root: the limit of a file's size stands for the disk.
        ProcessOptions small;
        small.largest_file = 1024;
        expect_printed(run({"run", "small.yaml"}, small), "result.json: cannot be written: File");
        return;
    }
    struct Unmount {
        std::string at;
        ~Unmount() { ::umount(at.c_str()); }
    } const unmount{folder_.path().string()};
    folder_.write("small.yaml", kAtSignalLevel);
    ASSERT_EQ(run({"run", "small.yaml"}).code, 0);
    const std::string before = folder_.read("result.json");
    std::string filler(4096, 'x');
    folder_.write("filler", std::string(60 * 1024, 'x'));
    const auto there = names();
    expect_printed(run({"run", "small.yaml"}), "result.json: cannot be written: No space left");
    EXPECT_EQ(folder_.read("result.json"), before);
    EXPECT_EQ(names(), there) << "nothing cut, nothing temporary";

    // Nor is what others found out lost.
    const std::vector<std::vector<std::string>> others = {
        {"crosscheck", "small.yaml"},
        {"verify", "small.yaml"},
        {"compare", "small.yaml", "small.yaml"},
        {"trace", "small.yaml", "--message", "3"}};
    for (std::vector<std::string> words : others) {
        words.insert(words.end(), {"--out", ".", "--quiet"});
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 7) << words[0];
        EXPECT_TRUE(Json::accept(finished.out)) << words[0] << finished.out;
        EXPECT_EQ(names(), there) << words[0];
    }

    const std::vector<std::pair<std::vector<std::string>, std::string>> with_files = {
        {{"topology", "small.yaml", "--dot", "t.dot"}, "nodes"},
        {{"plan", "small.yaml", "--algorithm", "separate", "--source", "0", "--svg", "p.svg"},
         "separate"},
        {{"verify", "small.yaml", "--set", "topology={kind: ring, nodes: 8}", "--set",
          "router.virtual_channels=1", "--witness", "w.csv"},
         "witness    w.csv: "}};
    for (const auto& [words, report] : with_files) {
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 7) << words[0] << finished.err;
        EXPECT_THAT(finished.out, HasSubstr(report));
        EXPECT_EQ(names(), there) << words[0];
    }

    // A log and a dump that fill the disk free it again for the result.
    fs::remove(folder_.path() / "filler");
    fs::remove(folder_.path() / "result.json");
    for (const std::string log : {"--events=log", "--set=waves.file=run.vcd"}) {
        const Finished finished = run({"run", "small.yaml", "--quiet", log});
        EXPECT_EQ(finished.code, 7) << log;
        EXPECT_THAT(finished.err, HasSubstr("cannot be written: No space left")) << log;
        EXPECT_EQ(names().count("log") + names().count("run.vcd"), 0U) << log;
        EXPECT_EQ(Json::parse(folder_.read("result.json"))["complete"], true) << log;
    }
}

TEST_F(OutputsTest, AClosedOrFullStandardOutputIsExitCodeSeven) {
    ProcessOptions closed;
    closed.close_output = true;
    const Finished finished = run({"run", "small.yaml", "--json"}, closed);
    EXPECT_EQ(finished.code, 7);
    EXPECT_THAT(finished.err, HasSubstr("standard output cannot be written"));
    EXPECT_EQ(Json::parse(folder_.read("result.json"))["complete"], true);
    EXPECT_EQ(run({"run", "small.yaml", "--events", "/dev/full", "--quiet"}).code, 7);
    EXPECT_EQ(run({"--version"}, closed).code, 7);
    EXPECT_EQ(run({"run", "--help"}, closed).code, 7);
}

TEST_F(OutputsTest, AFolderThatVanishesWhileRunningLosesNoResult) {
    fs::create_directory(folder_.path() / "gone");
    ProcessOptions options;
    options.terminal = true;
    options.signal = SIGINT;
    options.signal_when = "measuring";
    options.before_signal = [this] { fs::remove_all(folder_.path() / "gone"); };
    const Finished finished = run({"run", "c.yaml", "--out", "gone"}, options);
    EXPECT_EQ(finished.code, 7);
    EXPECT_EQ(Json::parse(finished.out)["complete"], false);
}

TEST_F(OutputsTest, NamesThatAreNoTextAreNoInternalError) {
    const std::string folder = "bad\xff";
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"run", "small.yaml"},
                                               {"crosscheck", "small.yaml"},
                                               {"trace", "small.yaml", "--message", "3"},
                                               {"rtl", "list"}}) {
        std::vector<std::string> more = words;
        more.insert(more.end(), {"--out", folder, "--json"});
        const Finished finished = run(more);
        EXPECT_EQ(finished.code, 0) << words[0] << finished.err;
        EXPECT_TRUE(Json::accept(finished.out)) << words[0];
    }
    EXPECT_TRUE(folder_.has(folder + "/message_3.json"));
    folder_.write("ring.yaml", "topology: {kind: ring, nodes: 8}\nrouter: {virtual_channels: 1}\n");
    const Finished verdict = run({"verify", "ring.yaml", "--witness", folder + ".csv", "--json"});
    EXPECT_EQ(verdict.code, 4) << verdict.err;
    EXPECT_TRUE(folder_.has(folder + ".csv"));
}

TEST_F(OutputsTest, NamesArePassedOnAsTheyAre) {
    folder_.write("m.yaml", "model: {name: broadcast_wormhole}\n");
    for (const std::string name : {"|touch pwned #.svg", "it's \"q\".svg", "two\nlines.svg",
                                   "$(touch pwned).png", "`touch pwned`.svg", "-e.svg"}) {
        const Finished finished = run({"model", "m.yaml", "--plot=" + name, "--quiet"});
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_TRUE(folder_.has(name)) << name;
        EXPECT_GT(folder_.read(name).size(), 1000U) << name;
    }
    EXPECT_FALSE(folder_.has("pwned"));
}

TEST_F(OutputsTest, AQuietModelPrintsNoTable) {
    folder_.write("m.yaml", "model: {name: broadcast_wormhole}\n");
    EXPECT_THAT(run({"model", "m.yaml"}).out, HasSubstr("saturation rate"));
    EXPECT_THAT(run({"model", "m.yaml", "--quiet"}).out, IsEmpty());
    EXPECT_TRUE(Json::accept(run({"model", "m.yaml", "--quiet", "--json"}).out));
}

}  // namespace
}  // namespace flitscope::tb
