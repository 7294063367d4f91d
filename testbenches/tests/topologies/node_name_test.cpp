#include "topologies/node_name.h"

#include <gtest/gtest.h>

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
