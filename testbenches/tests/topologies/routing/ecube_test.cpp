#include "topologies/routing/ecube.h"

#include <gtest/gtest.h>

#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

/// Highest or lowest set bit by looking at one after the other.
PortId first_differing(const Hypercube& cube, const RouteQuery& query, bool high) {
    for (int i = 0; i < cube.dimensions(); ++i) {
        const int dimension = high ? cube.dimensions() - 1 - i : i;
        if (((query.here >> dimension) & 1) != ((query.destination >> dimension) & 1)) {
            return dimension;
        }
    }
    return -1;
}

TEST(Ecube, CrossesTheDifferingDimensionsInOrderForEveryPair) {
    const Hypercube cube(6);
    const Options low{{"order", std::string("low_first")}};
    const Options high{{"order", std::string("high_first")}};
    const auto standard = make_routing("ecube", cube, {});
    const auto low_first = make_routing("ecube", cube, low);
    const auto high_first = make_routing("ecube", cube, high);
    for (NodeId from = 0; from < cube.nodes(); ++from) {
        for (NodeId to = 0; to < cube.nodes(); ++to) {
            if (from == to) {
                continue;
            }
            RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            const RouteCandidate up{first_differing(cube, query, false), 0};
            const RouteCandidate down{first_differing(cube, query, true), 0};
            ASSERT_EQ(low_first->only_candidate(query), up) << from << " to " << to;
            ASSERT_EQ(high_first->only_candidate(query), down) << from << " to " << to;
            ASSERT_EQ(standard->only_candidate(query), down) << from << " to " << to;
            std::vector<RouteCandidate> all;
            low_first->candidates(query, all);
            ASSERT_EQ(all, std::vector<RouteCandidate>{up});
        }
    }
    EXPECT_EQ(standard->vc_classes(), 1);
    EXPECT_EQ(standard->selection(), RouteSelection::only);
}

TEST(Ecube, RefusesAMeshAndSaysWhatFits) {
    try {
        make_routing("ecube", Mesh({4, 4}), {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_STREQ(error.what(), "ecube does not fit topology mesh, it is for hypercube");
    }
}

}  // namespace
}  // namespace flitscope::topo
