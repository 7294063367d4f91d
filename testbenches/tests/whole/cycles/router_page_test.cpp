// docs/router.md against the signal and the fast level, event by event: what its sections say of
// VCs, buffers, ports and cycles beyond the zero-load rule.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;

/// A flit at a router.
struct At {
    rtl::MessageId message;
    std::uint32_t flit;
    topo::NodeId router;
    bool operator<(const At& other) const {
        return std::tie(message, flit, router) < std::tie(other.message, other.flit, other.router);
    }
};

struct Transfer {
    Cycle when = -1;
    int port = -1;  ///< input port of a write, output port of what leaves
    int vc = -1;
};

/// A depth of the pipeline, and what follows from it (sections 4 and 6).
struct Depth {
    int stages;
    bool lookahead;
    int bubbles;             ///< between two messages of a VC
    bool at_switch = false;  ///< VC selection there, so no VA
    rtl::Speculation speculation = rtl::Speculation::none;

    int head_cycles() const {
        return stages - (at_switch || speculation != rtl::Speculation::none ? 1 : 0);
    }
    bool traversal_register() const { return stages == (lookahead ? 3 : 4); }
    void set(rtl::RouterParameters& router) const {
        router.pipeline = stages;
        router.lookahead = lookahead;
        router.vc_allocator =
            at_switch ? rtl::VcAllocatorKind::at_switch : rtl::VcAllocatorKind::separable_input;
        router.speculation = speculation;
    }
};
std::ostream& operator<<(std::ostream& out, const Depth& depth) {
    return out << "depth " << depth.stages << (depth.lookahead ? " with lookahead" : "")
               << (depth.at_switch ? " at_switch" : "")
               << (depth.speculation != rtl::Speculation::none ? " with speculation" : "");
}
constexpr Depth kDepths[] = {{1, false, 0},
                             {2, false, 1},
                             {3, false, 2},
                             {4, false, 2},
                             {1, true, 0},
                             {2, true, 1},
                             {3, true, 1},
                             {3, false, 1, true},
                             {4, false, 1, true},
                             {2, true, 0, true},
                             {3, true, 0, true},
                             {3, false, 1, false, rtl::Speculation::exact},
                             {4, false, 1, false, rtl::Speculation::pessimistic},
                             {2, true, 0, false, rtl::Speculation::pessimistic},
                             {3, true, 0, false, rtl::Speculation::exact}};

class Events : public rtl::NetworkObserver {
public:
    void flit_written(Cycle edge, topo::NodeId router, int port, const rtl::Flit& flit) override {
        written[at(router, flit)] = {edge, port, flit.vc};
    }
    void routed(Cycle /*cycle*/, topo::NodeId /*router*/, int /*port*/, const rtl::Flit& /*head*/,
                int /*output*/, rtl::VcRange /*allowed*/) override {}
    void vc_granted(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& head,
                    int output, int vc) override {
        allocated[at(router, head)] = {cycle, output, vc};
    }
    void switch_granted(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& flit,
                        int output, int vc) override {
        granted[at(router, flit)] = {cycle, output, vc};
    }
    void credit_sent(Cycle /*cycle*/, topo::NodeId /*router*/, int /*port*/, int /*vc*/) override {}
    void flit_consumed(Cycle edge, topo::NodeId router, int output,
                       const rtl::Flit& flit) override {
        consumed[at(router, flit)] = {edge, output, flit.vc};
    }

    std::map<At, Transfer> written;
    std::map<At, Transfer> allocated;
    std::map<At, Transfer> granted;
    std::map<At, Transfer> consumed;

private:
    static At at(topo::NodeId router, const rtl::Flit& flit) {
        return {flit.message, flit.index, router};
    }
};

/// Messages in a mesh at both levels; `check` sees the events of each.
struct Scene {
    std::vector<std::int64_t> size = {4};
    rtl::RouterParameters router;
    int latency = 0;
    int cycles_per_flit = 1;
    std::vector<rtl::Message> messages;

    void add(topo::NodeId source, topo::NodeId destination, std::uint32_t length,
             int message_class = 0) {
        rtl::Message message;
        message.id = messages.size();
        message.source = source;
        message.destination = destination;
        message.length = length;
        message.sequence = static_cast<std::uint32_t>(messages.size());
        message.message_class = message_class;
        messages.push_back(message);
    }

