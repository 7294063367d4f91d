#include "tlm/headers/header_step.h"

#include <gtest/gtest.h>

#include <vector>

namespace flitscope::tl {
namespace {

using Addresses = std::vector<HeaderAddress>;
constexpr auto kNone = HeaderControl::none;
constexpr auto kStop = HeaderControl::receive_and_stop;
constexpr auto kPass = HeaderControl::pass;
constexpr auto kBoth = HeaderControl::receive_and_pass;

struct Case {
    HeaderKind kind;
    topo::NodeId here;
    Addresses addresses;
    HeaderControl action;
    bool served;
    bool error;
};

TEST(HeaderStep, IsThatOfTheTable) {
    const HeaderKind list = HeaderKind::list;
    const HeaderKind legs = HeaderKind::coded_path;
    const std::vector<Case> cases = {
        // kind, here, addresses left, action, served, protocol error
        {list, 7, {{5}}, kPass, false, false},
        {list, 7, {{5}, {7}}, kPass, false, false},  // not yet its turn
        {list, 5, {{5}}, kStop, true, false},
        {list, 5, {{5}, {9}}, kBoth, true, false},
        {list, 5, {{5}, {9}, {5}}, kBoth, true, false},
        {legs, 7, {{5, kPass}}, kPass, false, false},
        {legs, 7, {{5, kBoth}}, kBoth, false, false},
        {legs, 7, {{5, kStop}}, kStop, false, false},
        {legs, 7, {{5, kPass}, {9, kBoth}}, kPass, false, false},
        {legs, 7, {{5, kNone}}, kNone, false, true},
        {legs, 7, {{5, kNone}, {9, kBoth}}, kNone, false, true},
        // Addressed: whatever the bits say.
        {legs, 5, {{5, kPass}, {9, kBoth}}, kBoth, true, false},
        {legs, 5, {{5, kBoth}, {9, kPass}}, kBoth, true, false},
        {legs, 5, {{5, kStop}, {9, kBoth}}, kBoth, true, false},
        {legs, 5, {{5, kNone}, {9, kBoth}}, kBoth, true, false},
        {legs, 5, {{5, kPass}}, kStop, true, false},
        {legs, 5, {{5, kBoth}}, kStop, true, false},
        // What nobody sends.
        {list, 5, {}, kNone, false, true},
        {legs, 5, {}, kNone, false, true},
        {list, 5, {{5}, {5}}, kStop, true, true},
        {legs, 5, {{5, kPass}, {5, kBoth}}, kStop, true, true},
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Case& each = cases[i];
        const HeaderStep step =
            header_step(each.kind, each.here, each.addresses.data(), each.addresses.size());
        EXPECT_EQ(step.action, each.action) << i;
        EXPECT_EQ(step.served, each.served) << i;
        EXPECT_EQ(step.protocol_error, each.error) << i;
        EXPECT_FALSE(step.protocol_error && step.forwards()) << i;
    }
}

TEST(HeaderStep, BitsAreWrittenHighOneFirst) {
    EXPECT_EQ(control_bits(kNone), "00");
    EXPECT_EQ(control_bits(kStop), "01");
    EXPECT_EQ(control_bits(kPass), "10");
    EXPECT_EQ(control_bits(kBoth), "11");
}

}  // namespace
}  // namespace flitscope::tl
