#include "testbenches/drive/traffic/repeated_key.h"

#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

std::string found(const std::string& text) {
    const std::optional<RepeatedKey> repeated = repeated_key(text);
    return repeated ? repeated->path + " in line " + std::to_string(repeated->line) : "none";
}

TEST(RepeatedKey, IsFoundInAnyObject) {
    EXPECT_EQ(found(R"({"id": 1, "cycle": 0, "cycle": 7})"), "cycle in line 1");
    EXPECT_EQ(found("{\"a\": {\"b\": 1,\n\"b\":\n\n1}}"), "a.b in line 2");
    EXPECT_EQ(found("\n[{\"a\": 1}, 2,\n{\"c\": [[], {}, {\"x\": 0,\n\n\"x\"\n: 1}]}]"),
              "[2].c[2].x in line 5");
    EXPECT_EQ(found(R"({"": 1, "": 2})"), " in line 1");
    EXPECT_EQ(found(R"({"after": 1, "\u0061fter": 2})"), "after in line 1") << "the same text";
}

TEST(RepeatedKey, IsFoundInFrontOfWhatIsNoJson) {
    EXPECT_EQ(found("{\"a\": 1,\n\"a\": nonsense"), "a in line 2");
    EXPECT_EQ(found("{\"a\": nonsense,\n\"a\": 1}"), "none");
}

TEST(RepeatedKey, IsNoKeyOfAnotherObjectAndNoText) {
    for (const char* const text :
         {R"({"a": {"a": {"a": 1}}, "b": {"a": 2}})", R"([{"a": 1}, {"a": 2}])",
          R"({"a": ["a", "a", "b"], "b": "a"})", R"({"a": "{\"b\": 1, \"b\": 2}", "A": 2.5})",
          R"({"a": null, "b": true, "c": -1})", "{}", "[]", "", "7", "\"a\"", "{", "a: 1\na: 2"}) {
        EXPECT_EQ(found(text), "none") << text;
    }
}

}  // namespace
}  // namespace flitscope::tb
