// What ends a run with an exit code, and how those who run points hear of it.
#include "testbenches/program/point_run/point_run.h"

#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"

namespace flitscope::tb {
namespace {

ExperimentConfig configuration(const std::string& more = "") {
    return parse_config("c.yaml", "topology: {kind: hypercube, dimensions: 3}\n" + more, {});
}

PointOutcome with_protocol_errors(std::int64_t count) {
    PointOutcome outcome;
    outcome.result.protocol_errors = Result::ProtocolErrors{count, "message 3 ended at node 1"};
    return outcome;
}

TEST(FailureOf, ARunThatWentWellIsNone) {
    EXPECT_FALSE(failure_of(PointOutcome{}, configuration()).has_value());
    EXPECT_FALSE(failure_of(with_protocol_errors(0), configuration()).has_value());
}

TEST(FailureOf, AProtocolErrorIsOursOrOfWhatCameFromOutside) {
    const auto ours = failure_of(with_protocol_errors(2), configuration());
    ASSERT_TRUE(ours.has_value());
    EXPECT_EQ(ours->code, 1);
    EXPECT_EQ(ours->message, "protocol error: message 3 ended at node 1 (2 in all)");
    ExperimentConfig with_unit = configuration();
    with_unit.units.everywhere["switch_allocator"].plugin = "mine";
    EXPECT_EQ(failure_of(with_protocol_errors(2), with_unit)->code, 6);
    ExperimentConfig checked = configuration();
    checked.units.check = true;  // our own units, watched
    EXPECT_EQ(failure_of(with_protocol_errors(2), checked)->code, 1);
}

TEST(FailureOf, AnUnwrittenRecordingComesFirst) {
    PointOutcome outcome = with_protocol_errors(1);
    outcome.result.deadlock = DeadlockReport{};
    outcome.deadlock = "deadlock found at edge 9";
    EXPECT_EQ(failure_of(outcome, configuration())->code, 5);
    EXPECT_EQ(failure_of(outcome, configuration())->message, "deadlock found at edge 9");
    outcome.unwritten = OutputError("w.vcd: disk full");
    EXPECT_EQ(failure_of(outcome, configuration())->code, 7);
}

constexpr const char* kDeadlocks =
    "routing: {algorithm: random_minimal}\n"
    "router: {virtual_channels: 1, buffer_flits: 2}\n"
    "traffic: {load: 0.9, length: 40}\n";

TEST(RunPoint, WithoutRecordingsADeadlockIsAResult) {
    EXPECT_TRUE(run_point(configuration(kDeadlocks)).deadlock.has_value());
    EXPECT_THROW(run_point(configuration(std::string(kDeadlocks) + "deadlock: refuse\n")),
                 DeadlockRefused);
}

}  // namespace
}  // namespace flitscope::tb
