#include "rtl_models/router/vc_choice.h"

#include <gtest/gtest.h>

#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::rtl {
namespace {

RouterParameters router(int vcs, VcChoice choice, int message_classes = 1) {
    RouterParameters parameters;
    parameters.virtual_channels = vcs;
    parameters.message_classes = message_classes;
    parameters.vc_choice = choice;
    return parameters;
}

// docs/router.md, section 5, "Which VC": the table of groups.

TEST(VcGroups, AreTheVcsOfClasses) {
    EXPECT_EQ(network_vc_groups(router(4, VcChoice::round_robin), 1, false, 4), (VcGroups{0xF}));
    EXPECT_EQ(network_vc_groups(router(5, VcChoice::round_robin), 2, false, 5),
              (VcGroups{0x3, 0x1C}));
    EXPECT_EQ(network_vc_groups(router(4, VcChoice::round_robin, 2), 1, false, 4),
              (VcGroups{0x3, 0xC}));
}

TEST(VcGroups, AreThoseOfTheLinkWhereItHasFewerVcs) {
    EXPECT_EQ(network_vc_groups(router(8, VcChoice::round_robin, 2), 1, false, 4),
              (VcGroups{0x3, 0xC}));
}

TEST(VcGroups, AreThoseOfAMessageClassWithAnEscape) {
    EXPECT_EQ(network_vc_groups(router(6, VcChoice::round_robin, 2), 2, true, 6),
              (VcGroups{0x7, 0x38}));
}

TEST(VcGroups, OfFewerVcsThanClassesHaveOneVc) {
    EXPECT_EQ(network_vc_groups(router(2, VcChoice::round_robin), 3, false, 2),
              (VcGroups{0x1, 0x2}));
}

TEST(VcGroups, AtEjectionAreRangesOfMessageClasses) {
    RouterParameters parameters = router(6, VcChoice::round_robin, 2);
    parameters.ejection_vcs = EjectionVcs::one;
    EXPECT_EQ(ejection_vc_groups(parameters), (VcGroups{0x7, 0x38}));
}

TEST(VcGroups, OfInjectionVcsThatClassesShareAreOne) {
    RouterParameters parameters = router(4, VcChoice::round_robin, 2);
    parameters.injection_vcs = 1;
    EXPECT_EQ(injection_vc_groups(parameters), (VcGroups{0x1}));
}

TEST(VcPointers, MoveBehindTheHighestVcThatWasGranted) {
    VcPointers pointers(router(4, VcChoice::round_robin), {0xF});
    pointers.advance(0x2);
    EXPECT_EQ(pointers.passed(), 0x3U);
    pointers.advance(0x5);
    EXPECT_EQ(pointers.passed(), 0x7U);
    pointers.advance(0x1);
    EXPECT_EQ(pointers.passed(), 0x1U);
    pointers.advance(0);
    EXPECT_EQ(pointers.passed(), 0x1U);
    pointers.reset();
    EXPECT_EQ(pointers.passed(), 0U);
}

TEST(VcPointers, OfOtherGroupsStandStill) {
    VcPointers pointers(router(4, VcChoice::round_robin, 2), {0x3, 0xC});
    pointers.advance(0x4);
    pointers.advance(0x1);
    EXPECT_EQ(pointers.passed(), 0x5U);
    pointers.advance(0x8);
    EXPECT_EQ(pointers.passed(), 0xDU);
}

TEST(VcPointers, StandStillUnlessVcsAreChosenByThem) {
    for (const VcChoice choice : {VcChoice::most_credits, VcChoice::lowest}) {
        VcPointers pointers(router(4, choice), {0xF});
        pointers.advance(0x2);
        EXPECT_EQ(pointers.passed(), 0U);
    }
}

/// Of VCs with these flits outstanding and 4 slots each.
struct Vcs {
    int outstanding[4];

    int chosen(const RouterParameters& parameters, VcMask free, VcMask passed,
               std::uint32_t length = 1) const {
        return OutputVcRules(parameters)
            .chosen(
                free, passed, length, [this](int v) { return outstanding[v]; },
                [this](int v) { return 4 - outstanding[v]; });
    }
};

TEST(VcChoice, TakesTheNextOfThePointerThenTheLowest) {
    const Vcs vcs{{4, 4, 4, 4}};
    const RouterParameters parameters = router(4, VcChoice::round_robin);
    EXPECT_EQ(vcs.chosen(parameters, 0xF, 0x0), 0);
    EXPECT_EQ(vcs.chosen(parameters, 0xF, 0x3), 2);
    EXPECT_EQ(vcs.chosen(parameters, 0xB, 0x3), 3);
    EXPECT_EQ(vcs.chosen(parameters, 0x3, 0x3), 0);
    EXPECT_EQ(vcs.chosen(parameters, 0x2, 0xF), 1);
    EXPECT_EQ(vcs.chosen(parameters, 0x0, 0x3), -1);
}

TEST(VcChoice, TakesTheOneWithTheFewestFlitsThenTheLowest) {
    const RouterParameters parameters = router(4, VcChoice::most_credits);
    EXPECT_EQ((Vcs{{2, 1, 3, 1}}.chosen(parameters, 0xF, 0x3)), 1);
    EXPECT_EQ((Vcs{{2, 1, 3, 1}}.chosen(parameters, 0xD, 0x0)), 3);
    EXPECT_EQ((Vcs{{4, 4, 4, 4}}.chosen(parameters, 0xC, 0x0)), 2);
}

TEST(VcChoice, TakesTheLowestWhereThatIsAsked) {
    EXPECT_EQ((Vcs{{4, 0, 0, 0}}.chosen(router(4, VcChoice::lowest), 0xD, 0x0)), 0);
}

TEST(VcChoice, PassesOverVcsWithoutRoomForTheMessage) {
    const Vcs vcs{{3, 2, 1, 4}};
    for (const auto& [choice, passed, wanted] : {std::tuple{VcChoice::round_robin, VcMask{0x0}, 1},
                                                 {VcChoice::round_robin, VcMask{0x3}, 2},
                                                 {VcChoice::round_robin, VcMask{0x7}, 1},
                                                 {VcChoice::most_credits, VcMask{0x0}, 2},
                                                 {VcChoice::lowest, VcMask{0x0}, 1}}) {
        RouterParameters parameters = router(4, choice);
        parameters.switching = Switching::virtual_cut_through;
        EXPECT_EQ(vcs.chosen(parameters, 0xF, passed, 2), wanted) << static_cast<int>(choice);
        EXPECT_EQ(vcs.chosen(parameters, 0xF, passed, 4), -1);
    }
}

TEST(VcChoice, AtTheSwitchPassesOverVcsWithoutACredit) {
    RouterParameters parameters = router(4, VcChoice::round_robin);
    parameters.vc_allocator = VcAllocatorKind::at_switch;
    EXPECT_EQ((Vcs{{1, 4, 4, 0}}.chosen(parameters, 0xF, 0x1)), 3);
    EXPECT_EQ((Vcs{{4, 4, 4, 4}}.chosen(parameters, 0xF, 0x1)), -1);
}

}  // namespace
}  // namespace flitscope::rtl
