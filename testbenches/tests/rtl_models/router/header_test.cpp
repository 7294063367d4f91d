#include "rtl_models/router/header.h"

#include <gtest/gtest.h>

#include <vector>

namespace flitscope::rtl {
namespace {

using Addresses = std::vector<HeaderEntry>;
constexpr auto kNone = Control::none;
constexpr auto kStop = Control::stop;
constexpr auto kPass = Control::pass;
constexpr auto kBoth = Control::receive;

struct Case {
    topo::NodeId here;
    Addresses addresses;
    Control action;
    bool served;
    bool error;
};

TEST(HeaderAction, IsThatOfTheTable) {
    const std::vector<Case> cases = {
        // here, addresses left, action, served, protocol error
        {7, {{5}}, kPass, false, false},
        {7, {{5}, {7}}, kPass, false, false},  // not yet its turn
        {5, {{5}}, kStop, true, false},
        {5, {{5}, {9}}, kBoth, true, false},
        {5, {{5}, {9}, {5}}, kBoth, true, false},
        {7, {{5, kPass}}, kPass, false, false},
        {7, {{5, kBoth}}, kBoth, false, false},
        {7, {{5, kStop}}, kStop, false, false},
        {7, {{5, kPass}, {9, kBoth}}, kPass, false, false},
        {7, {{5, kNone}}, kNone, false, true},
        {7, {{5, kNone}, {9, kBoth}}, kNone, false, true},
        // Addressed: whatever the bits say.
        {5, {{5, kPass}, {9, kBoth}}, kBoth, true, false},
        {5, {{5, kBoth}, {9, kPass}}, kBoth, true, false},
        {5, {{5, kStop}, {9, kBoth}}, kBoth, true, false},
        {5, {{5, kNone}, {9, kBoth}}, kBoth, true, false},
        {5, {{5, kPass}}, kStop, true, false},
        {5, {{5, kBoth}}, kStop, true, false},
        // What nobody sends.
        {5, {}, kNone, false, true},
        {5, {}, kNone, false, true},
        {5, {{5}, {5}}, kStop, true, true},
        {5, {{5, kPass}, {5, kBoth}}, kStop, true, true},
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Case& each = cases[i];
        const HeaderAction action =
            header_action({each.addresses, 0, -1}, {}, 0, 0, each.here, 16, false);
        EXPECT_EQ(action.error ? each.action : action.control(), each.action) << i;
        EXPECT_EQ(action.served == 1, each.served) << i;
        EXPECT_EQ(action.error, each.error) << i;
        EXPECT_FALSE(action.error && action.forward) << i;
    }
}

TEST(HeaderAction, AtTheSourceNothingIsReceived) {
    for (const Control control : {kStop, kPass, kBoth}) {
        const HeaderAction action = header_action({{{5, control}}, 0, -1}, {}, 0, 0, 7, 16, true);
        EXPECT_TRUE(action.forward && !action.receive);
        EXPECT_EQ(action.towards, 5);
    }
    EXPECT_TRUE(header_action({{{5, kNone}}, 0, -1}, {}, 0, 0, 7, 16, true).error);
}

TEST(HeaderAction, AFlitIsDroppedWithItsLastAddress) {
    HeaderParameters two;
    two.addresses_per_flit = 2;
    const Header header{{{1}, {2}, {3}}, 0, -1};
    const HeaderAction first = header_action(header, two, 0, 0, 1, 16, false);
    EXPECT_TRUE(first.receive && first.forward && !first.drop);
    EXPECT_EQ(first.towards, 2);
    const HeaderAction second = header_action(header, two, 1, 0, 2, 16, false);
    EXPECT_TRUE(second.receive && second.drop && !second.forward);
    const HeaderAction third = header_action(header, two, 2, 1, 2, 16, false);
    EXPECT_TRUE(third.forward && !third.receive);
    EXPECT_EQ(third.towards, 3);
    EXPECT_TRUE(header_action(header, two, 2, 0, 2, 16, false).error) << "no valid entry";
}

TEST(HeaderAction, BitsAreWrittenHighOneFirst) {
    EXPECT_EQ(control_bits(kNone), "00");
    EXPECT_EQ(control_bits(kStop), "01");
    EXPECT_EQ(control_bits(kPass), "10");
    EXPECT_EQ(control_bits(kBoth), "11");
}

}  // namespace
}  // namespace flitscope::rtl
