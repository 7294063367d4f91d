// Adaptive routing with an escape: its ways, and the extended dependency graph of escapes against
// one made of all paths.
#include "topologies/routing/duato.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "common/mix64.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/deadlock/escape_graph.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/torus.h"

namespace flitscope::topo {
namespace {

std::vector<PortId> minimal_ports(const Topology& topology, NodeId here, NodeId destination) {
    std::vector<PortId> ports;
    for (PortId port = 0; port < topology.ports(here); ++port) {
        const PortPeer there = topology.peer(here, port);
        if (there.connected() &&
            topology.distance(there.node, destination) < topology.distance(here, destination)) {
            ports.push_back(port);
        }
    }
    return ports;
}

RouteQuery query_of(NodeId here, NodeId destination) {
    RouteQuery query;
    query.here = query.source = here;
    query.destination = destination;
    return query;
}

std::vector<int> separate(const RoutingFunction& routing) {
    std::vector<int> classes(static_cast<std::size_t>(routing.vc_classes()));
    std::iota(classes.begin(), classes.end(), 0);
    return classes;
}

/// Of every path of every pair: who may wait for which escape while it holds another one.
class ExtendedDependencies {
public:
    ExtendedDependencies(const Topology& topology, const RoutingFunction& routing)
        : topology_(topology), routing_(routing) {
        for (NodeId from = 0; from < topology.nodes(); ++from) {
            for (NodeId to = 0; to < topology.nodes(); ++to) {
                follow(from, to, {});
            }
        }
    }

    bool acyclic() const {
        std::map<Key, int> colour;  // 1: on the way down, 2: done
        const std::function<bool(const Key&)> free_below = [&](const Key& key) {
            colour[key] = 1;
            const auto wanted = wants_.find(key);
            for (const Key& next : wanted == wants_.end() ? std::set<Key>{} : wanted->second) {
                if (colour[next] == 1 || (colour[next] == 0 && !free_below(next))) {
                    return false;
                }
            }
            colour[key] = 2;
            return true;
        };
        return std::all_of(wants_.begin(), wants_.end(), [&](const auto& entry) {
            return colour[entry.first] == 2 || free_below(entry.first);
        });
    }

private:
    using Key = std::vector<int>;  ///< node, port, class

    void follow(NodeId here, NodeId to, const std::set<Key>& held) {
        if (here == to) {
            return;
        }
        const RouteQuery query = query_of(here, to);
        const RouteCandidate escape = routing_.escape()->only_candidate(query);
        const Key wanted{here, escape.port, escape.vc_class};
        for (const Key& each : held) {
            wants_[each].insert(wanted);
        }
        std::vector<RouteCandidate> adaptive;
        routing_.candidates(query, adaptive);
        for (const RouteCandidate& each : adaptive) {
            follow(topology_.peer(here, each.port).node, to, held);
        }
        std::set<Key> more = held;
        more.insert(wanted);
        follow(topology_.peer(here, escape.port).node, to, more);
    }

    const Topology& topology_;
    const RoutingFunction& routing_;
    std::map<Key, std::set<Key>> wants_;
};

/// Any minimal port, the same for a node and destination; one of two classes.
class DrawnEscape : public RoutingFunction {
public:
    DrawnEscape(const Topology& topology, std::uint64_t seed) : topology_(&topology), seed_(seed) {}

