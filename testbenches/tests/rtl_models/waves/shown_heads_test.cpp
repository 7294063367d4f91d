// The action of a head, from what its header unit says of it (docs/multicast_units.md, "Actions").
#include "rtl_models/waves/shown_heads.h"

#include <gtest/gtest.h>

namespace flitscope::waves {
namespace {

TEST(HeadAction, NamesWhatTheRouterDoes) {
    EXPECT_EQ(head_action(true, false, false, false), HeadAction::pass);
    EXPECT_EQ(head_action(true, true, false, false), HeadAction::receive_and_pass);
    EXPECT_EQ(head_action(false, true, false, false), HeadAction::receive_and_stop);
    // Its last address is served, the ones that follow are in the next flit.
    EXPECT_EQ(head_action(true, true, true, false), HeadAction::drop);
    // An error is received, whatever else the unit says.
    EXPECT_EQ(head_action(false, true, false, true), HeadAction::error);
    EXPECT_EQ(head_action(true, true, true, true), HeadAction::error);
}

}  // namespace
}  // namespace flitscope::waves
