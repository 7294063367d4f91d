#include "analytic/broadcast_wormhole.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace flitscope::analytic {
namespace {

// Worked example of the specification: n = 4, V = 2, M = 16, beta = 0.05, Delta = 1, rate 0.01.
// Ten decimals are printed, so half a unit of the last digit is 5e-11 (5e-7 for S).
constexpr double kTenDigits = 5e-11;
constexpr double kSixDigits = 5e-7;
constexpr double kRate = 0.01;

BroadcastWormholeParameters example(Reading reading) {
    BroadcastWormholeParameters p;
    p.dimensions = 4;
    p.virtual_channels = 2;
    p.length = 16;
    p.broadcast_fraction = 0.05;
    p.startup_cycles = 1;
    p.switches = BroadcastSwitches::all(reading);
    return p;
}

/// What the model is to say of the example; service on dimensions 0 and 3.
struct Expected {
    double channel_rate, injection_rate, service_0, service_3, multiplexing, source_wait, unicast,
        broadcast, saturation;
};

void expect_example(Reading reading, const Expected& expected) {
    const BroadcastWormhole model(example(reading));
    const auto solution = model.at(kRate);
    ASSERT_TRUE(solution.ok());
    EXPECT_NEAR(solution.values->channel_rate, expected.channel_rate, kTenDigits);
    EXPECT_NEAR(solution.values->injection_rate, expected.injection_rate, kTenDigits);
    EXPECT_NEAR(solution.values->service[0], expected.service_0, kSixDigits);
    EXPECT_NEAR(solution.values->service[3], expected.service_3, kSixDigits);
    EXPECT_NEAR(solution.values->multiplexing, expected.multiplexing, kTenDigits);
    EXPECT_NEAR(solution.values->source_wait, expected.source_wait, kTenDigits);
    EXPECT_NEAR(solution.values->unicast, expected.unicast, kTenDigits);
    EXPECT_NEAR(solution.values->broadcast, expected.broadcast, kTenDigits);
    EXPECT_NEAR(model.saturation().rate, expected.saturation, 1e-5 * expected.saturation);
}

TEST(BroadcastWormhole, MeetsTheWorkedExampleAsPrinted) {
    expect_example(Reading::paper, {0.0062083333, 0.0035166667, 16.826844, 18.069185, 1.1954569939,
                                    0.5797597799, 22.4025862954, 83.3413496235, 0.0363888390});
}

TEST(BroadcastWormhole, MeetsTheWorkedExampleCorrected) {
    expect_example(Reading::corrected,
                   {0.0069416667, 0.0042500000, 17.015956, 18.134643, 1.2174561153, 0.7231354809,
                    23.0043525268, 90.3974885481, 0.0326203741});
    EXPECT_EQ(BroadcastWormhole(example(Reading::corrected)).saturation().limiting,
              "channel, dimension 3");
}

TEST(BroadcastWormhole, EachSwitchChangesItsOwnTermOnly) {
    const auto paper = BroadcastWormhole(example(Reading::paper)).at(kRate);
    auto p = example(Reading::paper);
    p.switches.replicated_rate = Reading::corrected;
    const auto rates = BroadcastWormhole(p).at(kRate);
    EXPECT_NEAR(rates.values->channel_rate, 0.0069416667, kTenDigits);
    EXPECT_NEAR(rates.values->injection_rate, 0.00425, kTenDigits);

    p = example(Reading::paper);
    p.switches.step_hop = Reading::corrected;
    const auto hop = BroadcastWormhole(p).at(kRate);
    EXPECT_EQ(hop.values->channel_rate, paper.values->channel_rate);
    EXPECT_GT(hop.values->service[0], paper.values->service[0]);
    EXPECT_GT(hop.values->broadcast_step, paper.values->broadcast_step + 1);

    p = example(Reading::paper);
    p.switches.source_weights = Reading::corrected;
    const auto weights = BroadcastWormhole(p).at(kRate);
    EXPECT_EQ(weights.values->service, paper.values->service);
    EXPECT_NE(weights.values->source_wait, paper.values->source_wait);

    p = example(Reading::paper);
    p.add_startup = true;
    const auto startup = BroadcastWormhole(p).at(kRate);
    EXPECT_DOUBLE_EQ(startup.values->unicast, paper.values->unicast + 1);
    EXPECT_EQ(startup.values->broadcast, paper.values->broadcast);
}

/// Copies that cross each dimension when a binomial tree is sent from every node, with every base.
std::vector<double> tree_copies_by_dimension(int n) {
    std::vector<double> copies(n, 0.0);
    const auto send = [&](auto&& self, int base, int first) -> void {
        for (int k = first; k < n; ++k) {
            copies[(base + k) % n] += 1.0 / n;  // bases are equally likely
            self(self, base, k + 1);
        }
    };
    for (int base = 0; base < n; ++base) {
        send(send, base, 0);
    }
    return copies;
}

TEST(BroadcastWormhole, CorrectedRatesConserveTheCopiesOfTheTree) {
    for (int n = 1; n <= 8; ++n) {
        BroadcastWormholeParameters p;
        p.dimensions = n;
        p.length = 1;
        p.broadcast_fraction = 1;
        const double rate = 1e-6;
        const auto solution = BroadcastWormhole(p).at(rate);
        for (const double copies : tree_copies_by_dimension(n)) {
            EXPECT_NEAR(solution.values->channel_rate / rate, copies, 1e-9 * copies) << "n " << n;
        }
        // The paper counts the replicating nodes twice as rare.
        p.switches = BroadcastSwitches::all(Reading::paper);
        if (n > 1) {
            EXPECT_LT(BroadcastWormhole(p).at(rate).values->channel_rate,
                      solution.values->channel_rate);
        }
    }
}

/// Service time of a message that crosses the dimensions in `path`, seen at its highest one: the
/// paper's recursion Gamma^0 = M, Gamma^i = Gamma^(i-1) (+ 1 + B_i if i is crossed).
double gamma(const BroadcastWormholeParameters& p, const std::vector<double>& blocking, int path,
             int from) {
    double service = p.length;
    for (int i = 0; i <= from; ++i) {
        service += (path >> i & 1) != 0 ? 1 + blocking[i] : 0;
    }
    return service;
}

TEST(BroadcastWormhole, ClosedServiceTimesEqualTheRecursionOverAllDestinations) {
    for (int n = 1; n <= 8; ++n) {
        BroadcastWormholeParameters p;
        p.dimensions = n;
        p.virtual_channels = 2;
        p.length = 16;
        const BroadcastWormhole model(p);
        const double rate = 0.8 * model.saturation().rate;
        const auto values = model.at(rate).values;
        ASSERT_TRUE(values) << "n " << n;
        double mean = 0;
        for (int destination = 1; destination < 1 << n; ++destination) {
            mean += gamma(p, values->blocking, destination, n - 1) / ((1 << n) - 1);
        }
        EXPECT_NEAR(values->unicast, (mean + values->source_wait) * values->multiplexing,
                    1e-9 * mean)
            << "n " << n;
        for (int i = 0; i < n; ++i) {  // beta = 0: S_i is the unicast's
            double service = 0;
            int crossing = 0;
            for (int destination = 1; destination < 1 << n; ++destination) {
                if ((destination >> i & 1) != 0) {
                    service += gamma(p, values->blocking, destination, i);
                    ++crossing;
                }
            }
            EXPECT_NEAR(values->service[i], service / crossing, 1e-9 * service / crossing)
                << "n " << n << " dimension " << i;
        }
    }
}

/// All dimensions iterated together by plain substitution of (B.7) to (B.12), as printed.
std::vector<double> substitute(const BroadcastWormholeParameters& p, double channel_rate,
                               double unicast_part) {
    const int n = p.dimensions;
    const int vcs = p.virtual_channels;
    std::vector<double> service(n, p.length);
    for (int round = 0; round < 100000; ++round) {
        std::vector<double> next(n);
        double lower = 0;
        double change = 0;
        for (int i = 0; i < n; ++i) {
            std::vector<double> q{1.0};
            for (int v = 1; v < vcs; ++v) {
                q.push_back(q.back() * channel_rate * service[i]);
            }
            q.push_back(q.back() * channel_rate / (1 / service[i] - channel_rate));
            double sum = 0;
            for (const double weight : q) {
                sum += weight;
            }
            const double previous = i > 0 ? service[i - 1] : p.length;
            const double wait =
                channel_rate *
                (service[i] * service[i] + (service[i] - previous) * (service[i] - previous)) /
                (2 * (1 - channel_rate * service[i]));
            const double blocking = q[vcs] / sum * wait;
            const double step_hop = p.switches.step_hop == Reading::paper ? 0 : 1;
            next[i] = unicast_part * (p.length + 1 + blocking + lower / 2) +
                      (1 - unicast_part) * (p.length + step_hop + blocking);
            lower += 1 + blocking;
            change = std::max(change, std::abs(next[i] / service[i] - 1));
        }
        service = next;
        if (change < 1e-15) {
            break;
        }
    }
    return service;
}

TEST(BroadcastWormhole, EqualsSimultaneousSubstitutionUpToSaturation) {
    for (const Reading reading : {Reading::paper, Reading::corrected}) {
        for (const double beta : {0.0, 0.05, 0.5, 1.0}) {
            auto p = example(reading);
            p.broadcast_fraction = beta;
            p.virtual_channels = 3;
            const BroadcastWormhole model(p);
            const double mean_distance = 4 / 2.0 * 16 / 15;
            for (const double part : {0.1, 0.5, 0.9, 0.999}) {
                const double rate = part * model.saturation().rate;
                const auto values = model.at(rate).values;
                ASSERT_TRUE(values);
                const double unicast_part =
                    (1 - beta) * mean_distance / 4 * rate / values->channel_rate;
                const auto expected = substitute(p, values->channel_rate, unicast_part);
                for (int i = 0; i < 4; ++i) {
                    EXPECT_NEAR(values->service[i], expected[i], 1e-9 * expected[i])
                        << "beta " << beta << " part " << part << " dimension " << i;
                }
            }
        }
    }
}

TEST(BroadcastWormhole, RateZeroGivesTheZeroLoadLatency) {
    const double mean_distance = 4 / 2.0 * 16 / 15;
    const auto solution = BroadcastWormhole(example(Reading::corrected)).at(0);
    ASSERT_TRUE(solution.ok());
    EXPECT_DOUBLE_EQ(solution.values->unicast, 16 + mean_distance);
    EXPECT_DOUBLE_EQ(solution.values->broadcast, 4 * (16 + 1 + 1));
    EXPECT_DOUBLE_EQ(solution.values->multiplexing, 1);
    EXPECT_EQ(solution.values->source_wait, 0);
}

TEST(BroadcastWormhole, ExtremeBroadcastFractionsWork) {
    for (const double beta : {0.0, 1.0}) {
        for (const Reading reading : {Reading::paper, Reading::corrected}) {
            auto p = example(reading);
            p.broadcast_fraction = beta;
            const BroadcastWormhole model(p);
            EXPECT_TRUE(model.at(0).ok());
            const double saturation = model.saturation().rate;
            const auto half = model.at(saturation / 2);
            ASSERT_TRUE(half.ok());
            EXPECT_TRUE(std::isfinite(half.values->unicast));
            EXPECT_TRUE(std::isfinite(half.values->broadcast));
        }
    }
    // No broadcasts: no term of theirs in the channel rate.
    auto p = example(Reading::corrected);
    p.broadcast_fraction = 0;
    EXPECT_DOUBLE_EQ(BroadcastWormhole(p).at(0.01).values->channel_rate, 0.01 * 32 / 15 / 4);
}

TEST(BroadcastWormhole, StatusTurnsAtTheSaturationRate) {
    for (const double beta : {0.0, 0.3, 1.0}) {
        auto p = example(Reading::corrected);
        p.broadcast_fraction = beta;
        const BroadcastWormhole model(p);
        const Saturation saturation = model.saturation();
        EXPECT_TRUE(model.at(saturation.rate * (1 - 1e-9)).ok());
        for (const double factor : {1 + 1e-9, 2.0, 1e6, 1e50}) {
            const auto solution = model.at(saturation.rate * factor);
            EXPECT_FALSE(solution.ok());
            EXPECT_EQ(solution.limiting, saturation.limiting) << "factor " << factor;
        }
    }
}

TEST(BroadcastWormhole, RefusesParametersOutsideItsValidity) {
    const auto refused = [](auto change) {
        BroadcastWormholeParameters p;
        change(p);
        try {
            BroadcastWormhole model(p);
        } catch (const ParameterError& error) {
            return error.parameter() + " | " + error.what();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(refused([](auto& p) { p.virtual_channels = 1; }),
              "virtual_channels | broadcast_wormhole: virtual_channels = 1, must be >= 2");
    EXPECT_EQ(refused([](auto& p) { p.broadcast_fraction = 1.5; }),
              "broadcast_fraction | broadcast_wormhole: broadcast_fraction = 1.5, must be 0..1");
    EXPECT_NE(refused([](auto& p) { p.broadcast_fraction = std::nan(""); }), "accepted");
    EXPECT_NE(refused([](auto& p) { p.dimensions = 0; }), "accepted");
    EXPECT_NE(refused([](auto& p) { p.dimensions = 63; }), "accepted");
    EXPECT_NE(refused([](auto& p) { p.length = 0.5; }), "accepted");
    EXPECT_NE(refused([](auto& p) { p.startup_cycles = -1; }), "accepted");
    EXPECT_THROW(BroadcastWormhole({}).at(-1e-9), ParameterError);
    EXPECT_THROW(BroadcastWormhole({}).at(std::nan("")), ParameterError);
    EXPECT_THROW(BroadcastWormhole({}).at(INFINITY), ParameterError);
}

}  // namespace
}  // namespace flitscope::analytic
