#include "testbenches/program/import_booksim_command/booksim_file.h"

#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

TEST(BooksimFile, IsReadWithoutCommentsAndBlanks) {
    const auto settings = parse_booksim("a.cfg",
                                        "// first\nk = 8; n=2 ;\ntraffic = hotspot( {1, 2},\n"
                                        " {1,3} ); // k = 9;\nk = 4;");
    ASSERT_EQ(settings.size(), 3U);
    EXPECT_EQ(settings[0].key, "n");
    EXPECT_EQ(settings[0].value, "2");
    EXPECT_EQ(settings[0].position.line, 2);
    EXPECT_EQ(settings[0].position.column, 8);
    EXPECT_EQ(settings[1].value, "hotspot({1,2},{1,3})");
    EXPECT_EQ(settings[2].value, "4");  // the last one counts
    EXPECT_TRUE(parse_booksim("a.cfg", "").empty());
}

TEST(BooksimFile, NamesThePlaceOfWhatIsWrong) {
    const struct {
        const char* text;
        const char* message;
    } cases[] = {
        {"k 8;", "a.cfg:1:3: k: no = behind a key"},
        {"k = 8", "a.cfg:1:6: k: the file ends in the middle of a value"},
        {"k = ;", "a.cfg:1:6: k: no value"},
        {"\n = 8;", "a.cfg:2:2: no key"},
        {"t = f({1);", "a.cfg:1:9: t: parentheses or braces that do not match"},
        {"t = 1);", "a.cfg:1:6: t: parentheses or braces that do not match"},
        {"t = \"x\";", "a.cfg:1:5: t: unexpected character in a value"},
    };
    for (const auto& each : cases) {
        try {
            parse_booksim("a.cfg", each.text);
            ADD_FAILURE() << each.text << ": accepted";
        } catch (const ConfigError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, std::string(each.message).size()),
                      each.message);
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
