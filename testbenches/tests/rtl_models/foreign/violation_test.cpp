// Each violation, provoked by a small router that makes that mistake (routers/toy_router.sv).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "rtl_models/foreign/pin_history.h"
#include "testbenches/tests/rtl_models/foreign/device_run.h"
#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::tb {
namespace {

using cosim::ViolationKind;
using testing::HasSubstr;

constexpr const char* kLoad =
    "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 2}\n"
    "link: {latency: 0}\n"
    "traffic: {load: 0.2, length: 4}\n";

DeviceRun toy(int fault, const std::vector<topo::NodeId>& nodes = {5}) {
    return {TOY_ROUTER, {{"fault_i: 0", "fault_i: " + std::to_string(fault)}}, kLoad, nodes};
}

struct Mistake {
    int fault;
    ViolationKind kind;
    const char* port;  ///< part of the report
    const char* details;
};

class Violation : public testing::TestWithParam<Mistake> {};

TEST_P(Violation, IsReportedWhereItHappens) {
    const Mistake& mistake = GetParam();
    // At node 5 of a fast network, and everywhere.
    const topo::NodeId node = mistake.kind == ViolationKind::unconnected_port ? 4 : 5;
    const DeviceOutcome outcome = run_device(toy(mistake.fault, {node}));
    ASSERT_TRUE(outcome.violation) << "delivered " << outcome.delivered;
    const cosim::DeviceViolation& found = *outcome.violation;
    EXPECT_EQ(found.kind(), mistake.kind) << found.what();
    EXPECT_THAT(found.what(), HasSubstr("router_" + std::to_string(node) + ": cycle "));
    EXPECT_THAT(found.what(), HasSubstr(mistake.port));
    EXPECT_THAT(found.what(), HasSubstr(mistake.details));
}

std::string test_name(const testing::TestParamInfo<Mistake>& info) {
    static const char* const names[] = {
        "Nothing",        "WrongTurn",  "OffTheEdge",   "DroppedFlit",  "RepeatedFlit",
        "NoTail",         "EarlyTail",  "Interleaving", "TwoCredits",   "NoCredit",
        "Stopping",       "Finish",     "Stop",         "Assertion",    "AwakeInReset",
        "LeakedInput",    "Display",    "InventedFlit", "ScrambledTag", "ScrambledLength",
        "ForgottenReset", "Oscillation"};
    return names[info.param.fault];
}

INSTANTIATE_TEST_SUITE_P(
    Toy, Violation,
    testing::Values(
        Mistake{1, ViolationKind::wrong_turn, "output 3 (device port 1)", "must be 0"},
        Mistake{2, ViolationKind::unconnected_port, "output 1 (device port 4)", "flit"},
        Mistake{3, ViolationKind::lost_flit, "output ", "is due"},
        Mistake{4, ViolationKind::duplicated_flit, "output ", ""},
        Mistake{5, ViolationKind::length_mismatch, "output ", "no tail at flit 3"},
        Mistake{6, ViolationKind::length_mismatch, "output ", "tail at flit 2"},
        Mistake{7, ViolationKind::interleaved, "output ", "inside message"},
        Mistake{8, ViolationKind::credit_overflow, "input ", "1 credits for VC 0"},
        Mistake{9, ViolationKind::sent_without_credit, "output ", "4 credits are all used"},
        Mistake{10, ViolationKind::no_progress, "no progress", "has not moved for 400 cycles"},
        Mistake{11, ViolationKind::finished, "$finish", "toy_router.sv:"},
        Mistake{12, ViolationKind::stopped, "$stop", "toy_router.sv:"},
        Mistake{13, ViolationKind::stopped, "$stop", "toy_router.sv:"},
        Mistake{14, ViolationKind::active_after_reset, "output ", "valid"},
        Mistake{15, ViolationKind::unstable_output, "output 4 (device port 0)", "inputs"},
        Mistake{17, ViolationKind::unknown_flit, "output 0 (device port 2)", ""},
        Mistake{18, ViolationKind::unknown_flit, "output ", "tag 48879"},
        Mistake{21, ViolationKind::stopped, "$stop", "toy_router.sv:"},
        Mistake{19, ViolationKind::length_mismatch, "output ", "says 77 flits"}),
    test_name);

TEST(ViolationReport, AFaultlessRouterHasNone) {
    const DeviceOutcome outcome = run_device(toy(0, {}));
    EXPECT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_GT(outcome.delivered, 1000);
}

TEST(ViolationReport, ARegisterThatResetForgetsIsNoticed) {
    // It starts with a random value, so some seeds see it at once, others later.
    const DeviceOutcome outcome = run_device(toy(20));
    ASSERT_TRUE(outcome.violation);
    EXPECT_THAT(outcome.violation->what(), HasSubstr("output 4 (device port 0)"));
}

TEST(ViolationReport, ARouterFasterThanConfiguredIsNoticed) {
    DeviceRun run = toy(0);
    run.config =
        "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 3}\nlink: {latency: 0}\n"
        "traffic: {load: 0.2, length: 4}\n";
    const DeviceOutcome outcome = run_device(run);
    ASSERT_TRUE(outcome.violation);
    EXPECT_EQ(outcome.violation->kind(), ViolationKind::too_fast);
    EXPECT_THAT(outcome.violation->what(), HasSubstr("after 2 cycles, `router.pipeline` says 3"));
}

TEST(ViolationReport, WhatADeviceDisplaysHasInstanceAndCycle) {
    const DeviceOutcome outcome = run_device(toy(16));
    EXPECT_FALSE(outcome.violation);
    ASSERT_GT(outcome.displayed.size(), 100U);
    EXPECT_THAT(outcome.displayed[0], testing::MatchesRegex("router_5: cycle [0-9]+: head for "
                                                            "[0-9]+,[0-9]+"));
}

TEST(ViolationReport, TheAssertionsTextIsDisplayed) {
    const DeviceOutcome outcome = run_device(toy(13));
    ASSERT_FALSE(outcome.displayed.empty());
    EXPECT_THAT(outcome.displayed.back(), HasSubstr("sent_q is 5"));
}

TEST(ViolationReport, TheWavesShowThePinsAroundIt) {
    const DeviceOutcome outcome = run_device(toy(1));
    ASSERT_TRUE(outcome.violation);
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "violation.vcd").string();
    const auto waves = outcome.violation->history();
    const std::string view = waves->write(path, outcome.violation->part());
    const VcdFile file(path);
    const std::int64_t cycle = outcome.violation->cycle();
    constexpr std::int64_t kReset = 4;  // three cycles and the one before edge 0
    const auto shown = [&](const std::string& name, std::int64_t of) {
        return file.value("router_5." + name, (kReset + of) * 1000);
    };
    const auto at = [&](const std::string& pin, std::int64_t of) {
        return shown("device." + pin, of);
    };
    EXPECT_EQ(file.first_time(), 0);
    EXPECT_EQ(file.last_time(), (kReset + cycle + 1) * 1000);
    for (std::int64_t of = -kReset; of < 0; ++of) {
        EXPECT_EQ(at("reset_n", of), of == -1 ? 1U : 0U) << of;
        EXPECT_EQ(file.value("cycle", (kReset + of) * 1000), static_cast<std::uint64_t>(of));
    }
    EXPECT_EQ(at("clock", cycle), 0U);
    EXPECT_EQ(at("reset_n", cycle), 1U);
    EXPECT_EQ(at("my_x", cycle), 1U);
    EXPECT_EQ(at("my_y", cycle), 2U);  // reversed: node 5 is at y = 1 of 0..3
    EXPECT_EQ(at("out_valid_1", cycle), 1U);
    EXPECT_EQ(at("out_valid_1", cycle - 1), 0U);
    EXPECT_TRUE(at("in_flit_199_192", cycle));
    // What the ports say: the head that takes the wrong turn, and what had come in.
    EXPECT_EQ(shown("output_3.flit", cycle), 1U);  // head
    EXPECT_EQ(shown("output_3.flit", cycle - 1), 0U);
    EXPECT_EQ(shown("output_3.head_x", cycle), shown("output_3.to_node", cycle).value() % 4);
    EXPECT_EQ(shown("output_3.head_y", cycle), 3 - shown("output_3.to_node", cycle).value() / 4);
    EXPECT_EQ(shown("output_3.head_length", cycle), 4U);
    EXPECT_EQ(shown("output_3.body_index", cycle), 0U);
    EXPECT_TRUE(shown("input_2.credit", cycle));

