// Route tables hold what the routing function says, at the addresses of docs/route_tables.md.
#include "rtl_models/router/route_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "topologies/registry.h"
#include "topologies/routing/live_routing.h"
#include "topologies/routing/routing_registry.h"
#include "topologies/routing/valiant.h"

namespace flitscope::rtl {
namespace {

struct RoutedNetwork {
    RoutedNetwork(const char* kind, const Options& size, const char* algorithm,
                  const Options& options = {})
        : topology(topo::make_topology(kind, size)),
          routing(topo::make_routing(algorithm, *topology, options)),
          tables(*topology, *routing, true, nullptr) {}

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    NetworkRouteTables tables;
};

Options size(const std::vector<std::int64_t>& size) { return {{"size", size}}; }
Options number(const char* name, std::int64_t value) { return {{name, value}}; }
Options clusters(const char* scheme) {
    return {{"cluster_dimensions", std::int64_t{2}},
            {"dimensions", std::int64_t{4}},
            {"scheme", std::string(scheme)}};
}

using Settings = std::vector<int>;

/// Written down from the page once more, for `bits` bits a node.
std::uint32_t expected_address(const Settings& settings, const topo::RouteQuery& query) {
    std::uint32_t address = 0;
    int at = 0;
    const auto add = [&](int bits, std::uint32_t value) {
        address |= value << at;
        at += bits;
    };
    add(settings[3], static_cast<std::uint32_t>(query.destination));
    const auto parts = static_cast<std::uint32_t>(settings[2]);
    int part_bits = 0;
    while (1U << part_bits < parts) {
        ++part_bits;
    }
    add(part_bits, parts * query.salt / 65536);
    add(settings[1], settings[1] == 0 ? 0 : static_cast<std::uint32_t>(query.hop));
    add(settings[0], settings[0] == 0 ? 0 : static_cast<std::uint32_t>(query.source));
    return address;
}

/// Every head that a message with this salt can be.
template <typename Visit>
void follow(const RoutedNetwork& network, topo::RouteQuery query, const Visit& visit) {
    std::vector<topo::RouteCandidate> candidates;
    network.routing->candidates(query, candidates);
    visit(query, candidates);
    for (const topo::RouteCandidate& candidate : candidates) {
        const topo::PortPeer there = network.topology->peer(query.here, candidate.port);
        if (there.node != query.destination) {
            topo::RouteQuery next = query;
            next.here = there.node;
            next.input_port = there.port;
            ++next.hop;
            follow(network, next, visit);
        }
    }
}

void expect_rows_of_all_heads(const RoutedNetwork& network, const Settings& settings) {
    EXPECT_EQ(RouteTableShape(*network.routing, network.topology->nodes(), true).settings(),
              settings);
    std::uint32_t salt = 1;
    for (topo::NodeId source = 0; source < network.topology->nodes(); ++source) {
        for (topo::NodeId destination = 0; destination < network.topology->nodes(); ++destination) {
            if (source == destination) {
                continue;
            }
            salt = salt * 1103515245 + 12345;
            const topo::RouteQuery injected{
                source, -1, source, destination, 0, static_cast<std::uint16_t>(salt >> 16)};
            follow(network, injected, [&](const topo::RouteQuery& head, const auto& candidates) {
                const RouteTableRows& rows = network.tables.rows(head.here, head.input_port);
                const auto address = std::find(rows.addresses.begin(), rows.addresses.end(),
                                               expected_address(settings, head));
                ASSERT_NE(address, rows.addresses.end()) << "no row at " << head.here;
                const auto row = static_cast<std::size_t>(address - rows.addresses.begin());
                std::map<topo::PortId, int> found;
                const int ports = network.topology->ports(head.here);
                for (topo::PortId port = 0; port < ports; ++port) {
                    const int entry = rows.entry(row, port, ports, -1);
                    if (entry >= 128) {
                        found[port] = entry - 128;
                    }
                }
                std::map<topo::PortId, int> expected;
                for (const topo::RouteCandidate& candidate : candidates) {
                    expected[candidate.port] = candidate.vc_class;
                }
                EXPECT_EQ(found, expected) << "at " << head.here;
            });
        }
    }
}

TEST(RouteTables, HaveARowOfEveryHead) {
    expect_rows_of_all_heads({"ring", number("nodes", 5), "dimension_order"}, {0, 0, 1, 4, 2, 0});
    expect_rows_of_all_heads({"hypercube", number("dimensions", 4), "random_minimal"},
                             {0, 4, 1, 4, 3, 1});
    expect_rows_of_all_heads({"mesh", size({5, 4}), "odd_even"}, {6, 0, 1, 6, 1, 2});
    expect_rows_of_all_heads({"hierarchical_hypercube", clusters("replicated"), "hierarchical"},
                             {4, 0, 2, 4, 2, 0});
    expect_rows_of_all_heads({"hypertree", number("levels", 4), "up_down"}, {0, 0, 1, 4, 1, 0});
}

TEST(RouteTables, OfTwoLegsListBothEverywhere) {
    const RoutedNetwork network("torus", size({5, 3}), "valiant");
    const RouteTableShape shape(*network.routing, 15, true);
    EXPECT_EQ(shape.settings(), (Settings{0, 0, 1, 4, 4, 0, 1, 5, 3}));
    EXPECT_EQ(RoutedNetwork("hypercube", number("dimensions", 3), "valiant").routing->settings(),
              (Settings{0, 2, 2, 2}));
    EXPECT_EQ(RoutedNetwork("ring", number("nodes", 7), "valiant").routing->settings(),
              (Settings{1, 7}));
    EXPECT_EQ(shape.address_bits(), 5);
    const auto base = topo::make_routing("dimension_order", *network.topology, {});
    for (topo::PortId input = -1; input < 4; ++input) {
        const RouteTableRows& rows = network.tables.rows(7, input);
        EXPECT_EQ(rows.size(), 28U);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const int leg = static_cast<int>(rows.addresses[row] >> 4);
            const auto destination = static_cast<topo::NodeId>(rows.addresses[row] & 15U);
            const topo::RouteCandidate way =
                base->only_candidate({7, -1, 7, destination, 0, std::uint16_t{0}});
            for (topo::PortId port = 0; port < 4; ++port) {
                EXPECT_EQ(rows.entry(row, port, 4, -1),
                          port == way.port ? 128 + 2 * leg + way.vc_class : 0);
            }
        }
    }
}

/// The row at this address; all zeros where there is none.
std::vector<int> row_at(const RouteTableRows& rows, std::uint32_t address, int ports,
                        topo::PortId queue) {
    std::vector<int> row(static_cast<std::size_t>(ports));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (topo::PortId port = 0; rows.addresses[i] == address && port < ports; ++port) {
            row[static_cast<std::size_t>(port)] = rows.entry(i, port, ports, queue);
        }
    }
    return row;
}

