#include "tlm/headers/header_walk.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/routing/dimension_order.h"
#include "topologies/routing/random_minimal.h"

namespace flitscope::tl {
namespace {

using Nodes = std::vector<topo::NodeId>;
using Addresses = std::vector<rtl::HeaderEntry>;
constexpr auto kStop = rtl::Control::stop;
constexpr auto kPass = rtl::Control::pass;
constexpr auto kBoth = rtl::Control::receive;

class FlatWalk : public testing::Test {
protected:
    const HeaderWay& follow(const Addresses& addresses, topo::NodeId first_hop = topo::kNoNode) {
        return walk_.follow(5, first_hop, addresses.data(), addresses.size());
    }

    topo::Mesh mesh_{{4, 4}};
    topo::DimensionOrder xy_{mesh_, {}};
    HeaderWalk walk_{mesh_, xy_};
};

TEST_F(FlatWalk, VisitsAListInItsOrder) {
    const HeaderWay& way = follow({{7}, {15}});
    EXPECT_EQ(way.path, (Nodes{5, 6, 7, 11, 15}));
    EXPECT_EQ(way.actions, (std::vector<rtl::Control>{kPass, kBoth, kPass, kStop}));
    EXPECT_EQ(way.receivers(), (Nodes{7, 15}));
    EXPECT_EQ(way.hops(), 4U);
}

TEST_F(FlatWalk, CopiesAlongTheLegsThatSaySo) {
    const HeaderWay& way = follow({{7, kPass}, {15, kBoth}});
    EXPECT_EQ(way.path, (Nodes{5, 6, 7, 11, 15}));
    EXPECT_EQ(way.actions, (std::vector<rtl::Control>{kPass, kBoth, kBoth, kStop}));
}

TEST_F(FlatWalk, LeavesByAForcedFirstHop) {
    EXPECT_EQ(follow({{15}}, 9).path, (Nodes{5, 9, 10, 11, 15}));
    EXPECT_EQ(follow({{9}}, 9).path, (Nodes{5, 9}));
}

TEST_F(FlatWalk, ReportsHeadersThatNobodySends) {
    const auto refuse = [&](const Addresses& addresses, topo::NodeId first_hop, const char* what) {
        try {
            follow(addresses, first_hop);
            ADD_FAILURE() << what;
        } catch (const std::logic_error& error) {
            EXPECT_STREQ(error.what(), what);
        }
    };
    const topo::NodeId any = topo::kNoNode;
    refuse({}, any, "a message from node 5 at node 5: its header names no other node");
    refuse({{5}}, any, "a message from node 5 at node 5: its header names no other node");
    refuse({{7}, {7}}, any, "a message from node 5 at node 7: its header is a protocol error");
    refuse({{7, rtl::Control::none}}, any,
           "a message from node 5 at node 5: its header is a protocol error");
    refuse({{15}}, 10, "a message from node 5 at node 5: there is no way on");
}

/// Whatever a header says, its message ends: where its way leads, or reported.
TEST(HeaderWalk, EndsWithAnyHeader) {
    std::mt19937 random(1);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const topo::Mesh mesh({3, 3});
    const topo::DimensionOrder xy(mesh, {});
    HeaderWalk walk(mesh, xy);
    int ended = 0;
    int reported = 0;
    for (int i = 0; i < 20000; ++i) {
        const bool list = below(2) == 0;
        Addresses addresses;
        for (int left = below(4); left > 0; --left) {
            const auto control = static_cast<rtl::Control>(below(4));
            addresses.push_back({below(9), list ? kPass : control});
        }
        try {
            const HeaderWay& way =
                walk.follow(below(9), topo::kNoNode, addresses.data(), addresses.size());
            ASSERT_EQ(way.path.size(), way.actions.size() + 1);
            ASSERT_EQ(way.actions.back(), kStop);
            for (std::size_t hop = 0; hop < way.hops(); ++hop) {
                ASSERT_EQ(mesh.distance(way.path[hop], way.path[hop + 1]), 1);
            }
            if (list) {  // all of it, in its order
                Nodes listed;
                for (const rtl::HeaderEntry& each : addresses) {
                    listed.push_back(each.address);
                }
                ASSERT_EQ(way.receivers(), listed);
            }
            ++ended;
        } catch (const std::logic_error&) {
            ++reported;
        }
    }
    EXPECT_GT(ended, 5000);
    EXPECT_GT(reported, 5000);
}

TEST(HeaderWalk, TakesTheFirstWayOfARoutingThatHasSeveral) {
    const topo::Hypercube cube(4);
    const topo::RandomMinimal routing(cube);
    HeaderWalk walk(cube, routing);
    const rtl::HeaderEntry to{13};
    EXPECT_EQ(walk.follow(0, topo::kNoNode, &to, 1).path, (Nodes{0, 1, 5, 13}));
}

}  // namespace
}  // namespace flitscope::tl