    /// `until`: the run stops at the client call for this edge.
    void play(const std::function<void(const Events&, const rtl::Network&)>& check,
              Cycle until = rtl::kNever) const {
        for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
            const FreshKernel kernel;
            const auto mesh = topo::make_topology("mesh", {{"size", size}});
            const auto routing = topo::make_routing("dimension_order", *mesh, {});
            Events events;
            rtl::NetworkDescription description;
            description.topology = mesh.get();
            description.routing = routing.get();
            description.router = router;
            description.links.assign(mesh->link_classes().size(), {latency, cycles_per_flit});
            description.observer = &events;
            const auto network = make(description);
            ScriptedClient client(messages);
            network->run(client, until);
            SCOPED_TRACE(network->level() + ", pipeline " + std::to_string(router.pipeline) +
                         ", latency " + std::to_string(latency) + ", " +
                         std::to_string(cycles_per_flit) + " cycles per flit, buffers of " +
                         std::to_string(router.buffer_flits));
            check(events, *network);
        }
    }
};

/// Section 9 holds for a long message over three links: at every router, or (the weaker claim) at
/// the last one.
bool zero_load_holds(Scene scene, bool everywhere) {
    constexpr std::uint32_t kLength = 40;
    constexpr topo::NodeId kLast = 3;
    scene.add(0, kLast, kLength);
    const int cycles = scene.router.head_cycles();
    const int between = 1 + scene.router.stages().to_wire();
    std::vector<Cycle> arrival(kLength);  // A_r(j); A_0(j) = j
    std::iota(arrival.begin(), arrival.end(), Cycle{0});
    std::map<At, Cycle> in;
    std::map<At, Cycle> out;
    for (topo::NodeId r = 0; r <= kLast; ++r) {
        const int spacing = r < kLast ? scene.cycles_per_flit : 1;
        Cycle departure = arrival[0] + cycles;
        for (std::uint32_t j = 0; j < kLength; ++j) {
            in[{0, j, r}] = arrival[j];
            departure = j == 0 ? departure : std::max(arrival[j] + between, departure + spacing);
            out[{0, j, r}] = departure;
            arrival[j] = departure + scene.latency;
        }
    }
    bool holds = true;
    scene.play([&](const Events& events, const rtl::Network& /*network*/) {
        for (const auto& [at, edge] : in) {
            holds = holds && (!everywhere || events.written.at(at).when == edge);
        }
        for (const auto& [at, edge] : out) {
            if (at.router == kLast) {
                holds = holds && events.consumed.at(at).when == edge;
            } else if (everywhere) {
                const At next{at.message, at.flit, at.router + 1};
                holds = holds && events.written.at(next).when == edge + scene.latency;
            }
        }
    });
    return holds;
}

TEST(RouterPage, TheZeroLoadRuleNeedsTheBuffersThatSection9Names) {
    for (const Depth& depth : kDepths) {
        for (int latency = 0; latency <= 2; ++latency) {
            Scene scene;
            depth.set(scene.router);
            scene.latency = latency;
            const int for_the_last = (depth.traversal_register() ? 3 : 2) + 2 * latency;
            const int for_all = depth.head_cycles() + 1 + 2 * latency;
            scene.router.buffer_flits = for_the_last;
            EXPECT_TRUE(zero_load_holds(scene, false)) << depth << " " << latency;
            scene.router.buffer_flits = for_the_last - 1;
            EXPECT_FALSE(zero_load_holds(scene, false)) << depth << " " << latency;
            scene.router.buffer_flits = for_all;
            EXPECT_TRUE(zero_load_holds(scene, true)) << depth << " " << latency;
            scene.router.buffer_flits = for_all - 1;
            EXPECT_FALSE(zero_load_holds(scene, true)) << depth << " " << latency;
        }
    }
}

/// n extra stages take the place of n cycles of a link in one direction.
TEST(RouterPage, BuffersAreToBeDeeperByTheExtraStages) {
    for (const Depth& depth : kDepths) {
        for (const int extra : {1, 3}) {
            Scene scene;
            depth.set(scene.router);
            scene.router.extra_stages = extra;
            const int needed = (depth.traversal_register() ? 3 : 2) + 2 * scene.latency + extra;
            scene.router.buffer_flits = needed;
            EXPECT_TRUE(zero_load_holds(scene, false)) << depth << " " << extra;
            scene.router.buffer_flits = needed - 1;
            EXPECT_FALSE(zero_load_holds(scene, false)) << depth << " " << extra;
            scene.router.buffer_flits = depth.head_cycles() + 1 + 2 * scene.latency + extra;
            EXPECT_TRUE(zero_load_holds(scene, true)) << depth << " " << extra;
        }
    }
}

