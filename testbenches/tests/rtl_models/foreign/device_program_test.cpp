// Routers from outside as the program runs them: what is left behind when one has a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The toy router as a plug-in of its own with one word of its description changed, which is in the
/// file as text: the new word is as long.
void copy_toy(const TemporaryFolder& folder, const std::string& old_word,
              const std::string& new_word) {
    ASSERT_EQ(old_word.size(), new_word.size());
    const fs::path original = TOY_ROUTER;
    for (const fs::directory_entry& entry : fs::directory_iterator(original.parent_path())) {
        if (entry.is_regular_file() && entry.path().stem() == original.stem()) {
            fs::copy_file(entry.path(), folder.path() / entry.path().filename());
        }
    }
    std::string text = folder.read(original.filename());
    const std::size_t at = text.find(old_word);
    ASSERT_NE(at, std::string::npos);
    folder.write(original.filename(), text.replace(at, old_word.size(), new_word));
    const std::string note = original.stem().string() + ".plugin";
    const std::string said = folder.read(note);
    folder.write(note, said.substr(0, said.find("sha256 ")) + "sha256 " +
                           cosim::sha256_of_file((folder.path() / original.filename()).string()) +
                           "\n");
}
void copy_toy(const TemporaryFolder& folder, int fault) {
    std::string wanted = "fault_i: " + std::to_string(fault);
    wanted.resize(11, ' ');
    copy_toy(folder, "fault_i: 0 ", wanted);
}

std::vector<std::string> run_at(const TemporaryFolder& folder, const std::string& standard,
                                const std::string& waves) {
    folder.write("point.yaml",
                 "topology: {kind: mesh, size: [4, 4]}\n"
                 "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 2}\n"
                 "link: {latency: 0}\n"
                 "traffic: {load: 0.2, length: 4}\n"
                 "measure: {max_cycles: 3000, warmup_messages: 50}\n" +
                     (waves.empty() ? "" : "waves: " + waves + "\n") + "level: {default: " +
                     standard + ", verilog: {router: toy_router, path: ., nodes: [5]}}\n");
    return {"run", "point.yaml", "--quiet"};
}

TEST(DeviceProgram, AFaultEndsWithItsReportAndAllTheWavesThatWereAskedFor) {
    for (const char* standard : {"fast", "signal"}) {
        for (const int fault : {1, 3, 11}) {
            const TemporaryFolder folder;
            copy_toy(folder, fault);
            const Finished run =
                run_flitscope(folder.path(), run_at(folder, standard, "{rtl: true, routers: [5]}"));
            EXPECT_EQ(run.code, 6) << run.err;
            EXPECT_THAT(run.err, HasSubstr("flitscope: router_5: cycle "));
            EXPECT_THAT(run.err, HasSubstr("and during reset: ./violation.vcd"));
            for (const char* file : {"violation.vcd", "violation.gtkw", "run.vcd", "run.gtkw",
                                     "run.rtl.vcd", "run.both.vcd", "run.both.gtkw"}) {
                ASSERT_TRUE(folder.has(file)) << file;
                EXPECT_GT(folder.read(file).size(), 100U) << file;
            }
            EXPECT_FALSE(folder.has("run.rtl.router_5.vcd"));
        }
    }
}

/// Verilator itself ends the program when its dump does not fit.
TEST(DeviceProgram, ADumpOfTheRtlThatDoesNotFitCostsTheDumpAlone) {
    for (const std::string suffix : {"vcd", "fst"}) {
        const TemporaryFolder folder;
        copy_toy(folder, 0);
        std::vector<std::string> arguments =
            run_at(folder, "fast", "{file: run." + suffix + ", rtl: true, routers: [5]}");
        arguments.insert(arguments.end(), {"--set", "check_data=false"});  // the RTL has none, too
        const auto files = [&] {
            std::set<std::string> names;
            for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
                names.insert(entry.path().filename().string());
            }
            return names;
        };
        std::set<std::string> wanted = files();
        wanted.insert(
            {".standard_input", "result.json", "run." + suffix, "run.gtkw", "run.flit_kind.txt"});
        // The dump of all levels has 0.2 MB, that of the RTL 1.3 MB.
        ProcessOptions small;
        small.largest_file = 500000;
        const Finished run = run_flitscope(folder.path(), arguments, small);
        EXPECT_EQ(run.code, 7);
        EXPECT_EQ(run.err,
                  "flitscope: ./run.rtl." + suffix + ": cannot be written: File too large\n");
        EXPECT_THAT(folder.read("result.json"), HasSubstr("\"complete\": true"));
        EXPECT_EQ(files(), wanted) << "nothing cut, nothing temporary";
    }
}

