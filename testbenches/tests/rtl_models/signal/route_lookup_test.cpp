// Data sheet of the route unit where it chooses among several ports and VC classes: node 1 of a
// ring of four, input 1, four VCs. Every head may go both ways, up in class 0 (VCs 0 and 1), down
// in class 1 (VCs 2 and 3).
#include <gtest/gtest.h>

#include "rtl_models/router/choice.h"
#include "rtl_models/signal/units/route_unit.h"
#include "testbenches/tests/rtl_models/signal/route_unit_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr int kVcs = 4;
constexpr std::size_t kOutputs = 3;
constexpr rtl::VcMask kUpVcs = 3;
constexpr rtl::VcMask kDownVcs = 12;

class BothWays final : public topo::RoutingFunction {
public:
    std::string algorithm() const override { return "both_ways"; }
    void candidates(const topo::RouteQuery& /*query*/,
                    std::vector<topo::RouteCandidate>& out) const override {
        out.push_back({0, 0});
        out.push_back({1, 1});
    }
    topo::RouteSelection selection() const override { return topo::RouteSelection::shortest_queue; }
    int vc_classes() const override { return 2; }
    topo::RouteDependence dependence() const override { return {false, false, false}; }
};

struct RouteLookupBench : UnitBench, RouteUnitNets {
    RouteLookupBench()
        : topology(topo::make_topology("ring", {{"nodes", std::int64_t{4}}})),
          tables(*topology, routing, true, nullptr),
          unit("route_unit", parameters()) {
        clock(unit);
        bind(unit);
        for (std::size_t o = 0; o < kOutputs; ++o) {
            unit.state_i[o](state[o]);
            unit.outstanding_i[o](outstanding[o]);
            set_load(o, {}, 0);
        }
        rtl::VcGrants none;
        none.vc = rtl::PerVc<std::int32_t>(kVcs);
        vc_grant.write(none);
    }
    rtl::RouteUnit::Parameters parameters() const {
        rtl::RouteUnit::Parameters all;
        all.input = 1;
        all.router.virtual_channels = kVcs;
        all.router.pipeline = 3;
        all.ports = rtl::port_layout(all.router, 2);
        all.connected = {true, true};
        all.routing = &routing;
        all.tables = &tables;
        return all;
    }
    /// Flits under way to the buffer behind an output, by VC, and its VCs held.
    void set_load(std::size_t output, const std::vector<std::uint32_t>& flits, rtl::VcMask held) {
        rtl::PerVc<std::uint32_t> counts(kVcs);
        for (std::size_t v = 0; v < flits.size(); ++v) {
            counts[static_cast<int>(v)] = flits[v];
        }
        outstanding[output].write(counts);
        state[output].write({held, ~held & 15});
    }
    /// What RC says of a head at the front of VC 2.
    rtl::Route routed(std::int32_t destination, std::uint16_t salt = 0, int hop = 0) {
        rtl::Heads heads;
        heads.of = rtl::PerVc<rtl::HeadFields>(kVcs);
        heads.valid = vc_bit(2);
        heads.of[2].length = 1;
        heads.of[2].destination = destination;
        heads.of[2].salt = salt;
        heads.of[2].hop = static_cast<decltype(heads.of[2].hop)>(hop);
        head_wire.write(heads);
        settle();
        EXPECT_EQ(route.read().valid, vc_bit(2));
        return route.read().of[2];
    }

    std::unique_ptr<topo::Topology> topology;
    BothWays routing;
    rtl::NetworkRouteTables tables;
    TestedUnit<rtl::RouteUnit> unit;
    sc_core::sc_vector<sc_core::sc_signal<rtl::OutputState>> state{"state", kOutputs};
    sc_core::sc_vector<sc_core::sc_signal<rtl::PerVc<std::uint32_t>>> outstanding{"outstanding",
                                                                                  kOutputs};
};

// docs/router.md, section 12.
TEST(RouteLookup, TheLeastLoadInTheVcsOfTheClassIsTaken) {
    RouteLookupBench bench;
    bench.edge();
    bench.set_load(0, {2, 1, 0, 0}, 0);
    bench.set_load(1, {7, 7, 1, 1}, vc_bit(1));
    rtl::Route taken = bench.routed(3);
    EXPECT_EQ(taken.port, 1);
    EXPECT_EQ(taken.allowed, kDownVcs);
    bench.set_load(1, {0, 0, 2, 2}, 0);
    taken = bench.routed(3);
    EXPECT_EQ(taken.port, 0);
    EXPECT_EQ(taken.allowed, kUpVcs);
}

TEST(RouteLookup, AVcThatIsHeldCountsAsAFlit) {
    RouteLookupBench bench;
    bench.edge();
    bench.set_load(0, {1, 0, 0, 0}, vc_bit(0));
    bench.set_load(1, {0, 0, 0, 1}, 0);
    EXPECT_EQ(bench.routed(2).port, 1);
    bench.set_load(1, {0, 0, 0, 1}, vc_bit(2) | vc_bit(3));
    EXPECT_EQ(bench.routed(2).port, 0);
}

TEST(RouteLookup, TiesGoBySaltAndHop) {
    RouteLookupBench bench;
    bench.edge();
    bool seen[2] = {};
    for (std::uint32_t i = 0; i < 40; ++i) {
        const auto salt = static_cast<std::uint16_t>(i * 7919);
        const int hop = static_cast<int>(i % 3);
        const int port = bench.routed(2, salt, hop).port;
        EXPECT_EQ(port,
                  rtl::choose(2, salt, static_cast<std::uint32_t>(hop), rtl::ChoicePurpose::tie))
            << salt << ' ' << hop;
        seen[port] = true;
    }
    EXPECT_TRUE(seen[0] && seen[1]);
}

TEST(RouteLookup, AHeadForThisNodeIsNotLookedUp) {
    RouteLookupBench bench;
    bench.edge();
    const rtl::Route taken = bench.routed(1);
    EXPECT_EQ(taken.port, 2);
    EXPECT_EQ(taken.allowed, kUpVcs | kDownVcs);
}

}  // namespace
}  // namespace flitscope::tb