    const GtkwaveSaveFile saved(view);
    EXPECT_EQ(view, (folder.path() / "violation.gtkw").string());
    EXPECT_EQ(saved.dump(), "violation.vcd");
    EXPECT_EQ(saved.marker(), (kReset + cycle) * 1000);
    EXPECT_LE(saved.time_start(), saved.marker());
    EXPECT_GE(saved.time_start(), saved.marker() - 12000) << "the marker is beyond the window";
    std::set<std::string> groups;
    for (const GtkwaveSaveFile::Signal& signal : saved.signals()) {
        EXPECT_EQ(file.signals().count(signal.name), 1U) << signal.name;
        groups.insert(signal.groups.empty() ? "" : signal.groups.front());
        if (signal.name == "router_5.output_3.flit") {
            EXPECT_EQ(signal.translation.at("1"), "head");
        }
    }
    EXPECT_EQ(groups.count(outcome.violation->part()), 1U);
    EXPECT_EQ(groups.count("pins"), 1U);
    EXPECT_EQ(saved.signals().size(), file.signals().size());
    // Cycles in which it slept are not among them.
    EXPECT_EQ(waves->text(),
              "its pins in cycles -1.." + std::to_string(cycle) + ", and during reset");
}

}  // namespace
}  // namespace flitscope::tb