/// The row of a head that goes through `network`; `between`: the node that it is to pass, -1: a
/// group by the salt.
void expect_way_of_ugal(const RoutedNetwork& network, topo::RouteQuery head, topo::NodeId between) {
    constexpr int kBits = 4;  // of a node
    const Settings settings = RouteTableShape(*network.routing, 16, true).settings();
    const int part_bits = between < 0 ? 2 : kBits;
    const bool injected = head.input_port < 0;
    const bool second =
        between >= 0 && head.hop >= network.topology->distance(head.source, between);
    const bool last = !head.detour || second;
    const bool to_leg = between >= 0 && !last && !injected;
    std::uint32_t address = static_cast<std::uint32_t>(to_leg ? between : head.destination);
    if (!last && between < 0) {
        address |= 4U * head.salt / 65536 << kBits;
    } else if (!last && injected) {
        address |= static_cast<std::uint32_t>(between) << kBits;
    }
    address |= (last ? 1U : 0U) << (kBits + part_bits);
    const topo::RouteCandidate way = network.routing->only_candidate(head);
    const int class_bits = settings[4] == 2 ? 1 : 2;
    const int hops = injected ? network.routing->hops(head) : 0;
    const int ports = network.topology->ports(head.here);
    std::vector<int> wanted(static_cast<std::size_t>(ports));
    wanted[static_cast<std::size_t>(way.port)] = 128 + (hops << class_bits) + way.vc_class;
    EXPECT_EQ(row_at(network.tables.rows(head.here, head.input_port), address, ports, -1), wanted)
        << "from " << head.source << " to " << head.destination << " salt " << head.salt
        << (head.detour ? " on the detour, at " : " on the minimal way, at ") << head.here;
    const topo::PortPeer there = network.topology->peer(head.here, way.port);
    if (there.node != head.destination) {
        head.here = there.node;
        head.input_port = there.port;
        ++head.hop;
        expect_way_of_ugal(network, head, between);
    }
}

