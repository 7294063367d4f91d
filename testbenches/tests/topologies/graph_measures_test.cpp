#include "topologies/graph_measures.h"

#include <gtest/gtest.h>

#include "topologies/hypercube.h"
#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

TEST(GraphMeasures, CountsACubeByDimension) {
    const GraphMeasures cube = measure_graph(Hypercube(6));
    EXPECT_EQ(cube.nodes, 64);
    EXPECT_EQ(cube.links, 192);
    ASSERT_EQ(cube.links_by_class.size(), 6U);
    EXPECT_EQ(cube.links_by_class[5], (std::pair<std::string, std::int64_t>("dimension 5", 32)));
    EXPECT_EQ(cube.degree_min, 6);
    EXPECT_EQ(cube.degree_max, 6);
    EXPECT_EQ(cube.distances->diameter, 6);
    EXPECT_DOUBLE_EQ(cube.distances->mean, 192.0 / 63);
    EXPECT_EQ(cube.origin, DistanceOrigin::closed_form);
    EXPECT_EQ(cube.bisection, 32);
}

TEST(GraphMeasures, CountsAMeshWithItsBorders) {
    const GraphMeasures mesh = measure_graph(Mesh({5, 3, 2}));
    EXPECT_EQ(mesh.nodes, 30);
    EXPECT_EQ(mesh.links_by_class[0].second, 4 * 3 * 2);
    EXPECT_EQ(mesh.links_by_class[1].second, 5 * 2 * 2);
    EXPECT_EQ(mesh.links_by_class[2].second, 5 * 3);
    EXPECT_EQ(mesh.links, 59);
    EXPECT_EQ(mesh.degree_min, 3);
    EXPECT_EQ(mesh.degree_max, 5);
    EXPECT_EQ(mesh.distances->diameter, 7);
}

TEST(GraphMeasures, TakesANodeAloneForANetwork) {
    const GraphMeasures one = measure_graph(Mesh({1}));
    EXPECT_EQ(one.links, 0);
    EXPECT_EQ(one.degree_max, 0);
    EXPECT_EQ(one.distances->diameter, 0);
    EXPECT_EQ(one.distances->mean, 0);
}

/// n nodes in pairs: no closed forms, not connected for n > 2.
class Pairs : public Topology {
public:
    explicit Pairs(NodeId nodes) : nodes_(nodes) {}
    std::string kind() const override { return "pairs"; }
    NodeId routers() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return 1; }
    PortPeer peer(NodeId node, PortId /*port*/) const override { return {node ^ 1, 0}; }
    std::vector<std::string> link_classes() const override { return {"pair"}; }
    int link_class(NodeId /*node*/, PortId /*port*/) const override { return 0; }

private:
    NodeId nodes_;
};

TEST(GraphMeasures, SaysWhenThereAreNoDistances) {
    const GraphMeasures parted = measure_graph(Pairs(4));
    EXPECT_EQ(parted.links, 2);
    EXPECT_FALSE(parted.distances);
    EXPECT_EQ(parted.origin, DistanceOrigin::not_connected);
    EXPECT_EQ(parted.bisection, -1);
    EXPECT_EQ(measure_graph(Pairs(2)).distances->mean, 1);
    EXPECT_EQ(measure_graph(Pairs(1 << 18)).origin, DistanceOrigin::too_large);
}

TEST(GraphMeasures, SearchAgreesWithTheClosedFormsOfALargeCubeAndMesh) {
    const Hypercube cube(10);
    EXPECT_EQ(search_distances(cube)->diameter, 10);
    EXPECT_NEAR(search_distances(cube)->mean, cube.distance_summary()->mean, 1e-12);
    const Mesh mesh({16, 16, 4});
    EXPECT_EQ(search_distances(mesh)->diameter, 33);
    EXPECT_NEAR(search_distances(mesh)->mean, mesh.distance_summary()->mean, 1e-12);
}

}  // namespace
}  // namespace flitscope::topo
