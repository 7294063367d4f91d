#include "rtl_models/router/allocators/switch_allocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::rtl {
namespace {

struct Kind {
    SwitchAllocatorKind allocator;
    ArbiterKind arbiter;
    int iterations = 1;
    ArbiterState state = ArbiterState::per_pair;
};

bool has_states(SwitchAllocatorKind kind) {
    return kind == SwitchAllocatorKind::separable_output || kind == SwitchAllocatorKind::wavefront;
}

/// All there are.
std::vector<Kind> every_kind() {
    std::vector<Kind> all;
    for (const auto& allocator : kinds<SwitchAllocatorKind>()) {
        for (const auto& arbiter : kinds<ArbiterKind>()) {
            all.push_back({allocator.value, arbiter.value});
            if (has_states(allocator.value)) {
                all.push_back({allocator.value, arbiter.value, 1, ArbiterState::shared});
            }
            if (allocator.value == SwitchAllocatorKind::islip) {
                all.push_back({allocator.value, arbiter.value, 2});
                all.push_back({allocator.value, arbiter.value, 5});
            }
        }
    }
    return all;
}

std::string kind_name(const testing::TestParamInfo<Kind>& info) {
    const std::string iterations =
        info.param.iterations == 1 ? "" : "_" + std::to_string(info.param.iterations);
    const std::string shared = info.param.state == ArbiterState::shared ? "_shared" : "";
    return std::string(listed(info.param.allocator).name) + shared + iterations + "_" +
           listed(info.param.arbiter).name;
}

std::unique_ptr<SwitchAllocation> make(Kind kind, int inputs, int outputs, int vcs) {
    return make_switch_allocation(
        kind.allocator,
        {inputs, outputs, vcs, arbiter_maker(kind.arbiter), kind.iterations, kind.state});
}

reference::SwitchRequests as_reference(const std::vector<SwitchRequest>& requests) {
    reference::SwitchRequests result;
    for (const SwitchRequest& request : requests) {
        for (const int output : request.output) {
            if (output >= 0) {
                result[{request.input, request.vc}].insert(output);
            }
        }
    }
    return result;
}

reference::SwitchGrants as_reference(const std::vector<SwitchGrant>& grants) {
    reference::SwitchGrants result;
    for (const SwitchGrant& grant : grants) {
        EXPECT_TRUE(result.insert({grant.input, grant.vc, grant.output}).second) << "granted twice";
    }
    return result;
}

/// The router both allocators are made for, the one under test and the reference, in step.
class Pair {
public:
    Pair(Kind kind, int inputs, int outputs, int vcs)
        : tested_(make(kind, inputs, outputs, vcs)),
          reference_(kind.allocator, kind.arbiter, inputs, outputs, vcs, kind.iterations,
                     kind.state) {}

    /// One cycle of both; whether they agree.
    bool agree(const std::vector<SwitchRequest>& requests) {
        tested_->allocate(requests, grants_);
        return as_reference(grants_) == reference_.allocate(as_reference(requests));
    }
    const std::vector<SwitchGrant>& grants() const { return grants_; }

private:
    std::unique_ptr<SwitchAllocation> tested_;
    reference::SwitchAllocator reference_;
    std::vector<SwitchGrant> grants_;
};

/// What one VC may request of three outputs: nothing, one, or two (branches of a copy).
const std::vector<std::pair<int, int>> kChoices = {{-1, -1}, {0, -1}, {1, -1}, {2, -1},
                                                   {0, 1},   {2, 0},  {1, 2}};

/// Request matrix number `code` of 3 inputs x 2 VCs in base `choices`.
std::vector<SwitchRequest> small_requests(unsigned code, unsigned choices) {
    std::vector<SwitchRequest> requests;
    for (int index = 0; index < 6; ++index) {
        const auto [first, second] = kChoices[code % choices];
        code /= choices;
        if (first >= 0) {
            requests.push_back({index / 2, index % 2, {first, second}});
        }
    }
    return requests;
}

std::vector<SwitchRequest> random_requests(std::mt19937_64& random, int inputs, int outputs,
                                           int vcs, unsigned percent, bool branches) {
    std::vector<SwitchRequest> requests;
    const auto output = [&] { return static_cast<int>(random() % static_cast<unsigned>(outputs)); };
    for (int input = 0; input < inputs; ++input) {
        for (int vc = 0; vc < vcs; ++vc) {
            if (random() % 100 >= percent) {
                continue;
            }
            SwitchRequest request{input, vc, {output(), -1}};
            if (branches && random() % 2 == 0) {
                const int other = output();
                request.output[1] = other == request.output[0] ? -1 : other;
            }
            requests.push_back(request);
        }
    }
    std::shuffle(requests.begin(), requests.end(), random);
    return requests;
}

// An allocator or arbiter that is added goes into the reference as well.
TEST(SwitchAllocation, IsSpecifiedInAllItsForms) {
    for (const Kind kind : every_kind()) {
        EXPECT_TRUE(reference::specified(kind.allocator)) << listed(kind.allocator).name;
        EXPECT_TRUE(reference::specified(kind.arbiter)) << listed(kind.arbiter).name;
    }
}

class SwitchAllocationTest : public testing::TestWithParam<Kind> {};

TEST_P(SwitchAllocationTest, AgreesWithTheReferenceOnEverySmallRequestMatrix) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<unsigned> codes(4096);
        std::iota(codes.begin(), codes.end(), 0U);
        std::shuffle(codes.begin(), codes.end(), random);
        Pair pair(GetParam(), 3, 3, 2);
        for (const unsigned code : codes) {
            ASSERT_TRUE(pair.agree(small_requests(code, 4))) << "code " << code << " seed " << seed;
        }
    }
}