TEST(RouteTables, OfUgalHaveBothWaysAndTheirHops) {
    const Options dragonfly = {{"routers_per_group", std::int64_t{3}},
                               {"global_links", std::int64_t{1}},
                               {"nodes_per_router", std::int64_t{1}}};
    const RoutedNetwork networks[] = {{"dragonfly", dragonfly, "ugal"},
                                      {"torus", size({5, 3}), "ugal"},
                                      {"mesh", size({3, 4}), "ugal"},
                                      {"hypercube", number("dimensions", 4), "ugal"}};
    EXPECT_EQ(RouteTableShape(*networks[0].routing, 12, true).settings(),
              (Settings{0, 0, 4, 4, 3, 8}));
    EXPECT_EQ(RouteTableShape(*networks[1].routing, 15, true).settings(),
              (Settings{0, 0, 16, 4, 4, 8, 1, 5, 3}));
    for (const RoutedNetwork& network : networks) {
        const topo::Topology& topology = *network.topology;
        std::uint32_t salt = 1;
        for (int i = 0; i < 1000; ++i) {
            salt = salt * 1103515245 + 12345;
            topo::RouteQuery head;
            head.source = head.here = i % topology.routers();
            head.destination = (i / topology.routers()) % topology.routers();
            head.salt = static_cast<std::uint16_t>(salt >> 16);
            const auto valiant = topo::make_routing("valiant", topology, {});
            const auto* drawn = dynamic_cast<const topo::Valiant*>(valiant.get());
            for (const bool detour : {false, true}) {
                head.detour = detour;
                if (head.source != head.destination) {
                    expect_way_of_ugal(
                        network, head,
                        drawn == nullptr ? -1 : drawn->intermediate(head.source, head.salt));
                }
            }
        }
    }
}

TEST(RouteTables, HaveEachAddressOnce) {
    const RoutedNetwork network("mesh", size({4, 4}), "odd_even");
    for (topo::PortId input = -1; input < 4; ++input) {
        const std::vector<std::uint32_t>& all = network.tables.rows(5, input).addresses;
        EXPECT_EQ(std::set<std::uint32_t>(all.begin(), all.end()).size(), all.size());
        EXPECT_FALSE(all.empty());
    }
}

TEST(RouteTables, OfAQueueListItsPortAlone) {
    const RoutedNetwork network("hypercube", number("dimensions", 2), "random_minimal");
    const RouteTableRows& rows = network.tables.rows(0, -1);
    const std::uint32_t both = 3;  // destination 3, hop 0
    const auto row = static_cast<std::size_t>(
        std::find(rows.addresses.begin(), rows.addresses.end(), both) - rows.addresses.begin());
    ASSERT_LT(row, rows.size());
    EXPECT_NE(rows.entry(row, 0, 2, -1), 0);
    EXPECT_NE(rows.entry(row, 1, 2, -1), 0);
    EXPECT_EQ(rows.entry(row, 0, 2, 1), 0);
    EXPECT_NE(rows.entry(row, 1, 2, 1), 0);
}