/// A part of the dump that was written already makes room for the result.
TEST(DeviceProgram, ADumpOfTheRtlThatFillsTheDiskFreesIt) {
    const TemporaryFolder folder;
    copy_toy(folder, 0);
    std::vector<std::string> arguments = run_at(folder, "fast", "{rtl: true, routers: [5]}");
    arguments.insert(arguments.end(), {"--out", "disk"});
    const fs::path disk = folder.path() / "disk";
    fs::create_directory(disk);
    // The dump of all levels has 0.6 MB, that of the RTL 1.3 MB.
    ProcessOptions options;
    const bool mounted = ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=900k") == 0;
    if (!mounted) {  // not root: the limit of a file's size stands for the disk
        options.largest_file = 700000;
    }
    const Finished run = run_flitscope(folder.path(), arguments, options);
    EXPECT_EQ(run.code, 7);
    EXPECT_THAT(run.err, HasSubstr("run.rtl.vcd: cannot be written: "));
    EXPECT_THAT(folder.read("disk/result.json"), HasSubstr("\"complete\": true"));
    EXPECT_THAT(run.out, testing::IsEmpty());
    EXPECT_TRUE(folder.has("disk/run.vcd"));
    if (mounted) {
        ::umount(disk.c_str());
    }
}

TEST(DeviceProgram, IsRefusedWhereNotEveryRouterHasOneNode) {
    const TemporaryFolder folder;
    copy_toy(folder, 0);
    std::vector<std::string> arguments = run_at(folder, "fast", "");
    arguments.insert(arguments.end(),
                     {"--set", "topology={kind: concentrated_mesh, size: [4, 4], concentration: 2}"});
    const Finished run = run_flitscope(folder.path(), arguments);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.err,
              "flitscope: point.yaml:6:8: level.verilog: router toy_router: topology.kind = "
              "concentrated_mesh, which has not one node at every router; a router from outside "
              "has one local port\n");
}

/// Two plug-ins, one of them with a variant per column, among fast routers.
TEST(DeviceProgram, SeveralPluginsLiveInOneNetwork) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = run_at(folder, "fast", "");
    const auto with = [&](const std::string& variants) {
        std::vector<std::string> all = arguments;
        all.insert(all.end(),
                   {"--set", "level={default: fast, verilog: [{router: toy_router, path: '" +
                                 fs::path(TOY_ROUTER).parent_path().string() +
                                 "', nodes: [4, 7]}, {router: toy_variants, path: '" +
                                 fs::path(TOY_VARIANTS).parent_path().string() + "', " + variants +
                                 "}]}"});
        return run_flitscope(folder.path(), all);
    };
    const Finished run = with("nodes: [5, 6, 9]");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(folder.read("result.json"), HasSubstr("\"router\": \"toy_variants\""));
    const Finished elsewhere = with("nodes: [5, 6, 8]");
    EXPECT_EQ(elsewhere.code, 2);
    EXPECT_THAT(elsewhere.err, HasSubstr("router toy_variants: node 8 needs FIXED_X=0; it was "
                                         "built for FIXED_X=1, FIXED_X=2"));
    const Finished wrong = with("nodes: [5], parameters: {FIXED_X: 2}");
    EXPECT_EQ(wrong.code, 6);
    EXPECT_THAT(wrong.err, HasSubstr("router_5: cycle "));
    const Finished own = with("nodes: [5, 6, 9], parameters: {FIXED_X: x}");
    EXPECT_EQ(own.code, 0) << own.err;
    EXPECT_THAT(folder.read("result.json"), HasSubstr("\"FIXED_X\": \"x\""));
}

