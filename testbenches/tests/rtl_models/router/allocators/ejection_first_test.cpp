// Heads with two branches: ejection VCs first, and no network VC without them.
#include "rtl_models/router/allocators/ejection_first.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/router/allocators/decision_makers.h"

namespace flitscope::rtl {
namespace {

constexpr std::int32_t kFirstEjection = 2;  // VCs 0 and 1 are those of network outputs

class EjectionFirstTest : public testing::TestWithParam<VcAllocatorKind> {
protected:
    /// Granted (requester, output VC), ascending; the arbiters move.
    std::vector<std::pair<int, int>> grants(const std::vector<VcRequest>& requests) {
        std::vector<VcRequest> granted;
        allocator_.allocate(requests, granted);
        std::vector<std::pair<int, int>> all;
        for (const VcRequest& each : granted) {
            all.emplace_back(each.requester, each.output_vc);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    static std::unique_ptr<VcAllocation> inner() {
        RouterParameters parameters;
        parameters.virtual_channels = 1;
        parameters.vc_allocator = GetParam();
        return make_vc_allocation(parameters, port_layout(parameters, 2), nullptr);
    }
    EjectionFirst allocator_{inner(), kFirstEjection};
};

using Grants = std::vector<std::pair<int, int>>;

TEST_P(EjectionFirstTest, GrantsBothBranchesInOneCycle) {
    EXPECT_EQ(grants({{0, 1}, {0, 2}}), (Grants{{0, 1}, {0, 2}}));
}

TEST_P(EjectionFirstTest, GrantsNoNetworkVcToWhoGotNoEjectionVc) {
    // Two heads that want the same pair of outputs: one gets both, the other one nothing.
    EXPECT_EQ(grants({{0, 1}, {0, 2}, {1, 1}, {1, 2}}).size(), 2u);
    const Grants second = grants({{0, 1}, {0, 2}, {1, 1}, {1, 2}});
    ASSERT_EQ(second.size(), 2u);
    EXPECT_EQ(second[0].first, second[1].first);
}

TEST_P(EjectionFirstTest, LetsOthersHaveWhatTheLoserMayNotAskFor) {
    // At start arbiters prefer requester 0, and diagonal 0 of 3 holds (1, 2) and (2, 1).
    const bool wavefront = GetParam() == VcAllocatorKind::wavefront;
    EXPECT_EQ(grants({{0, 0}, {0, 2}, {1, 1}, {1, 2}, {2, 1}}),
              wavefront ? (Grants{{1, 2}, {2, 1}}) : (Grants{{0, 0}, {0, 2}, {2, 1}}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, EjectionFirstTest,
                         testing::Values(VcAllocatorKind::separable_input,
                                         VcAllocatorKind::separable_output,
                                         VcAllocatorKind::wavefront));

}  // namespace
}  // namespace flitscope::rtl