/// r + S flits are in the place of B: with one slot more than reserved there is one for each VC.
TEST(RouterPage, WithSharedBuffersSection9CountsTheSlotsThatAVcMayHave) {
    for (const Depth& depth : kDepths) {
        for (int latency = 1; latency <= 2; ++latency) {
            Scene scene;
            depth.set(scene.router);
            scene.latency = latency;
            scene.router.buffers = rtl::Buffers::shared;
            scene.router.reserved = depth.traversal_register() ? 2 : 1;
            scene.router.buffer_flits = scene.router.reserved + 1;
            scene.router.virtual_channels = 1 + 2 * latency;  // r + S = r + V
            EXPECT_TRUE(zero_load_holds(scene, false)) << depth << " " << latency;
            scene.router.virtual_channels = 2 * latency;
            EXPECT_FALSE(zero_load_holds(scene, false)) << depth << " " << latency;
        }
    }
}

/// They leave a slow link in time, and the buffers before it fill for as long as the message is.
TEST(RouterPage, WithSlowLinksTheLastRouterAloneKeepsTheZeroLoadRule) {
    for (const Depth& depth : kDepths) {
        for (int latency = 0; latency <= 2; ++latency) {
            Scene scene;
            depth.set(scene.router);
            scene.latency = latency;
            scene.cycles_per_flit = 2 + latency;
            scene.router.buffer_flits = (depth.traversal_register() ? 3 : 2) + 2 * latency;
            EXPECT_TRUE(zero_load_holds(scene, false)) << depth << " " << latency;
            scene.router.buffer_flits = depth.head_cycles() + 1 + 2 * latency;
            EXPECT_FALSE(zero_load_holds(scene, true)) << depth << " " << latency;
            scene.router.buffer_flits = 40;
            EXPECT_TRUE(zero_load_holds(scene, true)) << depth << " " << latency;
        }
    }
}

TEST(RouterPage, InjectionRunsOneFlitACycleOnlyWithRoomInItsBuffer) {
    constexpr std::uint32_t kLength = 20;
    for (const Depth& depth : kDepths) {
        const int enough = depth.head_cycles() + (depth.traversal_register() ? 0 : 1);
        for (const int buffer : {enough, enough - 1}) {
            Scene scene;
            depth.set(scene.router);
            scene.router.buffer_flits = buffer;
            scene.add(0, 0, kLength);  // no link whose buffer could be too small
            scene.play([&](const Events& events, const rtl::Network& /*network*/) {
                bool holds = true;
                for (std::uint32_t j = 0; j < kLength; ++j) {
                    holds = holds && events.written.at({0, j, 0}).when == j;
                }
                EXPECT_EQ(holds, buffer == enough);
            });
        }
    }
}

TEST(RouterPage, GrantCrossbarAndALinkOfLatency0ShareACycleAtDepths1To3) {
    for (const Depth& depth : kDepths) {
        for (int latency = 0; latency <= 2; ++latency) {
            Scene scene;
            depth.set(scene.router);
            scene.latency = latency;
            scene.add(0, 1, 1);
            scene.play([&](const Events& events, const rtl::Network& /*network*/) {
                const Cycle on_wire =
                    events.granted.at({0, 0, 0}).when + (depth.traversal_register() ? 1 : 0);
                EXPECT_EQ(events.written.at({0, 0, 1}).when, on_wire + 1 + latency);
                EXPECT_EQ(events.consumed.at({0, 0, 1}).when,
                          events.granted.at({0, 0, 1}).when + (depth.traversal_register() ? 2 : 1));
            });
        }
    }
}

TEST(RouterPage, BetweenTwoMessagesOfAVcAreTheBubblesOfSection4) {
    for (const Depth& depth : kDepths) {
        Scene scene;
        depth.set(scene.router);
        scene.router.injection_vcs = 1;
        scene.add(0, 1, 4);
        scene.add(0, 1, 4);
        scene.play([&](const Events& events, const rtl::Network& /*network*/) {
            // The second is behind the first, without a gap on the injection wire.
            EXPECT_EQ(events.written.at({1, 0, 0}).when, events.written.at({0, 3, 0}).when + 1);
            EXPECT_EQ(events.granted.at({1, 0, 0}).when - events.granted.at({0, 3, 0}).when - 1,
                      depth.bubbles);
        });
    }
}

