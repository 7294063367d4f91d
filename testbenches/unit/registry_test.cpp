#include "topologies/registry.h"

#include <gtest/gtest.h>

#include <set>

namespace flitscope::topo {
namespace {

TEST(Registry, NamesAreUniqueAndOptionsHaveHelp) {
    std::set<std::string> names;
    for (const TopologyEntry& entry : topologies()) {
        EXPECT_TRUE(names.insert(entry.kind).second) << entry.kind;
        EXPECT_EQ(find_topology(entry.kind), &entry);
        EXPECT_FALSE(entry.default_routing.empty()) << entry.kind;
        for (const OptionSpec& option : entry.options) {
            EXPECT_FALSE(option.help.empty()) << entry.kind << "." << option.name;
        }
    }
    names.clear();
    for (const RoutingEntry& entry : routings()) {
        EXPECT_TRUE(names.insert(entry.algorithm).second) << entry.algorithm;
        EXPECT_EQ(find_routing(entry.algorithm), &entry);
        for (const OptionSpec& option : entry.options) {
            EXPECT_FALSE(option.help.empty()) << entry.algorithm << "." << option.name;
        }
    }
    EXPECT_EQ(find_topology("moebius"), nullptr);
    EXPECT_EQ(find_routing("lost"), nullptr);
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
