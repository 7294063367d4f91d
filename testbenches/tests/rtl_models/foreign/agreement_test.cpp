// Our own router behind a pin description is our own router: the adapter adds no cycle and loses
// nothing, alone or among routers of other levels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/router/contract/digest.h"
#include "testbenches/drive/compare/visible_events.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/rtl_models/foreign/device_run.h"

namespace flitscope::tb {
namespace {

std::vector<topo::NodeId> all_nodes() {
    std::vector<topo::NodeId> nodes;
    for (topo::NodeId node = 0; node < 16; ++node) {
        nodes.push_back(node);
    }
    return nodes;
}

rtl::DigestObserver digest_of_fast(const std::string& config,
                                   const std::vector<topo::NodeId>& closed) {
    const ExperimentConfig parsed =
        parse_config("test",
                     "topology: {kind: mesh, size: [4, 4]}\n"
                     "measure: {max_cycles: 3000, warmup_messages: 50, relative_error: 0.0001}\n" +
                         config);
    rtl::DigestObserver digest(64);
    VisibleEvents visible(digest, closed);
    const BuiltNetwork built = make_network(parsed, {&visible});
    simulate(parsed, *built.network);
    return digest;
}

std::string point(double load, int latency, int length) {
    return "router: {virtual_channels: 2, buffer_flits: 4, pipeline: 3}\nlink: {latency: " +
           std::to_string(latency) + "}\ntraffic: {load: " + std::to_string(load) +
           ", length: " + std::to_string(length) + "}\nseed: " + std::to_string(length + latency) +
           "\n";
}

TEST(Agreement, OurRouterAsADeviceAgreesWithLevelFastInEveryCycle) {
    int compared = 0;
    for (const std::vector<topo::NodeId>& nodes :
         {std::vector<topo::NodeId>{}, std::vector<topo::NodeId>{5},
          std::vector<topo::NodeId>{0, 3, 6, 9, 10}}) {
        for (const double load : {0.05, 0.3, 0.9}) {
            const int length = 1 + 3 * (compared % 3);
            const std::string config = point(load, compared % 2, length);
            const std::vector<topo::NodeId> closed = nodes.empty() ? all_nodes() : nodes;
            rtl::DigestObserver digest(64);
            {
                const FreshKernel kernel;
                VisibleEvents visible(digest, closed);
                const DeviceOutcome outcome = run_device({OUR_ROUTER, {}, config, nodes}, &visible);
                ASSERT_FALSE(outcome.violation) << outcome.violation->what();
                EXPECT_GT(outcome.delivered, 100);
            }
            const rtl::DigestObserver fast = digest_of_fast(config, closed);
            EXPECT_EQ(digest.events(), fast.events()) << config;
            EXPECT_EQ(digest.windows(), fast.windows()) << config;
            EXPECT_EQ(digest.routers(), fast.routers()) << config;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 9);
}

TEST(Agreement, TheComparisonNoticesADifferentRouter) {
    const std::string config = point(0.9, 0, 4);
    rtl::DigestObserver digest(64);
    VisibleEvents visible(digest, {5});
    // Fewer credits at the start: a router that differs in timing only.
    DeviceRun run{OUR_ROUTER, {}, config, {5}};
    run.edits = {{"width: 2, initial: 4, returns: pulse}\noutputs",
                  "width: 2, initial: 1, returns: pulse}\noutputs"}};
    const DeviceOutcome outcome = run_device(run, &visible);
    ASSERT_FALSE(outcome.violation) << outcome.violation->what();
    EXPECT_NE(digest.windows(), digest_of_fast(config, {5}).windows());
}

constexpr const char* kDataIn = "  data: {pin: flit_i_data, width: 64}\n";
constexpr const char* kDataOut = "  data: {pin: flit_o_data, width: 64}\n";

TEST(DeviceData, GoesThroughItsPinsAndIsCompared) {
    const DeviceOutcome good = run_device({OUR_ROUTER, {}, point(0.3, 0, 4), {5}});
    ASSERT_FALSE(good.violation) << good.violation->what();
    EXPECT_GT(good.delivered, 100);
    EXPECT_EQ(good.unchecked, 0);
}

TEST(DeviceData, IsWrongWhereItComesFromAnotherPort) {
    // In a mix and everywhere.
    for (const std::vector<topo::NodeId>& nodes : {std::vector<topo::NodeId>{5}, {}}) {
        const FreshKernel kernel;
        DeviceRun run{OUR_ROUTER, {}, point(0.3, 0, 4), nodes};
        run.edits = {{"flit_o_data, width: 64", "flit_o_data, width: 64, order: msb_first"}};
        const DeviceOutcome outcome = run_device(run);
        ASSERT_TRUE(outcome.violation) << "delivered " << outcome.delivered;
        EXPECT_EQ(outcome.violation->kind(), cosim::ViolationKind::wrong_data);
        EXPECT_THAT(
            outcome.violation->what(),
            testing::MatchesRegex("router_[0-9]+: cycle [0-9]+: output [0-9] \\(device port "
                                  "[0-9]\\): wrong data: flit [0-3] of message [0-9]+ .*: "
                                  "byte [0-7] is 0x.., must be 0x.."));
    }
}

TEST(DeviceData, GoesBesideADeviceWithoutPinsForIt) {
    for (const std::vector<topo::NodeId>& nodes : {std::vector<topo::NodeId>{5}, {}}) {
        const FreshKernel kernel;
        DeviceRun run{OUR_ROUTER, {}, point(0.3, 0, 4), nodes};
        run.edits = {{kDataIn, ""}, {kDataOut, ""}, {"tie: {", "tie: {flit_i_data: 0, "}};
        const DeviceOutcome outcome = run_device(run);
        ASSERT_FALSE(outcome.violation) << outcome.violation->what();
        EXPECT_GT(outcome.delivered, 100);
        if (nodes.empty()) {
            EXPECT_GE(outcome.unchecked, outcome.delivered) << "every message passes one";
        } else {
            EXPECT_GT(outcome.unchecked, 0);
            EXPECT_LT(outcome.unchecked, outcome.delivered);
        }
    }
}

TEST(DeviceData, NeedsPinsInBothDirectionsThatAreWideEnough) {
    const auto refusal = [](std::vector<std::pair<std::string, std::string>> edits,
                            const std::string& config) -> std::string {
        try {
            run_device({OUR_ROUTER, std::move(edits), config, {5}});
        } catch (const cosim::DescriptionError& error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_THAT(refusal({{kDataOut, ""}}, point(0.3, 0, 4)),
                testing::HasSubstr("outputs.data: missing; the other direction has it"));
    const std::string wide = "router: {virtual_channels: 2, buffer_flits: 4, flit_bytes: 9}\n";
    EXPECT_THAT(refusal({}, wide),
                testing::HasSubstr("inputs.data: 64 bits, but a flit carries 9 bytes"));
    EXPECT_EQ(refusal({}, wide + "check_data: false\n"), "none");
}

}  // namespace
}  // namespace flitscope::tb
