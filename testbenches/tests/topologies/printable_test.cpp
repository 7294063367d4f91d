// Against the library that refuses to write what is no UTF-8.
#include "topologies/printable.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace flitscope::topo {
namespace {

bool is_utf8(const std::string& text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

bool is_control(const std::string& character) {
    const auto first = static_cast<unsigned char>(character[0]);
    return first < 0x20 || first == 0x7F ||
           (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);
}

void expect_as_json(const std::string& character) {
    const bool whole = is_utf8(character) && !is_control(character);
    ASSERT_EQ(printable_at(character, 0) == character.size(), whole)
        << testing::PrintToString(character);
}

TEST(Printable, IsWhatJsonTakesForOneCharacterAndTerminalsForNoCommand) {
    for (int first = 0; first < 256; ++first) {
        expect_as_json({static_cast<char>(first)});
    }
    for (int first = 0x80; first < 256; ++first) {  // ASCII first would be two characters
        for (int second = 0; second < 256; ++second) {
            std::string text = {static_cast<char>(first), static_cast<char>(second)};
            expect_as_json(text);
            for (const char third : {'\x7F', '\x80', '\xBF', '\xC0'}) {
                expect_as_json(text + third);
                expect_as_json(text + third + '\x80');
                expect_as_json(text + third + 'a');
            }
        }
    }
}

TEST(Printable, LooksAtOnePlace) {
    const std::string text = "a\xC3\xA4\x1B";
    EXPECT_EQ(printable_at(text, 0), 1U);
    EXPECT_EQ(printable_at(text, 1), 2U);
    EXPECT_EQ(printable_at(text, 2), 0U) << "the middle of a character";
    EXPECT_EQ(printable_at(text, 3), 0U);
    EXPECT_EQ(printable_at(text, 4), 0U) << "the end";
}

}  // namespace
}  // namespace flitscope::topo
