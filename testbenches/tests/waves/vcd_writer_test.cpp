#include "waves/vcd_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::waves {
namespace {

std::string temporary(const std::string& name) {
    return testing::TempDir() + "flitscope_" +
           testing::UnitTest::GetInstance()->current_test_info()->name() + '_' + name;
}

std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(VcdWriter, WritesScopesInitialValuesAndChangesOnly) {
    const std::string path = temporary("small.vcd");
    VcdWriter writer(path);
    const auto valid = writer.declare("router_5.input_2", "flit_i_valid", 1);
    const auto vc = writer.declare("router_5.input_2", "flit_i_vc", 6);
    const auto held = writer.declare("router_5.output_0.vc_1", "held_q", 1);
    writer.start(3, {0, 5, 1});
    writer.change(4, valid, 1);
    writer.change(4, vc, 0);
    writer.change(9, held, 0);
    writer.finish(12);
    EXPECT_EQ(contents(path),
              "$version Flitscope $end\n"
              "$comment 1 cycle = 1 ns, time 0 = cycle 0 $end\n"
              "$timescale 1 ps $end\n"
              "$var wire 64 $ cycle [63:0] $end\n"
              "$scope module router_5 $end\n"
              "$scope module input_2 $end\n"
              "$var wire 1 ! flit_i_valid $end\n"
              "$var wire 6 \" flit_i_vc [5:0] $end\n"
              "$upscope $end\n"
              "$scope module output_0 $end\n"
              "$scope module vc_1 $end\n"
              "$var wire 1 # held_q $end\n"
              "$upscope $end\n"
              "$upscope $end\n"
              "$upscope $end\n"
              "$enddefinitions $end\n"
              "#3000\n"
              "$dumpvars\n"
              "0!\n"
              "b101 \"\n"
              "1#\n"
              "b11 $\n"
              "$end\n"
              "#4000\n"
              "b100 $\n"
              "1!\n"
              "b0 \"\n"
              "#5000\n"
              "b101 $\n"
              "#6000\n"
              "b110 $\n"
              "#7000\n"
              "b111 $\n"
              "#8000\n"
              "b1000 $\n"
              "#9000\n"
              "b1001 $\n"
              "0#\n"
              "#10000\n"
              "b1010 $\n"
              "#11000\n"
              "b1011 $\n"
              "#12000\n");
}

TEST(VcdWriter, NumbersTheCyclesNearChanges) {
    const std::string path = temporary("numbers.vcd");
    VcdWriter writer(path, -2);  // two cycles of reset
    const auto signal = writer.declare("router_0", "a", 1);
    writer.start(-2, {0});
    writer.change(4, signal, 1);
    writer.change(1000, signal, 0);
    writer.finish(1010);
    const tb::VcdFile file(path);
    const auto number = [&](Cycle cycle) {
        return static_cast<Cycle>(file.value(kCycleSignal, (cycle + 2) * 1000 + 999).value());
    };
    for (const Cycle shown : {-2, -1, 0, 1, 4, 5, 103, 1000, 1001, 1009}) {
        EXPECT_EQ(number(shown), shown);
    }
    const auto& changes = file.signal(kCycleSignal).changes;
    EXPECT_EQ(std::count_if(changes.begin(), changes.end(),
                            [](const auto& change) { return change.bits == "x"; }),
              1);
    EXPECT_EQ(changes.at(6 + kMostTicks).time, (4 + 2 + kMostTicks) * 1000);
    EXPECT_EQ(changes.at(6 + kMostTicks).bits, "x");
    EXPECT_EQ(file.value("router_0.a", 6000), 1U);
    EXPECT_EQ(file.last_time(), 1012000);
}

TEST(VcdWriter, ReadsBackWhatWasWrittenForManySignalsOfAllWidths) {
    const unsigned seed = 21;
    std::mt19937_64 random(seed);
    const std::string path = temporary("many.vcd");
    VcdWriter writer(path);
    // More than 94 * 94 signals: identifier codes of one, two and three characters.
    const std::size_t signals = 9000;
    std::vector<std::uint64_t> value;
    std::vector<int> width;
    const auto masked = [&](std::size_t signal, std::uint64_t bits) {
        return width[signal] == 64 ? bits : bits & ((std::uint64_t{1} << width[signal]) - 1);
    };
    for (std::size_t s = 0; s < signals; ++s) {
        width.push_back(static_cast<int>(s % 64) + 1);
        ASSERT_EQ(
            writer.declare("router_" + std::to_string(s % 7) + ".unit_" + std::to_string(s % 31),
                           "signal_" + std::to_string(s), width.back()),
            s);
        value.push_back(masked(s, random()));
    }
    writer.start(0, value);
    struct Change {
        std::int64_t time;
        std::size_t signal;
        std::uint64_t value;
    };
    std::vector<Change> changes;
    for (Cycle cycle = 1; cycle < 4000; cycle += static_cast<Cycle>(1 + random() % 5)) {
        const std::size_t signal = random() % signals;
        const std::uint64_t next = random();
        if (masked(signal, next) != value[signal]) {
            value[signal] = masked(signal, next);
            writer.change(cycle, static_cast<VcdWriter::Signal>(signal), next);
            changes.push_back({cycle * 1000, signal, value[signal]});
        }
    }
    writer.finish(5000);

    const tb::VcdFile file(path);
    EXPECT_EQ(file.timescale(), "1 ps");
    EXPECT_EQ(file.signals().size(), signals + 1) << "and the number of the cycle";
    EXPECT_EQ(file.changes(), changes.size());
    EXPECT_EQ(file.last_time(), 5000000);
    for (const Change& change : changes) {
        const std::string s = std::to_string(change.signal);
        const std::string name = "router_" + std::to_string(change.signal % 7) + ".unit_" +
                                 std::to_string(change.signal % 31) + ".signal_" + s;
        ASSERT_EQ(file.value(name, change.time), change.value) << name << " seed " << seed;
        ASSERT_NE(file.value(name, change.time - 1), change.value) << name << " seed " << seed;
    }
}

TEST(VcdWriter, WritesSignalsOfAnyWidthUnderAnyNumberOfNames) {
    const std::string path = temporary("wide.vcd");
    VcdWriter writer(path);
    writer.declare("router_0", "narrow", 3);
    const auto wide = writer.declare("router_0.crossbar", "front_i_message", 130);
    writer.declare("router_0", "after", 64);
    writer.alias("router_0.vc_buffer_0", "front_o_message", wide);
    ASSERT_EQ(writer.words(), 5U);
    ASSERT_EQ(writer.first_word(wide), 1U);
    writer.start(0, {5, 0, 0, 7, 9});  // of the highest word there are two bits
    const std::uint64_t changed[] = {1, 0, 0};
    writer.change_words(3, wide, changed);
    const std::uint64_t all[] = {0, std::uint64_t{1} << 63, 1};
    writer.change_words(4, wide, all);
    writer.finish(5);
    EXPECT_NE(contents(path).find("$var wire 130 \" front_i_message [129:0] $end"),
              std::string::npos);
    const tb::VcdFile file(path);
    ASSERT_EQ(file.signals().size(), 5U);
    for (const char* const name :
         {"router_0.crossbar.front_i_message", "router_0.vc_buffer_0.front_o_message"}) {
        const auto& changes = file.signal(name).changes;
        ASSERT_EQ(changes.size(), 3U) << name;
        EXPECT_EQ(changes[0].bits, "11" + std::string(128, '0'));
        EXPECT_EQ(changes[1].bits, "1");
        EXPECT_EQ(changes[2].bits, "11" + std::string(127, '0'));
    }
    EXPECT_EQ(file.value("router_0.narrow", 0), 5U);
    EXPECT_EQ(file.value("router_0.after", 0), 9U);
}

TEST(VcdWriter, WritesTheSameFileForTheSameCalls) {
    std::string text[2];
    for (std::string& one : text) {
        VcdWriter writer(temporary("same.vcd"));
        writer.declare("router_0", "a", 8);
        writer.start(0, {7});
        writer.change(1, 0, 8);
        writer.finish(2);
        one = contents(temporary("same.vcd"));
    }
    EXPECT_EQ(text[0], text[1]);
}

TEST(VcdWriter, RefusesBadDeclarations) {
    VcdWriter writer(temporary("bad.vcd"));
    writer.declare("router_0", "a", 1);
    EXPECT_THROW(writer.declare("router_0", "a", 1), std::invalid_argument);
    EXPECT_THROW(writer.declare("router_0", "b", 0), std::invalid_argument);
    EXPECT_THROW(writer.declare("router_0", "b c", 1), std::invalid_argument);
    EXPECT_THROW(writer.declare("router_0..x", "b", 1), std::invalid_argument);
    EXPECT_THROW(writer.declare("", "b", 1), std::invalid_argument);
    EXPECT_THROW(writer.alias("router_0", "a", 0), std::invalid_argument);
    EXPECT_THROW(writer.alias("router_0", "b c", 0), std::invalid_argument);
}

TEST(VcdWriter, NamesTheFileThatCannotBeOpened) {
    try {
        VcdWriter writer("/no/such/folder/run.vcd");
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("/no/such/folder/run.vcd"), std::string::npos);
    }
}

