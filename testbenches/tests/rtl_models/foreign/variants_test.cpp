// A plug-in that was built for several parameters: which node has which.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/foreign/device_run.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

/// Columns 1 and 2 of the 4x4 mesh are nodes 1, 2, 5, 6, 9, 10, 13, 14.
DeviceRun variants(const std::vector<topo::NodeId>& nodes) {
    DeviceRun run;
    run.plugin = TOY_VARIANTS;
    run.config =
        "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 2}\n"
        "link: {latency: 0}\ntraffic: {load: 0.2, length: 4}\n";
    run.nodes = nodes;
    return run;
}

constexpr const char* kByParameter = "  - {parameter: FIXED_X, coordinate: 0}\n";

std::string refusal(const DeviceRun& run) {
    try {
        run_device(run);
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST(Variants, EachNodeHasTheOneOfItsAddress) {
    const DeviceOutcome outcome = run_device(variants({1, 2, 5, 6, 9, 10, 13, 14}));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, ANodeForWhichNoneWasBuiltIsNamed) {
    EXPECT_EQ(refusal(variants({4})),
              "router toy_variants: node 4 needs FIXED_X=0; it was built for FIXED_X=1, FIXED_X=2");
}

TEST(Variants, WithoutAnAddressTheConfigurationMustChoose) {
    DeviceRun run = variants({6});
    run.edits = {{kByParameter, ""}};
    EXPECT_THAT(refusal(run), HasSubstr("node 6 may be any of FIXED_X=1, FIXED_X=2; choose by "
                                        "`parameters`"));
    run.parameters = {{"FIXED_X", 2}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, ParametersOfTheConfigurationGoFirst) {
    DeviceRun run = variants({6});
    run.parameters = {{"FIXED_X", 1}};  // a router that believes to be one column to the left
    const DeviceOutcome outcome = run_device(run);
    ASSERT_TRUE(outcome.violation);
    EXPECT_EQ(outcome.violation->kind(), cosim::ViolationKind::wrong_turn);
}

TEST(Variants, AParameterMayBeAnExpressionOrAListInTheDescription) {
    DeviceRun run = variants({1, 2, 5, 6, 9, 10, 13, 14});
    run.edits = {{"FIXED_X, coordinate: 0}", "FIXED_X, value: (node - 4 * y) * (nodes == 16)}"}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, AListHasOneValueForEachNode) {
    DeviceRun run = variants({1, 2, 5, 6});
    run.edits = {{"FIXED_X, coordinate: 0}", "FIXED_X, value: [9, 1, 2]}"}};
    EXPECT_THAT(refusal(run), HasSubstr("pins.yaml:8:5: node (parameter FIXED_X): a list of 3, for "
                                        "16 nodes"));
    run.edits = {{"FIXED_X, coordinate: 0}",
                  "FIXED_X, value: [9, 1, 2, 9, 9, 1, 2, 9, 0, 0, 0, 0, 0, 0, 0, 0]}"}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, TheConfigurationMaySayThemPerNodeToo) {
    DeviceRun run = variants({1, 2, 5, 6});
    run.edits = {{kByParameter, ""}};
    run.parameters = {{"FIXED_X", topo::NodeValue::expression("x - 2")}};
    EXPECT_THAT(refusal(run), HasSubstr("parameters.FIXED_X: \"x - 2\" is -1 at node 1"));
    run.parameters = {{"FIXED_X", topo::NodeValue::expression("x")}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, AnAddressPinTakesValuesToo) {
    DeviceRun run = variants({1, 6});
    run.edits = {{"{pin: my_y, coordinate: 1, reversed: true}", "{pin: my_y, value: 3 - y}"}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(Variants, AValueThatItsPinCannotHoldIsRefused) {
    DeviceRun run = variants({6});
    run.edits = {{"{pin: my_y, coordinate: 1, reversed: true}", "{pin: my_y, value: 10 + node}"}};
    EXPECT_THAT(refusal(run), HasSubstr("node (pin my_y): 4 bits cannot hold 16, the value of node "
                                        "6"));
}

TEST(Variants, AnUnknownParameterIsRefused) {
    DeviceRun run = variants({6});
    run.parameters = {{"ROW", 1}};
    EXPECT_THAT(refusal(run), HasSubstr("needs FIXED_X=2 ROW=1; it was built for FIXED_X=1, "));
}

}  // namespace
}  // namespace flitscope::tb
