#include "analytic/hierarchical_delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "testbenches/tests/analytic/hierarchical_reference.h"

namespace flitscope::analytic {
namespace {

constexpr double kDelayDigits = 5e-11;

HierarchicalDelayParameters example(HierarchicalNetwork network) {
    HierarchicalDelayParameters p;
    p.shape = {network, 5, 2, 0.6};
    p.cluster_service = 1.5;
    p.level2_service = 2;
    return p;
}

TEST(HierarchicalDelay, MeetsTheWorkedExampleOfTheHypercube) {
    const HierarchicalDelay model(example(HierarchicalNetwork::hypercube));
    EXPECT_NEAR(*model.delay(0.5).values, 1.3636363636, kDelayDigits);
    EXPECT_NEAR(model.saturation().rate, 2.5, 2.5e-5);
    EXPECT_NEAR(0.5 * model.loads()[0].rate, 0.3, 1e-12);
    EXPECT_NEAR(0.5 * model.loads()[1].rate, 0.1142857143, kDelayDigits);
}

TEST(HierarchicalDelay, MeetsTheWorkedExampleOfTheSingleNetwork) {
    const HierarchicalDelay model(example(HierarchicalNetwork::single));
    EXPECT_NEAR(0.5 * model.loads()[0].rate, 0.5, 1e-12);
    EXPECT_NEAR(0.5 * model.loads()[1].rate, 0.3, 1e-12);
    EXPECT_NEAR(0.5 * model.loads()[2].rate, 0.4571428571, kDelayDigits);
    EXPECT_NEAR(*model.delay(0.5).values, 1.9444444444, kDelayDigits);
    EXPECT_NEAR(*model.delay_bound(0.5).values, 1.8989898990, kDelayDigits);
    EXPECT_NEAR(model.saturation().rate, 1.5, 1.5e-5);
    EXPECT_EQ(model.saturation().limiting, "cluster links, level 1");
    EXPECT_NEAR(model.saturation_bound().rate, 1.875, 1.875e-5);
    EXPECT_DOUBLE_EQ(*model.cut_bound(), 2 * 1.5 / (3 * 0.4 + 0.6));
}

TEST(HierarchicalDelay, MeetsTheWorkedExampleOfTheReplicatedNetwork) {
    const HierarchicalDelay model(example(HierarchicalNetwork::replicated));
    EXPECT_NEAR(0.5 * model.loads()[0].rate, 0.35, 1e-12);
    EXPECT_NEAR(0.5 * model.loads()[1].rate, 0.35, 1e-12);
    EXPECT_NEAR(0.5 * model.loads()[2].rate, 0.2285714286, kDelayDigits);
    EXPECT_NEAR(*model.delay(0.5).values, 1.6044880785, kDelayDigits);
    EXPECT_NEAR(*model.delay_bound(0.5).values, 1.6044880785, kDelayDigits);
    EXPECT_NEAR(model.saturation().rate, 2.1428571429, 2.1e-5);
    EXPECT_NEAR(model.saturation_bound().rate, 2.1428571429, 2.1e-5);
    EXPECT_DOUBLE_EQ(*model.cut_bound(), 2 * 1.5 / (1.5 * 0.4 + 0.6));
}

double simplex_delay(double service, double rate) { return 1 / (service - rate); }

/// (H.10) and (H.11) as they stand; the implementation sums over links instead.
double printed_delay(const HierarchicalDelayParameters& p, double rate) {
    const HierarchicalShape& shape = p.shape;
    const int d = shape.cluster_dimensions;
    const int e = shape.level2_dimensions();
    const double alpha = shape.local_fraction;
    const double cluster = 1 << d;
    const double local = alpha * rate * (cluster / 2) / (cluster - 1);
    const bool replicated = shape.network == HierarchicalNetwork::replicated;
    const auto nearest = nearest_interface_parts(d);
    const auto given = interface_parts(d);
    const double level2 = (1 - alpha) * rate * std::ldexp(1.0, shape.dimensions - 1) /
                          ((1 << e) - 1) / (replicated ? 2 : 1);
    double local_delay = 0;
    double outside_delay = 0;
    double links = d;  // j C(d, j), for j = 1
    for (int j = 1; j <= d; ++j) {
        const double through = cluster * rate * (1 - alpha) / (replicated ? 2 : 1);
        const double towards =
            local + through * (replicated ? nearest[j - 1] + given[d - j] : given[j - 1]);
        const double away =
            local + through * (replicated ? given[j - 1] + nearest[d - j] : given[j - 1]);
        const double towards_delay = simplex_delay(p.cluster_service, towards);
        local_delay += links * towards_delay / (d * cluster / 2);
        outside_delay += links * (replicated ? nearest[j - 1] : given[j - 1]) * towards_delay +
                         links * given[j - 1] * simplex_delay(p.cluster_service, away);
        links *= static_cast<double>(d - j) / j;
    }
    outside_delay += mean_cube_distance(e) * simplex_delay(p.level2_service, level2);
    return alpha * mean_cube_distance(d) * local_delay + (1 - alpha) * outside_delay;
}

TEST(HierarchicalDelay, EqualsThePrintedSums) {
    for (const auto network : {HierarchicalNetwork::single, HierarchicalNetwork::replicated}) {
        for (int d = 1; d <= 7; ++d) {
            for (int e = 1; e <= 7; ++e) {
                for (const double alpha : {0.0, 0.5, 0.95}) {
                    HierarchicalDelayParameters p;
                    p.shape = {network, d + e, d, alpha};
                    p.cluster_service = 1.5;
                    p.level2_service = 4;
                    const HierarchicalDelay model(p);
                    const double rate = 0.7 * model.saturation().rate;
                    const double expected = printed_delay(p, rate);
                    EXPECT_NEAR(*model.delay(rate).values, expected, 1e-9 * expected)
                        << "d " << d << " e " << e << " alpha " << alpha;
                }
            }
        }
    }
}

TEST(HierarchicalDelay, EqualsLittlesLawOverTheEnumeratedLinks) {
    for (const auto network : {HierarchicalNetwork::hypercube, HierarchicalNetwork::single,
                               HierarchicalNetwork::replicated}) {
        for (const auto routing : {HierarchicalRouting::random, HierarchicalRouting::fixed}) {
            HierarchicalDelayParameters p;
            p.shape = {network, 6, 3, 0.7};
            p.cluster_service = 1.5;
            p.level2_service = 3;
            p.routing = routing;
            const HierarchicalDelay model(p);
            const EnumeratedLoads enumerated(p.shape, routing);
            double first = INFINITY;
            for (const auto& [link, load] : enumerated.rates()) {
                const double service = enumerated.is_cluster_link(link) ? 1.5 : 3;
                first = load > 0 ? std::min(first, service / load) : first;
            }
            EXPECT_NEAR(model.saturation().rate, first, 1e-9 * first);
            const double rate = 0.8 * first;
            double expected = 0;
            for (const auto& [link, load] : enumerated.rates()) {
                const double service = enumerated.is_cluster_link(link) ? 1.5 : 3;
                expected += load / (service - load * rate) / 64;
            }
            EXPECT_NEAR(*model.delay(rate).values, expected, 1e-9 * expected);
        }
    }
}

TEST(HierarchicalDelay, AllTrafficInsideClustersNeverLoadsLevel2) {
    for (const auto network : {HierarchicalNetwork::hypercube, HierarchicalNetwork::single,
                               HierarchicalNetwork::replicated}) {
        HierarchicalDelayParameters p;
        p.shape = {network, 8, 3, 1.0};
        p.cluster_service = 3;
        p.level2_service = 1e-9;  // must not matter
        const HierarchicalDelay model(p);
        const double local_rate = 4.0 / 7;  // 2^(d-1) / (2^d - 1)
        EXPECT_NEAR(*model.delay(1).values, 12.0 / 7 / (3 - local_rate), 1e-12);
        EXPECT_NEAR(model.saturation().rate, 3 / local_rate, 1e-9);
        EXPECT_EQ(model.saturation().limiting.substr(0, 7), "cluster");
    }
}

TEST(HierarchicalDelay, RateZeroGivesTheSumOfServiceTimes) {
    const HierarchicalDelay model(example(HierarchicalNetwork::single));
    const double in_clusters = 0.6 * 4.0 / 3 + 0.4 * 2;
    EXPECT_NEAR(*model.delay(0).values, in_clusters / 1.5 + 0.4 * 12.0 / 7 / 2, 1e-12);
}

TEST(HierarchicalDelay, StatusTurnsAtTheSaturationRate) {
    for (const auto network : {HierarchicalNetwork::hypercube, HierarchicalNetwork::single,
                               HierarchicalNetwork::replicated}) {
        const HierarchicalDelay model(example(network));
        const Saturation saturation = model.saturation();
        EXPECT_TRUE(model.delay(saturation.rate * (1 - 1e-9)).ok());
        for (const double factor : {1 + 1e-9, 2.0, 1e60}) {
            const auto solution = model.delay(saturation.rate * factor);
            EXPECT_FALSE(solution.ok());
            EXPECT_EQ(solution.limiting, saturation.limiting);
        }
    }
}

TEST(HierarchicalDelay, BoundsHold) {
    for (const auto network : {HierarchicalNetwork::single, HierarchicalNetwork::replicated}) {
        for (const auto routing : {HierarchicalRouting::random, HierarchicalRouting::fixed}) {
            for (int d = 1; d <= 6; ++d) {
                for (const double alpha : {0.0, 0.4, 0.8, 1.0}) {
                    HierarchicalDelayParameters p;
                    p.shape = {network, 9, d, alpha};
                    p.cluster_service = 1;
                    p.level2_service = 2;
                    p.routing = routing;
                    const HierarchicalDelay model(p);
                    const double limit = model.saturation().rate;
                    EXPECT_LE(limit, model.saturation_bound().rate * (1 + 1e-12));
                    EXPECT_LE(limit, *model.cut_bound() * (1 + 1e-12));
                    for (const double part : {0.0, 0.5, 0.99}) {
                        const double delay = *model.delay(part * limit).values;
                        EXPECT_LE(*model.delay_bound(part * limit).values, delay * (1 + 1e-12));
                    }
                }
            }
        }
    }
}

TEST(HierarchicalDelay, ConstantCostDoublesLevel2OfTheSingleNetworkOnly) {
    auto p = example(HierarchicalNetwork::single);
    p.constant_cost = true;
    const HierarchicalDelay equal_cost(p);
    auto doubled = example(HierarchicalNetwork::single);
    doubled.level2_service *= 2;
    const HierarchicalDelay faster(doubled);
    EXPECT_EQ(*equal_cost.delay(0.5).values, *faster.delay(0.5).values);
    // Each level-2 link stands for two: 32 + 2 * 12 links instead of 44.
    EXPECT_NEAR(*equal_cost.lr_ratio(0.5) / *faster.lr_ratio(0.5), 56.0 / 44, 1e-12);

    p = example(HierarchicalNetwork::replicated);
    const double plain = *HierarchicalDelay(p).lr_ratio(0.5);
    p.constant_cost = true;
    EXPECT_EQ(*HierarchicalDelay(p).lr_ratio(0.5), plain);
}

TEST(HierarchicalDelay, LrRatioComparesLinksTimesDelay) {
    const HierarchicalDelay model(example(HierarchicalNetwork::single));
    auto reference = example(HierarchicalNetwork::hypercube);
    reference.level2_service = 1.5;
    const double expected =
        44 * 1.9444444444 / (80 * *HierarchicalDelay(reference).delay(0.5).values);
    EXPECT_NEAR(*model.lr_ratio(0.5), expected, 1e-9);
    EXPECT_FALSE(model.lr_ratio(1.6));  // saturated
}

TEST(HierarchicalDelay, RefusesParametersOutsideItsValidity) {
    const auto refused = [](auto change) {
        HierarchicalDelayParameters p;
        change(p);
        EXPECT_THROW(HierarchicalDelay{p}, ParameterError);
    };
    refused([](auto& p) { p.shape.cluster_dimensions = 6; });
    refused([](auto& p) { p.shape.cluster_dimensions = 0; });
    refused([](auto& p) { p.shape.dimensions = 63; });
    refused([](auto& p) { p.shape.local_fraction = -0.1; });
    refused([](auto& p) { p.shape.local_fraction = std::nan(""); });
    refused([](auto& p) { p.cluster_service = 0; });
    refused([](auto& p) { p.level2_service = -1; });
    EXPECT_THROW(HierarchicalDelay({}).delay(-0.1), ParameterError);
}

}  // namespace
}  // namespace flitscope::analytic
