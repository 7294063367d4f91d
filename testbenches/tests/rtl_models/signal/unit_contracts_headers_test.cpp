// Header units that break their contract in a network with multicasts: what is said of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/signal/watch/unit_contracts.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using namespace rtl;

constexpr int kNodes = 5;  // in a row

/// Node 0 sends one message to nodes 1, 2 and 3 by two header flits, node 3 a unicast to node 0.
class TwoMessages : public NetworkClient {
public:
    Cycle next_edge() const override { return offered_ ? kNever : 0; }
    bool at_edge(Cycle edge, Network& network) override {
        offered_ = true;
        Message multicast;
        multicast.source = 0;
        multicast.destination = 3;
        multicast.length = 5;
        multicast.generated = edge;
        multicast.header = &header_;
        network.offer(multicast);
        Message unicast;
        unicast.id = 1;
        unicast.source = 3;
        unicast.destination = 0;
        unicast.length = 5;
        unicast.generated = edge;
        network.offer(unicast);
        return true;
    }
    void delivered(const Delivery& /*delivery*/) override { ++delivered_; }
    int delivered_ = 0;

private:
    Header header_{{{1, Control::pass}, {2, Control::pass}, {3, Control::pass}}, 0, -1};
    bool offered_ = false;
};

/// What a header unit drives.
struct Said {
    Heads head;
    HeaderActions action;
    ServedEntries served;
};

/// Ours, its outputs spoiled where there is a multicast, or everywhere.
class BadHeaderUnit : public sc_core::sc_module, public HeaderUnitPorts {
public:
    SC_HAS_PROCESS(BadHeaderUnit);
    BadHeaderUnit(const sc_core::sc_module_name& name, const Parameters& parameters,
                  std::function<void(Said&)> spoil)
        : sc_module(name),
          HeaderUnitPorts(parameters),
          good_("good", parameters),
          spoil_(std::move(spoil)) {
        good_.node_i(node_i);
        good_.head_i(head_i);
        good_.front_i(front_i);
        good_.head_o(head_);
        good_.action_o(action_);
        good_.served_o(served_);
        SC_METHOD(pass);
        sensitive << head_ << action_ << served_;
    }

private:
    void pass() {
        Said said = {head_.read(), action_.read(), served_.read()};
        if (said.head.valid != 0) {
            spoil_(said);
        }
        head_o.write(said.head);
        action_o.write(said.action);
        served_o.write(said.served);
    }

    HeaderUnit good_;
    std::function<void(Said&)> spoil_;
    sc_core::sc_signal<Heads> head_{"head"};
    sc_core::sc_signal<HeaderActions> action_{"action"};
    sc_core::sc_signal<ServedEntries> served_{"served"};
};

/// What ends the run; "none": both messages arrived.
std::string violation(const std::function<void(Said&)>& spoil) {
    const FreshKernel kernel;
    const auto units = std::make_shared<UnitMakers>();
    units->header_unit = [&](const char* name, const HeaderUnit::Parameters& parameters) {
        return std::make_unique<BadHeaderUnit>(name, parameters, spoil);
    };
    std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> all;
    for (topo::NodeId router = 0; router < kNodes; ++router) {
        all[router] = units;
    }
    const auto topology =
        topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{kNodes}}});
    const std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing("dimension_order", *topology, {});
    NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.virtual_channels = 1;
    description.router.buffer_flits = 4;
    description.headers.addresses_per_flit = 2;
    description.headers.routings = {routing};
    description.links.resize(topology->link_classes().size());
    SignalNetwork network(description, unit_router_factory(all));
    TwoMessages client;
    try {
        network.run(client, 400);
    } catch (const UnitViolation& found) {
        return found.what();
    }
    EXPECT_EQ(client.delivered_, 4) << "three copies and a unicast";
    return "none";
}

/// Changes what is said of multicasts only.
std::string of_multicasts(const std::function<void(Said&)>& spoil) {
    return violation([spoil](Said& said) {
        if (said.action.valid != 0) {
            spoil(said);
        }
    });
}

TEST(HeaderUnitContracts, AreKeptByOurs) {
    EXPECT_EQ(violation([](Said& /*said*/) {}), "none");
}
TEST(HeaderUnitContracts, HeadsAreThoseThatCame) {
    EXPECT_THAT(violation([](Said& said) { said.head.valid = 0; }),
                HasSubstr("head_o_valid: not the heads at the fronts"));
    EXPECT_THAT(violation([](Said& said) {
                    said.head.of[0].hop = static_cast<std::uint16_t>(
                        said.head.of[0].hop + (said.action.valid == 0 ? 1 : 0));
                }),
                HasSubstr("header_unit_2: cycle 0: head_o: VC 0: not the head that came"));
}
TEST(HeaderUnitContracts, MulticastsAreThoseWithAHeader) {
    EXPECT_THAT(violation([](Said& said) { said.action.valid = ~said.action.valid & 1; }),
                HasSubstr("action_o_valid: not the heads that have a header"));
}
TEST(HeaderUnitContracts, AMulticastGoesSomewhere) {
    EXPECT_THAT(of_multicasts([](Said& said) { said.action.forward = said.action.receive = 0; }),
                HasSubstr("router_0.header_unit_2: cycle 0: action_o: VC 0: a multicast that is "
                          "neither forwarded nor received"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.head.of[0].destination = 4; }),
                HasSubstr("head_o_destination: VC 0: 4, which is no address of the flit"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.head.of[0].length += 1; }),
                HasSubstr("head_o_length: VC 0: 6 of 5 flits"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.action.of[0].routing = 1; }),
                HasSubstr("action_o_routing: VC 0: 1, the header says 0"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.action.of[0].first_port = 7; }),
                HasSubstr("action_o_first_port: VC 0: 7, which is no output at the source"));
}
TEST(HeaderUnitContracts, AFlitThatIsDroppedGoesNoFurther) {
    EXPECT_THAT(of_multicasts([](Said& said) { said.action.drop = said.action.forward; }),
                HasSubstr("action_o_drop: VC 0: a flit that goes on"));
}
TEST(HeaderUnitContracts, EntriesAreServedInTheirOrder) {
    EXPECT_THAT(of_multicasts([](Said& said) { said.served.of[0] = 4; }),
                HasSubstr("served_o: VC 0: not the entries from the first one on, 0 of which"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.served.of[0] %= 2; }),
                HasSubstr("router_2.header_unit_1: cycle"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.served.of[0] %= 2; }),
                HasSubstr("served_o: VC 0: not the entries from the first one on, 1 of which"));
    EXPECT_THAT(of_multicasts([](Said& said) { said.served.of[0] = 0; }),
                HasSubstr("served_o: VC 0: the entry of this node, which receives, stays"));
}

}  // namespace
}  // namespace flitscope::tb
