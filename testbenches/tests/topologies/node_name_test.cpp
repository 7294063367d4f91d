#include "topologies/node_name.h"

#include <gtest/gtest.h>

#include "topologies/fat_tree.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

TEST(NodeName, ReadsIdsAndCoordinatesWithBlanks) {
    const Mesh mesh({4, 3});
    EXPECT_EQ(parse_node(mesh, "7"), 7);
    EXPECT_EQ(parse_node(mesh, " 7 "), 7);
    EXPECT_EQ(parse_node(mesh, "(3,1)"), 7);
    EXPECT_EQ(parse_node(mesh, " ( 3 , 1 ) "), 7);
    EXPECT_EQ(parse_node(Hypercube(3), "(5)"), 5);
}

TEST(NodeName, ReadsRouterAndLocalIndex) {
    const auto mesh = make_topology("concentrated_mesh", {{"size", std::vector<std::int64_t>{4, 3}},
                                                          {"concentration", std::int64_t{2}}});
    EXPECT_EQ(parse_node(*mesh, "15"), 15);
    EXPECT_EQ(parse_node(*mesh, "(3,1).1"), 15);
    EXPECT_EQ(parse_node(*mesh, " ( 3 , 1 ) . 0 "), 14);
    const FatTree tree(FatTree::Shape::fat_tree, 2, 3);
    EXPECT_EQ(parse_node(tree, "(0,3).1"), 7);
    for (const char* text : {"(3,1)", "(3,1).2", "(3,1).-1", "(3,1).", "(3,1)1", "(3,1).1x"}) {
        EXPECT_THROW(parse_node(*mesh, text), OptionError) << text;
    }
    for (const char* text : {"8", "(0,0)", "(1,0).0", "(0,3).2"}) {
        EXPECT_THROW(parse_node(tree, text), OptionError) << text;
    }
}

TEST(NodeName, RefusesEverythingElse) {
    const Mesh mesh({4, 3});
    for (const char* text : {"",
                             "12",
                             "-1",
                             "x",
                             "7x",
                             "7,1",
                             "(",
                             "()",
                             "(1)",
                             "(1,1",
                             "1,1)",
                             "(4,0)",
                             "(0,3)",
                             "(-1,0)",
                             "(0,0,0)",
                             "(1,,1)",
                             "(1 1)",
                             "1 1",
                             "99999999999999999999",
                             "(1,1))",
                             "0x1",
                             "+1",
                             "1.0"}) {
        EXPECT_THROW(parse_node(mesh, text), OptionError) << text;
    }
}

TEST(NodeName, SaysWhatIsAcceptedAndForWhichKey) {
    try {
        parse_node(Mesh({4, 3}), "(4,0)", "from");
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "from");
        EXPECT_STREQ(error.what(),
                     "no node \"(4,0)\" in this mesh, must be a node id 0..11 or (0,0)..(3,2)");
    }
    try {
        parse_node(Hypercube(3), "8");
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_STREQ(error.what(), "no node \"8\" in this hypercube, must be a node id 0..7");
    }
}

}  // namespace
}  // namespace flitscope::topo