TEST(RouterPage, AnInjectionPortInterleavesMessagesOrSendsThemOneByOne) {
    using Order = rtl::InjectionOrder;
    for (const auto& [order, second, third] :
         {std::tuple(Order::interleaved, 1, 3), std::tuple(Order::one_by_one, 4, 5)}) {
        Scene scene;
        scene.router.injection_order = order;
        scene.router.message_classes = 2;
        scene.add(0, 1, 4);
        scene.add(0, 1, 1, 1);
        scene.add(0, 2, 4);
        scene.play([&, at = std::array{second, third}](const Events& events,
                                                       const rtl::Network& /*network*/) {
            EXPECT_EQ(events.written.at({1, 0, 0}).when, at[0]);
            EXPECT_EQ(events.written.at({2, 0, 0}).when, at[1]);
        });
    }
}

TEST(RouterPage, AMessageClassHasItsShareOfTheInjectionVcs) {
    // injection_vcs, class -> the VCs of the injection buffer
    const std::map<std::pair<int, int>, std::set<int>> share = {
        {{1, 0}, {0}}, {{1, 1}, {0}},    {{2, 0}, {0}},    {{2, 1}, {1}},
        {{3, 0}, {0}}, {{3, 1}, {1, 2}}, {{4, 0}, {0, 1}}, {{4, 1}, {2, 3}}};
    for (const auto& [key, vcs] : share) {
        Scene scene;
        scene.router.message_classes = 2;
        scene.router.injection_vcs = key.first;
        for (int i = 0; i < 6; ++i) {
            scene.add(0, 1, 8, key.second);
        }
        scene.play([&, expected = vcs](const Events& events, const rtl::Network& /*network*/) {
            std::set<int> used;
            for (const auto& [at, transfer] : events.written) {
                if (at.router == 0) {
                    used.insert(transfer.vc);
                }
            }
            EXPECT_EQ(used, expected) << key.first << " injection VCs, class " << key.second;
        });
    }
}

TEST(RouterPage, EjectionOutputsHaveNothingOutstanding) {
    Scene scene;
    scene.router.pipeline = 4;  // the tail is consumed two edges after its grant
    scene.router.vc_reuse = rtl::VcReuse::buffer_empty;
    scene.router.ejection_vcs = rtl::EjectionVcs::one;
    scene.add(0, 0, 3);
    scene.add(0, 0, 3);
    scene.play([&](const Events& events, const rtl::Network& /*network*/) {
        EXPECT_EQ(events.allocated.at({1, 0, 0}).when, events.granted.at({0, 2, 0}).when + 1);
        EXPECT_EQ(events.allocated.at({1, 0, 0}).vc, 0);
    });
}

TEST(RouterPage, AFlitCountsForItsChannelInTheCycleOfItsGrant) {
    for (const Depth& depth : kDepths) {
        Scene scene;
        depth.set(scene.router);
        scene.add(0, 1, 1);
        const Cycle grant = depth.head_cycles() - (depth.traversal_register() ? 2 : 1);
        for (const Cycle edge : {grant, grant + 1}) {
            const auto flits = [&](const Events& /*events*/, const rtl::Network& network) {
                std::uint64_t sum = 0;
                for (int port = 0; port < network.description().topology->ports(0); ++port) {
                    sum += network.channel_counters(0, port).flits;
                }
                EXPECT_EQ(sum, edge > grant ? 1U : 0U);
            };
            scene.play(flits, edge);
        }
    }
}

TEST(RouterPage, PortsOfTheNodeCountAFlitThatIsWrittenOrConsumed) {
    for (const Depth& depth : kDepths) {
        for (const Cycle edge :
             {0, 1, depth.head_cycles() - 1, depth.head_cycles(), depth.head_cycles() + 1}) {
            Scene scene;
            depth.set(scene.router);
            scene.add(0, 0, 1);  // written at edge 0, consumed at edge `depth`
            scene.play(
                [&](const Events& /*events*/, const rtl::Network& network) {
                    const int port = network.description().topology->ports(0);
                    EXPECT_EQ(network.injected_flits(0, port), edge > 0 ? 1U : 0U) << edge;
                    EXPECT_EQ(network.ejected_flits(0, port), edge >= depth.head_cycles() ? 1U : 0U)
                        << edge;
                },
                edge);
        }
    }
}

