#include <gtest/gtest.h>

#include <map>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/tests/drive/traffic/statistics_checks.h"

namespace flitscope::tb {
namespace {

std::unique_ptr<ArrivalProcess> make(const std::string& name, double rate,
                                     const Options& options = {}, std::uint64_t seed = 1) {
    return find_arrival(name).make(rate, seed, options);
}

/// Edges of the arrivals of one node before `end`.
std::vector<rtl::Cycle> edges(const ArrivalProcess& process, topo::NodeId node, rtl::Cycle end) {
    std::vector<rtl::Cycle> edges;
    ArrivalState state;
    while (true) {
        const rtl::Cycle edge = process.next(node, edges.size(), state);
        if (edge >= end) {
            return edges;
        }
        EXPECT_GE(edge, edges.empty() ? 0 : edges.back());
        if (process.found(state)) {
            edges.push_back(edge);
        }
    }
}

const Options kBursts{{"on_mean", 20.0}, {"off_mean", 60.0}};

TEST(Arrivals, KeepTheRateAndDependOnSeedAndNode) {
    for (const ArrivalEntry& entry : arrivals()) {
        if (entry.name == "once" || entry.name == "trace") {
            continue;
        }
        for (const double rate : {0.001, 0.03, 0.24}) {
            SCOPED_TRACE(entry.name + " " + std::to_string(rate));
            const auto process = make(entry.name, rate, kBursts);
            constexpr rtl::Cycle kEnd = 20000;
            constexpr int kNodes = 64;
            double total = 0;
            for (topo::NodeId node = 0; node < kNodes; ++node) {
                total += static_cast<double>(edges(*process, node, kEnd).size());
            }
            // Standard deviation of a Poisson count; bursts have a few times that.
            const double expected = rate * kEnd * kNodes;
            EXPECT_NEAR(total, expected, (entry.name == "on_off" ? 30 : 5) * std::sqrt(expected));
            EXPECT_EQ(edges(*process, 3, kEnd), edges(*make(entry.name, rate, kBursts), 3, kEnd));
            EXPECT_NE(edges(*process, 3, kEnd), edges(*process, 4, kEnd));
            EXPECT_NE(edges(*process, 3, kEnd),
                      edges(*make(entry.name, rate, kBursts, 2), 3, kEnd));
        }
    }
}

TEST(Arrivals, RateZeroIsSilence) {
    for (const ArrivalEntry& entry : arrivals()) {
        if (entry.name != "once") {
            ArrivalState state;
            EXPECT_EQ(make(entry.name, 0, kBursts)->next(0, 0, state), rtl::kNever) << entry.name;
        }
    }
}

TEST(Arrivals, BernoulliIsFairCoinAtEveryEdge) {
    constexpr double kRate = 0.2;
    const auto process = make("bernoulli", kRate);
    std::vector<double> counts(25), expected(25);  // gaps 1..24, and more
    double samples = 0;
    for (topo::NodeId node = 0; node < 200; ++node) {
        rtl::Cycle previous = -1;
        for (const rtl::Cycle edge : edges(*process, node, 2000)) {
            ASSERT_GT(edge, previous) << "two messages at one edge";
            const auto gap = static_cast<std::size_t>(edge - previous);
            ++counts[std::min<std::size_t>(gap, 25) - 1];
            ++samples;
            previous = edge;
        }
    }
    double rest = 1;
    for (std::size_t i = 0; i < 24; ++i) {
        expected[i] = samples * rest * kRate;
        rest *= 1 - kRate;
    }
    expected[24] = samples * rest;
    EXPECT_LT(std::abs(chi_square_z(counts, expected)), 5);
    // The first edge is like any other.
    int at_zero = 0;
    for (topo::NodeId node = 0; node < 10000; ++node) {
        ArrivalState state;
        at_zero += process->next(node, 0, state) == 0 ? 1 : 0;
    }
    EXPECT_NEAR(at_zero, 2000, 5 * std::sqrt(10000 * 0.2 * 0.8));
}

TEST(Arrivals, BernoulliAtRateOneComesAtEveryEdge) {
    const auto all = edges(*make("bernoulli", 1), 0, 10);
    ASSERT_EQ(all.size(), 10U);
    EXPECT_EQ(all.front(), 0);
    EXPECT_EQ(all.back(), 9);
}

TEST(Arrivals, PoissonCountsPerCycleAreOfThatDistribution) {
    constexpr double kRate = 0.7;
    const auto process = make("poisson", kRate);
    std::vector<double> counts(6), expected(6);
    constexpr rtl::Cycle kCycles = 1000;
    for (topo::NodeId node = 0; node < 100; ++node) {
        std::map<rtl::Cycle, int> at;
        for (const rtl::Cycle edge : edges(*process, node, kCycles)) {
            ++at[edge];
        }
        counts[0] += static_cast<double>(kCycles) - static_cast<double>(at.size());
        for (const auto& [edge, messages] : at) {
            ++counts[static_cast<std::size_t>(std::min(messages, 5))];
        }
    }
    double probability = std::exp(-kRate), rest = 1;
    for (int k = 0; k < 5; ++k) {
        expected[static_cast<std::size_t>(k)] = 100 * kCycles * probability;
        rest -= probability;
        probability *= kRate / (k + 1);
    }
    expected[5] = 100 * kCycles * rest;
    EXPECT_LT(std::abs(chi_square_z(counts, expected)), 5);
}

TEST(Arrivals, PeriodicIsExactOnAverageForAnyRate) {
    for (const double rate : {1.0, 0.5, 0.3, 1.0 / 3, 0.007, 0.9}) {
        const auto process = make("periodic", rate);
        for (topo::NodeId node = 0; node < 20; ++node) {
            const auto all = edges(*process, node, 30000);
            for (std::size_t n = 1; n < all.size(); ++n) {
                ASSERT_LT(
                    std::abs(static_cast<double>(all[n] - all[0]) - static_cast<double>(n) / rate),
                    1 + 1e-6)
                    << rate << " node " << node << " message " << n;
            }
        }
    }
}

TEST(Arrivals, PeriodicPhasesAreSpreadOverTheInterval) {
    const auto process = make("periodic", 0.1);
    std::vector<double> counts(10);
    for (topo::NodeId node = 0; node < 2000; ++node) {
        ArrivalState state;
        const rtl::Cycle first = process->next(node, 0, state);
        ASSERT_LT(first, 10);
        ++counts[static_cast<std::size_t>(first)];
    }
    EXPECT_LT(std::abs(chi_square_z(counts, std::vector<double>(10, 200))), 5);
}

TEST(Arrivals, OnOffComesInBursts) {
    constexpr double kRate = 0.2;
    const auto process = make("on_off", kRate, kBursts);
    // Probability 0.8 in a quarter of the cycles: the gap after an arrival is 1 with 0.8 * 19/20.
    double next = 0, all = 0;
    for (topo::NodeId node = 0; node < 50; ++node) {
        const auto of_node = edges(*process, node, 4000);
        for (std::size_t i = 1; i < of_node.size(); ++i) {
            ASSERT_GT(of_node[i], of_node[i - 1]);
            next += of_node[i] - of_node[i - 1] == 1 ? 1 : 0;
            ++all;
        }
    }
    EXPECT_NEAR(next / all, 0.8 * 0.95, 0.01);
}

TEST(Arrivals, OnOffPeriodsAreAsLongAsTheyShouldBe) {
    // A message in every cycle of an on period, none between two: geometric lengths, means 2 and 3.
    const auto process = make("on_off", 0.4, {{"on_mean", 2.0}, {"off_mean", 3.0}});
    std::vector<double> on(8), off(8);
    double periods = 0;
    for (topo::NodeId node = 0; node < 100; ++node) {
        const auto of_node = edges(*process, node, 2000);
        std::size_t first = 0;
        for (std::size_t i = 1; i < of_node.size(); ++i) {
            const auto pause = static_cast<std::size_t>(of_node[i] - of_node[i - 1] - 1);
            if (pause > 0) {
                ++on[std::min<std::size_t>(i - first, 8) - 1];
                ++off[std::min<std::size_t>(pause, 8) - 1];
                ++periods;
                first = i;
            }
        }
    }
    const auto geometric = [&](double mean) {
        std::vector<double> expected(8);
        double left = periods;
        for (std::size_t i = 0; i < 7; ++i) {
            expected[i] = left / mean;
            left -= expected[i];
        }
        expected[7] = left;
        return expected;
    };
    EXPECT_LT(std::abs(chi_square_z(on, geometric(2))), 5);
    EXPECT_LT(std::abs(chi_square_z(off, geometric(3))), 5);
}

/// The specification: on and off periods one by one, each gap drawn for its first edge.
std::vector<rtl::Cycle> on_off_edges(double on_mean, double off_mean, double rate,
                                     topo::NodeId node, rtl::Cycle last) {
    const GeometricDistribution gap(rate * (on_mean + off_mean) / on_mean);
    const GeometricDistribution on(1 / on_mean), off(1 / off_mean);
    const auto drawn = [node](const GeometricDistribution& from, RandomPurpose purpose,
                              rtl::Cycle at) {
        return from.sample(RandomNumbers(1, purpose).at(node, static_cast<std::uint64_t>(at)));
    };
    const bool on_first = RandomNumbers(1, RandomPurpose::phase).at(node, 0) <
                          probability_threshold(on_mean / (on_mean + off_mean));
    std::vector<rtl::Cycle> edges;
    rtl::Cycle end = on_first ? drawn(on, RandomPurpose::on_period, 0) : 0;
    for (rtl::Cycle first = 0; first < last;) {
        const rtl::Cycle edge = first - 1 + drawn(gap, RandomPurpose::arrival, first);
        if (edge < end) {
            edges.push_back(edge);
            first = edge + 1;
        } else {
            first = end + drawn(off, RandomPurpose::off_period, end);
            end = first + drawn(on, RandomPurpose::on_period, first);
        }
    }
    return edges;
}

TEST(Arrivals, OnOffSearchesInPiecesAndFindsTheSame) {
    constexpr rtl::Cycle kEnd = 300000;
    const auto process = make("on_off", 0.0001, {{"on_mean", 2.0}, {"off_mean", 3.0}});
    for (topo::NodeId node = 0; node < 20; ++node) {
        auto expected = on_off_edges(2, 3, 0.0001, node, kEnd);
        EXPECT_GT(expected.size(), 5U);
        EXPECT_EQ(edges(*process, node, expected.back() + 1), expected);
    }
}

TEST(Arrivals, OnOffDoesNotSearchForEver) {
    // A message in two thousand million periods.
    const auto process = make("on_off", 1e-9, {{"on_mean", 1.0}, {"off_mean", 1.0}});
    ArrivalState state;
    rtl::Cycle before = -1;
    for (int asked = 0; asked < 100; ++asked) {
        const rtl::Cycle edge = process->next(5, 0, state);
        EXPECT_FALSE(process->found(state));
        EXPECT_GT(edge, before);
        EXPECT_LT(edge, before + 10000);
        before = edge;
    }
}

TEST(Arrivals, OnOffRefusesMoreThanOneMessageACycle) {
    EXPECT_NO_THROW(make("on_off", 0.25, kBursts));
    try {
        make("on_off", 0.26, kBursts);
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "rate");
    }
}

TEST(Arrivals, OnceIsOneMessageAtEdgeZero) {
    EXPECT_EQ(edges(*make("once", 0.3), 7, 1000), std::vector<rtl::Cycle>{0});
}

}  // namespace
}  // namespace flitscope::tb
