#include "topologies/node_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "topologies/registry.h"

namespace flitscope::topo {
namespace {

class NodeValues : public testing::Test {
protected:
    /// In a 4x3 mesh; node 6 is (2, 1).
    std::uint64_t at_6(const std::string& text) const {
        return NodeValue::expression(text).at(*mesh, 6);
    }
    std::string problem(const std::string& text) const {
        try {
            at_6(text);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    }
    std::unique_ptr<Topology> mesh =
        make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 3}}});
};

TEST_F(NodeValues, AreTheSameOrOneOfAList) {
    EXPECT_EQ(NodeValue(7).at(*mesh, 3), 7U);
    const NodeValue list(std::vector<std::uint64_t>{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    EXPECT_EQ(list.at(*mesh, 0), 5U);
    EXPECT_EQ(list.at(*mesh, 11), 16U);
    EXPECT_THROW(NodeValue(std::vector<std::uint64_t>{5, 6}).at(*mesh, 0), std::invalid_argument);
}

TEST_F(NodeValues, AreExpressionsOfTheNode) {
    EXPECT_EQ(at_6("node"), 6U);
    EXPECT_EQ(at_6("nodes - 1 - node"), 5U);
    EXPECT_EQ(at_6("x + 4*y"), 6U);
    EXPECT_EQ(at_6("2 + 3 * (node - 4) * 2"), 14U);
    EXPECT_EQ(at_6("10 - 3 - 2"), 5U);
    EXPECT_EQ(at_6("100 / 7 / 2 % 5"), 2U);
    EXPECT_EQ(at_6("-(2 - 5)"), 3U);
    EXPECT_EQ(at_6("4 + 4 * (x == 0) + (y != 0) + (x >= 2) + (x < 2) + (x <= 2) + (x > 3)"), 7U);
    EXPECT_EQ(NodeValue::expression("4 + 4 * (x == 0)").at(*mesh, 8), 8U);
}

TEST_F(NodeValues, SayWhatCannotBeUnderstood) {
    using testing::HasSubstr;
    EXPECT_THAT(problem("row"), HasSubstr("unknown: \"row\"; there are node, nodes, x, y and z"));
    EXPECT_THAT(problem("z + 1"), HasSubstr("\"z\": nodes of topology mesh have 2 coordinates"));
    EXPECT_THAT(problem("x - 3"), HasSubstr("\"x - 3\" is -1 at node 6"));
    EXPECT_THAT(problem("4 / (x - 2)"), HasSubstr("divides by 0"));
    EXPECT_THAT(problem("(x + 1"), HasSubstr("\")\" is missing"));
    EXPECT_THAT(problem("x +"), HasSubstr("it ends too early"));
    EXPECT_THAT(problem("x 2"), HasSubstr("not expected: \"2\""));
    EXPECT_THAT(problem("2 * ]"), HasSubstr("not expected: \"]\""));
    EXPECT_THAT(problem("0x10"), HasSubstr("not a number: \"0x10\""));
    EXPECT_THAT(problem("9223372036854775807 + 1"), HasSubstr("beyond 2^63"));
    EXPECT_THAT(problem("3037000500 * 3037000500"), HasSubstr("beyond 2^63"));
    EXPECT_THAT(problem(std::string(1000, '(') + "1"), HasSubstr("too many brackets"));
    EXPECT_THAT(problem(""), HasSubstr("it ends too early"));
}

}  // namespace
}  // namespace flitscope::topo
