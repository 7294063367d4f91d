#include "topologies/routing/nearest_common_ancestor.h"

#include <gtest/gtest.h>

#include "topologies/deadlock/deadlock.h"
#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

using Up = NearestCommonAncestor::Up;

RouteQuery query_of(RouterId here, RouterId destination) {
    RouteQuery query;
    query.here = here;
    query.destination = destination;
    return query;
}

std::vector<RouteCandidate> candidates_of(const NearestCommonAncestor& routing, RouterId here,
                                          RouterId destination) {
    std::vector<RouteCandidate> found;
    routing.candidates(query_of(here, destination), found);
    return found;
}

TEST(NearestCommonAncestor, ArrivesByShortestWaysWithoutDeadlock) {
    for (const auto shape : {FatTree::Shape::fat_tree, FatTree::Shape::tree}) {
        for (const auto& [radix, levels] :
             {std::pair{2, 1}, {2, 2}, {2, 5}, {3, 3}, {4, 3}, {5, 2}}) {
            const FatTree tree(shape, radix, levels);
            for (const Up up : {Up::salt, Up::load, Up::destination}) {
                const NearestCommonAncestor routing(tree, up);
                EXPECT_TRUE(check_routing(tree, routing, {0}).deadlock_free());
                for (RouterId here = 0; here < tree.routers(); ++here) {
                    for (RouterId to = 0; tree.nodes_at(to) > 0; ++to) {
                        if (here == to) {
                            continue;
                        }
                        for (const RouteCandidate& way : candidates_of(routing, here, to)) {
                            ASSERT_EQ(tree.distance(tree.peer(here, way.port).node, to),
                                      tree.distance(here, to) - 1);
                        }
                    }
                }
            }
        }
    }
}

TEST(NearestCommonAncestor, OffersEveryWayUpAndOneDown) {
    const FatTree tree(FatTree::Shape::fat_tree, 3, 3);
    for (const Up up : {Up::salt, Up::load}) {
        const NearestCommonAncestor routing(tree, up);
        EXPECT_EQ(candidates_of(routing, 0, 1),
                  (std::vector<RouteCandidate>{{0, 0}, {1, 0}, {2, 0}}));
        EXPECT_EQ(candidates_of(routing, 9, 1), (std::vector<RouteCandidate>{{1, 0}}));
        EXPECT_EQ(candidates_of(routing, 9, 3),
                  (std::vector<RouteCandidate>{{3, 0}, {4, 0}, {5, 0}}));
    }
    EXPECT_EQ(NearestCommonAncestor(tree, Up::salt).selection(), RouteSelection::random);
    EXPECT_EQ(NearestCommonAncestor(tree, Up::load).selection(), RouteSelection::shortest_queue);
    EXPECT_EQ(NearestCommonAncestor(tree, Up::destination).selection(), RouteSelection::only);
}

/// Each pair of routers has one route; over all pairs no channel carries more than the routers of a
/// level send or receive.
TEST(NearestCommonAncestor, SpreadsPairsByDestinationEvenly) {
    for (const auto& [radix, levels] : {std::pair{2, 4}, {3, 3}, {4, 2}}) {
        const FatTree tree(FatTree::Shape::fat_tree, radix, levels);
        const NearestCommonAncestor routing(tree, Up::destination);
        std::vector<std::vector<int>> pairs(static_cast<std::size_t>(tree.routers()));
        const RouterId wide = tree.routers() / levels;
        for (RouterId from = 0; from < wide; ++from) {
            for (RouterId to = 0; to < wide; ++to) {
                for (RouterId here = from; here != to;) {
                    const PortId port = routing.only_candidate(query_of(here, to)).port;
                    auto& used = pairs[static_cast<std::size_t>(here)];
                    used.resize(static_cast<std::size_t>(tree.ports(here)));
                    ++used[static_cast<std::size_t>(port)];
                    here = tree.peer(here, port).node;
                }
            }
        }
        for (const std::vector<int>& used : pairs) {
            for (const int count : used) {
                EXPECT_LE(count, wide / radix);
            }
        }
    }
}

TEST(NearestCommonAncestor, IsForTreesOnly) {
    try {
        make_routing("nearest_common_ancestor", Mesh({3, 3}), {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_STREQ(
            error.what(),
            "nearest_common_ancestor does not fit topology mesh, it is for fat_tree, tree");
    }
}

}  // namespace
}  // namespace flitscope::topo
