#include "testbenches/program/plot/colours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace flitscope::tb {
namespace {

TEST(Colours, AreNeverTheSame) {
    std::set<std::string> seen;
    for (std::size_t number = 0; number < 200; ++number) {
        EXPECT_THAT(colour(number), ::testing::MatchesRegex("#[0-9a-f]{6}"));
        EXPECT_TRUE(seen.insert(colour(number)).second) << number << ": " << colour(number);
    }
}

}  // namespace
}  // namespace flitscope::tb