TEST_P(SwitchAllocationTest, AgreesWithTheReferenceOnEverySmallMatrixWithTwoBranches) {
    std::mt19937_64 random(5);
    std::vector<unsigned> codes(117649);
    std::iota(codes.begin(), codes.end(), 0U);
    std::shuffle(codes.begin(), codes.end(), random);
    Pair pair(GetParam(), 3, 3, 2);
    for (const unsigned code : codes) {
        ASSERT_TRUE(pair.agree(small_requests(code, 7))) << "code " << code;
    }
}

TEST_P(SwitchAllocationTest, AgreesWithTheReferenceOnLargeRouters) {
    struct Size {
        int inputs, outputs, vcs;
    };
    for (const Size size : {Size{5, 5, 4}, {10, 5, 8}, {5, 10, 3}, {21, 21, 8}, {70, 66, 2}}) {
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::mt19937_64 random(seed);
            Pair pair(GetParam(), size.inputs, size.outputs, size.vcs);
            for (int step = 0; step < 120; ++step) {
                const auto percent = static_cast<unsigned>(random() % 101);
                ASSERT_TRUE(pair.agree(random_requests(random, size.inputs, size.outputs, size.vcs,
                                                       percent, step % 2 == 1)))
                    << size.inputs << 'x' << size.outputs << " seed " << seed << " step " << step;
            }
        }
    }
}

TEST_P(SwitchAllocationTest, GrantsRequestsOnlyOneVcPerInputAndOneInputPerOutput) {
    const int inputs = 9;
    const int outputs = 8;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        std::mt19937_64 random(seed);
        const auto allocator = make(GetParam(), inputs, outputs, 4);
        std::vector<SwitchGrant> grants;
        for (int step = 0; step < 500; ++step) {
            const auto requests = random_requests(random, inputs, outputs, 4, 40, step % 2 == 0);
            const reference::SwitchRequests wanted = as_reference(requests);
            allocator->allocate(requests, grants);
            std::map<int, int> vc_of_input;
            std::set<int> taken;
            for (const SwitchGrant& grant : grants) {
                ASSERT_EQ(wanted.at({grant.input, grant.vc}).count(grant.output), 1U) << seed;
                ASSERT_EQ(vc_of_input.emplace(grant.input, grant.vc).first->second, grant.vc)
                    << seed;
                ASSERT_TRUE(taken.insert(grant.output).second) << seed;
            }
            // No allocator may leave everything idle, and the wavefront leaves no pair that fits.
            ASSERT_EQ(grants.empty(), requests.empty()) << seed;
            if (GetParam().allocator == SwitchAllocatorKind::wavefront) {
                for (const auto& [key, outputs_wanted] : wanted) {
                    for (const int output : outputs_wanted) {
                        ASSERT_TRUE(vc_of_input.count(key.first) != 0 || taken.count(output) != 0)
                            << "seed " << seed << ": " << key.first << " -> " << output;
                    }
                }
            }
        }
    }
}

TEST_P(SwitchAllocationTest, PicksAgainAndAgainWithoutMoving) {
    std::mt19937_64 random(12);
    const auto once = make(GetParam(), 5, 6, 3);
    const auto often = make(GetParam(), 5, 6, 3);
    std::vector<SwitchGrant> first;
    std::vector<SwitchGrant> second;
    for (int step = 0; step < 300; ++step) {
        const auto requests = random_requests(random, 5, 6, 3, 50, true);
        // What a combinational process sees before its inputs have settled.
        often->pick(random_requests(random, 5, 6, 3, 70, true), second);
        often->pick(requests, second);
        often->pick(requests, second);
        often->update(second);
        once->allocate(requests, first);
        ASSERT_EQ(as_reference(first), as_reference(second)) << "step " << step;
    }
}

