#include "topologies/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {
namespace {

TEST(Registry, NamesAreUniqueAndOptionsHaveHelp) {
    std::set<std::string> names;
    for (const TopologyEntry& entry : topologies()) {
        EXPECT_TRUE(names.insert(entry.kind).second) << entry.kind;
        EXPECT_EQ(&find_topology(entry.kind), &entry);
        EXPECT_FALSE(entry.default_routing.empty()) << entry.kind;
        for (const OptionSpec& option : entry.options) {
            EXPECT_FALSE(option.help.empty()) << entry.kind << "." << option.name;
        }
    }
    names.clear();
    for (const RoutingEntry& entry : routings()) {
        EXPECT_TRUE(names.insert(entry.algorithm).second) << entry.algorithm;
        for (const OptionSpec& option : entry.options) {
            EXPECT_FALSE(option.help.empty()) << entry.algorithm << "." << option.name;
        }
    }
    EXPECT_THROW(find_topology("moebius"), OptionError);
    EXPECT_THROW(make_routing("lost", *make_topology("ring", {{"nodes", std::int64_t{3}}}), {}),
                 OptionError);
}

std::string file_text(const std::string& path) {
    std::ifstream file(std::string(FLITSCOPE_SOURCE_DIR) + "/" + path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Lines with the indentation taken off, so that quoted code can be found where it comes from.
std::string without_indentation(const std::string& text) {
    std::string flat;
    bool at_start = true;
    for (const char c : text) {
        at_start = (at_start && c == ' ') || c == '\n';
        if (!at_start || c == '\n') {
            flat += c;
        }
    }
    return flat;
}

TEST(Registry, DocumentationListsEveryEntryAndQuotesTheCodeAsItIs) {
    const std::string page = file_text("docs/topologies.md");
    for (const TopologyEntry& entry : topologies()) {
        EXPECT_NE(page.find("| `" + entry.kind + " {"), std::string::npos) << entry.kind;
    }
    for (const RoutingEntry& entry : routings()) {
        EXPECT_NE(page.find("| `" + entry.algorithm), std::string::npos) << entry.algorithm;
    }
    std::string code;
    for (const char* path : {"topologies/ring.cpp", "topologies/registry.cpp",
                             "topologies/routing/ecube.cpp", "topologies/routing/routings.def"}) {
        code += without_indentation(file_text(path));
    }
    const std::string fence = "```cpp\n";
    int quotes = 0;
    for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
        at += fence.size();
        const std::string quote = without_indentation(page.substr(at, page.find("```", at) - at));
        EXPECT_NE(code.find(quote), std::string::npos) << quote;
        ++quotes;
    }
    EXPECT_EQ(quotes, 5);
}

TEST(Registry, RoutingsDependOnNothingBesidesWhatTheyDeclare) {
    const auto cube = make_topology("hypercube", {{"dimensions", std::int64_t{5}}});
    const auto mesh = make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 3, 3}}});
    const auto flat = make_topology("mesh", {{"size", std::vector<std::int64_t>{6, 5}}});
    const auto cubes =
        make_topology("hierarchical_hypercube",
                      {{"cluster_dimensions", std::int64_t{2}}, {"dimensions", std::int64_t{5}}});
    const auto tree =
        make_topology("fat_tree", {{"radix", std::int64_t{3}}, {"levels", std::int64_t{3}}});
    const auto dragonfly = make_topology("dragonfly", {{"routers_per_group", std::int64_t{4}},
                                                       {"global_links", std::int64_t{2}},
                                                       {"nodes_per_router", std::int64_t{1}}});
    std::mt19937 random(1);
    for (const RoutingEntry& entry : routings()) {
        int fitting = 0;
        for (const Topology* topology :
             {cube.get(), mesh.get(), flat.get(), cubes.get(), tree.get(), dragonfly.get()}) {
            std::unique_ptr<RoutingFunction> routing;
            try {
                routing = entry.make(*topology, {});
            } catch (const OptionError&) {
                continue;
            }
            ++fitting;
            const RouteDependence dependence = routing->dependence();
            const auto number = [&](NodeId below) {
                return static_cast<NodeId>(random() % static_cast<unsigned>(below));
            };
            for (int i = 0; i < 500; ++i) {
                RouteQuery one;
                one.here = number(topology->routers());
                do {
                    one.destination = topology->place(number(topology->nodes())).router;
                } while (one.destination == one.here);
                one.source = one.here;  // or it might be on a way that nobody goes
                one.hop = number(3);
                RouteQuery other = one;
                other.source = dependence.source ? one.source : number(topology->routers());
                // UGAL sees whether a head was injected here.
                const bool ugal = routing->selection() == RouteSelection::ugal;
                one.input_port = ugal ? number(topology->ports(one.here)) : -1;
                other.input_port = dependence.input_port ? -1 : number(topology->ports(one.here));
                other.hop = dependence.hop ? one.hop : number(9);
                other.salt = static_cast<std::uint16_t>(dependence.salts.size() > 1 ? 0 : random());
                std::vector<RouteCandidate> expected;
                std::vector<RouteCandidate> all;
                routing->candidates(one, expected);
                routing->candidates(other, all);
                ASSERT_EQ(all, expected) << entry.algorithm << " at " << one.here;
                ASSERT_TRUE(
                    std::is_sorted(all.begin(), all.end(),
                                   [](const auto& a, const auto& b) { return a.port < b.port; }));
                if (routing->selection() == RouteSelection::only) {
                    ASSERT_EQ(all.size(), 1U);
                    ASSERT_EQ(routing->only_candidate(other), all[0]);
                }
            }
        }
        const bool from_file =
            std::any_of(entry.options.begin(), entry.options.end(),
                        [](const OptionSpec& each) { return each.type == OptionType::file; });
        EXPECT_GT(fitting + (from_file ? 1 : 0), 0)  // that has a test of its own
            << entry.algorithm << " fits no topology of this test: add one";
    }
}

TEST(Registry, MakesWhatIsNamedAndListsTheChoicesOtherwise) {
    const auto cube = make_topology("hypercube", {{"dimensions", std::int64_t{3}}});
    EXPECT_EQ(cube->kind(), "hypercube");
    EXPECT_EQ(make_routing("ecube", *cube, {})->algorithm(), "ecube");
    try {
        make_topology("moebius", {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "kind");
        EXPECT_NE(std::string(error.what()).find("hypercube, mesh"), std::string::npos);
    }
    try {
        make_routing("lost", *cube, {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_NE(std::string(error.what()).find("ecube"), std::string::npos);
    }
}

}  // namespace
}  // namespace flitscope::topo
