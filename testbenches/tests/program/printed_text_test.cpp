// Nothing that a file of others holds is a command to the terminal.
#include "testbenches/program/printed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string printed(const std::vector<std::string>& parts) {
    std::ostringstream stream;
    {
        const PrintedText filter(stream);
        for (const std::string& part : parts) {
            stream << part << std::flush;
        }
    }
    return stream.str();
}

TEST(PrintedText, ShowsControlCharactersAndNothingElseOtherwise) {
    EXPECT_EQ(printed({"a\tb\nc"}), "a\tb\nc");
    EXPECT_EQ(printed({"caf\xc3\xa9 \xe2\x82\xac \xc2\xb1 5"}),
              "caf\xc3\xa9 \xe2\x82\xac \xc2\xb1 5");
    EXPECT_EQ(printed({"\x1b[2J", "\r", "\x7f", std::string(1, '\0')}),
              "\\u001b[2J\\u000d\\u007f\\u0000");
    EXPECT_EQ(printed({"\xc2\x9b", "2J"}), "\\u009b2J") << "the other way to say ESC [";
    EXPECT_EQ(printed({"a\xc2", "\x9b", "2J"}), "a\\u009b2J") << "in two pieces";
    EXPECT_EQ(printed({"a\xc2", "\xb1"}), "a\xc2\xb1");
    EXPECT_EQ(printed({"a\xc2"}), "a\xc2");
    EXPECT_EQ(printed({"\xc2\xc2\x9b"}), "\xc2\\u009b");
    std::ostringstream stream;
    {
        const PrintedText filter(stream);
        stream << '\x1b' << 'c';
    }
    stream << '\x1b';
    EXPECT_EQ(stream.str(), "\\u001bc\x1b") << "as before when it is gone";
}

TEST(PrintedText, JsonStaysJson) {
    const Json names = {"\xc2\x9b", "\x7f", "\x1b", "caf\xc3\xa9"};
    EXPECT_EQ(Json::parse(printed({names.dump(2)})), names);
}

TEST(PrintedText, AStreamThatFailsFails) {
    struct Full : std::streambuf {
    } full;
    std::ostream stream(&full);
    const PrintedText filter(stream);
    stream << "x";
    EXPECT_FALSE(stream.good());
}

class TerminalCli : public Cli {
protected:
    void expect_no_command(const Finished& finished) {
        for (const char* const command : {"\x1b", "\r", "\xc2\x9b", "\x9b"}) {
            EXPECT_THAT(finished.err, Not(HasSubstr(command)));
            EXPECT_THAT(finished.out, Not(HasSubstr(command)));
        }
    }
    const std::string red_ =
        "\x1b[31m\xc2\x9b"
        "2J\x9b";
};

TEST_F(TerminalCli, NamesOfFilesAreNoCommands) {
    folder_.write("small.yaml", kSmall);
    const std::vector<std::vector<std::string>> commands = {
        {"run", red_},
        {"run", "small.yaml", "--set", red_ + "=1"},
        {"run", "small.yaml", "--set", "traffic.pattern=" + red_},
        {"run", "small.yaml", "--out", red_ + "/\x1b[2J/small"},
        {"topology", "small.yaml", "--dot", "no/" + red_},
        {red_}};
    for (const auto& words : commands) {
        expect_no_command(run(words));
    }
    folder_.write(red_ + ".yaml", kSmall);
    folder_.write("sweep.yaml", "base: \"\\e[31m\\u009b2J.yaml\"\naxes: {seed: [1, 2]}\n");
    expect_no_command(run({"sweep", "sweep.yaml", "--out", red_}));
}

TEST_F(TerminalCli, NamesOfClassesAreTextOrRefused) {
    folder_.write("c.yaml", "topology: {kind: custom, file: net.yaml}\n");
    for (const std::string& name : {std::string("caf\xe9"), std::string("\"\\e[31m\""),
                                    std::string("\"\\u009b2J\""), std::string("\"\"")}) {
        folder_.write("net.yaml", "links:\n  - [0, 1]\n  - [1, 2, " + name + "]\n");
        for (const char* const command : {"run", "topology", "verify"}) {
            const Finished finished = run({command, "c.yaml"});
            EXPECT_EQ(finished.code, 2) << finished.err;
            expect_no_command(finished);
            EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1);
        }
    }
    folder_.write("net.yaml", "links:\n  - [0, 1, caf\xc3\xa9 \xe2\x82\xac]\n");
    const Finished good = run({"run", "c.yaml", "--set", "measure.max_cycles=100", "--json"});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_EQ(Json::parse(good.out)["channels"][0]["class"], "caf\xc3\xa9 \xe2\x82\xac");
}

}  // namespace
}  // namespace flitscope::tb
