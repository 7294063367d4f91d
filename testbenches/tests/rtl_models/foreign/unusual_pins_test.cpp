// Pins as public routers have them: credits with a number and a valid bit of its own, an address in
// one pin, ready before valid, a registered reset, messages of one flit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "testbenches/tests/rtl_models/foreign/device_run.h"
#include "testbenches/tests/rtl_models/foreign/soft_router.h"

namespace flitscope::tb {
namespace {

using cosim::ViolationKind;
using testing::HasSubstr;
using Output = SoftRouter::Output;

std::string at_load(const std::string& load, int length = 4, int pipeline = 1) {
    return "router: {virtual_channels: 2, buffer_flits: 4, pipeline: " + std::to_string(pipeline) +
           "}\nlink: {latency: 0}\ntraffic: {load: " + load +
           ", length: " + std::to_string(length) + "}\n";
}

DeviceRun soft(const SoftRouter& kind, const std::string& config,
               const std::vector<topo::NodeId>& nodes = {}) {
    DeviceRun run;
    run.model = soft_router(kind);
    run.config = config;
    run.nodes = nodes;
    return run;
}

class UnusualPinsAt : public testing::TestWithParam<std::vector<topo::NodeId>> {};
const auto kNodes = testing::Values(std::vector<topo::NodeId>{}, std::vector<topo::NodeId>{5},
                                    std::vector<topo::NodeId>{0, 6, 9});

TEST_P(UnusualPinsAt, CreditsWithANumberWhoseVcIdlesAtOne) {
    const DeviceOutcome outcome = run_device(soft({}, at_load("0.3", 4, 2), GetParam()));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 2000);
}

TEST_P(UnusualPinsAt, AValidBitPerVc) {
    SoftRouter kind;
    kind.valid_per_vc = true;
    const DeviceOutcome outcome = run_device(soft(kind, at_load("0.3", 4, 2), GetParam()));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 2000);
}

TEST_P(UnusualPinsAt, OneReadyForWhicheverVcIsPresented) {
    SoftRouter kind;
    kind.input = SoftRouter::Input::presented;
    kind.output = Output::ready_presented;
    const DeviceOutcome outcome = run_device(soft(kind, at_load("0.3", 4, 2), GetParam()));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 2000);
}

// In the cycle of ready a flit needs one cycle a hop, and with a register behind it two: what
// Flitscope's routers need, to which no converter adds any.
class ReadyBeforeValid
    : public testing::TestWithParam<std::tuple<std::pair<Output, int>, std::vector<topo::NodeId>>> {
};

TEST_P(ReadyBeforeValid, CostsNothing) {
    const auto& [kind, nodes] = GetParam();
    const std::string quiet = at_load("0.02", 4, kind.second);
    const DeviceOutcome outcome = run_device(soft({kind.first}, quiet, nodes));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.least_latency, 0);
    EXPECT_EQ(outcome.least_latency, run_fast(quiet).least_latency);
}

TEST_P(ReadyBeforeValid, LosesNothingUnderLoad) {
    const auto& [kind, nodes] = GetParam();
    const DeviceOutcome outcome =
        run_device(soft({kind.first}, at_load("0.3", 4, kind.second), nodes));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 2000);
}

INSTANTIATE_TEST_SUITE_P(Nodes, UnusualPinsAt, kNodes);
INSTANTIATE_TEST_SUITE_P(Nodes, ReadyBeforeValid,
                         testing::Combine(testing::Values(std::pair(Output::on_in_cycle, 1),
                                                          std::pair(Output::ready_in_cycle, 1),
                                                          std::pair(Output::ready_cycle_before, 2)),
                                          kNodes));

TEST(UnusualPins, AnAddressInSlicesOfOnePinRoutesAsTheNetworkDoes) {
    // x and y the wrong way round is seen at the first turn.
    DeviceRun run = soft({}, at_load("0.2"), {6});
    run.edits = {{"{pin: node, at: 0, width: 4, coordinate: 0}",
                  "{pin: node, at: 0, width: 4, coordinate: 1}"},
                 {"{pin: node, at: 4, width: 4, coordinate: 1}",
                  "{pin: node, at: 4, width: 4, coordinate: 0}"}};
    const DeviceOutcome outcome = run_device(run);
    ASSERT_TRUE(outcome.violation);
    EXPECT_EQ(outcome.violation->kind(), ViolationKind::wrong_turn);
}

constexpr const char* kManyForOne =
    "router: {virtual_channels: 2, buffer_flits: 4, pipeline: 1}\nlink: {latency: 0}\n"
    "traffic: {load: 0.1, pattern: hotspot, nodes: [15], fraction: 0.4, length: ";
constexpr const char* kSomeLengths =
    "{distribution: bimodal, short: 2, long: 5, long_fraction: 0.5}}\n";