    std::string algorithm() const override { return "drawn"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        const std::vector<PortId> ports = minimal_ports(*topology_, query.here, query.destination);
        const std::uint64_t drawn =
            mix64(seed_ ^
                  static_cast<std::uint64_t>(query.here * topology_->nodes() + query.destination));
        // Mostly the first dimension, so that some are acyclic.
        const std::size_t port = drawn % 4 == 0 ? (drawn >> 8U) % ports.size() : 0;
        out.push_back({ports[port], static_cast<int>(drawn >> 40U & 1U)});
    }
    int vc_classes() const override { return 2; }

private:
    const Topology* topology_;
    std::uint64_t seed_;
};

std::vector<std::unique_ptr<Topology>> small_networks() {
    std::vector<std::unique_ptr<Topology>> all;
    for (int n = 1; n <= 4; ++n) {
        all.push_back(std::make_unique<Hypercube>(n));
    }
    for (const std::vector<std::int64_t>& size :
         std::vector<std::vector<std::int64_t>>{{5}, {2, 2}, {3, 4}, {2, 3, 2}}) {
        all.push_back(std::make_unique<Mesh>(size));
    }
    for (const std::vector<std::int64_t>& size :
         std::vector<std::vector<std::int64_t>>{{3}, {6}, {3, 4}, {4, 5}, {3, 3, 3}}) {
        all.push_back(std::make_unique<Torus>(size));
    }
    return all;
}

TEST(Duato, TakesEveryMinimalWayAndEscapesByTheDeterministicOne) {
    for (const auto& topology : small_networks()) {
        const bool cube = topology->kind() == "hypercube";
        const auto routing = make_routing("duato", *topology, {});
        const auto escape = make_routing(cube ? "ecube" : "dimension_order", *topology, {});
        EXPECT_EQ(routing->vc_classes(), topology->kind() == "torus" ? 3 : 2);
        EXPECT_EQ(routing->selection(), RouteSelection::shortest_queue);
        for (NodeId from = 0; from < topology->nodes(); ++from) {
            for (NodeId to = 0; to < topology->nodes(); ++to) {
                if (from == to) {
                    continue;
                }
                std::vector<RouteCandidate> found;
                routing->candidates(query_of(from, to), found);
                std::vector<RouteCandidate> expected;
                for (const PortId port : minimal_ports(*topology, from, to)) {
                    expected.push_back({port, 0});
                }
                ASSERT_EQ(found, expected) << topology->kind() << ' ' << from << " to " << to;
                ASSERT_EQ(routing->escape()->only_candidate(query_of(from, to)),
                          escape->only_candidate(query_of(from, to)));
            }
        }
    }
}

TEST(Duato, IsFreeByItsEscapeAlone) {
    for (const auto& topology : small_networks()) {
        const auto routing = make_routing("duato", *topology, {});
        const RoutingCheck check = check_routing(*topology, *routing, separate(*routing), true);
        EXPECT_TRUE(check.deadlock_free()) << check.defect.value_or("cyclic");
        EXPECT_TRUE(check.by_escape);
        EXPECT_TRUE(ExtendedDependencies(*topology, *routing).acyclic());
        const bool one_way = topology->nodes() == 2 || topology->kind() == "mesh";
        const RoutingCheck without = check_routing(*topology, *routing, separate(*routing));
        EXPECT_FALSE(without.by_escape);
        EXPECT_TRUE(without.deadlock_free() || !one_way || topology->ports(0) > 2);
    }
    const Mesh mesh({4, 4});
    const auto routing = make_routing("duato", mesh, {});
    EXPECT_EQ(check_routing(mesh, *routing, separate(*routing)).cycle.size(), 4U);
}

TEST(EscapeGraph, AgreesWithAllPathsForDrawnEscapes) {
    int cyclic = 0;
    int acyclic = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        std::unique_ptr<Topology> topology;
        if (seed % 3 == 0) {
            topology = std::make_unique<Hypercube>(3);
        } else if (seed % 3 == 1) {
            topology = std::make_unique<Mesh>(std::vector<std::int64_t>{3, 3});
        } else {
            topology = std::make_unique<Torus>(std::vector<std::int64_t>{3, 4});
        }
        auto original = make_routing("duato", *topology, {});
        const Duato routing(std::move(original), std::make_unique<DrawnEscape>(*topology, seed));
        const bool expected = ExtendedDependencies(*topology, routing).acyclic();
        ASSERT_EQ(EscapeGraph(*topology, routing).acyclic(), expected) << "seed " << seed;
        ++(expected ? acyclic : cyclic);
    }
    EXPECT_GT(cyclic, 20);
    EXPECT_GT(acyclic, 5);
}

TEST(Duato, FitsCubesMeshesAndTori) {
    const auto ring = make_topology("ring", {{"nodes", std::int64_t{6}}});
    EXPECT_THROW(make_routing("duato", *ring, {}), OptionError);
}

}  // namespace
}  // namespace flitscope::topo
