// What router.speculation does not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(SpeculationConfig, NeedsVcAllocationInACycleOfItsOwn) {
    for (const char* const fits :
         {"speculation: exact", "pipeline: 4, speculation: pessimistic",
          "lookahead: true, pipeline: 2, speculation: exact",
          "lookahead: true, pipeline: 3, speculation: exact", "pipeline: 1, speculation: none"}) {
        EXPECT_EQ(refusal_of(mesh(fits)), "(accepted)") << fits;
    }
    EXPECT_THAT(refusal_of(mesh("speculation: exact, pipeline: 2")),
                AllOf(StartsWith("c.yaml:2:23: router.speculation = exact: not with a pipeline in "
                                 "which VC allocation shares its cycle with another stage"),
                      HasSubstr("none, or pipeline 3 or 4")));
    EXPECT_THAT(refusal_of(mesh("speculation: exact, pipeline: 1, lookahead: true")),
                HasSubstr("none, or pipeline 2 or 3"));
}

TEST(SpeculationConfig, IsExactOrPessimistic) {
    EXPECT_THAT(refusal_of(mesh("speculation: optimistic")),
                AllOf(StartsWith("c.yaml:2:23: router.speculation = optimistic: unknown value"),
                      HasSubstr("none, exact, pessimistic")));
}

TEST(SpeculationConfig, IsRefusedWithMulticasts) {
    EXPECT_THAT(refusal_of(mesh("speculation: exact, virtual_channels: 4",
                                "traffic: {multicast: {fraction: 0.1, destinations: 3, algorithm: "
                                "dual_path}}\n")),
                AllOf(HasSubstr("traffic.multicast.fraction"), HasSubstr("router.speculation")));
}

/// Where VCs have an escape (docs/router.md, section 12), a head that loses is routed again.
TEST(SpeculationConfig, GoesWithEscapes) {
    EXPECT_EQ(refusal_of(mesh("speculation: exact, vc_reuse: buffer_empty",
                              "routing: {algorithm: duato}\n")),
              "(accepted)");
}

}  // namespace
}  // namespace flitscope::tb
