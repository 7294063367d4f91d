// Random parameters over the whole validity range of each model: never negative, never NaN, never
// falling while the rate rises below saturation.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>
#include <string>

#include "analytic/broadcast_wormhole.h"
#include "analytic/hierarchical_delay.h"
#include "analytic/lr_wormhole.h"

namespace flitscope::analytic {
namespace {

constexpr int kPoints = 100000;
constexpr unsigned kSeed = 20240501;

class Draw {
public:
    explicit Draw(unsigned seed) : generator_(seed) {}
    int integer(int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(generator_);
    }
    double real(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(generator_);
    }
    /// The ends of a range matter most.
    double fraction() {
        const int kind = integer(0, 9);
        return kind == 0 ? 0 : kind == 1 ? 1 : real(0, 1);
    }
    double logarithmic(double low, double high) {
        return std::exp(real(std::log(low), std::log(high)));
    }
    bool flip() { return integer(0, 1) == 1; }

private:
    std::mt19937_64 generator_;
};

/// `value` is a latency, and not below one at a lower rate.
bool fine(double value, double at_lower_rate) {
    return std::isfinite(value) && value >= 0 && value >= at_lower_rate * (1 - 1e-12);
}

Reading reading(Draw& draw) { return draw.flip() ? Reading::paper : Reading::corrected; }

TEST(RandomPoints, BroadcastWormholeStaysSane) {
    Draw draw(kSeed);
    for (int i = 0; i < kPoints; ++i) {
        BroadcastWormholeParameters p;
        p.dimensions = draw.integer(1, i % 10 == 0 ? 16 : 8);
        p.virtual_channels = draw.flip() ? draw.integer(2, 8) : draw.integer(2, 64);
        p.length = std::floor(draw.logarithmic(1, 1000));
        p.broadcast_fraction = draw.fraction();
        p.startup_cycles = draw.integer(0, 100);
        p.switches = {reading(draw), reading(draw), reading(draw)};
        const BroadcastWormhole model(p);
        const double saturation = model.saturation().rate;
        const double low = draw.real(0, 0.999999);
        const double high = draw.real(low, 0.999999);
        const auto a = model.at(low * saturation);
        const auto b = model.at(high * saturation);
        std::ostringstream point;
        point << "seed " << kSeed << " point " << i << ": n " << p.dimensions << " V "
              << p.virtual_channels << " M " << p.length << " beta " << p.broadcast_fraction
              << " at " << low << " and " << high << " of " << saturation;
        ASSERT_TRUE(saturation > 0 && std::isfinite(saturation)) << point.str();
        ASSERT_TRUE(a.ok() && b.ok()) << point.str();
        ASSERT_TRUE(fine(a.values->unicast, p.length)) << point.str();
        ASSERT_TRUE(fine(b.values->unicast, a.values->unicast)) << point.str();
        ASSERT_TRUE(fine(b.values->broadcast, a.values->broadcast)) << point.str();
        ASSERT_TRUE(fine(b.values->multiplexing, 1)) << point.str();
        ASSERT_LE(b.values->multiplexing, p.virtual_channels) << point.str();
        if (i % 10 == 0) {  // names the limiting resource, which costs a search
            ASSERT_FALSE(model.at(saturation * draw.real(1.000001, 10)).ok()) << point.str();
        }
    }
}

std::vector<double> random_hops(Draw& draw, int n) {
    std::vector<double> hops(n, 0.0);
    double sum = 0;
    while (sum == 0) {
        for (double& hop : hops) {
            hop = draw.fraction() < 0.4 ? 0 : draw.real(0, 1);
            sum += hop;
        }
    }
    for (double& hop : hops) {
        hop /= sum;
    }
    return hops;
}

TEST(RandomPoints, LrWormholeStaysSane) {
    Draw draw(kSeed + 1);
    for (int i = 0; i < kPoints; ++i) {
        LrWormholeParameters p;
        const int n = draw.integer(1, i % 10 == 0 ? 16 : 8);
        const int preset = draw.integer(0, 2);
        p.hops = preset == 0   ? uniform_hops(n)
                 : preset == 1 ? spherical_hops(n)
                               : random_hops(draw, n);
        p.length = draw.logarithmic(1, 1000);
        p.flit_time = draw.logarithmic(0.1, 10);
        p.buffer = draw.flip() ? LrBuffer::finite : LrBuffer::infinite;
        p.routing = draw.flip() ? LrRouting::random : LrRouting::left_to_right;
        p.mean = draw.flip() ? LrMean::weighted : LrMean::unweighted;
        const LrWormhole model(p);
        const auto saturation = model.saturation();
        const double limit = saturation ? saturation->rate : draw.logarithmic(1e-6, 1e6);
        const double low = draw.real(0, 0.999999);
        const double high = draw.real(low, 0.999999);
        const auto a = model.at(low * limit);
        const auto b = model.at(high * limit);
        std::ostringstream point;
        point << "seed " << kSeed + 1 << " point " << i << ": n " << n << " preset " << preset
              << " l " << p.length << " finite " << (p.buffer == LrBuffer::finite) << " random "
              << (p.routing == LrRouting::random) << " at " << low << " and " << high << " of "
              << limit;
        ASSERT_TRUE(limit > 0 && std::isfinite(limit)) << point.str();
        ASSERT_TRUE(a.ok() && b.ok()) << point.str();
        ASSERT_TRUE(fine(*a.values->delay, p.length * p.flit_time)) << point.str();
        ASSERT_TRUE(fine(*b.values->delay, *a.values->delay)) << point.str();
        for (int s = 0; s < n; ++s) {
            ASSERT_TRUE(fine(b.values->blocking[s], a.values->blocking[s])) << point.str();
            ASSERT_LT(b.values->blocking[s], 1) << point.str();
        }
        if (saturation) {
            ASSERT_FALSE(model.at(limit * draw.real(1.000001, 10)).ok()) << point.str();
        }
    }
}

TEST(RandomPoints, HierarchicalDelayStaysSane) {
    Draw draw(kSeed + 2);
    constexpr HierarchicalNetwork kNetworks[] = {HierarchicalNetwork::hypercube,
                                                 HierarchicalNetwork::single,
                                                 HierarchicalNetwork::replicated};
    for (int i = 0; i < kPoints; ++i) {
        HierarchicalDelayParameters p;
        p.shape.network = kNetworks[draw.integer(0, 2)];
        p.shape.dimensions = draw.integer(2, i % 10 == 0 ? 40 : 16);
        p.shape.cluster_dimensions = draw.integer(1, p.shape.dimensions - 1);
        p.shape.local_fraction = draw.fraction();
        p.cluster_service = draw.logarithmic(0.01, 100);
        p.level2_service = draw.logarithmic(0.01, 100);
        p.routing = draw.flip() ? HierarchicalRouting::fixed : HierarchicalRouting::random;
        p.constant_cost = draw.flip();
        const HierarchicalDelay model(p);
        const double saturation = model.saturation().rate;
        const double low = draw.real(0, 0.999999);
        const double high = draw.real(low, 0.999999);
        const auto a = model.delay(low * saturation);
        const auto b = model.delay(high * saturation);
        std::ostringstream point;
        point << "seed " << kSeed + 2 << " point " << i << ": network "
              << static_cast<int>(p.shape.network) << " D " << p.shape.dimensions << " d "
              << p.shape.cluster_dimensions << " alpha " << p.shape.local_fraction << " fixed "
              << (p.routing == HierarchicalRouting::fixed) << " at " << low << " and " << high
              << " of " << saturation;
        ASSERT_TRUE(saturation > 0 && std::isfinite(saturation)) << point.str();
        ASSERT_TRUE(a.ok() && b.ok()) << point.str();
        ASSERT_TRUE(fine(*a.values, 0)) << point.str();
        ASSERT_TRUE(fine(*b.values, *a.values)) << point.str();
        const auto bound = model.delay_bound(high * saturation);
        ASSERT_TRUE(bound.ok()) << point.str();
        ASSERT_LE(*bound.values, *b.values * (1 + 1e-9)) << point.str();
        const auto ratio = model.lr_ratio(high * saturation);
        ASSERT_TRUE(!ratio || fine(*ratio, 0)) << point.str();
        ASSERT_FALSE(model.delay(saturation * draw.real(1.000001, 10)).ok()) << point.str();
    }
}

}  // namespace
}  // namespace flitscope::analytic
