#include "topologies/hierarchical.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/tests/topologies/compositions.h"
#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"
#include "topologies/hierarchical_hypercube.h"

namespace flitscope::topo {
namespace {

/// Sum and maximum of the distances from a router, by search.
std::pair<double, int> distances_from(const Topology& network, RouterId router) {
    const std::vector<int> all = searched_distances(network, router);
    double sum = 0;
    for (const int each : all) {
        sum += each;
    }
    return {sum, *std::max_element(all.begin(), all.end())};
}

TEST(Hierarchical, EqualsTheSearchForEveryComposition) {
    for (const auto& network : compositions()) {
        const auto& whole = dynamic_cast<const Hierarchical&>(*network);
        SCOPED_TRACE(whole.cluster_network().kind() + " in " + whole.top_network().kind());
        expect_consistent(whole);
        const GraphMeasures inside = measure_graph(whole.cluster_network());
        const GraphMeasures over = measure_graph(whole.top_network());
        const RouterId clusters = whole.top_network().routers();
        const auto interfaces = static_cast<std::int64_t>(whole.interfaces().size());
        EXPECT_EQ(whole.routers(), clusters * whole.cluster_size());
        EXPECT_EQ(whole.nodes(), clusters * whole.cluster_network().nodes());
        EXPECT_EQ(measure_graph(whole).links, clusters * inside.links + interfaces * over.links);
    }
}

/// With one interface i: R routers in each of C clusters, S the sum of the hops to i, E the most of
/// them. The diameter is 2 E and that of the top. Ordered pairs in one cluster make C sums of the
/// cluster's distances, the others R*R for each pair of clusters, and 2 R S for their ways inside.
TEST(Hierarchical, HasTheDiameterAndTheSumsOfItsPartsWithOneInterface) {
    const Options::Value clusters[] = {mesh_of({4, 4}), ring_of(7), cube_of(3)};
    const Options::Value tops[] = {ring_of(4), mesh_of({2, 3}), cube_of(4)};
    for (const Options::Value& cluster : clusters) {
        for (const Options::Value& top : tops) {
            for (const std::int64_t interface : {0, 5}) {
                const auto network = composed(cluster, top, std::vector<std::int64_t>{interface});
                const auto& whole = dynamic_cast<const Hierarchical&>(*network);
                const auto [to_interface, furthest] =
                    distances_from(whole.cluster_network(), static_cast<RouterId>(interface));
                const double size = whole.cluster_size();
                const double count = whole.top_network().routers();
                double sum = count * (count - 1) * 2 * size * to_interface;
                for (RouterId router = 0; router < whole.cluster_size(); ++router) {
                    sum += count * distances_from(whole.cluster_network(), router).first;
                }
                for (RouterId router = 0; router < whole.top_network().routers(); ++router) {
                    sum += size * size * distances_from(whole.top_network(), router).first;
                }
                const GraphMeasures measures = measure_graph(whole);
                EXPECT_EQ(measures.distances->diameter,
                          2 * furthest + measure_graph(whole.top_network()).distances->diameter);
                EXPECT_NEAR(measures.distances->mean, sum / (size * count) / (size * count - 1),
                            1e-9);
            }
        }
    }
}

TEST(Hierarchical, OfCubesHasThePortsAndLinksOfHierarchicalHypercubes) {
    for (const auto scheme :
         {HierarchicalHypercube::Scheme::plain, HierarchicalHypercube::Scheme::replicated}) {
        const HierarchicalHypercube cubes(3, 5, scheme);
        const std::vector<std::int64_t> interfaces =
            cubes.replicated() ? std::vector<std::int64_t>{0, 7} : std::vector<std::int64_t>{0};
        const auto whole = composed(cube_of(3), cube_of(2), interfaces);
        ASSERT_EQ(whole->routers(), cubes.routers());
        for (RouterId router = 0; router < cubes.routers(); ++router) {
            ASSERT_EQ(whole->ports(router), cubes.ports(router));
            for (PortId port = 0; port < cubes.ports(router); ++port) {
                // Port d+j crosses bit j of the cluster number, which is bit d+j of the id.
                const PortPeer expected{router ^ (RouterId{1} << port), port};
                ASSERT_EQ(cubes.peer(router, port), expected);
                ASSERT_EQ(whole->peer(router, port), expected);
            }
        }
    }
}

TEST(Hierarchical, NamesTheLinkClassesOfBothNetworks) {
    const auto network = composed(mesh_of({2, 2}), ring_of(3), std::string("first"));
    EXPECT_EQ(network->link_classes(),
              (std::vector<std::string>{"cluster.dimension 0", "cluster.dimension 1", "top.ring"}));
    EXPECT_EQ(network->link_class(4, 2), 1);
    EXPECT_EQ(network->link_class(4, 4), 2);
    EXPECT_EQ(network->peer(4, 4), (PortPeer{8, 5}));
    EXPECT_EQ(network->ports(5), 4);
}

TEST(Hierarchical, RefusesWhatIsNoHierarchy) {
    const auto key_of = [](const Options::Value& cluster, const Options::Value& top,
                           const Options::Value& interface) {
        try {
            composed(cluster, top, interface);
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("accepted");
    };
    using List = std::vector<std::int64_t>;
    const auto concentrated =
        inner("concentrated_mesh", {{"size", List{2, 2}}, {"concentration", std::int64_t{2}}});
    EXPECT_EQ(key_of(mesh_of({2, 2}), concentrated, List{0}), "top");
    EXPECT_EQ(key_of(concentrated, ring_of(3), List{3}), "accepted");
    EXPECT_EQ(key_of(mesh_of({2, 2}), ring_of(3), List{4}), "interface");
    EXPECT_EQ(key_of(mesh_of({2, 2}), ring_of(3), List{-1}), "interface");
    EXPECT_EQ(key_of(mesh_of({2, 2}), ring_of(3), List{1, 1}), "interface");
    EXPECT_EQ(key_of(mesh_of({2, 2}), ring_of(3), List{}), "interface");
    EXPECT_EQ(key_of(mesh_of({2, 2}), ring_of(2), List{0}), "top.nodes");
    EXPECT_EQ(key_of(mesh_of({0}), ring_of(3), List{0}), "cluster.size");
    EXPECT_EQ(key_of(cube_of(20), cube_of(20), List{0}), "top");
}

}  // namespace
}  // namespace flitscope::topo
