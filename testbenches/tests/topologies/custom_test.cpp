#include "topologies/custom.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>

#include "testbenches/tests/topologies/file_refusal.h"
#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/channels.h"
#include "topologies/custom_file.h"
#include "topologies/node_name.h"

namespace flitscope::topo {
namespace {

using tb::GivenFile;

std::unique_ptr<Topology> network(const GivenFile& file) {
    return make_topology("custom", {{"file", file.path()}});
}

std::string refusal(const std::string& name, const std::string& text) {
    return file_refusal(GivenFile(name, text), [](const std::string& path) {
        make_topology("custom", {{"file", path}});
    });
}

constexpr const char* kSquare = R"(
# a square with one diagonal
nodes: 4
links:
  - [0, 1]
  - [1, 2, long]
  - [2, 3]
  - [3, 0]
  - [0, 2, long]
)";

TEST(Custom, HasTheLinksOfItsFileAsPortsInTheirOrder) {
    const GivenFile file("square.yaml", kSquare);
    const auto square = network(file);
    expect_consistent(*square);
    EXPECT_EQ(square->nodes(), 4);
    EXPECT_EQ(square->ports(0), 3);
    EXPECT_EQ(square->peer(0, 0), (PortPeer{1, 0}));
    EXPECT_EQ(square->peer(0, 1), (PortPeer{3, 1}));
    EXPECT_EQ(square->peer(0, 2), (PortPeer{2, 2}));
    EXPECT_EQ(square->link_classes(), (std::vector<std::string>{"link", "long"}));
    EXPECT_EQ(square->link_class(0, 2), 1);
    EXPECT_EQ(square->link_class(3, 0), 0);
}

TEST(Custom, CountsNodesByTheHighestWhereTheirNumberIsNotGiven) {
    const GivenFile file("line.yaml", "links: [[0, 1], [1, 2]]");
    EXPECT_EQ(network(file)->nodes(), 3);
}

TEST(Custom, SaysWhereAListOfLinksIsWrong) {
    const std::string line = "nodes: 4\nlinks:\n  - [0, 1]\n  - [1, 2]\n  - [2, 3]\n";
    EXPECT_EQ(refusal("a.yaml", line + "  - [3, 4]\n"),
              ":6: link between 3 and 4: router 4 does not exist, routers are 0..3");
    EXPECT_EQ(refusal("a.yaml", line + "  - [1, 0]\n"),
              ":6: link between 1 and 0: given twice; a link is full duplex");
    EXPECT_EQ(refusal("a.yaml", line + "  - [3, 3]\n"),
              ":6: link between 3 and 3: it joins a router to itself");
    EXPECT_EQ(refusal("a.yaml", line + "  - [3]\n"),
              ":6: a link must be [from, to] or [from, to, class]");
    EXPECT_EQ(refusal("a.yaml", line + "  - [3, -1]\n"),
              ":6: to = -1: must be a whole number 0..1048575");
    EXPECT_EQ(refusal("a.yaml", line + "edges: []\n"),
              ":6: edges: unknown key; accepted: routers (or nodes), links");
    EXPECT_EQ(refusal("a.yaml", "links: [[0, 1], [2, 3]]"),
              ": router 2 cannot be reached from router 0");
    EXPECT_EQ(refusal("a.yaml", "nodes: 3\nlinks: [[0, 1]]"),
              ": router 2 cannot be reached from router 0");
    EXPECT_EQ(refusal("a.yaml", "links: [[0, 1]"), ":1: end of sequence flow not found");
    EXPECT_EQ(refusal("a.yaml", "[]"),
              ": must have routers (optional) and links, a list of [from, to, class]");
    EXPECT_EQ(refusal("a.yaml", "links: []"), ": 0 routers, must be 1..1048576");
    EXPECT_EQ(refusal("a.txt", kSquare).substr(0, 30), ":2: #: must be router or node,");
    EXPECT_THROW(make_topology("custom", {{"file", std::string("not there.yaml")}}), OptionError);
    EXPECT_THROW(make_topology("custom", {}), OptionError);
}

/// Results and their columns are named by classes.
TEST(Custom, RefusesNamesOfClassesThatResultsCannotTellApart) {
    const auto with = [](const std::string& name) {
        return refusal("a.yaml", "links:\n  - [0, 1, a b]\n  - [1, 2, " + name + "]\n");
    };
    for (const std::string good : {"a", "b_a", "a b", "\"injection pipe\"", "caf\xc3\xa9"}) {
        EXPECT_EQ(with(good), "accepted") << good;
    }
    for (const std::string port : {"injection", "ejection"}) {
        EXPECT_EQ(with(port), ":3: class = " + port +
                                  ": results call the ports of nodes so; accepted: another name");
    }
    EXPECT_EQ(with("a_b"),
              ":3: class = a_b: one name with a b where blanks are written as underscores; "
              "accepted: another name");
    const std::string text = "must be printable text in UTF-8, at most 200 bytes";
    for (const auto& [written, name] : std::vector<std::pair<std::string, std::string>>{
             {"\"\"", ""},
             {"caf\xe9", "caf\xe9"},
             {"\"\\e[2J\"", "\x1b[2J"},
             {"\"\\u009b2J\"",
              "\xc2\x9b"
              "2J"},
             {std::string(201, 'x'), std::string(201, 'x')}}) {
        EXPECT_EQ(with(written), ":3: class = " + name + ": " + text);
    }
}

constexpr const char* kPlaced = R"(
nodes:
  - {name: cpu, at: [0, 1]}
  - {name: "l2 <0>", at: [1.5, 1]}
  - {name: dram, at: [1.5, -2]}
links: [[cpu, "l2 <0>"], [1, dram, bus]]
)";

