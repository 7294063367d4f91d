#include "testbenches/program/plan_command/plan_drawing.h"

#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <map>
#include <sstream>

#include "testbenches/tests/support/temporary_folder.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using Element = boost::property_tree::ptree;

std::string picture(const topo::Topology& topology, const std::string& algorithm,
                    const tl::PlanRequest& request, bool labels = false) {
    const auto& kind = topo::find_topology(topology.kind());
    const tl::Plan plan =
        tl::make_plan(tl::find_collective(algorithm), topology,
                      topo::make_routing(kind.default_routing, topology, {}), request);
    return draw_plan(topology, plan, NodeNaming(topology, labels));
}

/// The elements of a picture, of which every number lies on the page.
std::multimap<std::string, Element> elements(const std::string& svg) {
    std::istringstream in(svg);
    Element document;
    boost::property_tree::read_xml(in, document);  // throws for what is no XML
    const Element& root = document.get_child("svg");
    const double longest =
        std::max(root.get<double>("<xmlattr>.width"), root.get<double>("<xmlattr>.height"));
    std::multimap<std::string, Element> all;
    for (const auto& [name, element] : root) {
        all.emplace(name, element);
        std::string path = element.get<std::string>("<xmlattr>.d", "");
        for (char& c : path) {
            c = std::string("MLQZ").find(c) == std::string::npos ? c : ' ';
        }
        std::istringstream numbers(path);
        double number = 0;
        while (numbers >> number) {
            EXPECT_TRUE(number >= 0 && number <= longest) << path;
        }
        EXPECT_TRUE(numbers.eof()) << path;
    }
    return all;
}

std::size_t coloured(const std::multimap<std::string, Element>& all, const std::string& colour) {
    std::size_t count = 0;
    const auto [first, last] = all.equal_range("circle");
    for (auto each = first; each != last; ++each) {
        count += each->second.get<std::string>("<xmlattr>.fill") == colour ? 1U : 0U;
    }
    return count;
}

TEST(PlanDrawing, DrawsTheNetworkAndTheWaysOfEachStep) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{6, 6}}});
    const auto all = elements(picture(*mesh, "pcp", {20, {}}));
    EXPECT_EQ(all.count("circle"), 2U * 36);
    EXPECT_EQ(all.count("line"), 2U * 60);
    EXPECT_EQ(all.count("path"), 2U * (2 + 12));  // a line and its head
    EXPECT_EQ(coloured(all, "black"), 2U);
    EXPECT_EQ(coloured(all, "white"), 36U - 1 - 12);  // before step 2 all sides are reached
    EXPECT_EQ(coloured(all, "#8a8f98"), 12U);         // which are grey in step 2
    EXPECT_EQ(all.count("text"), 2U + 2 * (1 + 36));
}

TEST(PlanDrawing, StaysOnThePageWhateverIsDrawn) {
    const auto draw = [](const char* kind, const Options& options, const char* algorithm,
                         const tl::PlanRequest& request) {
        const auto topology = topo::make_topology(kind, options);
        EXPECT_GT(elements(picture(*topology, algorithm, request)).size(), 10U);
    };
    using Sizes = std::vector<std::int64_t>;
    draw("mesh", {{"size", Sizes{4, 4, 4}}}, "six_phase", {21, {0, 5, 9, 13, 41, 60, 63}});
    draw("mesh", {{"size", Sizes{4, 4, 4}}}, "separate", {0, {}});
    draw("torus", {{"size", Sizes{5, 4}}}, "separate", {0, {}});
    draw("torus", {{"size", Sizes{3, 3, 3}}}, "separate", {26, {}});
    draw("hypercube", {{"dimensions", std::int64_t{6}}}, "sbt", {5, {}});
    draw("complete", {{"nodes", std::int64_t{9}}}, "separate", {0, {}});
    draw("mesh", {{"size", Sizes{8, 8}}}, "edn", {0, {}});
}

TEST(PlanDrawing, DrawsANetworkFromAFileWithItsNamesAndAllLinks) {
    const GivenFile file("row.yaml",
                         "nodes: [{name: a, at: [0, 0]}, {name: \"b<&\", at: [1, 0]}, "
                         "{name: c, at: [2, 0]}]\nlinks: [[0, 1], [1, 2], [0, 2]]");
    const auto row = topo::make_topology("custom", {{"file", file.path()}});
    const std::string svg = picture(*row, "separate", {0, {1}});
    const auto all = elements(svg);
    EXPECT_EQ(all.count("line"), 2U);
    EXPECT_EQ(all.count("path"), 1U + 2) << "an arc, a way and its head";
    EXPECT_NE(svg.find(">b&lt;&amp;</text>"), std::string::npos);
}

TEST(PlanDrawing, WritesLabelsWhereTheyAreAskedFor) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2, 2}}});
    EXPECT_NE(picture(*mesh, "two_phase", {2, {0}}, true)
                  .find("two_phase from 3 (Hamiltonian labels)</text>"),
              std::string::npos);
    EXPECT_NE(picture(*mesh, "two_phase", {2, {0}}).find("two_phase from 2</text>"),
              std::string::npos);
}

TEST(PlanDrawing, DrawsTheNetworksOfHigherAndOfLowerLabels) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3, 3}}});
    const tl::Plan plan =
        tl::make_plan(tl::find_collective("two_phase"), *mesh,
                      topo::make_routing("dimension_order", *mesh, {}), {13, {0}});
    const auto all = elements(draw_plan(*mesh, plan, NodeNaming(*mesh, true), true));
    std::map<std::string, int> arrows;  // by colour, of their heads
    const auto [first, last] = all.equal_range("path");
    for (auto each = first; each != last; ++each) {
        ++arrows[each->second.get<std::string>("<xmlattr>.fill")];
    }
    EXPECT_EQ(arrows["#0072b2"], 54) << "a channel of every link";
    EXPECT_EQ(arrows["#d55e00"], 54);
}

TEST(PlanDrawing, RefusesLargeNetworks) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{33, 32}}});
    try {
        picture(*mesh, "two_phase", {2, {0}});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "--svg");
        EXPECT_STREQ(error.what(), "1056 nodes, drawn are networks of at most 1024");
    }
}

}  // namespace
}  // namespace flitscope::tb
