// router.buffers and router.reserved: what they are refused with, exit code 2, naming the key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/drive/configuration/read_text.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(SharedBuffersConfig, ReservesUpToAllSlots) {
    EXPECT_EQ(refusal_of(mesh("buffers: shared")), "(accepted)");
    EXPECT_EQ(refusal_of(mesh("buffers: shared, reserved: 5, buffer_flits: 5")), "(accepted)");
    EXPECT_THAT(refusal_of(mesh("buffers: shared, reserved: 6, buffer_flits: 5")),
                AllOf(StartsWith("c.yaml:2:37: router.reserved = 6"),
                      HasSubstr("more than the 5 buffer_flits"), HasSubstr("1..5")));
    EXPECT_THAT(refusal_of(mesh("buffers: shared, reserved: 0")), HasSubstr("1..1000000"));
    EXPECT_THAT(refusal_of(mesh("buffers: pooled")), HasSubstr("private, shared"));
}

TEST(SharedBuffersConfig, AreRefusedWhereThereIsNothingToShareOrNobodyCountsIt) {
    const auto refused = [](const std::string& router, const std::string& others,
                            const char* reason) {
        EXPECT_THAT(refusal_of(mesh("buffers: shared" + router, others)),
                    AllOf(StartsWith("c.yaml:2:19: router.buffers = shared: not with"),
                          HasSubstr(reason), HasSubstr("accepted: private")));
    };
    refused(", buffer_flits: unbounded", "", "nothing to share");
    refused(", switching: virtual_cut_through", "", "whole messages");
    refused(", switching: store_and_forward", "", "whole messages");
    refused(", virtual_channels: 4", "link: {dimension 0: {virtual_channels: 2}}",
            "VCs of their own");
    EXPECT_EQ(refusal_of(mesh("buffers: shared", "deadlock: recover_regressive")), "(accepted)");
    EXPECT_EQ(refusal_of(mesh("buffers: shared", "faults: [{at: 10, link: [0, 1]}]")),
              "(accepted)");
}

}  // namespace
}  // namespace flitscope::tb
