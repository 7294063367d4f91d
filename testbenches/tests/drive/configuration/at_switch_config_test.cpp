// What VC selection at the switch does not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string at_switch(const std::string& router, const std::string& rest = "") {
    return mesh("allocators: {vc: at_switch}, " + router, rest);
}

TEST(AtSwitchConfig, HasTheDepthsThatAreLeftWithoutVa) {
    EXPECT_EQ(refusal_of(at_switch("pipeline: 3")), "(accepted)");
    EXPECT_EQ(refusal_of(at_switch("pipeline: 4")), "(accepted)");
    EXPECT_EQ(refusal_of(at_switch("pipeline: 2, lookahead: true")), "(accepted)");
    EXPECT_EQ(refusal_of(at_switch("pipeline: 3, lookahead: true")), "(accepted)");
    EXPECT_THAT(refusal_of(at_switch("pipeline: 2")),
                AllOf(StartsWith("c.yaml:2:49: router.pipeline = 2"), HasSubstr("at_switch"),
                      HasSubstr("3..4 cycles")));
    EXPECT_THAT(refusal_of(at_switch("pipeline: 1, lookahead: true")),
                AllOf(StartsWith("c.yaml:2:49: router.pipeline = 1"), HasSubstr("2..3 cycles")));
    EXPECT_THAT(refusal_of(at_switch("pipeline: 4, lookahead: true")), HasSubstr("lookahead"));
}

TEST(AtSwitchConfig, IsRefusedWhereHeadsMayLoseOrHaveTwoBranches) {
    EXPECT_THAT(
        refusal_of(at_switch("pipeline: 3", "routing: {algorithm: duato}")),
        AllOf(StartsWith("c.yaml:2:27: router.allocators.vc = at_switch"), HasSubstr("escape")));
    EXPECT_THAT(refusal_of(at_switch("pipeline: 3",
                                     "traffic: {broadcast: {fraction: 0.1, algorithm: pcp}}")),
                HasSubstr("router.allocators.vc = at_switch"));
}

}  // namespace
}  // namespace flitscope::tb
