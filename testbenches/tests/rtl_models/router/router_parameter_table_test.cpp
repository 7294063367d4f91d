// The table of the router's parameters: consistent in itself, and with the list of parameters at
// the top of rtl_models/verilog/router.v, from which CMake takes names, codes and defaults.
#include "rtl_models/router/router_parameter_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

namespace flitscope::rtl {
namespace {

TEST(RouterParameterTable, HasEveryKeyOnceAndAcceptsItsDefaults) {
    std::set<std::string> keys;
    for (const RouterParameter& each : router_parameters()) {
        EXPECT_TRUE(keys.insert(each.key()).second) << each.key();
        EXPECT_TRUE(each.is_accepted(each.standard())) << each.key();
        EXPECT_NE(each.help(), "") << each.key();
        EXPECT_EQ(&router_parameter(each.key()), &each);
    }
    EXPECT_THROW(router_parameter("no_such_key"), std::out_of_range);
}

TEST(RouterParameterTable, NoTwoEntriesWriteTheSameMember) {
    RouterParameters parameters;
    std::vector<int> wanted;
    for (const RouterParameter& each : router_parameters()) {
        wanted.push_back(each.is_reserved() ? 0 : each.maximum());
        if (!each.is_reserved()) {
            each.set(parameters, each.maximum());
        }
    }
    std::size_t i = 0;
    for (const RouterParameter& each : router_parameters()) {
        EXPECT_EQ(each.get(parameters), wanted[i++]) << each.key();
    }
}

TEST(RouterParameterTable, SpellsValuesAndReadsNamesBack) {
    for (const RouterParameter& each : router_parameters()) {
        for (std::size_t i = 0; i < each.names().size(); ++i) {
            EXPECT_EQ(each.text(static_cast<int>(i)), each.names()[i]);
            EXPECT_EQ(each.value_of(each.names()[i]), static_cast<int>(i));
        }
    }
    EXPECT_EQ(router_parameter("buffer_flits").text(kUnbounded), "unbounded");
    EXPECT_EQ(router_parameter("buffer_flits").text(8), "8");
    EXPECT_EQ(router_parameter("injection_vcs").accepted(),
              "1..64 VCs (at most virtual_channels) or all");
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

/// "  parameter int PIPELINE = 3,  ///< 1..4": name, default, codes.
struct VerilogParameter {
    std::string name;
    std::string standard;
    std::vector<std::string> codes;  ///< "0: wormhole", ...
};

std::vector<VerilogParameter> parameters_of_router_v() {
    std::ifstream file(FLITSCOPE_ROUTER_V);
    EXPECT_TRUE(file) << FLITSCOPE_ROUTER_V;
    const std::regex declaration(R"(  parameter int ([A-Z_]+) = (\d+), *///< (.*))");
    const std::regex code(R"(\d+: \w+)");
    std::vector<VerilogParameter> found;
    std::string line;
    while (std::getline(file, line)) {
        std::smatch parts;
        if (std::regex_match(line, parts, declaration)) {
            found.push_back({parts[1], parts[2], {}});
            const std::string comment = parts[3];
            for (std::sregex_iterator each(comment.begin(), comment.end(), code), end; each != end;
                 ++each) {
                found.back().codes.push_back(each->str());
            }
        }
    }
    return found;
}

TEST(RouterParameterTable, IsTheParameterListOfTheVerilog) {
    const std::set<std::string> of_the_network = {"NETWORK_PORTS", "ROUTING", "ECUBE_ORDER"};
    std::vector<VerilogParameter> declared = parameters_of_router_v();
    declared.erase(std::remove_if(declared.begin(), declared.end(),
                                  [&](const auto& p) { return of_the_network.count(p.name) != 0; }),
                   declared.end());
    std::size_t i = 0;
    for (const RouterParameter& each : router_parameters()) {
        if (each.verilog().empty()) {
            continue;
        }
        ASSERT_LT(i, declared.size()) << each.key();
        const VerilogParameter& in_verilog = declared[i++];
        EXPECT_EQ(in_verilog.name, each.verilog());
        if (each.text(each.standard()) == "all") {  // of the virtual channels
            EXPECT_EQ(in_verilog.standard, router_parameter(each.bound()).text(RouterParameters{}));
        } else {
            EXPECT_EQ(in_verilog.standard, std::to_string(each.standard())) << each.key();
        }
        ASSERT_EQ(in_verilog.codes.size(), each.names().size()) << each.key();
        for (std::size_t k = 0; k < each.names().size(); ++k) {
            EXPECT_EQ(in_verilog.codes[k], std::to_string(k) + ": " + each.names()[k]);
        }
    }
    EXPECT_EQ(i, declared.size()) << "in router.v, not in the table: " << declared[i].name;
}

}  // namespace
}  // namespace flitscope::rtl
