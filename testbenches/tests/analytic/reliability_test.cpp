#include "analytic/reliability.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <string>

#include "analytic/solution.h"
#include "topologies/complete.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/ring.h"

namespace flitscope::analytic {
namespace {

using topo::HierarchicalHypercube;
using Scheme = HierarchicalHypercube::Scheme;

constexpr std::uint64_t kSeed = 11;

ReliabilityParameters rates(double node_rate, double link_rate, int task_nodes,
                            SpareKind spare = SpareKind::hot) {
    ReliabilityParameters p;
    p.node_rate = node_rate;
    p.link_rate = link_rate;
    p.task_nodes = task_nodes;
    p.spare = spare;
    return p;
}

/// 4.5 standard deviations: a right estimate fails once in 150 000 points.
void expect_agreement(const ReliabilityPoint& point, double exact, std::int64_t trials,
                      const std::string& where) {
    const double deviation = std::sqrt(std::max(exact * (1 - exact), 1.0 / trials) / trials);
    EXPECT_NEAR(point.reliability, exact, 4.5 * deviation) << where << " seed " << kSeed;
}

TEST(Reliability, PerfectLinksInACompleteGraphGiveABinomialTail) {
    const topo::Complete complete(64);
    const Reliability model(complete, rates(1e-4, 0, 48));
    const std::vector<double> hours{0, 500, 1000, 2000, 3000, 5000};
    const auto points = model.estimate(hours, 8000, kSeed);
    for (std::size_t k = 0; k < hours.size(); ++k) {
        const boost::math::binomial working(64, std::exp(-1e-4 * hours[k]));
        const double tail = boost::math::cdf(boost::math::complement(working, 47));
        EXPECT_NEAR(*model.exact(hours[k]), tail, 1e-12);
        expect_agreement(points[k], tail, 8000, "hour " + std::to_string(hours[k]));
    }
}

TEST(Reliability, EstimatesAgreeWithSumsOverAllStates) {
    const topo::Ring ring(8);
    const topo::Mesh mesh({3, 3});
    const topo::Hypercube cube(3);
    const std::vector<double> hours{1000, 4000};
    const topo::Topology* networks[] = {&ring, &mesh, &cube};
    for (const topo::Topology* network : networks) {
        for (const double link_rate : {0.0, 1e-4}) {
            for (const int task_nodes : {1, 5, 8}) {
                const Reliability model(*network, rates(2e-4, link_rate, task_nodes));
                if (!model.exact(100)) {
                    EXPECT_GT(network->nodes() + model.edges().size(), 20U);
                    continue;
                }
                const auto points = model.estimate(hours, 20000, kSeed);
                for (std::size_t k = 0; k < hours.size(); ++k) {
                    expect_agreement(points[k], *model.exact(hours[k]), 20000,
                                     network->kind() + " I " + std::to_string(task_nodes));
                }
            }
        }
    }
}

TEST(Reliability, RingWithPerfectNodesFollowsItsClosedForm) {
    // All 8 nodes connected: at most one of 8 links has failed.
    const Reliability model(topo::Ring(8), rates(0, 1e-4, 8));
    const double works = std::exp(-0.1);
    EXPECT_NEAR(*model.exact(1000), std::pow(works, 8) + 8 * std::pow(works, 7) * (1 - works),
                1e-12);
}

TEST(Reliability, SparesLengthenTheLifeOfTheirPosition) {
    // Two clusters of two nodes, joined by their interfaces: the path 1 - 0 = 2 - 3.
    const HierarchicalHypercube plain(1, 2, Scheme::plain);
    const HierarchicalHypercube spared(1, 2, Scheme::standby_spare);
    const double rate = 1e-3;
    const double hours = 700;
    const double alive = std::exp(-rate * hours);
    const double hot = 1 - (1 - alive) * (1 - alive);
    const double cold = alive * (1 + rate * hours);
    const double all_four[] = {std::pow(alive, 4), alive * alive * hot * hot,
                               alive * alive * cold * cold};
    const Reliability models[] = {Reliability(plain, rates(rate, 0, 4)),
                                  Reliability(spared, rates(rate, 0, 4, SpareKind::hot)),
                                  Reliability(spared, rates(rate, 0, 4, SpareKind::cold))};
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(*models[i].exact(hours), all_four[i], 1e-12);
        expect_agreement(models[i].estimate({hours}, 40000, kSeed)[0], all_four[i], 40000,
                         "model " + std::to_string(i));
    }
}

TEST(Reliability, LinksOfAFailedInterfaceNodeAreSwitchedToItsOwnNodeSpare) {
    // The path 1 - 0 = 2 - 3 again. The spare of 0 is 1, that of 2 is 3, so the two clusters stay
    // joined as long as each has a node: any working nodes are connected.
    const HierarchicalHypercube network(1, 2, Scheme::standby_spare);
    const double rate = 1e-3;
    const double hours = 700;
    const double alive = std::exp(-rate * hours);
    for (int task_nodes = 1; task_nodes <= 4; ++task_nodes) {
        const boost::math::binomial working(4, alive);
        const double tail = boost::math::cdf(boost::math::complement(working, task_nodes - 1));
        const Reliability model(network, rates(rate, 0, task_nodes, SpareKind::own_node));
        const std::string where = "I " + std::to_string(task_nodes);
        EXPECT_NEAR(*model.exact(hours), tail, 1e-12) << where;
        expect_agreement(model.estimate({hours}, 40000, kSeed)[0], tail, 40000, where);
    }
}

TEST(Reliability, SameSeedSamePointsWhateverTheThreads) {
    const HierarchicalHypercube network(3, 6, Scheme::replicated_standby);
    const std::vector<double> hours{2000, 500, 1000};
    for (const SpareKind spare : {SpareKind::hot, SpareKind::own_node}) {
        const Reliability model(network, rates(1e-4, 2e-5, 48, spare));
        const auto one = model.estimate(hours, 3001, kSeed, 1);
        for (const int threads : {2, 3, 7, 0}) {
            const auto many = model.estimate(hours, 3001, kSeed, threads);
            for (std::size_t k = 0; k < hours.size(); ++k) {
                EXPECT_EQ(one[k].hours, hours[k]);
                EXPECT_EQ(one[k].reliability, many[k].reliability) << threads << " threads";
                EXPECT_EQ(one[k].low, many[k].low);
            }
        }
        EXPECT_NE(one[0].reliability, model.estimate(hours, 3001, kSeed + 1, 1)[0].reliability);
    }
}

TEST(Reliability, OrderOfThePaperAt64Nodes) {
    // Complete graph with perfect links >= cube >= hierarchical networks, per trial statistics
    // apart.
    const std::vector<double> hours{2000};
    const auto of = [&](const topo::Topology& network) {
        return Reliability(network, rates(1e-4, 2e-5, 48)).estimate(hours, 20000, kSeed)[0];
    };
    const double bound = *Reliability(topo::Complete(64), rates(1e-4, 0, 48)).exact(2000);
    const auto cube = of(topo::Hypercube(6));
    const auto plain = of(HierarchicalHypercube(3, 6, Scheme::plain));
    const auto replicated = of(HierarchicalHypercube(3, 6, Scheme::replicated));
    const auto spare = of(HierarchicalHypercube(3, 6, Scheme::standby_spare));
    const auto both = of(HierarchicalHypercube(3, 6, Scheme::replicated_standby));
    EXPECT_LE(cube.low, bound);
    EXPECT_LT(plain.high, cube.low);
    EXPECT_LT(plain.high, spare.low);
    EXPECT_LT(plain.high, replicated.low);
    EXPECT_LT(replicated.high, both.low);
}

TEST(Reliability, OwnNodeSparesGiveWhatThePaperRemarks) {
    // RS and SI are poorer than BH at both sizes of a task, RS&SI is close to BH. The values are
    // those of an independent Monte Carlo of 4000 trials; 0.025 is 3.3 of its standard deviations.
    const auto expect_values = [](int task_nodes, double hours, std::vector<double> values) {
        const auto of = [&](const topo::Topology& network) {
            return Reliability(network, rates(1e-4, 2e-5, task_nodes, SpareKind::own_node))
                .estimate({hours}, 8000, kSeed)[0]
                .reliability;
        };
        EXPECT_NEAR(of(topo::Hypercube(6)), values[0], 0.025);
        EXPECT_NEAR(of(HierarchicalHypercube(3, 6, Scheme::replicated)), values[1], 0.025);
        EXPECT_NEAR(of(HierarchicalHypercube(3, 6, Scheme::standby_spare)), values[2], 0.025);
        if (values.size() > 3) {
            EXPECT_NEAR(of(HierarchicalHypercube(3, 6, Scheme::replicated_standby)), values[3],
                        0.025);
        }
    };
    expect_values(48, 2000, {0.937, 0.771, 0.751, 0.903});
    expect_values(56, 1500, {0.450, 0.421, 0.410});
}

TEST(Reliability, TimeZeroAndElementsThatNeverFail) {
    const Reliability model(topo::Hypercube(4), rates(1e-4, 2e-5, 16));
    EXPECT_EQ(model.estimate({0}, 100, kSeed)[0].reliability, 1);
    const Reliability immortal(topo::Hypercube(4), rates(0, 0, 16));
    EXPECT_EQ(immortal.estimate({1e9}, 100, kSeed)[0].reliability, 1);
}

TEST(Reliability, WilsonIntervalsAreInsideZeroToOne) {
    const ReliabilityPoint none = wilson_interval(1, 0, 100);
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(none.high, 0.0369935, 1e-6);  // z^2/(n+z^2), z = 1.959964
    const ReliabilityPoint all = wilson_interval(1, 100, 100);
    EXPECT_EQ(all.high, 1);
    EXPECT_NEAR(all.low, 1 - 0.0369935, 1e-6);
    const ReliabilityPoint half = wilson_interval(1, 50, 100);
    EXPECT_NEAR(half.low, 0.4038315, 1e-6);
    EXPECT_NEAR(half.high, 0.5961685, 1e-6);
}

TEST(Reliability, RefusesParametersOutsideItsValidity) {
    const topo::Hypercube cube(4);
    EXPECT_THROW(Reliability(cube, rates(-1, 0, 4)), ParameterError);
    EXPECT_THROW(Reliability(cube, rates(1, std::nan(""), 4)), ParameterError);
    EXPECT_THROW(Reliability(cube, rates(1, 1, 0)), ParameterError);
    EXPECT_THROW(Reliability(cube, rates(1, 1, 17)), ParameterError);
    const Reliability model(cube, rates(1, 1, 16));
    EXPECT_THROW(model.estimate({1}, 0, kSeed), ParameterError);
    EXPECT_THROW(model.estimate({-1}, 10, kSeed), ParameterError);
}

}  // namespace
}  // namespace flitscope::analytic