void expect_placed(const Topology& network) {
    expect_consistent(network);
    EXPECT_EQ(network.node_name(1), "l2 <0>");
    EXPECT_EQ(parse_node(network, "dram"), 2);
    EXPECT_EQ(network.peer(1, 1).node, 2);
    const auto& places = dynamic_cast<const Custom&>(network).places();
    ASSERT_EQ(places.size(), 3U);
    EXPECT_EQ(places[1].x, 1.5);
    EXPECT_EQ(places[2].y, -2);
}

TEST(Custom, TakesNamesAndPlacesOfNodesAndWritesThemToo) {
    const GivenFile file("placed.yaml", kPlaced);
    const auto placed = network(file);
    expect_placed(*placed);
    std::ostringstream text;
    write_graphml(*placed, text);
    const GivenFile written("placed.graphml", text.str());
    expect_placed(*network(written));
    const GivenFile places("places.yaml", "nodes: [{at: [0, 0]}, {at: [1, 0]}]\nlinks: [[0, 1]]");
    EXPECT_EQ(network(places)->node_name(1), "1");
}

TEST(Custom, SaysWhatIsWrongWithNamesAndPlaces) {
    const auto with = [](const std::string& node) {
        return refusal("a.yaml",
                       "nodes:\n  - {name: a, at: [0, 0]}\n  - " + node + "\nlinks: [[0, 1]]\n");
    };
    EXPECT_EQ(with("{name: b, at: [1, 0]}"), "accepted");
    EXPECT_EQ(with("{name: a, at: [1, 0]}"), ":3: name = a: given twice");
    EXPECT_EQ(with("{name: 1b, at: [1, 0]}"), ":3: name = 1b: must not begin as a number does");
    EXPECT_EQ(with("{name: \"\", at: [1, 0]}"),
              ":3: name = : must be printable text in UTF-8, at most 100 bytes");
    const std::string all = ":3: all routers have a name or none has one; so with coordinates";
    EXPECT_EQ(with("{name: b}"), all);
    EXPECT_EQ(with("{at: [1, 0]}"), all);
    const std::string form =
        "a router must be {name: NAME, at: [x, y], nodes: N or [NAME, ...]}, or some of the three";
    EXPECT_EQ(with("b"), ":3: " + form);
    EXPECT_EQ(with("{name: b, at: [1]}"), ":3: at: " + form);
    EXPECT_EQ(with("{name: b, at: [1, 0], size: 3}"), ":3: size: " + form);
    EXPECT_EQ(with("{name: b, at: [1, .inf]}"), ":3: coordinates must be finite");
    EXPECT_EQ(refusal("a.yaml", "nodes: [{name: a}, {name: b}]\nlinks: [[a, c]]"),
              ":2: to = c: must be a whole number 0..1048575 or the name of a router");
    EXPECT_EQ(refusal("a.yaml", "nodes: [{name: a}, {name: b}]\nlinks: [[a, b], [b, 2]]"),
              ":2: link between 1 and 2: router 2 does not exist, routers are 0..1");
}

std::string graphml(const std::string& graph) {
    return "<?xml version=\"1.0\"?>\n<graphml>\n"
           "<key id=\"d0\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>\n" +
           graph + "</graphml>\n";
}