TEST(VcdWriter, ReportsAFullDisk) {
    VcdWriter writer("/dev/full");
    writer.declare("router_0", "a", 1);
    writer.start(0, {0});
    EXPECT_THROW(writer.finish(1), std::runtime_error);
}

TEST(VcdReader, RefusesWhatIsNotAStrictDump) {
    const std::string header =
        "$scope module r $end\n$var wire 2 ! a [1:0] $end\n$upscope $end\n$enddefinitions $end\n";
    const std::string path = temporary("broken.vcd");
    const auto accepts = [&](const std::string& text) {
        std::ofstream(path) << text;
        try {
            tb::VcdFile file(path);
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    };
    const std::string start = header + "#0\n$dumpvars\nb1 !\n$end\n";
    EXPECT_TRUE(accepts(start + "#1\nb10 !\n"));
    EXPECT_FALSE(accepts(start + "#1\nb1 !\n")) << "change to the same value";
    EXPECT_FALSE(accepts(start + "#0\nb10 !\n")) << "time stands still";
    EXPECT_FALSE(accepts(start + "#1\nb100 !\n")) << "too wide";
    EXPECT_FALSE(accepts(start + "#1\nb10 \"\n")) << "undeclared";
    EXPECT_FALSE(accepts(header + "#0\n$dumpvars\n$end\n")) << "no initial value";
    EXPECT_FALSE(accepts(header + "#0\nb1 !\n")) << "no $dumpvars";
    EXPECT_FALSE(accepts("$scope module r $end\n$enddefinitions $end\n")) << "scope left open";
}

}  // namespace
}  // namespace flitscope::waves