TEST(UnusualPins, MessagesWithEqualHeadsAreNoMistakeOfTheRouter) {
    // Seldom enough with the VCs of this rule that what leaves tells which it is.
    DeviceRun run = soft({}, std::string(kManyForOne) + "2}\n");
    run.config.replace(run.config.find("pipeline: 1"), 11, "pipeline: 1, vc_choice: lowest");
    run.edits = {{"    - {name: tag, holds: message, at: 8, width: 16}\n", ""},
                 {"  body:\n    - {name: tag, holds: message, at: 0, width: 16}", ""}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 500);
}

TEST(UnusualPins, ANarrowTagIsWarnedOfOnceAndAccusesNobody) {
    DeviceRun run = soft({}, std::string(kManyForOne) + kSomeLengths);
    run.edits = {{"at: 8, width: 16", "at: 8, width: 3"}, {"at: 0, width: 16", "at: 0, width: 3"}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 500);
    ASSERT_FALSE(outcome.displayed.empty());
    EXPECT_THAT(outcome.displayed.front(),
                testing::MatchesRegex(
                    "flitscope: warning: router_[0-9]+: cycle [0-9]+: pins.yaml:12:7: "
                    "flit.head.tag: a tag of 3 bits is narrow: messages [0-9]+ and [0-9]+ are "
                    "inside with equal heads; [0-9]+ goes with another tag than its number's"));
    EXPECT_LE(outcome.displayed.size(), 2U);
}

TEST(UnusualPins, ATagThatIsWideEnoughIsNotWarnedOf) {
    const DeviceOutcome outcome = run_device(soft({}, std::string(kManyForOne) + kSomeLengths));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_THAT(outcome.displayed, testing::IsEmpty());
}

TEST(UnusualPins, AFifoThatOverflowsIsNotTakenForAReset) {
    // The description promises more slots than there are.
    SoftRouter shallow;
    shallow.overflows = true;
    const DeviceOutcome outcome = run_device(soft(shallow, at_load("0.9")));
    ASSERT_TRUE(outcome.violation);
    EXPECT_LT(outcome.violation->cycle(), 60);
    EXPECT_THAT(outcome.violation->what(), testing::Not(HasSubstr("reset")));
}

TEST(UnusualPins, ARegisteredResetSwallowsFlitsAndTheReportSaysWhatHelps) {
    const DeviceOutcome outcome = run_device(soft({Output::credits, 12}, at_load("0.9")));
    ASSERT_TRUE(outcome.violation);
    EXPECT_THAT(outcome.violation->what(), testing::ContainsRegex("nothing that came at edges "
                                                                  "[0-9]+..[0-9]+ has left"));
    EXPECT_THAT(outcome.violation->what(), HasSubstr("say `reset: {settle: N}`"));
}

TEST(UnusualPins, ARegisteredResetThatMaySettleSwallowsNothing) {
    DeviceRun run = soft({Output::credits, 12}, at_load("0.9"));
    run.edits = {{"cycles: 3", "cycles: 3, settle: 12"}};
    const DeviceOutcome outcome = run_device(run);
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 500);
}

TEST(UnusualPins, NothingThatEverMovesPointsAtTheReset) {
    DeviceRun run = soft({}, at_load("0.2"), {5});
    run.edits = {{"active: low", "active: high"}};
    const DeviceOutcome outcome = run_device(run);
    ASSERT_TRUE(outcome.violation);
    EXPECT_EQ(outcome.violation->kind(), ViolationKind::no_progress);
    EXPECT_THAT(outcome.violation->what(),
                HasSubstr("nothing ever came out; is it out of reset? pins.yaml:2:8: reset: "
                          "active: high, cycles: 3, settle: 0"));
}

TEST(UnusualPins, AValidThatWaitsForReadyIsThoughtOf) {
    DeviceRun run = soft({Output::ready_in_cycle}, at_load("0.2"), {5});
    run.edits = {{", valid_from_ready: true", ""}};
    const DeviceOutcome outcome = run_device(run);
    ASSERT_TRUE(outcome.violation);
    EXPECT_THAT(outcome.violation->what(), HasSubstr("nothing ever came out"));
    EXPECT_THAT(outcome.violation->what(), HasSubstr("say `valid_from_ready: true`"));
}

TEST(UnusualPins, MessagesOfOneFlitNeedNeitherHeadNorTail) {
    const SoftRouter single{Output::credits, 0, true};
    const DeviceOutcome outcome = run_device(soft(single, at_load("0.3", 1)));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 8000);
}

TEST(UnusualPins, ALongerMessageThanTheDeviceTakesIsRefused) {
    const SoftRouter single{Output::credits, 0, true};
    try {
        run_device(soft(single, at_load("0.3", 2)));
        FAIL() << "accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr("pins.yaml:14:13: max_length: 1 in the device, but "));
    }
}

}  // namespace
}  // namespace flitscope::tb