TEST(Custom, ReadsGraphml) {
    const std::string nodes = "<node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>";
    const GivenFile undirected(
        "n.graphml", graphml("<graph edgedefault=\"undirected\">" + nodes +
                             "<edge source=\"c\" target=\"a\"><data key=\"d0\">tsv</data></edge>"
                             "<edge source=\"a\" target=\"b\"/></graph>"));
    const auto read = network(undirected);
    EXPECT_EQ(read->peer(0, 0).node, 2);
    EXPECT_EQ(read->peer(0, 1).node, 1);
    EXPECT_EQ(read->link_classes(), (std::vector<std::string>{"tsv", "link"}));
    EXPECT_EQ(read->link_class(2, 0), 0);

    const std::string there = "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/>";
    const std::string directed = "<graph edgedefault=\"directed\">" + nodes + there;
    EXPECT_EQ(refusal("n.graphml", graphml(directed + "<edge source=\"b\" target=\"a\"/></graph>")),
              ":4: edge 2: one way only; the edge back is missing");
    EXPECT_EQ(refusal("n.graphml", graphml(directed + "<edge source=\"b\" target=\"a\"/>"
                                                      "<edge source=\"c\" target=\"b\"/></graph>")),
              "accepted");
}

TEST(Custom, TakesNamesInGraphmlThatAreNumbersOrNotOfAllNodes) {
    const auto read = [](const std::string& second) {
        const std::string data =
            "<data key=\"name\">7</data><data key=\"x\">0</data><data key=\"y\">1</data>";
        const GivenFile file("n.graphml", graphml("<graph><node id=\"a\">" + data +
                                                  "</node>\n<node id=\"b\">" + second +
                                                  "</node>\n<edge source=\"a\" target=\"b\"/>"
                                                  "</graph>"));
        return network(file);
    };
    const auto some = read("");
    EXPECT_EQ(some->node_name(0), "7");
    EXPECT_EQ(some->node_name(1), "1");
    EXPECT_EQ(parse_node(*some, "7"), 0);
    EXPECT_EQ(parse_node(*some, "1"), 1);
    EXPECT_TRUE(dynamic_cast<const Custom&>(*some).places().empty());
    std::ostringstream text;
    write_graphml(*some, text);
    EXPECT_EQ(network(GivenFile("again.graphml", text.str()))->node_name(0), "7");

    const auto placed = read("<data key=\"x\">2</data><data key=\"y\">3</data>");
    EXPECT_EQ(dynamic_cast<const Custom&>(*placed).places().at(1).x, 2);
}

TEST(Custom, SaysWhatIsWrongWithGraphml) {
    EXPECT_EQ(refusal("n.graphml", "<graphml>\n<graph>\n"), ":3: unexpected end of data");
    EXPECT_EQ(refusal("n.graphml", "<xml/>"), ": no <graphml> with a <graph>");
    EXPECT_EQ(refusal("n.graphml", graphml("<graph><node/></graph>")),
              ":4: node 1: an element without id");
    EXPECT_EQ(refusal("n.graphml", graphml("<graph><node id=\"1\"/>\n<node id=\"1\"/></graph>")),
              ":5: node 2: id = 1: given twice");
    EXPECT_EQ(refusal("n.graphml", graphml("<graph><!-- <edge/>\n<edge/> -->\n<node id=\"1\"/>\n"
                                           "<edge source=\"1\" target=\"2\"/></graph>")),
              ":7: edge 1: node 2 does not exist");
    EXPECT_EQ(refusal("n.graphml",
                      graphml("<graph><node id=\"1\"/><node id=\"2\"/>\n<edge source=\"1\" "
                              "target=\"2\"><data key=\"d0\">ejection</data></edge></graph>")),
              ":5: edge 1: class = ejection: results call the ports of nodes so; accepted: another "
              "name");
    const auto with_data = [](const std::string& data) {
        return refusal("n.graphml", graphml("<graph><node id=\"1\"/>\n<node id=\"2\">" + data +
                                            "</node></graph>"));
    };
    EXPECT_EQ(with_data("<data key=\"x\">2</data>"), ":5: node 2: x without y");
    EXPECT_EQ(with_data("<data key=\"y\">2</data>"), ":5: node 2: y without x");
    EXPECT_EQ(with_data("<data key=\"x\">2</data><data key=\"y\">up</data>"),
              ":5: node 2: y = up: must be a number");
    std::string deep = "<graphml>";
    for (int i = 0; i < 100000; ++i) {
        deep += "<a>";
    }
    EXPECT_EQ(refusal("n.graphml", deep), ": elements are nested too deeply");
}

