#include "waves/fst_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "waves/gtkwave_save.h"
#include "waves/vcd_merge.h"
#include "waves/vcd_writer.h"

namespace flitscope::waves {
namespace {

std::string path_of(const std::string& name) {
    return testing::TempDir() + "flitscope_" +
           testing::UnitTest::GetInstance()->current_test_info()->name() + name;
}

std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// The FST file as GTKWave's own tool reads it, header commands on one line each.
tb::VcdFile read_back(const std::string& fst) {
    const std::string vcd = fst + ".back.vcd";
    const std::string command = "fst2vcd '" + fst + "' > '" + vcd + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    const std::string text = content(vcd);
    const std::string last = "$enddefinitions $end\n";
    const std::size_t end = text.find(last) + last.size();
    std::istringstream header(text.substr(0, end));
    std::string lines;
    std::string line;
    for (std::string word; header >> word;) {
        line += (line.empty() ? "" : " ") + (word == "1ps" ? "1 ps" : word);
        if (word == "$end") {
            lines += line.rfind("$date", 0) == 0 ? "" : line + '\n';
            line.clear();
        }
    }
    std::ofstream(vcd) << lines << text.substr(end);
    return tb::VcdFile(vcd);
}

void expect_same(const std::string& vcd, const std::string& fst) {
    const tb::VcdFile wanted(vcd);
    const tb::VcdFile found = read_back(fst);
    ASSERT_EQ(found.signals().size(), wanted.signals().size());
    for (const auto& [name, signal] : wanted.signals()) {
        ASSERT_EQ(found.signals().count(name), 1U) << name;
        const auto& same = found.signal(name);
        EXPECT_EQ(same.width, signal.width) << name;
        ASSERT_EQ(same.changes.size(), signal.changes.size()) << name;
        for (std::size_t i = 0; i < signal.changes.size(); ++i) {
            ASSERT_EQ(same.changes[i].time, signal.changes[i].time) << name;
            ASSERT_EQ(same.changes[i].value, signal.changes[i].value) << name;
        }
    }
}

/// Random changes of signals of many widths in nested scopes.
void write_random_vcd(const std::string& path) {
    std::mt19937_64 random(7);
    VcdWriter writer(path);
    std::vector<std::uint64_t> values;
    for (const char* const scope :
         {"router_1.input_0", "router_1.input_0.vc_1", "router_12", "a"}) {
        for (const int width : {1, 2, 7, 32, 64}) {
            writer.declare(scope, "s" + std::to_string(width), width);
            values.push_back(random() >> (64 - width));
        }
    }
    writer.start(20, values);
    for (Cycle cycle = 21; cycle < 600; cycle += static_cast<Cycle>(1 + random() % 3)) {
        for (VcdWriter::Signal signal = 0; signal < values.size(); ++signal) {
            const int width = std::vector<int>{1, 2, 7, 32, 64}[signal % 5];
            const std::uint64_t value = random() >> (64 - width);
            if (random() % 4 == 0 && value != values[signal]) {
                values[signal] = value;
                writer.change(cycle, signal, value);
            }
        }
    }
    writer.finish(600);
}

TEST(FstFile, HoldsWhatTheValueChangeDumpHolds) {
    write_random_vcd(path_of(".vcd"));
    vcd_to_fst(path_of(".vcd"), path_of(".fst"));
    expect_same(path_of(".vcd"), path_of(".fst"));
}

TEST(FstFile, HoldsAMergedDump) {
    write_random_vcd(path_of("_a.vcd"));
    std::ofstream(path_of("_b.vcd"))  // of a verilated model: no number of the cycle
        << "$timescale 1ps $end\n$scope module router_1 $end\n$scope module input_0 $end\n"
           "$var wire 3 # other [2:0] $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
           "#20000\nb101 #\n#77000\nb010 #\n#100000\n";
    merge_vcd({path_of("_a.vcd"), path_of("_b.vcd")}, path_of(".vcd"));
    vcd_to_fst(path_of(".vcd"), path_of(".fst"));
    const tb::VcdFile found = read_back(path_of(".fst"));
    EXPECT_EQ(found.signals().size(), 22U);
    EXPECT_EQ(found.value("cycle", 77000), 77U);
    EXPECT_EQ(found.value("router_1.input_0.other", 77000), 2U);
}

TEST(FstFile, IsTheSameFileForTheSameDump) {
    write_random_vcd(path_of(".vcd"));
    vcd_to_fst(path_of(".vcd"), path_of("_1.fst"));
    vcd_to_fst(path_of(".vcd"), path_of("_2.fst"));
    EXPECT_EQ(content(path_of("_1.fst")), content(path_of("_2.fst")));
}

TEST(FstFile, NamesWhatCannotBeWrittenOrRead) {
    write_random_vcd(path_of(".vcd"));
    EXPECT_THROW(vcd_to_fst(path_of(".vcd"), "/no/such/folder/x.fst"), std::runtime_error);
    EXPECT_THROW(vcd_to_fst("/no/such/file", path_of(".fst")), std::runtime_error);
}

TEST(FstFile, OnlyTheEndOfANameSaysSo) {
    EXPECT_TRUE(is_fst("run.fst"));
    EXPECT_FALSE(is_fst(".fst"));
    EXPECT_FALSE(is_fst("run.fst.vcd"));
    EXPECT_FALSE(is_fst("runfst"));
    EXPECT_EQ(dump_stem("a/run.fst"), "a/run");
    EXPECT_EQ(dump_stem("a/run.vcd"), "a/run");
    EXPECT_EQ(dump_stem("a/run.vcd.x"), "a/run.vcd.x");
}

}  // namespace
}  // namespace flitscope::waves
