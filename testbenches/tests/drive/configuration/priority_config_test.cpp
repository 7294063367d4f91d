// What router.priority does not go with: exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(PriorityConfig, IsNoneOrClassOrAge) {
    for (const char* const fits :
         {"priority: none", "priority: age", "message_classes: 2, priority: class",
          "priority: age, speculation: exact", "priority: age, bypass: true",
          "priority: age, input_speedup: 2", "priority: age, lookahead: true",
          "priority: age, allocators: {vc: at_switch, switch: islip}"}) {
        EXPECT_EQ(refusal_of(mesh(fits)), "(accepted)") << fits;
    }
    EXPECT_THAT(refusal_of(mesh("priority: oldest")),
                AllOf(StartsWith("c.yaml:2:20: router.priority = oldest: unknown value"),
                      HasSubstr("none, class, age")));
}

TEST(PriorityConfig, NeedsAllocatorsOfOursWithArbiters) {
    EXPECT_THAT(refusal_of(mesh("priority: age, allocators: {vc: wavefront}")),
                AllOf(StartsWith("c.yaml:2:20: router.priority = age: not with a wavefront"),
                      HasSubstr("allocators.vc"), HasSubstr("accepted: none")));
    EXPECT_THAT(refusal_of(mesh("priority: age, allocators: {switch: wavefront}")),
                HasSubstr("allocators.switch"));
    EXPECT_THAT(refusal_of(mesh("priority: age, allocators: {switch: {plugin: mine}}")),
                HasSubstr("not with user-defined allocators"));
}

TEST(PriorityConfig, OfClassNeedsSeveralClasses) {
    EXPECT_THAT(refusal_of(mesh("priority: class")),
                StartsWith("c.yaml:2:20: router.priority = class: not with one message class"));
}

TEST(PriorityConfig, GoesWithMulticasts) {
    EXPECT_EQ(refusal_of(mesh("priority: age, virtual_channels: 4",
                              "traffic: {multicast: {fraction: 0.1, destinations: 3, algorithm: "
                              "dual_path}}\n")),
              "(accepted)");
}

}  // namespace
}  // namespace flitscope::tb
