// Allocators of somebody else that grant what they must not.
#include "rtl_models/router/allocators/checked_allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rtl_models/router/contract/violation.h"

namespace flitscope::rtl {
namespace {

/// Grants what it is told to.
template <typename Allocation, typename Request, typename Grant>
class Scripted final : public Allocation {
public:
    explicit Scripted(std::vector<Grant> grants) : grants_(std::move(grants)) {}
    void pick(const std::vector<Request>& /*requests*/, std::vector<Grant>& grants) const override {
        grants = grants_;
    }
    void update(const std::vector<Grant>& /*grants*/) override {}
    bool reads_info() const override { return true; }
    bool reads_occupancy() const override { return true; }

private:
    std::vector<Grant> grants_;
};

/// What is said of these grants; "": nothing.
std::string said_of(const std::vector<SwitchRequest>& requests,
                    const std::vector<SwitchGrant>& grants) {
    using Own = Scripted<SwitchAllocation, SwitchRequest, SwitchGrant>;
    const auto allocation = checked("mine", std::make_unique<Own>(grants));
    EXPECT_TRUE(allocation->reads_info());
    EXPECT_TRUE(allocation->reads_occupancy());
    try {
        std::vector<SwitchGrant> granted;
        allocation->allocate(requests, granted);
        EXPECT_EQ(granted, grants);
        return "";
    } catch (const UnitViolation& violation) {
        return violation.what();
    }
}

std::string said_of(const std::vector<VcRequest>& requests, const std::vector<VcRequest>& grants) {
    using Own = Scripted<VcAllocation, VcRequest, VcRequest>;
    const auto allocation = checked("mine", std::make_unique<Own>(grants), 4);
    EXPECT_TRUE(allocation->reads_info());
    EXPECT_TRUE(allocation->reads_occupancy());
    try {
        std::vector<VcRequest> granted;
        allocation->allocate(requests, granted);
        EXPECT_EQ(granted, grants);
        return "";
    } catch (const UnitViolation& violation) {
        return violation.what();
    }
}

TEST(CheckedSwitchAllocation, LetsOnlyGrantsPassThatARouterCanCarryOut) {
    // VC 0 of input 0 asks for two outputs, as a copy does.
    const std::vector<SwitchRequest> requests = {{0, 0, {1, 2}}, {0, 1, {3, -1}}, {2, 1, {1, -1}}};
    EXPECT_EQ(said_of(requests, std::vector<SwitchGrant>{}), "");
    EXPECT_EQ(said_of(requests, {{0, 0, 1}, {0, 0, 2}}), "");
    EXPECT_EQ(said_of(requests, {{0, 1, 3}, {2, 1, 1}}), "");
    EXPECT_EQ(said_of(requests, std::vector<SwitchGrant>{{2, 1, 3}}),
              "mine: grants output 3 to VC 1 of input 2, which did not ask for it");
    EXPECT_EQ(said_of(requests, std::vector<SwitchGrant>{{1, 0, 1}}),
              "mine: grants output 1 to VC 0 of input 1, which did not ask for it");
    EXPECT_EQ(said_of(requests, std::vector<SwitchGrant>{{0, 1, -1}}),
              "mine: grants output -1 to VC 1 of input 0, which did not ask for it");
    EXPECT_EQ(said_of(requests, {{0, 0, 1}, {2, 1, 1}}),
              "mine: grants output 1 to VC 1 of input 2, and to another one");
    EXPECT_EQ(said_of(requests, {{0, 0, 1}, {0, 1, 3}}),
              "mine: grants output 3 to VC 1 of input 0, in addition to another VC of that input");
}

TEST(CheckedVcAllocation, LetsOnlyGrantsPassThatARouterCanCarryOut) {
    const std::vector<VcRequest> requests = {{0, 5}, {9, 5}, {9, 6}};
    EXPECT_EQ(said_of(requests, std::vector<VcRequest>{}), "");
    EXPECT_EQ(said_of(requests, {{9, 5}, {9, 6}}), "");
    EXPECT_EQ(said_of(requests, std::vector<VcRequest>{{0, 6}}),
              "mine: grants VC 2 of output 1 to VC 0 of input 0, which did not ask for it");
    EXPECT_EQ(said_of(requests, {{0, 5}, {9, 5}}),
              "mine: grants VC 1 of output 1 to VC 1 of input 2, and to another one");
}

}  // namespace
}  // namespace flitscope::rtl
