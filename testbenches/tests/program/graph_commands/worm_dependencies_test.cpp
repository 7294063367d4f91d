// What `verify` says of multicasts. That runs deadlock where it says so is held by multicasts_test
// and broadcasts_test in whole/, with these configurations.
#include "testbenches/program/graph_commands/worm_dependencies.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/program/graph_commands/graph_commands.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/plan_walk.h"
#include "topologies/live_graph.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

struct WormVerdict {
    int exit_code;
    std::string text;
};

WormVerdict verdict(const std::string& size, const std::string& router, const std::string& traffic,
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

/// The rows of a trace that are multicasts are all that there is, or its broadcasts are unicasts to
/// the routers, by a routing that needs five VCs.
TEST(WormDependencies, AreNotAloneBesideBroadcastsOfATrace) {
    const auto verified = [](const std::string& second) {
        const GivenFile file(
            "t.csv", "id,cycle,source,destination,length\na,0,0,5;6,4\nb,0,1," + second + ",4\n");
        std::ostringstream out;
        return verify_command(
            parse_config("c.yaml",
                         "topology: {kind: mesh, size: [4, 4]}\n"
                         "routing: {algorithm: minimal_adaptive}\nrouter: {virtual_channels: 3}\n"
                         "traffic: {arrivals: trace, file: " +
                             file.path() +
                             ", multicast: {algorithm: dual_path}, broadcast: {algorithm: rd}, "
                             "collective: {root: 1}}\n",
                         {}, ConfigUse::verification),
            false, out);
    };
    EXPECT_EQ(verified("7;8"), 0);
    EXPECT_EQ(verified("7"), 4);
    EXPECT_EQ(verified("all"), 4);
    EXPECT_EQ(verified("collective"), 4);
}

TEST(WormDependencies, AreCyclicWhereBothDirectionsShareOneEjectionVc) {
    const std::string one = "virtual_channels: 4, ejection_vcs: 1";
    for (const char* const algorithm : {"two_phase", "six_phase", "dual_path", "multi_path"}) {
        const WormVerdict found = verdict("[4, 4]", one, multicast(algorithm));
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
    const WormVerdict found = verdict("[5, 4]", "virtual_channels: 1", kCodedPaths);
    EXPECT_EQ(found.exit_code, 4);
    EXPECT_NE(found.text.find("The 3 VC classes share 1 VC: 3 virtual channels are needed."),
              std::string::npos)
        << found.text;
}

TEST(WormDependencies, AreCyclicWhereWormsShareVcsWithUnicasts) {
    EXPECT_EQ(verdict("[4, 4]", "virtual_channels: 1", multicast("two_phase")).exit_code, 4);
}

/// Worms alone, with an ejection port for each input: rows of the specification's table.
TEST(WormDependencies, AloneNeedFewerClasses) {
    const auto alone = [](const char* size, int vcs, const std::string& traffic) {
        return verdict(size, fmt::format("virtual_channels: {}, ejection_ports: all", vcs), traffic)
            .exit_code;
    };
    for (const char* const algorithm :
         {"two_phase", "six_phase", "gtdmpm", "dual_path", "multi_path", "column_path"}) {
        const std::string worms =
            fmt::format("multicast: {{fraction: 1, algorithm: {}, destinations: 4}}", algorithm);
        EXPECT_EQ(alone("[4, 4]", 1, worms), 0) << algorithm;
    }
    EXPECT_EQ(alone("[4, 4]", 1, multicast("dual_path")), 4) << "with unicasts";
    const std::string coded = "broadcast: {fraction: 1, algorithm: pcp}";
    EXPECT_EQ(alone("[4, 4]", 1, coded), 4);
    EXPECT_EQ(alone("[4, 4]", 2, coded), 0);
    EXPECT_EQ(alone("[4, 4]", 2, kCodedPaths), 4);
    EXPECT_EQ(alone("[4, 4]", 3, kCodedPaths), 0);
    EXPECT_EQ(alone("[6, 2]", 1, coded), 0) << "two rows";
}

TEST(WormDependencies, SayInJsonWhatIsNeeded) {
    const auto json =
        nlohmann::json::parse(verdict("[4, 4]", "virtual_channels: 2", kCodedPaths, true).text);
    EXPECT_EQ(json["virtual_channels_needed"], 3);
    EXPECT_EQ(json["ejection_vcs_needed"], 4);
    EXPECT_EQ(json["deadlock_free"], false);
    const auto alone = nlohmann::json::parse(
        verdict("[4, 4]", "virtual_channels: 1, ejection_ports: all",
                "multicast: {fraction: 1, algorithm: two_phase, destinations: 4}", true)
            .text);
    EXPECT_EQ(alone["virtual_channels_needed"], 1);
    EXPECT_EQ(alone["ejection_vcs_needed"], 1);
    EXPECT_EQ(alone["deadlock_free"], true);
    const auto unicasts =
        nlohmann::json::parse(verdict("[4, 4]", "virtual_channels: 2", "load: 0.1", true).text);
    EXPECT_FALSE(unicasts.contains("ejection_vcs_needed"));
}

/// Who waits for whom: (held from, held port, held class, wanted port, wanted class).
using Dependency = std::array<int, 5>;

/// Those of every worm of up to three destinations, followed one by one, and of unicasts that wait
/// for an ejection VC.
std::set<Dependency> followed_one_by_one(const MulticastConfig& multicast,
                                         const rtl::NetworkDescription& network) {
    const topo::Topology& mesh = *network.topology;
    const topo::RoutingFunction& worms = *network.headers.routings.front();
    using Channel = std::array<int, 3>;
    std::set<Dependency> found;
    std::map<std::array<int, 3>, std::pair<std::set<Channel>, std::set<Channel>>> ejections;
    const auto add = [&](const Channel& held, const Channel& wanted) {
        found.insert({held[0], held[1], held[2], wanted[1], wanted[2]});
    };
    const auto follow = [&](const tl::Plan& plan) {
        tl::PlanWalk walk(mesh, plan);
        for (const tl::PlanMessage& message : plan.messages()) {
            const tl::HeaderWay& way = walk.follow(message);
            const auto channel = [&](std::size_t i) {
                const auto port = topo::ports_to(mesh, way.path[i], way.path[i + 1]).front();
                return Channel{
                    way.path[i], port,
                    WormDependencies::class_number(network, rtl::first_vc_class(network, 0), 0)};
            };
            for (std::size_t i = 1; i < way.path.size(); ++i) {
                const Channel held = channel(i - 1);
                const bool goes_on = i + 1 < way.path.size();
                if (goes_on) {
                    add(held, channel(i));
                }
                if (way.actions[i - 1] == rtl::Control::pass) {
                    continue;
                }
                const topo::PortPeer here = mesh.peer(held[0], held[1]);
                const rtl::VcRange vcs = rtl::ejection_vcs(
                    network.router, worms, worms.ejection_class(here.node, here.port), 0);
                for (int vc = vcs.first; vc < vcs.first + vcs.count; ++vc) {
                    auto& [waiting, wanted] = ejections[{here.node, vc, 0}];
                    waiting.insert(held);
                    if (goes_on) {
                        wanted.insert(channel(i));
                    }
                }
            }
        }
    };
    const auto& entry = tl::find_collective(multicast.algorithm);
    const auto unicast = borrowed(*network.routing);
    const topo::NodeId nodes = mesh.nodes();
    tl::PlanRequest request;
    for (request.source = 0; request.source < nodes; ++request.source) {
        for (topo::NodeId a = 0; a < nodes; ++a) {
            for (topo::NodeId b = a; b < nodes; ++b) {
                for (topo::NodeId c = b; c < nodes; ++c) {
                    std::set<topo::NodeId> set{a, b, c};
                    if (set.count(request.source) == 0) {
                        request.destinations.assign(set.begin(), set.end());
                        follow(tl::make_plan(entry, mesh, unicast, request));
                    }
                }
            }
        }
    }
    for (const auto& [place, of] : ejections) {
        const rtl::VcRange unicasts = rtl::ejection_vcs(network.router, 0);
        for (const Channel& wanted : of.second) {
            for (const Channel& held : of.first) {
                add(held, wanted);
            }
            if (place[1] >= unicasts.first && place[1] < unicasts.first + unicasts.count) {
                topo::for_each_channel(mesh, [&](auto from, auto port, const auto& peer) {
                    if (peer.node == place[0]) {
                        add({from, port, WormDependencies::class_number(network, 0, 0)}, wanted);
                    }
                });
            }
        }
    }
    return found;
}

std::set<Dependency> in_the_graph(const MulticastConfig& multicast,
                                  const rtl::NetworkDescription& network) {
    TrafficConfig traffic;
    traffic.multicast = multicast;
    const topo::Topology& mesh = *network.topology;
    topo::DependencyGraph graph(mesh, rtl::vc_class_count(network));
    WormDependencies(traffic, network).add_to(graph);
    std::set<Dependency> found;
    topo::for_each_channel(mesh, [&](auto from, auto port, const auto& peer) {
        for (int c = 0; c < graph.classes(); ++c) {
            for (topo::PortId next = 0; next < mesh.ports(peer.node); ++next) {
                for (int k = 0; k < graph.classes(); ++k) {
                    if (graph.has(graph.vertex(from, port, c), next, k)) {
                        found.insert({from, port, c, next, k});
                    }
                }
            }
        }
    });
    return found;
}

TEST(WormDependencies, OfMulticastsAreThoseOfAllTheirWorms) {
    const std::vector<std::string> flat = {"two_phase", "six_phase",  "gtdmpm",     "separate",
                                           "dual_path", "multi_path", "column_path"};
    const std::vector<std::string> solid = {"two_phase", "six_phase", "gtdmpm", "separate"};
    for (const auto& [size, algorithms] :
         {std::pair{"[4, 3]", flat}, std::pair{"[3, 4]", flat}, std::pair{"[2, 3, 2]", solid}}) {
        for (const std::string& algorithm : algorithms) {
            for (const char* const ejection_vcs : {"1", "per_vc", "classes"}) {
                const std::string text = fmt::format(
                    "topology: {{kind: mesh, size: {}}}\nrouter: {{virtual_channels: 4, "
                    "ejection_vcs: {}}}\ntraffic: {{{}}}\n",
                    size, ejection_vcs, multicast(algorithm));
                SCOPED_TRACE(text);
                const ExperimentConfig config =
                    parse_config("c.yaml", text, {}, ConfigUse::verification);
                const auto topology =
                    topo::make_topology(config.topology.name, config.topology.options);
                const auto routing =
                    topo::make_routing(config.routing.name, *topology, config.routing.options);
                rtl::NetworkDescription network;
                network.topology = topology.get();
                network.routing = routing.get();
                network.router = config.router;
                network.headers.routings = header_routings(
                    config.traffic, *topology,
                    borrowed(*routing))[static_cast<std::size_t>(OperationKind::multicast)];
                const auto expected = followed_one_by_one(config.traffic.multicast, network);
                const auto found = in_the_graph(config.traffic.multicast, network);
                EXPECT_TRUE(
                    std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
                if (algorithm != "multi_path") {  // natural ways of its sources, too
                    EXPECT_EQ(found, expected);
                }
            }
        }
    }
}

TEST(WormDependencies, AreFollowedInNetworksOfUpTo4096Nodes) {
    EXPECT_EQ(verdict("[17, 17]", "virtual_channels: 2", multicast("two_phase")).exit_code, 0);
    EXPECT_THROW(verdict("[65, 64]", "", multicast("two_phase")), OptionError);
    EXPECT_THROW(verdict("[65, 64]", "virtual_channels: 4", kCodedPaths), OptionError);
}

}  // namespace
}  // namespace flitscope::tb