TEST_P(SwitchAllocationTest, DoesNotDependOnTheOrderOfTheRequests) {
    std::mt19937_64 random(11);
    const auto forward = make(GetParam(), 7, 7, 3);
    const auto backward = make(GetParam(), 7, 7, 3);
    std::vector<SwitchGrant> first;
    std::vector<SwitchGrant> second;
    for (int step = 0; step < 500; ++step) {
        auto requests = random_requests(random, 7, 7, 3, 50, true);
        forward->allocate(requests, first);
        std::reverse(requests.begin(), requests.end());
        backward->allocate(requests, second);
        ASSERT_EQ(as_reference(first), as_reference(second)) << "step " << step;
    }
}

// Requests that never change. Input-first an input holds its pick until it is served, so every VC
// is served; so it is where each pair (input, output) has a VC arbiter, as every pair is served.
// With a VC arbiter per input, which VC of the pair goes is up to an arbiter that also serves the
// other pairs of the input: the matrix arbiter remembers who waited longest, a round-robin pointer
// may be carried past the same VC again and again.
TEST_P(SwitchAllocationTest, StarvesNoPersistentRequest) {
    const int inputs = 4;
    const int outputs = 4;
    const int vcs = 3;
    const bool by_vc =
        GetParam().state == ArbiterState::per_pair || GetParam().arbiter == ArbiterKind::matrix;
    const int bound = 4 * inputs * vcs;
    for (unsigned seed = 1; seed <= 50; ++seed) {
        std::mt19937_64 random(seed);
        const auto requests = random_requests(random, inputs, outputs, vcs, 100, false);
        const auto allocator = make(GetParam(), inputs, outputs, vcs);
        std::map<std::pair<int, int>, int> last_served;  // (input, VC or output) -> cycle
        std::vector<SwitchGrant> grants;
        for (int cycle = 0; cycle < 600; ++cycle) {
            allocator->allocate(requests, grants);
            for (const SwitchGrant& grant : grants) {
                last_served[{grant.input, by_vc ? grant.vc : grant.output}] = cycle;
            }
            for (const SwitchRequest& request : requests) {
                const int one = by_vc ? request.vc : request.output[0];
                const int waited = cycle - last_served[{request.input, one}];
                ASSERT_LE(waited, bound) << "seed " << seed << " input " << request.input << ' '
                                         << (by_vc ? "vc " : "output ") << one;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, SwitchAllocationTest, testing::ValuesIn(every_kind()), kind_name);

TEST(SeparableInputSwitchAllocator, MovesNoPointerForAPickThatLost) {
    const auto allocator =
        make({SwitchAllocatorKind::separable_input, ArbiterKind::round_robin}, 2, 2, 2);
    std::vector<SwitchGrant> grants;
    // Both inputs pick VC 0, both for output 0: input 0 wins, input 1 keeps its pointer at VC 0.
    allocator->allocate({{0, 0, {0, -1}}, {1, 0, {0, -1}}, {1, 1, {1, -1}}}, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{0, 0, 0}}));
    allocator->allocate({{1, 0, {0, -1}}, {1, 1, {1, -1}}}, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{1, 0, 0}}));
    allocator->allocate({{1, 0, {0, -1}}, {1, 1, {1, -1}}}, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{1, 1, 1}}));
}

/// How long each of the requests that never change waits at most, in 400 cycles.
int longest_wait(Kind kind, const std::vector<SwitchRequest>& requests) {
    const auto allocator = make(kind, 4, 4, 3);
    std::map<std::pair<int, int>, int> last_served;
    std::vector<SwitchGrant> grants;
    int longest = 0;
    for (int cycle = 1; cycle <= 400; ++cycle) {
        allocator->allocate(requests, grants);
        for (const SwitchGrant& grant : grants) {
            last_served[{grant.input, grant.vc}] = cycle;
        }
        for (const SwitchRequest& request : requests) {
            longest = std::max(longest, cycle - last_served[{request.input, request.vc}]);
        }
    }
    return longest;
}

TEST(SwitchAllocation, VcsStarveWithASharedArbiterAndNotWithOnePerPair) {
    for (const SwitchAllocatorKind allocator :
         {SwitchAllocatorKind::separable_output, SwitchAllocatorKind::wavefront}) {
        SCOPED_TRACE(listed(allocator).name);
        int starved = 0;
        for (unsigned seed = 1; seed <= 200; ++seed) {
            std::mt19937_64 random(seed);
            const auto requests = random_requests(random, 4, 4, 3, 100, false);
            const auto wait = [&](ArbiterState state) {
                return longest_wait({allocator, ArbiterKind::round_robin, 1, state}, requests);
            };
            starved += wait(ArbiterState::shared) == 400 ? 1 : 0;
            ASSERT_LE(wait(ArbiterState::per_pair), 4 * 4 * 3) << "seed " << seed;
        }
        EXPECT_GE(starved, 10) << "of 200 sets of requests have a VC that is never served";
    }
}

