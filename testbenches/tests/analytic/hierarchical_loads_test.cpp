#include "analytic/hierarchical_loads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "testbenches/tests/analytic/hierarchical_reference.h"

namespace flitscope::analytic {
namespace {

constexpr HierarchicalNetwork kNetworks[] = {
    HierarchicalNetwork::hypercube, HierarchicalNetwork::single, HierarchicalNetwork::replicated};

/// Rates of all simplex links in ascending order, cluster links first.
std::vector<double> sorted_rates(const HierarchicalShape& shape, HierarchicalRouting routing) {
    std::vector<double> rates;
    for (const bool cluster : {true, false}) {
        const std::size_t start = rates.size();
        for (const LinkLoad& load : link_loads(shape, routing)) {
            if (load.cluster == cluster) {
                rates.insert(rates.end(), std::lround(load.links), load.rate);
            }
        }
        std::sort(rates.begin() + start, rates.end());
    }
    return rates;
}

std::vector<double> sorted_rates(const EnumeratedLoads& enumerated) {
    std::vector<double> rates;
    for (const bool cluster : {true, false}) {
        const std::size_t start = rates.size();
        for (const auto& [link, rate] : enumerated.rates()) {
            if (enumerated.is_cluster_link(link) == cluster) {
                rates.push_back(rate);
            }
        }
        std::sort(rates.begin() + start, rates.end());
    }
    return rates;
}

/// Full-duplex links of the network.
double link_count(const HierarchicalShape& shape) {
    double simplex = 0;
    for (const LinkLoad& load : link_loads(shape, HierarchicalRouting::random)) {
        simplex += load.links;
    }
    return simplex / 2;
}

TEST(HierarchicalLoads, EveryLinkCarriesWhatEnumeratingAllPairsGives) {
    for (const HierarchicalNetwork network : kNetworks) {
        for (const HierarchicalRouting routing :
             {HierarchicalRouting::random, HierarchicalRouting::fixed}) {
            for (int dimensions = 2; dimensions <= 6; ++dimensions) {
                for (int d = 1; d < dimensions; ++d) {
                    SCOPED_TRACE("network " + std::to_string(static_cast<int>(network)) +
                                 " routing " + std::to_string(static_cast<int>(routing)) + " D " +
                                 std::to_string(dimensions) + " d " + std::to_string(d));
                    const HierarchicalShape shape{network, dimensions, d, 0.3};
                    const EnumeratedLoads enumerated(shape, routing);
                    const auto expected = sorted_rates(enumerated);
                    const auto found = sorted_rates(shape, routing);
                    ASSERT_EQ(found.size(), expected.size());
                    for (std::size_t i = 0; i < found.size(); ++i) {
                        ASSERT_NEAR(found[i], expected[i], 1e-9) << "link " << i;
                    }
                    EXPECT_NEAR(mean_distance(shape), enumerated.mean_hops(), 1e-9);
                    EXPECT_EQ(link_count(shape), enumerated.rates().size() / 2);
                }
            }
        }
    }
}

TEST(HierarchicalLoads, ClusterLevelsOfRandomRoutingAreThoseOfTheGraph) {
    for (int d = 1; d <= 5; ++d) {
        const HierarchicalShape single{HierarchicalNetwork::single, d + 1, d, 0.4};
        const HierarchicalShape replicated{HierarchicalNetwork::replicated, d + 1, d, 0.4};
        for (const HierarchicalShape& shape : {single, replicated}) {
            const EnumeratedLoads enumerated(shape, HierarchicalRouting::random);
            const auto loads = link_loads(shape, HierarchicalRouting::random);
            for (const auto& [link, rate] : enumerated.rates()) {
                const int level = enumerated.level_towards(link, false);
                const int next = enumerated.level_towards({link.second, link.first}, false);
                if (enumerated.is_cluster_link(link) && next < level) {
                    EXPECT_NEAR(rate, loads[level - 1].rate, 1e-9)
                        << "d " << d << " level " << level;
                }
            }
        }
    }
}

TEST(HierarchicalLoads, MeetsTheSpecifiedParts) {
    const double nearest_mean[] = {0, 0.5, 0.75, 1.25, 25.0 / 16};  // P_s for d = 1..5
    for (int d = 1; d <= 5; ++d) {
        EXPECT_DOUBLE_EQ(mean_nearest_interface(d), nearest_mean[d - 1]);
    }
    const auto parts = nearest_interface_parts(4);
    const double expected[] = {0.21875, 0.03125, 0, 0};
    for (int j = 0; j < 4; ++j) {
        EXPECT_DOUBLE_EQ(parts[j], expected[j]);
    }
}

TEST(HierarchicalLoads, MeetsTheWorkedExampleOfLinksAndDistances) {
    HierarchicalShape shape{HierarchicalNetwork::hypercube, 5, 2, uniform_local_fraction(5, 2)};
    EXPECT_EQ(link_count(shape), 80);
    EXPECT_NEAR(mean_distance(shape), 2.5806451613, 5e-11);
    shape.network = HierarchicalNetwork::single;
    EXPECT_EQ(link_count(shape), 44);
    EXPECT_NEAR(mean_distance(shape), 3.4838709677, 5e-11);
    shape.network = HierarchicalNetwork::replicated;
    EXPECT_EQ(link_count(shape), 56);
    EXPECT_NEAR(mean_distance(shape), 3.0322580645, 5e-11);
}

}  // namespace
}  // namespace flitscope::analytic
