// What `verify` says of multicasts. That runs deadlock where it says so is held by multicasts_test
// and broadcasts_test in whole/, with these configurations.
#include "testbenches/program/graph_commands/worm_dependencies.h"

#include <gtest/gtest.h>

#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {
namespace {

struct Verdict {
    int exit_code;
    std::string text;
};

Verdict verdict(const std::string& size, const std::string& router, const std::string& traffic,
                bool json = false) {
    std::ostringstream out;
    const int exit_code =
        verify_command(parse_config("c.yaml",
                                    "topology: {kind: mesh, size: " + size + "}\nrouter: {" +
                                        router + "}\ntraffic: {" + traffic + "}\n",
                                    {}, ConfigUse::verification),
                       json, out);
    return {exit_code, out.str()};
}

std::string multicast(const std::string& algorithm) {
    return "multicast: {fraction: 0.5, algorithm: " + algorithm + ", destinations: 3}";
}
const std::string kCodedPaths = "broadcast: {fraction: 0.5, algorithm: pcp}";

TEST(WormDependencies, AreAcyclicWithTheClassesOfTheSpecification) {
    for (const char* const size : {"[4, 4]", "[3, 5]", "[2, 6]"}) {
        for (const char* const algorithm :
             {"two_phase", "six_phase", "gtdmpm", "dual_path", "multi_path"}) {
            EXPECT_EQ(verdict(size, "virtual_channels: 2", multicast(algorithm)).exit_code, 0)
                << size << algorithm;
        }
        for (const char* const algorithm : {"column_path", "separate"}) {
            EXPECT_EQ(verdict(size, "virtual_channels: 4", multicast(algorithm)).exit_code, 0)
                << size << algorithm;
        }
        EXPECT_EQ(verdict(size, "virtual_channels: 4", kCodedPaths).exit_code, 0) << size;
    }
    for (const char* const algorithm : {"two_phase", "six_phase", "gtdmpm"}) {
        EXPECT_EQ(verdict("[3, 2, 3]", "virtual_channels: 2", multicast(algorithm)).exit_code, 0);
    }
}

TEST(WormDependencies, AreCyclicWhereBothDirectionsShareOneEjectionVc) {
    const std::string one = "virtual_channels: 4, ejection_vcs: 1";
    for (const char* const algorithm : {"two_phase", "six_phase", "dual_path", "multi_path"}) {
        const Verdict found = verdict("[4, 4]", one, multicast(algorithm));
        EXPECT_EQ(found.exit_code, 4) << algorithm;
        EXPECT_NE(found.text.find("The 2 ejection classes share 1 VC: 2 VCs of ejection ports are "
                                  "needed."),
                  std::string::npos)
            << found.text;
        EXPECT_NE(found.text.find("possible:"), std::string::npos) << found.text;
    }
    EXPECT_EQ(verdict("[4, 4]", one, kCodedPaths).exit_code, 4);
    // Nothing waits for anything behind an ejection VC.
    EXPECT_EQ(verdict("[4, 4]", one, multicast("separate")).exit_code, 0);
    EXPECT_EQ(verdict("[4, 4]", one, "load: 0.1").exit_code, 0);
}

TEST(WormDependencies, AreAcyclicWithOneEjectionVcForEachInput) {
    EXPECT_EQ(verdict("[4, 4]", "virtual_channels: 2, ejection_vcs: 1, ejection_ports: all",
                      multicast("two_phase"))
                  .exit_code,
              0);
}

TEST(WormDependencies, AreCyclicWhereCodedPathsShareVcs) {
    const Verdict found = verdict("[5, 4]", "virtual_channels: 1", kCodedPaths);
    EXPECT_EQ(found.exit_code, 4);
    EXPECT_NE(found.text.find("The 3 VC classes share 1 VC: 3 virtual channels are needed."),
              std::string::npos)
        << found.text;
}

TEST(WormDependencies, AreCyclicWhereWormsShareVcsWithUnicasts) {
    EXPECT_EQ(verdict("[4, 4]", "virtual_channels: 1", multicast("two_phase")).exit_code, 4);
}

TEST(WormDependencies, SayInJsonWhatIsNeeded) {
    const auto json =
        nlohmann::json::parse(verdict("[4, 4]", "virtual_channels: 2", kCodedPaths, true).text);
    EXPECT_EQ(json["virtual_channels_needed"], 3);
    EXPECT_EQ(json["ejection_vcs_needed"], 4);
    EXPECT_EQ(json["deadlock_free"], false);
    const auto unicasts =
        nlohmann::json::parse(verdict("[4, 4]", "virtual_channels: 2", "load: 0.1", true).text);
    EXPECT_FALSE(unicasts.contains("ejection_vcs_needed"));
}

TEST(WormDependencies, OfMulticastsAreFollowedInNetworksOfUpTo256Nodes) {
    EXPECT_THROW(verdict("[17, 17]", "", multicast("two_phase")), topo::OptionError);
}

}  // namespace
}  // namespace flitscope::tb
