#include "rtl_models/router/bypass.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace flitscope::rtl {
namespace {

constexpr int kInputs = 4;
constexpr int kOutputs = 5;
constexpr int kVcs = 3;

using Candidate = BypassChoice::Candidate;

TEST(BypassChoice, LetsACandidateGoThatMeetsNobody) {
    BypassChoice choice(kInputs, kOutputs);
    choice.add({1, 2, 3, 0, true});
    choice.request_vc(3, 1);      // another VC of its output
    choice.request_switch(0, 4);  // other ports
    ASSERT_EQ(choice.chosen().size(), 1U);
    EXPECT_EQ(choice.chosen().front().input, 1);
    choice.clear();
    EXPECT_TRUE(choice.chosen().empty());
}

TEST(BypassChoice, OfTwoForOneOutputNeitherGoesEvenIfOneCouldNot) {
    BypassChoice choice(kInputs, kOutputs);
    choice.add({0, 0, 3, 0, false});
    choice.add({1, 0, 3, -1, true});
    EXPECT_TRUE(choice.chosen().empty());
}

/// The rule of docs/router.md as it stands there, on random requests.
TEST(BypassChoice, FollowsTheRuleOfThePage) {
    std::mt19937 random(1);
    const auto draw = [&](int below) {
        return static_cast<int>(random() % static_cast<unsigned>(below));
    };
    int going = 0;
    for (int round = 0; round < 20000; ++round) {
        BypassChoice choice(kInputs, kOutputs);
        std::vector<Candidate> candidates;
        std::set<std::pair<int, int>> vcs;
        std::set<std::pair<int, int>> switches;
        for (int p = 0; p < kInputs; ++p) {
            if (draw(2) == 0) {
                candidates.push_back(
                    {p, draw(kVcs), draw(kOutputs), draw(kVcs + 1) - 1, draw(2) == 0});
                choice.add(candidates.back());
            }
            if (draw(4) == 0) {
                vcs.insert({draw(kOutputs), draw(kVcs)});
            }
            if (draw(4) == 0) {
                switches.insert({p, draw(kOutputs)});
            }
        }
        for (const auto& [output, vc] : vcs) {
            choice.request_vc(output, vc);
        }
        for (const auto& [input, output] : switches) {
            choice.request_switch(input, output);
        }
        std::set<int> wanted;
        for (const Candidate& each : candidates) {
            bool goes = each.output_vc >= 0 && vcs.count({each.output, each.output_vc}) == 0;
            for (const auto& [input, output] : switches) {
                goes = goes && input != each.input && output != each.output;
            }
            for (const Candidate& other : candidates) {
                goes = goes && (other.input == each.input || other.output != each.output);
            }
            if (goes) {
                wanted.insert(each.input);
            }
        }
        std::set<int> found;
        for (const Candidate& each : choice.chosen()) {
            found.insert(each.input);
        }
        ASSERT_EQ(found, wanted) << round;
        going += static_cast<int>(found.size());
    }
    EXPECT_GT(going, 1000);
}

}  // namespace
}  // namespace flitscope::rtl
