#include <gtest/gtest.h>

#include <cmath>

#include "testbenches/drive/measurement/network_faults.h"

namespace flitscope::tb {
namespace {

using Edges = std::vector<std::pair<rtl::Cycle, bool>>;  ///< and whether it fails there

FaultConfig node_fault(topo::NodeId node) {
    FaultConfig fault;
    fault.element.node = node;
    return fault;
}

/// Of the entry with this number, up to an edge.
Edges events_of(const std::vector<FaultConfig>& faults, std::size_t number, rtl::Cycle last,
                std::uint64_t seed = 1) {
    FaultSchedule schedule(faults, seed);
    Edges edges;
    const FaultConfig* first = nullptr;
    while (schedule.next_edge() <= last) {
        const rtl::Cycle edge = schedule.next_edge();
        for (const FaultSchedule::Event& event : schedule.events_at(edge)) {
            // Elements of different nodes in these tests: the node says which entry it is.
            if (event.fault->element.node == faults[number].element.node &&
                event.fault->duration == faults[number].duration) {
                edges.emplace_back(edge, event.fails);
            }
            first = event.fault;
        }
    }
    EXPECT_TRUE(first != nullptr || edges.empty());
    return edges;
}

TEST(FaultSchedule, FailsOnceByAt) {
    FaultConfig fault = node_fault(0);
    fault.at = 7;
    EXPECT_EQ(events_of({fault}, 0, 1000), (Edges{{7, true}}));
    fault.duration = 5;
    EXPECT_EQ(events_of({fault}, 0, 1000), (Edges{{7, true}, {12, false}}));
    fault.until = 10;
    EXPECT_EQ(events_of({fault}, 0, 1000), (Edges{{7, true}, {10, false}}));
    fault.at = 0;
    fault.until = 100;
    EXPECT_EQ(events_of({fault}, 0, 1000), (Edges{{0, true}, {5, false}}));
}

/// The rule of the page, in libm: E = B + 1 + floor(-ln(u) / r).
TEST(FaultSchedule, FailsAtExponentialTimesOfItsOwn) {
    std::vector<FaultConfig> faults;
    for (topo::NodeId node = 0; node < 3; ++node) {
        faults.push_back(node_fault(node));
        faults.back().rate = 0.01;
        faults.back().duration = 20;
    }
    const RandomNumbers random(9, static_cast<RandomPurpose>(7));
    for (std::size_t number = 0; number < faults.size(); ++number) {
        Edges expected;
        rtl::Cycle edge = 0;
        for (std::uint64_t life = 0; edge <= 20000; ++life) {
            const double u = unit_interval(random.at(static_cast<topo::NodeId>(number), life));
            edge += 1 + static_cast<rtl::Cycle>(std::floor(-std::log(u) / 0.01));
            expected.emplace_back(edge, true);
            edge += 20;
            expected.emplace_back(edge, false);
        }
        while (expected.back().first > 20000) {
            expected.pop_back();
        }
        EXPECT_EQ(events_of(faults, number, 20000, 9), expected) << number;
        EXPECT_GT(expected.size(), 200U);
        // Others before it in the list change its numbers, others behind it do not.
        EXPECT_EQ(events_of({faults.begin(), faults.begin() + static_cast<int>(number) + 1}, number,
                            20000, 9),
                  expected);
    }
    EXPECT_NE(events_of(faults, 0, 20000, 9), events_of(faults, 1, 20000, 9));
    EXPECT_NE(events_of(faults, 0, 20000, 9), events_of(faults, 0, 20000, 10));
}

TEST(FaultSchedule, DoesNotFailAtUntilOrLater) {
    FaultConfig fault = node_fault(0);
    fault.rate = 0.05;
    fault.duration = 10;
    const Edges without = events_of({fault}, 0, 2000);
    fault.until = 1000;
    const Edges with = events_of({fault}, 0, 2000);
    ASSERT_FALSE(with.empty());
    EXPECT_LE(with.back().first, 1000);
    EXPECT_FALSE(with.back().second) << "dead for good";
    EXPECT_TRUE(std::equal(with.begin(), with.end() - 1, without.begin()));
    fault.until = without.front().first;  // the edge of its first failure
    EXPECT_TRUE(events_of({fault}, 0, 2000).empty());
}

TEST(FaultSchedule, ASpareTakesOverOnceForItsNode) {
    FaultConfig first = node_fault(0);
    first.at = 10;
    first.spare_delay = 5;
    FaultConfig second = first;
    second.at = 30;
    FaultConfig other = node_fault(1);
    other.at = 30;
    other.spare_delay = 1;
    FaultSchedule schedule({first, second, other}, 1);
    std::vector<rtl::Cycle> edges;
    while (schedule.next_edge() != rtl::kNever) {
        edges.push_back(schedule.next_edge());
        const auto events = schedule.events_at(edges.back());
        EXPECT_EQ(events.size(), edges.back() == 30 ? 2U : 1U);
    }
    EXPECT_EQ(edges, (std::vector<rtl::Cycle>{10, 15, 30, 31}));
    FaultConfig again = node_fault(0);
    again.rate = 0.1;
    again.spare_delay = 5;
    EXPECT_EQ(events_of({again}, 0, 100000).size(), 3U) << "fails, is replaced, fails";
}

TEST(FaultSchedule, NoEventMayBeLeftOut) {
    FaultConfig fault = node_fault(0);
    fault.at = 7;
    FaultSchedule schedule({fault}, 1);
    EXPECT_TRUE(schedule.events_at(6).empty());
    EXPECT_THROW(schedule.events_at(8), std::logic_error);
}

}  // namespace
}  // namespace flitscope::tb
