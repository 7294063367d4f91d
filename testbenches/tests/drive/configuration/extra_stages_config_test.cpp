// What router.extra_stages does not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ExtraStagesConfig, AreUpTo8AtEveryDepth) {
    for (const char* const router :
         {"extra_stages: 0", "extra_stages: 8, pipeline: 1", "extra_stages: 3, pipeline: 4",
          "extra_stages: 3, pipeline: 2, lookahead: true, allocators: {vc: at_switch}"}) {
        EXPECT_EQ(refusal_of(mesh(router)), "(accepted)");
    }
    EXPECT_THAT(refusal_of(mesh("extra_stages: 9")),
                AllOf(StartsWith("c.yaml:2:24: router.extra_stages = 9"), HasSubstr("0..8")));
}

TEST(ExtraStagesConfig, GoWithMessagesThatAreTakenOutButNotInTheRtl) {
    const std::string stages = "extra_stages: 2";
    EXPECT_EQ(refusal_of(mesh(stages, "deadlock: recover_regressive")), "(accepted)");
    EXPECT_EQ(refusal_of(mesh(stages, "level: verilog")), "(accepted)");
}

}  // namespace
}  // namespace flitscope::tb