TEST(RouteTables, WithAnEscapeHaveASecondRowOfEveryHead) {
    const RoutedNetwork network("torus", size({4, 4}), "duato");
    const RouteTableShape shape(*network.routing, 16, false);
    EXPECT_EQ(shape.settings(), (Settings{0, 0, 1, 4, 4, 7}));
    EXPECT_EQ(shape.address_bits(), 5);
    // From node 0 to node 5 = (1, 1): both up, or in dimension 0 first, which does not cross the
    // dateline any more: class 1 of dimension order, which is class 2 of the whole.
    const topo::RouteCandidate escape = network.routing->escape()->only_candidate({0, -1, 0, 5});
    ASSERT_EQ(escape.port, 0);
    const RouteTableRows& rows = network.tables.rows(0, 3);
    EXPECT_EQ(row_at(rows, 5, 4, -1), (std::vector<int>{128, 0, 128, 0}));
    EXPECT_EQ(row_at(rows, 16 + 5, 4, -1), (std::vector<int>{129 + escape.vc_class, 0, 0, 0}));
    // Who is bound to the output of a queue has a class of its own: nobody routes it again.
    EXPECT_EQ(row_at(network.tables.rows(0, -1), 5, 4, 2), (std::vector<int>{0, 0, 131, 0}));
}

TEST(RouteTables, OfALiveNetworkHaveRowsOfHeadsThatCameByDeadWays) {
    const auto ring = topo::make_topology("ring", number("nodes", 6));
    const auto healthy = topo::make_routing("up_down", *ring, {});
    topo::LiveRouting live(*ring, *healthy);
    NetworkRouteTables tables(*ring, live, true, &live);
    const std::size_t before = tables.rows(2, 0).size();
    EXPECT_EQ(before, 5U) << "of each other node";
    EXPECT_EQ(row_at(tables.rows(2, -1), 3, 2, -1), (std::vector<int>{128, 0}));
    live.change([](topo::LiveGraph& graph) { graph.fail({2, 3}); });
    EXPECT_EQ(row_at(tables.rows(2, -1), 3, 2, -1), (std::vector<int>{128, 0})) << "not asked for";
    tables.renew();
    for (const topo::PortId input : {-1, 0, 1}) {
        EXPECT_EQ(row_at(tables.rows(2, input), 3, 2, -1), (std::vector<int>{0, 128}))
            << "input " << input;
    }
}

TEST(RouteTables, OfALiveNetworkListWhatIsAlive) {
    const RoutedNetwork mesh("mesh", size({3, 3}), "west_first");
    topo::LiveRouting live(*mesh.topology, *mesh.routing);
    NetworkRouteTables tables(*mesh.topology, live, true, &live);
    EXPECT_EQ(row_at(tables.rows(0, -1), 4, 4, -1), (std::vector<int>{128, 0, 128, 0}));
    live.change([](topo::LiveGraph& graph) { graph.fail({0, 1}); });
    tables.renew();
    EXPECT_EQ(row_at(tables.rows(0, -1), 4, 4, -1), (std::vector<int>{0, 0, 128, 0}));
    EXPECT_EQ(row_at(tables.rows(0, -1), 2, 4, -1), (std::vector<int>{0, 0, 0, 0})) << "no way";
    live.change([](topo::LiveGraph& graph) { graph.repair({0, 1}); });
    tables.renew();
    EXPECT_EQ(row_at(tables.rows(0, -1), 2, 4, -1), (std::vector<int>{128, 0, 0, 0}));
}

std::string problem(const topo::RoutingFunction& routing, topo::NodeId nodes) {
    return route_table_problem(routing, RouteTableShape(routing, nodes, true));
}

