#include "rtl_models/router/allocators/input_speedup.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/router/crossbar_inputs.h"
#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::rtl {
namespace {

RouterParameters router(int vcs, int speedup) {
    RouterParameters parameters;
    parameters.virtual_channels = vcs;
    parameters.input_speedup = speedup;
    return parameters;
}

TEST(CrossbarInputs, TakeTheVcsOfAPortInTurn) {
    const CrossbarInputs crossbar(router(5, 2));
    EXPECT_EQ(crossbar.count(3), 6);
    EXPECT_EQ(crossbar.indices(), 3);  // VCs 0, 2, 4 at one of them, 1 and 3 at the other
    const int input[] = {4, 5, 4, 5, 4};
    const int index[] = {0, 0, 1, 1, 2};
    for (int v = 0; v < 5; ++v) {
        EXPECT_EQ(crossbar.input(2, v), input[v]);
        EXPECT_EQ(crossbar.index(v), index[v]);
        EXPECT_EQ(crossbar.port(input[v]), 2);
        EXPECT_EQ(crossbar.vc(input[v], index[v]), v);
        EXPECT_EQ(crossbar.vcs_at(input[v]) >> v & 1, 1U);
    }
    EXPECT_EQ(crossbar.vcs_at(4) & 0x1F, 0x15U);
    EXPECT_EQ(crossbar.vcs_at(5) & 0x1F, 0x0AU);
}

TEST(CrossbarInputs, AreTheInputPortsWithoutSpeedup) {
    const CrossbarInputs crossbar(router(4, 1));
    EXPECT_EQ(crossbar.count(5), 5);
    EXPECT_EQ(crossbar.indices(), 4);
    EXPECT_EQ(crossbar.input(3, 2), 3);
    EXPECT_EQ(crossbar.index(2), 2);
    EXPECT_EQ(crossbar.vcs_at(3) & 0xF, 0xFU);
}

/// Requests of ports and VCs, about half of them with two branches.
std::vector<SwitchRequest> random_requests(std::mt19937& random, const PortLayout& ports, int vcs,
                                           unsigned percent) {
    std::vector<SwitchRequest> requests;
    const auto output = [&] {
        return static_cast<int>(random() % static_cast<unsigned>(ports.outputs()));
    };
    for (int p = 0; p < ports.inputs(); ++p) {
        for (int v = 0; v < vcs; ++v) {
            if (random() % 100 < percent) {
                SwitchRequest request{p, v, {output(), -1}};
                const int other = output();
                request.output[1] = random() % 2 == 0 && other != request.output[0] ? other : -1;
                requests.push_back(request);
            }
        }
    }
    return requests;
}

class InputSpeedup : public testing::TestWithParam<SwitchAllocatorKind> {};

// The reference has as many inputs as there are crossbar inputs, and knows of no port.
TEST_P(InputSpeedup, IsAnAllocatorOverTheCrossbarInputs) {
    std::mt19937 random(7);
    const PortLayout ports = port_layout({}, 4);
    for (const auto& [vcs, k] : {std::pair{2, 2}, {4, 2}, {5, 2}, {5, 3}, {4, 4}, {7, 1}}) {
        for (const ArbiterKind arbiter : {ArbiterKind::round_robin, ArbiterKind::matrix}) {
            RouterParameters parameters = router(vcs, k);
            parameters.switch_allocator = GetParam();
            parameters.arbiter = arbiter;
            const auto tested = make_switch_allocation(parameters, ports, nullptr);
            reference::SwitchAllocator expected(GetParam(), arbiter, ports.inputs() * k,
                                                ports.outputs(), (vcs + k - 1) / k);
            std::vector<SwitchGrant> grants;
            for (int step = 0; step < 300; ++step) {
                const auto requests =
                    random_requests(random, ports, vcs, static_cast<unsigned>(random() % 101));
                reference::SwitchRequests wanted;
                for (const SwitchRequest& request : requests) {
                    for (const int output : request.output) {
                        if (output >= 0) {
                            wanted[{request.input * k + request.vc % k, request.vc / k}].insert(
                                output);
                        }
                    }
                }
                tested->allocate(requests, grants);
                reference::SwitchGrants granted;
                for (const SwitchGrant& grant : grants) {
                    granted.insert({grant.input * k + grant.vc % k, grant.vc / k, grant.output});
                }
                ASSERT_EQ(granted, expected.allocate(wanted))
                    << vcs << " VCs, k " << k << ", step " << step;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Allocator, InputSpeedup,
                         testing::Values(SwitchAllocatorKind::separable_input,
                                         SwitchAllocatorKind::separable_output,
                                         SwitchAllocatorKind::wavefront,
                                         SwitchAllocatorKind::islip),
                         [](const auto& kind) { return std::string(listed(kind.param).name); });

}  // namespace
}  // namespace flitscope::rtl
