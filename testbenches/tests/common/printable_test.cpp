// Against the library that refuses to write what is no UTF-8.
#include "common/printable.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace flitscope {
namespace {

bool is_utf8(const std::string& text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

bool has_control(const std::string& text) {
    unsigned char before = 0;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte < 0x20 || byte == 0x7F || (before == 0xC2 && byte < 0xA0)) {
            return true;
        }
        before = byte;
    }
    return false;
}

void expect_as_json(const std::string& text) {
    ASSERT_EQ(is_printable(text), is_utf8(text) && !has_control(text))
        << testing::PrintToString(text);
}

TEST(Printable, IsWhatJsonTakesForTextAndTerminalsForNoCommand) {
    for (int first = 0; first < 256; ++first) {
        expect_as_json({static_cast<char>(first)});
    }
    for (int first = 0x80; first < 256; ++first) {
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
}  // namespace flitscope