/// Looks at all of the salt, and says so or not.
class Salted final : public topo::RoutingFunction {
public:
    explicit Salted(int parts) : parts_(parts) {}
    std::string algorithm() const override { return "salted"; }
    void candidates(const topo::RouteQuery& /*query*/,
                    std::vector<topo::RouteCandidate>& out) const override {
        out.push_back({0, 0});
    }
    topo::RouteDependence dependence() const override {
        topo::RouteDependence all{false, false, false};
        all.salts = {0, 0x5555, 0xAAAB};
        all.salt_parts = parts_;
        return all;
    }

private:
    int parts_;
};

TEST(RouteTables, AreRefusedWhereTheyCannotBe) {
    const RoutedNetwork cube("hypercube", number("dimensions", 9), "random_minimal");
    EXPECT_EQ(problem(*cube.routing, 256), "");
    EXPECT_EQ(problem(*cube.routing, 257),
              "routing.algorithm = random_minimal needs route tables with addresses of 20 bits, "
              "must be at most 18: the network has too many nodes for it at this level");
    EXPECT_THROW(cube.tables.rows(0, -1), std::invalid_argument);
    EXPECT_EQ(problem(Salted(3), 16), "");
    EXPECT_EQ(RouteTableShape(Salted(3), 16, true).address_bits(), 6);
    EXPECT_NE(problem(Salted(1), 16).find("bit by bit"), std::string::npos);
}

TEST(RouteTables, OfTwoLegsAreRefusedOnGridsThatTheRtlDoesNotReckonWith) {
    const RoutedNetwork cube("hypercube", number("dimensions", 9), "valiant");
    EXPECT_EQ(problem(*cube.routing, 512), "");
    const RoutedNetwork larger("hypercube", number("dimensions", 10), "valiant");
    EXPECT_EQ(problem(*larger.routing, 1024),
              "routing.algorithm = valiant on 10 dimensions, must be at most 9 at this level");
    const RoutedNetwork ring("ring", number("nodes", 65536), "valiant");
    EXPECT_EQ(problem(*ring.routing, 65536),
              "routing.algorithm = valiant on a dimension of 65536 nodes, must be at most 65535 "
              "at this level");
}

/// Ways of so many legs, with settings of a grid or without.
class Legged final : public topo::RoutingFunction {
public:
    Legged(std::size_t legs, std::vector<int> settings)
        : legs_(legs), settings_(std::move(settings)) {}
    std::string algorithm() const override { return "legged"; }
    void candidates(const topo::RouteQuery& /*query*/,
                    std::vector<topo::RouteCandidate>& out) const override {
        out.push_back({0, 0});
    }
    std::vector<topo::RouteLeg> legs() const override {
        return std::vector<topo::RouteLeg>(legs_, {&leg_, 0});
    }
    std::vector<int> settings() const override { return settings_; }

private:
    Salted leg_{0};
    std::size_t legs_;
    std::vector<int> settings_;
};

TEST(RouteTables, OfLegsThatTheRtlDoesNotKnowAreRefused) {
    for (const Legged& routing : {Legged(3, {1, 4, 4}), Legged(2, {})}) {
        EXPECT_NE(problem(routing, 16).find("legs that are not two"), std::string::npos);
    }
}

TEST(RouteTables, AreMadeForWhatTheRtlDoesNotComputeOnly) {
    NetworkDescription description;
    const RoutedNetwork mesh("mesh", size({3, 3}), "dimension_order");
    description.topology = mesh.topology.get();
    description.routing = mesh.routing.get();
    EXPECT_EQ(make_route_tables(description), nullptr);
    const RoutedNetwork torus("torus", size({3, 3}), "dimension_order");
    description.topology = torus.topology.get();
    description.routing = torus.routing.get();
    EXPECT_NE(make_route_tables(description), nullptr);
}

}  // namespace
}  // namespace flitscope::rtl
