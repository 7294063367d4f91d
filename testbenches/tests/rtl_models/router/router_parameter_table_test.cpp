// The table of the router's parameters: consistent in itself, and with the list of parameters at
// the top of rtl_models/verilog/router.v and the files it names, from which CMake takes names,
// codes and defaults.
#include "rtl_models/router/router_parameter_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include "topologies/routing/routing_registry.h"

namespace flitscope::rtl {
namespace {

TEST(RouterParameterTable, HasEveryKeyOnceAndAcceptsItsDefaults) {
    std::set<std::string> keys;
    for (const RouterParameter& each : router_parameters()) {
        EXPECT_TRUE(keys.insert(each.key).second) << each.key;
        EXPECT_TRUE(each.is_accepted(each.standard())) << each.key;
        EXPECT_NE(each.help, "") << each.key;
        EXPECT_EQ(&router_parameter(each.key), &each);
    }
    EXPECT_THROW(router_parameter("no_such_key"), std::out_of_range);
}

TEST(RouterParameterTable, NoTwoEntriesWriteTheSameMember) {
    RouterParameters parameters;
    std::vector<int> wanted;
    for (const RouterParameter& each : router_parameters()) {
        wanted.push_back(each.maximum);
        each.set(parameters, each.maximum);
    }
    std::size_t i = 0;
    for (const RouterParameter& each : router_parameters()) {
        EXPECT_EQ(each.get(parameters), wanted[i++]) << each.key;
    }
}

TEST(RouterParameterTable, SpellsValuesAndReadsNamesBack) {
    for (const RouterParameter& each : router_parameters()) {
        for (std::size_t i = 0; i < each.names.size(); ++i) {
            EXPECT_EQ(each.text(static_cast<int>(i)), each.names[i]);
            EXPECT_EQ(each.value_of(each.names[i]), static_cast<int>(i));
        }
    }
    EXPECT_EQ(router_parameter("buffer_flits").text(kUnbounded), "unbounded");
    EXPECT_EQ(router_parameter("buffer_flits").text(8), "8");
    EXPECT_EQ(router_parameter("injection_vcs").accepted(),
              "1..64 VCs (at most virtual_channels) or all");
}

TEST(RouterParameterTable, SaysBesideWhichValuesAParameterMatters) {
    RouterParameters parameters;
    const RouterParameter& iterations = router_parameter("allocators.iterations");
    EXPECT_FALSE(iterations.matters(parameters));
    parameters.switch_allocator = SwitchAllocatorKind::islip;
    EXPECT_TRUE(iterations.matters(parameters));
    for (const RouterParameter& each : router_parameters()) {
        if (each.selector.empty()) {
            EXPECT_TRUE(each.matters(parameters)) << each.key;
            continue;
        }
        const std::vector<std::string>& names = router_parameter(each.selector).names;
        for (const std::string& value : each.selected_by) {
            EXPECT_EQ(std::count(names.begin(), names.end(), value), 1) << each.key;
        }
    }
}

TEST(RouterParameterTable, RefusesWhatIsOutsideRangesAndBounds) {
    const auto complaint = [](auto change) {
        RouterParameters parameters;
        change(parameters);
        try {
            parameters.validate("router_5");
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(complaint([](RouterParameters&) {}), "accepted");
    EXPECT_EQ(complaint([](RouterParameters& p) { p.pipeline = 5; }),
              "router_5: pipeline = 5, must be 1..4 cycles");
    EXPECT_EQ(complaint([](RouterParameters& p) { p.injection_vcs = 5; }),
              "router_5: injection_vcs = 5, must be 1..64 VCs (at most virtual_channels) or all");
    EXPECT_EQ(complaint([](RouterParameters& p) { p.buffer_flits = 0; }),
              "router_5: buffer_flits = 0, must be 1..1000000 flits or unbounded");
    EXPECT_EQ(complaint([](RouterParameters& p) { p.buffer_flits = kUnbounded; }), "accepted");
}

std::vector<std::string> lines_of_verilog(const std::string& name) {
    std::ifstream file(FLITSCOPE_VERILOG_DIR "/" + name);
    EXPECT_TRUE(file) << name;
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// "      0: round_robin_arbiter #(N) round_robin (.*);"
struct VerilogKind {
    std::string number;
    std::string module;
    std::string name;
};

std::vector<VerilogKind> kinds_of_verilog(const std::string& name) {
    const std::regex kind(R"( +(\d+): (\w+) #\(.*\) (\w+) \(\.\*\);)");
    std::vector<VerilogKind> kinds;
    for (const std::string& line : lines_of_verilog(name)) {
        std::smatch parts;
        if (std::regex_match(line, parts, kind)) {
            kinds.push_back({parts[1], parts[2], parts[3]});
        }
    }
    return kinds;
}

/// "  parameter int PIPELINE = 3,  ///< 1..4": name, default, codes.
struct VerilogParameter {
    std::string name;
    std::string standard;
    std::vector<std::string> codes;  ///< "0: wormhole", ...
};

std::vector<VerilogParameter> parameters_of_router_v() {
    const std::regex declaration(R"(  parameter int ([A-Z_]+) = (\d+), *///< (.*))");
    const std::regex code(R"(\d+: \w+)");
    const std::regex elsewhere(R"(as in (\w+\.v))");
    std::vector<VerilogParameter> found;
    for (const std::string& line : lines_of_verilog("router.v")) {
        std::smatch parts;
        if (!std::regex_match(line, parts, declaration)) {
            continue;
        }
        found.push_back({parts[1], parts[2], {}});
        const std::string comment = parts[3];
        for (std::sregex_iterator each(comment.begin(), comment.end(), code), end; each != end;
             ++each) {
            found.back().codes.push_back(each->str());
        }
        if (std::regex_match(comment, parts, elsewhere)) {
            for (const VerilogKind& each : kinds_of_verilog(parts[1])) {
                found.back().codes.push_back(each.number + ": " + each.name);
            }
        }
    }
    return found;
}

TEST(RouterParameterTable, IsTheParameterListOfTheVerilog) {
    const std::set<std::string> of_the_network = {"NETWORK_PORTS", "ROUTING"};
    std::vector<VerilogParameter> declared = parameters_of_router_v();
    declared.erase(std::remove_if(declared.begin(), declared.end(),
                                  [&](const auto& p) { return of_the_network.count(p.name) != 0; }),
                   declared.end());
    std::size_t i = 0;
    for (const RouterParameter& each : router_parameters()) {
        if (each.verilog.empty()) {
            continue;
        }
        ASSERT_LT(i, declared.size()) << each.key;
        const VerilogParameter& in_verilog = declared[i++];
        EXPECT_EQ(in_verilog.name, each.verilog);
        if (each.text(each.standard()) == "all") {  // of the virtual channels
            EXPECT_EQ(in_verilog.standard, router_parameter(each.bound).text(RouterParameters{}));
        } else {
            EXPECT_EQ(in_verilog.standard, std::to_string(each.standard())) << each.key;
        }
        std::vector<std::string> codes;
        for (std::size_t k = 0; k < each.names.size(); ++k) {
            if (each.is_accepted(static_cast<int>(k), "verilog")) {
                codes.push_back(std::to_string(k) + ": " + each.names[k]);
            }
        }
        EXPECT_EQ(in_verilog.codes, codes) << each.key;
    }
    EXPECT_EQ(i, declared.size()) << "in router.v, not in the table: " << declared[i].name;
}

template <typename Kind>
void expect_modules(const std::string& file) {
    const std::vector<VerilogKind> lines = kinds_of_verilog(file);
    for (const ListedKind<Kind>& each : kinds<Kind>()) {
        if (each.in_verilog()) {
            ASSERT_LT(static_cast<std::size_t>(each.value), lines.size()) << each.name;
            EXPECT_EQ(lines[static_cast<std::size_t>(each.value)].module, each.file);
        }
    }
}

TEST(RouterParameterTable, KindsAreModulesNamedAsTheirFiles) {
    expect_modules<ArbiterKind>("arbiter.v");
    expect_modules<VcAllocatorKind>("vc_allocator.v");
    expect_modules<SwitchAllocatorKind>("switch_allocator.v");
}

TEST(RouterParameterTable, RoutingsOfAllLevelsAreModulesNamedAsTheirAlgorithm) {
    std::set<std::string> modules;
    for (const VerilogKind& each : kinds_of_verilog("route.v")) {
        EXPECT_EQ(each.module, "route_" + each.name);
        modules.insert(each.name);
    }
    std::set<std::string> listed{"lookup"};  // of all others
    for (const topo::RoutingEntry& each : topo::routings()) {
        if (each.computed_in_verilog) {
            listed.insert(each.algorithm);
        }
    }
    EXPECT_EQ(modules, listed);
}

}  // namespace
}  // namespace flitscope::rtl
