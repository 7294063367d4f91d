// Routers from outside as the program runs them: what is left behind when one has a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The toy router with a fault, as a plug-in of its own: its description is in the file as text.
void copy_toy(const TemporaryFolder& folder, int fault) {
    const fs::path original = TOY_ROUTER;
    for (const fs::directory_entry& entry : fs::directory_iterator(original.parent_path())) {
        if (entry.is_regular_file() && entry.path().stem() == original.stem()) {
            fs::copy_file(entry.path(), folder.path() / entry.path().filename());
        }
    }
    std::string text = folder.read(original.filename());
    const std::string none = "fault_i: 0 }";
    std::string wanted = "fault_i: " + std::to_string(fault);
    wanted += std::string(none.size() - 1 - wanted.size(), ' ') + "}";
    std::size_t changed = 0;
    for (std::size_t at = text.find(none); at != std::string::npos; at = text.find(none, at)) {
        text.replace(at, none.size(), wanted);
        ++changed;
    }
    ASSERT_GE(changed, 1U);
    folder.write(original.filename(), text);
}

std::vector<std::string> run_at(const TemporaryFolder& folder, const std::string& standard,
                                const std::string& waves) {
    folder.write("point.yaml",
                 "topology: {kind: mesh, size: [4, 4]}\n"
                 "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 2}\n"
                 "link: {latency: 0}\n"
                 "traffic: {load: 0.2, length: 4}\n"
                 "measure: {max_cycles: 3000, warmup_messages: 50}\n"
                 "waves: " +
                     waves + "\nlevel: {default: " + standard +
                     ", verilog: {router: toy_router, path: ., nodes: [5]}}\n");
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
