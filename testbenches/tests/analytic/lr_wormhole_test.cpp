#include "analytic/lr_wormhole.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace flitscope::analytic {
namespace {

constexpr double kLrDigits = 5e-11;

LrWormholeParameters uniform_cube(int n, double length, LrBuffer buffer, LrRouting routing) {
    LrWormholeParameters p;
    p.hops = uniform_hops(n);
    p.length = length;
    p.buffer = buffer;
    p.routing = routing;
    return p;
}

TEST(LrWormhole, MeetsTheWorkedExampleOfTheUniform3Cube) {
    const auto infinite =
        LrWormhole(uniform_cube(3, 10, LrBuffer::infinite, LrRouting::left_to_right)).at(0.02);
    ASSERT_TRUE(infinite.ok());
    const double d_infinite[] = {5.2981341108, 5.1428571429, 5};
    const double p_infinite[] = {0.1211002082, 0.1175510204, 0.1142857143};
    const auto finite =
        LrWormhole(uniform_cube(3, 10, LrBuffer::finite, LrRouting::left_to_right)).at(0.02);
    ASSERT_TRUE(finite.ok());
    const double d_finite[] = {5.2658680118, 5.1282051282, 5};
    const double p_finite[] = {0.1074319037, 0.1049180328, 0.1025641026};
    for (int s = 0; s < 3; ++s) {
        EXPECT_NEAR(infinite.values->half_holding[s], d_infinite[s], kLrDigits);
        EXPECT_NEAR(infinite.values->blocking[s], p_infinite[s], kLrDigits);
        EXPECT_NEAR(finite.values->half_holding[s], d_finite[s], kLrDigits);
        EXPECT_NEAR(finite.values->blocking[s], p_finite[s], kLrDigits);
    }
    EXPECT_NEAR(*infinite.values->delay, 11.1366430654, kLrDigits);
    EXPECT_NEAR(*finite.values->delay, 11.0913949439, kLrDigits);

    const LrWormhole random(uniform_cube(3, 10, LrBuffer::infinite, LrRouting::random));
    const LrWormhole random_finite(uniform_cube(3, 10, LrBuffer::finite, LrRouting::random));
    EXPECT_NEAR(*random.at(0.02).values->delay, 11.2289345787, kLrDigits);
    EXPECT_NEAR(*random_finite.at(0.02).values->delay, 11.1655564176, kLrDigits);
}

TEST(LrWormhole, MeetsTheWorkedExampleOfTheSpherical4Cube) {
    LrWormholeParameters p;
    p.hops = spherical_hops(4);
    p.length = 50;
    const auto infinite = LrWormhole(p).at(0.004);
    EXPECT_NEAR(infinite.values->blocking[0], 0.1432382876, kLrDigits);
    EXPECT_NEAR(*infinite.values->delay, 56.8851289095, kLrDigits);
    p.buffer = LrBuffer::finite;
    const auto finite = LrWormhole(p).at(0.004);
    EXPECT_NEAR(finite.values->blocking[0], 0.1234195772, kLrDigits);
    EXPECT_NEAR(*finite.values->delay, 56.1764922241, kLrDigits);
    p.buffer = LrBuffer::infinite;
    p.switching = LrSwitching::virtual_cut_through;
    const auto cut_through = LrWormhole(p).at(0.004);
    EXPECT_FALSE(cut_through.values->delay);
    for (const double blocking : cut_through.values->blocking) {
        EXPECT_NEAR(blocking, 0.125, 1e-15);
    }
}

/// Repeated substitution as the paper has it: all P_b start at 0.
double by_substitution(const LrWormhole& model, double rate) {
    const LeftToRightTraffic& t = model.traffic();
    const int n = t.dimensions;
    const double l = model.parameters().length;
    std::vector<double> blocking(n, 0.0);
    std::vector<double> d(n, 0.0);
    for (int round = 0; round < 200; ++round) {
        for (int s = n - 1; s >= 0; --s) {
            double sum = l;
            for (int j = s + 1; j < n; ++j) {
                sum += (1 - t.ends_after[s]) * blocking[j] * t.remaining[s][j] * d[j];
            }
            d[s] = sum / 2;
        }
        for (int s = 0; s < n; ++s) {
            const double x = 2 * d[s] * t.mean_hops / n * rate;
            blocking[s] =
                model.parameters().buffer == LrBuffer::infinite ? x : x * (1 - blocking[s]);
        }
    }
    return blocking[0];
}

TEST(LrWormhole, BackwardSweepEqualsRepeatedSubstitutionAtLightLoad) {
    for (const LrBuffer buffer : {LrBuffer::infinite, LrBuffer::finite}) {
        for (int n = 1; n <= 10; ++n) {
            const LrWormhole model(uniform_cube(n, 20, buffer, LrRouting::left_to_right));
            const double rate = 0.5 / 20;  // half of a channel's flits
            const auto solution = model.at(rate * 0.8);
            ASSERT_TRUE(solution.ok()) << "n " << n;
            EXPECT_NEAR(solution.values->blocking[0], by_substitution(model, rate * 0.8), 1e-9)
                << "n " << n;
        }
    }
}

TEST(LrWormhole, RateZeroGivesTheZeroLoadDelay) {
    for (const LrRouting routing : {LrRouting::left_to_right, LrRouting::random}) {
        for (const LrBuffer buffer : {LrBuffer::infinite, LrBuffer::finite}) {
            const LrWormhole model(uniform_cube(6, 32, buffer, routing));
            const auto solution = model.at(0);
            EXPECT_NEAR(*solution.values->delay, 32 + model.traffic().mean_hops - 1, 1e-12);
            for (const double blocking : solution.values->blocking) {
                EXPECT_EQ(blocking, 0);
            }
        }
    }
}

TEST(LrWormhole, StatusTurnsAtTheSaturationRate) {
    for (const int n : {1, 2, 3, 5, 8, 12}) {
        for (const LrRouting routing : {LrRouting::left_to_right, LrRouting::random}) {
            for (const auto& hops : {uniform_hops(n), spherical_hops(n)}) {
                auto p = uniform_cube(n, 24, LrBuffer::infinite, routing);
                p.hops = hops;
                const LrWormhole model(p);
                const Saturation saturation = *model.saturation();
                EXPECT_TRUE(model.at(saturation.rate * (1 - 1e-9)).ok()) << "n " << n;
                for (const double factor : {1 + 1e-9, 3.0, 1e40}) {
                    const auto solution = model.at(saturation.rate * factor);
                    EXPECT_FALSE(solution.ok()) << "n " << n << " factor " << factor;
                    EXPECT_EQ(solution.limiting, saturation.limiting);
                }
                if (routing == LrRouting::left_to_right) {
                    EXPECT_EQ(saturation.limiting, "channel, dimension 0") << "n " << n;
                }
            }
        }
    }
    auto p = uniform_cube(5, 24, LrBuffer::infinite, LrRouting::left_to_right);
    p.switching = LrSwitching::virtual_cut_through;
    const LrWormhole cut_through(p);
    EXPECT_TRUE(cut_through.at(cut_through.saturation()->rate * (1 - 1e-9)).ok());
    EXPECT_FALSE(cut_through.at(cut_through.saturation()->rate * (1 + 1e-9)).ok());
}

TEST(LrWormhole, FiniteBuffersNeverSaturateWithLeftToRightRouting) {
    const LrWormhole model(uniform_cube(8, 32, LrBuffer::finite, LrRouting::left_to_right));
    EXPECT_FALSE(model.saturation());
    double previous = 0;
    for (const double rate : {0.0, 0.01, 0.1, 1.0, 100.0, 1e50}) {
        const auto solution = model.at(rate);
        ASSERT_TRUE(solution.ok());
        EXPECT_GE(*solution.values->delay, previous);
        previous = *solution.values->delay;
        for (const double blocking : solution.values->blocking) {
            EXPECT_GE(blocking, 0);
            EXPECT_LE(blocking, 1);
        }
    }
}

TEST(LrWormhole, RandomRoutingWithFiniteBuffersSaturatesFromThreeHopsOn) {
    // Mean distance below, exactly at and above 3: P concentrated so in the 6-cube.
    const auto at_hops = [](std::vector<double> hops) {
        auto p = uniform_cube(6, 20, LrBuffer::finite, LrRouting::random);
        p.hops = std::move(hops);
        return LrWormhole(p);
    };
    const LrWormhole below = at_hops({0, 0.5, 0.5, 0, 0, 0});
    EXPECT_FALSE(below.saturation());
    EXPECT_TRUE(below.at(1e6).ok());

    const LrWormhole three = at_hops({0.2, 0.2, 0.2, 0.2, 0.2, 0});
    const double n = 6;
    const double unblocked = 20 + 3 - 1;
    EXPECT_NEAR(three.saturation()->rate, n / (3 * unblocked), 1e-12);
    // Linear: (n - A g) t = A n.
    const double g = 3 * 0.5 * three.saturation()->rate;
    EXPECT_NEAR(*three.at(0.5 * three.saturation()->rate).values->delay,
                unblocked * n / (n - unblocked * g), 1e-9);

    const LrWormhole above = at_hops({0, 0, 0, 0, 0.5, 0.5});
    const double limit = above.saturation()->rate;
    EXPECT_TRUE(above.at(limit * (1 - 1e-9)).ok());
    EXPECT_FALSE(above.at(limit * (1 + 1e-9)).ok());
    EXPECT_FALSE(three.at(three.saturation()->rate * (1 + 1e-9)).ok());
}

TEST(LrWormhole, RandomRoutingSolvesItsTwoEquations) {
    for (const LrBuffer buffer : {LrBuffer::infinite, LrBuffer::finite}) {
        for (int n = 1; n <= 16; ++n) {
            const LrWormhole model(uniform_cube(n, 40, buffer, LrRouting::random));
            const double hops = model.traffic().mean_hops;
            for (const double load : {1e-9, 0.01, 0.05}) {
                const double rate = load / 40;
                const auto solution = model.at(rate);
                ASSERT_TRUE(solution.ok()) << "n " << n << " load " << load;
                const double t = *solution.values->delay;
                const double p = solution.values->blocking[0];
                const double accepted = buffer == LrBuffer::infinite ? rate : rate * (1 - p);
                EXPECT_NEAR(p, hops / n * accepted * t, 1e-12);
                EXPECT_NEAR(t, 40 + hops - 1 + p * (hops - 1) * t / 2, 1e-10 * t);
            }
        }
    }
}

TEST(LrWormhole, UnweightedMeanTakesAllFirstChannelsAlike) {
    auto p = uniform_cube(4, 30, LrBuffer::infinite, LrRouting::left_to_right);
    const auto weighted = LrWormhole(p).at(0.01);
    p.mean = LrMean::unweighted;
    const auto unweighted = LrWormhole(p).at(0.01);
    EXPECT_EQ(weighted.values->blocking, unweighted.values->blocking);
    // Half of all messages start on channel 0, where most blocking lies ahead.
    EXPECT_LT(*unweighted.values->delay, *weighted.values->delay);
}

TEST(LrWormhole, FlitTimeOnlyScalesTime) {
    auto p = uniform_cube(5, 30, LrBuffer::infinite, LrRouting::left_to_right);
    const auto one = LrWormhole(p).at(0.01);
    p.flit_time = 4;
    const auto four = LrWormhole(p).at(0.0025);
    EXPECT_NEAR(*four.values->delay, 4 * *one.values->delay, 1e-10);
    EXPECT_NEAR(four.values->blocking[0], one.values->blocking[0], 1e-14);
}

TEST(LrWormhole, RefusesParametersOutsideItsValidity) {
    const auto refused = [](auto change) {
        LrWormholeParameters p;
        change(p);
        EXPECT_THROW(LrWormhole{p}, ParameterError);
    };
    refused([](auto& p) { p.hops.clear(); });
    refused([](auto& p) { p.hops = {0.5, 0.4}; });
    refused([](auto& p) { p.hops = {1.5, -0.5}; });
    refused([](auto& p) { p.length = 0; });
    refused([](auto& p) { p.flit_time = 0; });
    refused([](auto& p) {
        p.buffer = LrBuffer::finite;
        p.switching = LrSwitching::virtual_cut_through;
    });
    EXPECT_THROW(LrWormhole({}).at(-1), ParameterError);
}

}  // namespace
}  // namespace flitscope::analytic