TEST(RouterPage, EjectionPortsCountTheInputsThatABorderHasNot) {
    for (const int ports : {rtl::kAll, 1, 2, 3, 5}) {
        Scene scene;
        scene.size = {3, 3};
        scene.router.ejection_ports = ports;
        for (topo::NodeId source = 0; source < 9; ++source) {
            for (topo::NodeId destination = 0; destination < 9; ++destination) {
                scene.add(source, destination, 2);
            }
        }
        scene.play([&](const Events& events, const rtl::Network& network) {
            for (const auto& [at, transfer] : events.consumed) {
                const int network_ports = network.description().topology->ports(at.router);
                ASSERT_EQ(network_ports, 4);  // also at borders
                const int input = events.written.at(at).port;
                const int ejection = ports == rtl::kAll ? network_ports + 1 : ports;
                EXPECT_EQ(transfer.port, network_ports + input % ejection);
            }
            EXPECT_EQ(events.consumed.size(), 162U);
        });
    }
}

/// A message passes router 1 to the last one, another one joins there `after` cycles later.
Scene meeting(const Depth& depth, std::uint32_t length, Cycle after) {
    Scene scene;
    depth.set(scene.router);
    scene.router.bypass = true;
    scene.add(0, 3, length);
    scene.add(1, 3, 1);
    scene.messages.back().generated = 1 + after;  // the first is there at edge 1
    return scene;
}

TEST(RouterPage, OfTwoFlitsForOneOutputNeitherBypasses) {
    for (const Depth& depth : kDepths) {
        const Cycle to_grant = depth.stages - (depth.traversal_register() ? 2 : 1);
        if (depth.stages == 1 || depth.head_cycles() != depth.stages) {
            continue;  // no bypass there
        }
        SCOPED_TRACE(depth);
        meeting(depth, 1, 0).play([&](const Events& events, const rtl::Network& network) {
            const std::set<Cycle> grants = {events.granted.at({0, 0, 1}).when,
                                            events.granted.at({1, 0, 1}).when};
            EXPECT_EQ(grants, (std::set<Cycle>{1 + to_grant, 2 + to_grant}));
            EXPECT_EQ(network.counters().flits_bypassed, network.counters().flit_hops - 2);
        });
        // The next cycle will do, on the next VC of the pointer.
        meeting(depth, 1, 1).play([&](const Events& events, const rtl::Network& network) {
            EXPECT_EQ(events.granted.at({0, 0, 1}).when, 1);
            EXPECT_EQ(events.granted.at({1, 0, 1}).when, 2);
            EXPECT_EQ(events.granted.at({1, 0, 1}).vc, 1);
            EXPECT_EQ(network.counters().flits_bypassed, network.counters().flit_hops);
        });
        // A tail does not stand back for it, but takes its stage of that cycle.
        meeting(depth, 2, 1).play([&](const Events& events, const rtl::Network& /*network*/) {
            EXPECT_EQ(events.granted.at({0, 1, 1}).when, 2);
            EXPECT_EQ(events.granted.at({1, 0, 1}).when, 2 + to_grant);
            EXPECT_EQ(events.granted.at({1, 0, 1}).vc, 1);
        });
    }
}

/// Section 6, rule 4 of bypass: another flit of the input port crosses from the traversal register.
TEST(RouterPage, AFlitDoesNotBypassWhileTheTraversalRegisterUsesItsInput) {
    for (const Depth& depth : kDepths) {
        if (depth.stages == 1 || depth.head_cycles() != depth.stages) {
            continue;  // no bypass there
        }
        Cycle granted = 0;  // to the first message, which took its stages
        meeting(depth, 1, 0).play([&](const Events& events, const rtl::Network& /*network*/) {
            granted = events.granted.at({0, 0, 1}).when;
        });
        for (const Cycle later : {1, 2}) {
            Scene scene = meeting(depth, 1, 0);
            scene.add(0, 1, 1);  // by the same input, to another output
            scene.messages.back().generated = granted + later - 1;
            const bool waits = depth.traversal_register() && later == 1;
            scene.play([&](const Events& events, const rtl::Network& /*network*/) {
                EXPECT_EQ(events.written.at({2, 0, 1}).when, granted + later) << depth;
                EXPECT_EQ(events.granted.at({2, 0, 1}).when,
                          granted + later + (waits ? depth.stages - 2 : 0))
                    << depth << ": " << later << " cycles after the grant";
            });
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