TEST(DeviceProgram, ANarrowTagIsNoMistakeOfTheRouter) {
    const auto with_bits = [](const std::string& bits) {
        const TemporaryFolder folder;
        copy_toy(folder, "holds: message, at: 8, width: 16",
                 "holds: message, at: 8, width: " + bits);
        std::vector<std::string> arguments = run_at(folder, "fast", "");
        arguments.insert(arguments.end(),
                         {"--set", "level.verilog.nodes=[11]", "--set",
                          "traffic={load: 0.2, pattern: hotspot, nodes: [15], fraction: 0.4, "
                          "length: {distribution: bimodal, short: 2, long: 7, long_fraction: "
                          "0.5}}"});
        return run_flitscope(folder.path(), arguments);
    };
    const Finished few = with_bits("3 ");
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_THAT(few.err, HasSubstr("flit.head.tag: a tag of 3 bits is narrow: messages "));
    // Nothing else says in time which message it is.
    const Finished one = with_bits("1 ");
    EXPECT_EQ(one.code, 2) << one.err;
    EXPECT_THAT(one.err, HasSubstr("no tag is free to tell them apart"));
    EXPECT_THAT(one.err, HasSubstr(". A wider tag tells them apart"));
}

TEST(DeviceProgram, MessagesThatADeviceCannotTakeAreRefusedBeforeAnythingRuns) {
    const TemporaryFolder folder;
    copy_toy(folder, "watchdog: 400", "max_length: 3");
    const Finished run = run_flitscope(folder.path(), run_at(folder, "fast", ""));
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("max_length: 3 in the device, but `traffic.length` is up to 4"));

    // traffic.length says nothing of these.
    const auto with = [&](const std::string& length) {
        folder.write("t.csv", "id,cycle,source,destination,length\na,0,4,6,3\nb,1,5,6," + length);
        std::vector<std::string> arguments = run_at(folder, "fast", "");
        arguments.insert(arguments.end(), {"--set", "traffic={arrivals: trace, file: t.csv}"});
        return run_flitscope(folder.path(), arguments);
    };
    EXPECT_EQ(with("2").code, 0);
    const Finished longer = with("4");
    EXPECT_EQ(longer.code, 2);
    EXPECT_THAT(longer.err, HasSubstr("in the device, but `traffic.file` is up to 4"));
    const auto replies_of = [&](const std::string& length) {
        std::vector<std::string> arguments = run_at(folder, "fast", "");
        arguments.insert(arguments.end(),
                         {"--set", "traffic={pattern: request_reply, rate: 0.01, reply_length: " +
                                       length + "}"});
        return run_flitscope(folder.path(), arguments);
    };
    EXPECT_EQ(replies_of("3").code, 0);
    EXPECT_THAT(replies_of("6").err, HasSubstr("but `traffic.reply_length` is up to 6"));
}

/// A run that ends before the watchdog can tell goes on, uncounted, until it can.
TEST(DeviceProgram, ADeviceThatStopsIsFoundHoweverEarlyTheRunEnds) {
    const TemporaryFolder folder;
    copy_toy(folder, 10);  // it stops after 80 flits
    for (const char* standard : {"fast", "signal"}) {
        for (const std::vector<std::string>& early :
             {std::vector<std::string>{"--set", "measure.max_cycles=500"},
              {"--set", "measure.max_cycles=500", "--events", "log", "--set", "waves={}"},
              {"--set", "traffic.load=0.8"}}) {
            std::vector<std::string> arguments = run_at(folder, standard, "");
            arguments.insert(arguments.end(), early.begin(), early.end());
            const Finished run = run_flitscope(folder.path(), arguments);
            EXPECT_EQ(run.code, 6) << standard << " " << early[1];
            EXPECT_THAT(run.err, HasSubstr("has not moved for 400 cycles, though its output has"));
        }
    }
}

TEST(DeviceProgram, AFaultDuringResetHasWavesToo) {
    const TemporaryFolder folder;
    copy_toy(folder, 14);
    const Finished run =
        run_flitscope(folder.path(), run_at(folder, "fast", "{rtl: true, routers: [5]}"));
    EXPECT_EQ(run.code, 6) << run.err;
    EXPECT_THAT(run.err, HasSubstr("active after reset: valid; is it out of reset? "));
    EXPECT_TRUE(folder.has("violation.vcd"));
    EXPECT_TRUE(folder.has("violation.gtkw"));
}

}  // namespace
}  // namespace flitscope::tb