constexpr Kind kIslip = {SwitchAllocatorKind::islip, ArbiterKind::round_robin, 2};

TEST(IslipSwitchAllocator, MatchesInTheSecondIterationWhatTheFirstLeft) {
    // Outputs 0 and 1 pick input 0, which accepts output 0.
    const std::vector<SwitchRequest> requests = {
        {0, 0, {0, -1}}, {0, 1, {1, -1}}, {1, 0, {0, -1}}, {1, 1, {1, -1}}};
    std::vector<SwitchGrant> grants;
    make({kIslip.allocator, kIslip.arbiter, 1}, 3, 3, 2)->allocate(requests, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{0, 0, 0}}));
    make(kIslip, 3, 3, 2)->allocate(requests, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{0, 0, 0}, {1, 1, 1}}));
}

TEST(IslipSwitchAllocator, MovesArbitersOfTheMatchInTheFirstIterationOnly) {
    const auto after_a_cycle = [](const std::vector<SwitchRequest>& next) {
        const auto allocator = make(kIslip, 3, 3, 2);
        std::vector<SwitchGrant> grants;
        allocator->allocate({{0, 0, {0, -1}}, {0, 1, {1, -1}}, {1, 0, {0, -1}}, {1, 1, {1, -1}}},
                            grants);
        allocator->allocate(next, grants);
        return as_reference(grants);
    };
    // Matched first: output 0 is past input 0, and input 0 past output 0.
    EXPECT_EQ(after_a_cycle({{0, 0, {0, -1}}, {1, 0, {0, -1}}}),
              (reference::SwitchGrants{{1, 0, 0}}));
    EXPECT_EQ(after_a_cycle({{0, 0, {0, -1}}, {0, 1, {2, -1}}}),
              (reference::SwitchGrants{{0, 1, 2}}));
    // Matched second: output 1 is not past input 1, nor input 1 past output 1.
    EXPECT_EQ(after_a_cycle({{1, 0, {1, -1}}, {2, 0, {1, -1}}}),
              (reference::SwitchGrants{{1, 0, 1}}));
    EXPECT_EQ(after_a_cycle({{1, 0, {1, -1}}, {1, 1, {2, -1}}}),
              (reference::SwitchGrants{{1, 0, 1}}));
}

TEST(IslipSwitchAllocator, MovesTheVcArbiterOfAPairInAnyIteration) {
    const auto allocator = make(kIslip, 3, 3, 2);
    std::vector<SwitchGrant> grants;
    // Input 1 gets output 1 in the second iteration, for VC 0; then it is the turn of VC 1.
    allocator->allocate({{0, 0, {0, -1}}, {0, 1, {1, -1}}, {1, 0, {1, -1}}, {1, 1, {1, -1}}},
                        grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{0, 0, 0}, {1, 0, 1}}));
    allocator->allocate({{1, 0, {1, -1}}, {1, 1, {1, -1}}}, grants);
    EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{1, 1, 1}}));
}

TEST(IslipSwitchAllocator, LeavesNoPairThatFitsAfterEnoughIterations) {
    constexpr int kPorts = 7;
    std::mt19937_64 random(21);
    const auto allocator = make({kIslip.allocator, kIslip.arbiter, kPorts}, kPorts, kPorts, 3);
    std::vector<SwitchGrant> grants;
    for (int step = 0; step < 500; ++step) {
        const auto requests = random_requests(random, kPorts, kPorts, 3, 60, false);
        allocator->allocate(requests, grants);
        std::set<int> inputs;
        std::set<int> outputs;
        for (const SwitchGrant& grant : grants) {
            inputs.insert(grant.input);
            outputs.insert(grant.output);
        }
        for (const SwitchRequest& request : requests) {
            ASSERT_TRUE(inputs.count(request.input) != 0 || outputs.count(request.output[0]) != 0)
                << "step " << step << ": " << request.input << " -> " << request.output[0];
        }
    }
}

TEST(SwitchAllocation, SendsBothCopiesInOneCycleWhenBothOutputsAreFree) {
    for (const Kind kind : every_kind()) {
        const auto allocator = make(kind, 3, 3, 1);
        std::vector<SwitchGrant> grants;
        allocator->allocate({{1, 0, {0, 2}}}, grants);
        EXPECT_EQ(as_reference(grants), (reference::SwitchGrants{{1, 0, 0}, {1, 0, 2}}));
    }
}

}  // namespace
}  // namespace flitscope::rtl