/// Nothing of a graph that means something else than a full-duplex link is taken for one.
TEST(Custom, LeavesNothingOfGraphmlOutInSilence) {
    const std::string pair = "<node id=\"a\"/><node id=\"b\"/>";
    const auto edge = [](const char* from, const char* to, const std::string& more,
                         const std::string& data = "") {
        return std::string("<edge source=\"") + from + "\" target=\"" + to + "\" " + more + ">" +
               data + "</edge>\n";
    };
    const auto said = [&](const std::string& graph) {
        return refusal("n.graphml", graphml(graph));
    };
    const std::string there = edge("a", "b", "directed=\"true\"");
    EXPECT_EQ(said("<graph>" + pair + there + "</graph>"),
              ":4: edge 1: one way only; the edge back is missing");
    EXPECT_EQ(said("<graph>" + pair + there + edge("b", "a", "directed=\"true\"") + "</graph>"),
              "accepted");
    EXPECT_EQ(said("<graph edgedefault=\"directed\">" + pair +
                   edge("a", "b", "directed=\"false\"") + "</graph>"),
              "accepted");
    EXPECT_EQ(said("<graph edgedefault=\"sideways\">" + pair + edge("a", "b", "") + "</graph>"),
              ": edgedefault = sideways: must be undirected or directed");
    EXPECT_EQ(said("<graph>" + pair + edge("a", "b", "directed=\"yes\"") + "</graph>"),
              ":4: edge 1: directed = yes: must be false or true");
    EXPECT_EQ(said("<graph edgedefault=\"directed\">" + pair +
                   edge("a", "b", "", "<data key=\"d0\">tsv</data>") +
                   edge("b", "a", "", "<data key=\"d0\">wire</data>") + "</graph>"),
              "accepted");  // each channel has a class of its own
    EXPECT_EQ(said("<graph>" + pair + edge("a", "b", "") + "<hyperedge/></graph>"),
              ": <hyperedge>: not in this version; accepted: node, edge, data, desc");
    EXPECT_EQ(said("<graph><node id=\"a\"><graph/></node></graph>"),
              ":4: node 1: <graph>: not in this version; accepted: data, desc, port");
    EXPECT_EQ(said("<graph>" + pair + "</graph><graph/>"), ": more than one <graph>");
}

/// Bytes changed, taken out and put in at random: a network or a message, nothing else.
TEST(Custom, SurvivesDamagedFiles) {
    std::ostringstream text;
    const GivenFile placed("placed.yaml", kPlaced);
    write_graphml(*network(placed), text);
    const std::string alphabet = "<>/[]{}:,-&\"' \n\t019ae";
    std::mt19937 random(1);
    const auto below = [&random](std::size_t n) { return random() % n; };
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        const bool yaml = i % 2 == 0;
        std::string damaged = i % 4 == 0 ? kSquare : yaml ? kPlaced : text.str();
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            const std::size_t at = below(damaged.size());
            const char byte =
                below(8) == 0 ? static_cast<char>(random()) : alphabet[below(alphabet.size())];
            damaged.replace(at, below(2), below(3), byte);
        }
        const GivenFile file(yaml ? "damaged.yaml" : "damaged.graphml", damaged);
        try {
            expect_consistent(*network(file));
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "file");
            ++refused;
        }
    }
    EXPECT_GT(refused, 400);
    EXPECT_LT(refused, 3900);
}

TEST(Custom, ReadsBackWhatIsWrittenOfAnyTopology) {
    const auto cubes =
        make_topology("hierarchical_hypercube",
                      {{"cluster_dimensions", std::int64_t{2}}, {"dimensions", std::int64_t{4}}});
    std::ostringstream text;
    write_graphml(*cubes, text);
    const GivenFile file("cubes.graphml", text.str());
    const auto back = network(file);
    using Links = std::set<std::tuple<NodeId, NodeId, std::string>>;
    const auto links = [](const Topology& topology) {
        Links all;
        for_each_channel(topology, [&](NodeId from, PortId port, const PortPeer& to) {
            const auto name =
                topology.link_classes()[static_cast<std::size_t>(topology.link_class(from, port))];
            all.emplace(from, to.node, name);
        });
        return all;
    };
    EXPECT_EQ(links(*back), links(*cubes));
}

TEST(Custom, IsDrawnByGraphviz) {
    const GivenFile file("pair.yaml", "links: [[0, 1, \"on chip\"]]");
    std::ostringstream text;
    write_dot(*network(file), text);
    EXPECT_EQ(text.str(),
              "graph \"custom\" {\n  node [shape=circle]\n  0 [label=\"0\"]\n  1 [label=\"1\"]\n"
              "  0 -- 1 [class=\"on chip\"]\n}\n");
}

}  // namespace
}  // namespace flitscope::topo
