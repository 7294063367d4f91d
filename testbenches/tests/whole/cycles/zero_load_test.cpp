// The zero-load rule (docs/router.md, section 9) against the signal and the fast level: messages
// alone in the network.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/vc_allocators.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

struct Case {
    std::string topology;
    Options topology_options;
    std::string routing;
    Options routing_options;
    rtl::RouterParameters router;
    int latency = 0;
    int cycles_per_flit = 1;
};

/// h of the rule.
int head_cycles(const rtl::RouterParameters& router) {
    const bool vc_with_switch = router.vc_allocator == rtl::VcAllocatorKind::at_switch ||
                                router.speculation != rtl::Speculation::none;
    return router.extra_stages + (router.bypass ? 1 : router.pipeline - (vc_with_switch ? 1 : 0));
}

bool has_traversal_register(const rtl::RouterParameters& router) {
    return router.pipeline == (router.lookahead ? 3 : 4);
}

/// D_r(j), j > 0, at an output with a traversal register that flits may bypass. `bypassed`: whether
/// the flit before did, then whether this one does.
rtl::Cycle after_register(rtl::Cycle arrival, rtl::Cycle before, int per_flit, bool& bypassed) {
    const bool late = bypassed;
    bypassed = arrival >= before + per_flit - 1;
    return bypassed ? arrival + 1 : before + per_flit + (late ? 1 : 0);
}

/// D_k(L-1) of the rule, by walking its recursion; with c = 1 it must equal the closed form.
rtl::Cycle expected_latency(const Case& c, int hops, int length) {
    const int b = has_traversal_register(c.router) ? 2 : 1;
    std::vector<rtl::Cycle> arrival(static_cast<std::size_t>(length));
    for (int j = 0; j < length; ++j) {
        arrival[static_cast<std::size_t>(j)] = j;
    }
    rtl::Cycle last = 0;
    for (int r = 0; r <= hops; ++r) {
        const int per_flit = r < hops ? c.cycles_per_flit : 1;
        const bool stored =
            c.router.switching == rtl::Switching::store_and_forward && r > 0 && r < hops;
        std::vector<rtl::Cycle> departure(arrival.size());
        bool bypassed = c.router.bypass && (!stored || length == 1);
        const int behind = c.router.extra_stages;
        departure[0] =
            (stored ? arrival.back() : arrival[0]) - behind +
            (c.router.bypass && !bypassed ? c.router.pipeline + behind : head_cycles(c.router));
        for (std::size_t j = 1; j < arrival.size(); ++j) {
            departure[j] = c.router.bypass && b == 2
                               ? after_register(arrival[j], departure[j - 1], per_flit, bypassed)
                               : std::max(arrival[j] + b, departure[j - 1] + per_flit);
        }
        last = departure.back() + behind;
        for (std::size_t j = 0; j < arrival.size(); ++j) {
            arrival[j] = departure[j] + behind + c.latency;
        }
    }
    if (c.cycles_per_flit == 1 && c.router.switching != rtl::Switching::store_and_forward) {
        EXPECT_EQ(last, (hops + 1) * head_cycles(c.router) + hops * c.latency + length - 1);
    }
    return last;
}

/// Every message of the script comes at the edge that the rule says.
void check_level(const Case& c, const std::vector<rtl::Message>& script, rtl::Network& network) {
    const topo::Topology& topology = *network.description().topology;
    ScriptedClient client(script);
    network.run(client);
    ASSERT_EQ(client.deliveries.size(), script.size());
    for (const rtl::Delivery& d : client.deliveries) {
        const int hops = topology.distance(d.message.source, d.message.destination);
        EXPECT_EQ(d.hops, hops);
        EXPECT_EQ(d.injected, d.message.generated);
        EXPECT_EQ(d.departed - d.injected, head_cycles(c.router));
        ASSERT_EQ(d.delivered - d.injected,
                  expected_latency(c, hops, static_cast<int>(d.message.length)))
            << network.level() << " " << c.topology << " pipeline " << c.router.pipeline
            << (c.router.lookahead ? " with lookahead" : "")
            << (c.router.vc_at_switch() ? " at_switch" : "")
            << (c.router.speculates() ? " with speculation" : "")
            << (c.router.bypass ? " with bypass" : "") << " extra stages " << c.router.extra_stages
            << " latency " << c.latency << " cycles per flit " << c.cycles_per_flit << " buffer "
            << c.router.buffer_flits << " " << d.message.source << ">" << d.message.destination
            << " length " << d.message.length;
    }
    network.check_invariants();
    EXPECT_TRUE(network.waits().empty());
}

void check(const Case& c, std::mt19937& random, int messages) {
    const FreshKernel kernel;
    const auto topology = topo::find_topology(c.topology).make(c.topology_options);
    const auto routing = topo::make_routing(c.routing, *topology, c.routing_options);
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router = c.router;
    description.links.assign(topology->link_classes().size(), {c.latency, c.cycles_per_flit});

    std::vector<rtl::Message> script;
    rtl::Cycle when = static_cast<rtl::Cycle>(random() % 5);
    for (int i = 0; i < messages; ++i) {
        rtl::Message message;
        message.id = static_cast<rtl::MessageId>(i);
        message.source =
            static_cast<topo::NodeId>(random() % static_cast<unsigned>(topology->nodes()));
        message.destination =
            static_cast<topo::NodeId>(random() % static_cast<unsigned>(topology->nodes()));
        message.length = 1 + random() % 64;
        message.sequence = random() % 7;
        message.generated = when;
        script.push_back(message);
        when += 40000;
    }
    for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
        const auto network = make(description);
        check_level(c, script, *network);
    }
}

/// Everything the rule does not depend on is drawn at random; buffers are as small as the rule
/// allows, or larger.
/// `depth`: 1 to 4; 5 to 7: 1 to 3 with lookahead. From kAtSwitch on VCs are selected at the
/// switch, from kSpeculation on heads speculate: 3 and 4, and with lookahead 2 and 3, again and
/// again.
constexpr int kAtSwitch = 8;
constexpr int kSpeculation = kAtSwitch + 5;  // 205 settings each
constexpr int kSettings = kSpeculation + 5;
rtl::RouterParameters random_router(std::mt19937& random, int depth, int latency) {
    rtl::RouterParameters router;
    if (depth >= kAtSwitch) {
        router.lookahead = depth % 4 >= 2;
        router.pipeline = router.deepest() - 1 + depth % 2;
        if (depth < kSpeculation) {
            router.vc_allocator = rtl::VcAllocatorKind::at_switch;
        } else {
            router.speculation =
                random() % 2 == 0 ? rtl::Speculation::exact : rtl::Speculation::pessimistic;
        }
    } else {
        router.lookahead = depth > 4;
        router.pipeline = router.lookahead ? depth - 4 : depth;
    }
    const bool traversal_register = has_traversal_register(router);
    router.virtual_channels = 1 + static_cast<int>(random() % 4);
    router.buffer_flits =
        (traversal_register ? 3 : 2) + 2 * latency + static_cast<int>(random() % 3);
    const auto any_of = [&](const auto& list) { return list[random() % list.size()].value; };
    if (!router.vc_at_switch()) {
        router.vc_allocator = any_of(vc_allocators());
    }
    router.switch_allocator = any_of(rtl::kinds<rtl::SwitchAllocatorKind>());
    router.arbiter = any_of(rtl::kinds<rtl::ArbiterKind>());
    router.vc_reuse = static_cast<rtl::VcReuse>(random() % 2);
    router.injection_ports = static_cast<int>(random() % 3);
    router.ejection_ports = static_cast<int>(random() % 3);
    router.ejection_vcs = static_cast<rtl::EjectionVcs>(random() % 3);
    router.switching = static_cast<rtl::Switching>(random() % 3);
    if (router.switching != rtl::Switching::wormhole) {
        router.buffer_flits = 64 + static_cast<int>(random() % 8);
    }
    if (random() % 5 == 0) {
        router.buffer_flits = rtl::kUnbounded;
    }
    return router;
}

class ZeroLoad : public testing::TestWithParam<int> {
protected:
    static int messages() { return GetParam() < kAtSwitch ? 20 : 6; }
};

TEST_P(ZeroLoad, HoldsOnCubes) {
    std::mt19937 random(static_cast<unsigned>(GetParam()));
    for (int n = 1; n <= sized(5, 8); ++n) {
        for (int latency = 0; latency <= 4; ++latency) {
            Case c;
            c.topology = "hypercube";
            c.topology_options = {{"dimensions", std::int64_t{n}}};
            c.routing = "ecube";
            c.routing_options = {
                {"order", std::string(random() % 2 == 0 ? "high_first" : "low_first")}};
            c.latency = latency;
            c.router = random_router(random, GetParam(), latency);
            check(c, random, n < 6 ? messages() : 8);
        }
    }
}

TEST_P(ZeroLoad, HoldsOnMeshesOfOneToFourDimensions) {
    std::mt19937 random(static_cast<unsigned>(100 + GetParam()));
    for (int dimensions = 1; dimensions <= 4; ++dimensions) {
        for (int latency = 0; latency <= 3; ++latency) {
            Case c;
            c.topology = "mesh";
            std::vector<std::int64_t> size;
            std::vector<std::int64_t> order;
            // At most 81 routers, in the long tests 256.
            const int largest = dimensions == 4 ? sized(3, 4) : dimensions == 3 ? sized(4, 6) : 6;
            for (int d = 0; d < dimensions; ++d) {
                size.push_back(
                    2 + static_cast<std::int64_t>(random() % static_cast<unsigned>(largest - 1)));
                order.push_back(d);
            }
            std::shuffle(order.begin(), order.end(), random);
            c.topology_options = {{"size", size}};
            c.routing = "dimension_order";
            c.routing_options = {{"order", order}};
            c.latency = latency;
            c.cycles_per_flit = random() % 2 == 0 ? 1 : 1 + static_cast<int>(random() % 4);
            c.router = random_router(random, GetParam(), latency);
            check(c, random, messages());
        }
    }
}

/// On a small mesh; `depth` as of random_router.
Case small_case(std::mt19937& random, int depth) {
    Case c;
    c.topology = "mesh";
    c.topology_options = {
        {"size", std::vector<std::int64_t>{2 + static_cast<std::int64_t>(random() % 3),
                                           2 + static_cast<std::int64_t>(random() % 2)}}};
    c.routing = "dimension_order";
    c.latency = static_cast<int>(random() % 3);
    c.cycles_per_flit = random() % 2 == 0 ? 1 : 2;
    c.router = random_router(random, depth, c.latency);
    return c;
}

constexpr int kSmallCases = 200;

TEST(ZeroLoadWithInputSpeedup, IsTheSameAsWithout) {
    std::mt19937 random(5);
    for (int i = 0; i < kSmallCases; ++i) {
        Case c = small_case(random, 1 + i % 7);
        const int vcs = ++c.router.virtual_channels;
        c.router.input_speedup = 2 + static_cast<int>(random() % static_cast<unsigned>(vcs - 1));
        check(c, random, 2);
    }
}

TEST(ZeroLoadWithBypass, IsThatOfSection9) {
    std::mt19937 random(6);
    constexpr int kDepths[] = {2, 3, 4, 6, 7};  // not 1
    for (int i = 0; i < kSmallCases; ++i) {
        Case c = small_case(random, kDepths[i % 5]);
        c.router.bypass = true;
        check(c, random, 4);
    }
}

/// Every flit takes them in every router, credits do not: buffers need n flits more (section 9).
TEST(ZeroLoadWithExtraStages, GrowsByThemInEveryRouter) {
    std::mt19937 random(8);
    for (int i = 0; i < kSmallCases; ++i) {
        Case c = small_case(random, 1 + i % (kSettings - 1));
        rtl::RouterParameters& router = c.router;
        router.extra_stages = 1 + static_cast<int>(random() % rtl::kMaxExtraStages);
        router.buffer_flits += router.buffer_flits == rtl::kUnbounded ? 0 : router.extra_stages;
        router.bypass = router.pipeline > 1 && !router.vc_at_switch() && !router.speculates() &&
                        random() % 2 == 0;
        check(c, random, 2);
    }
}

/// docs/coming_from_garnet.md: (k + 1) r + k l + L - 1 with --router-latency r = 4, here with
/// --link-latency l = 1 and L = 5, at the buffers that section 9 asks for.
TEST(ZeroLoadWithExtraStages, MakesGarnetsRouterLatency) {
    Case c;
    c.topology = "mesh";
    c.topology_options = {{"size", std::vector<std::int64_t>{4, 4}}};
    c.routing = "dimension_order";
    c.latency = 1;
    c.router.lookahead = true;
    c.router.pipeline = 2;
    c.router.vc_allocator = rtl::VcAllocatorKind::at_switch;
    c.router.vc_reuse = rtl::VcReuse::buffer_empty;
    c.router.extra_stages = 3;
    c.router.buffer_flits = 2 + 3 + 2;
    for (int hops = 0; hops <= 6; ++hops) {
        EXPECT_EQ(expected_latency(c, hops, 5), (hops + 1) * 4 + hops + 4);
    }
    std::mt19937 random(9);
    check(c, random, 20);
}

TEST(ZeroLoadWithPriorities, IsTheSameAsWithout) {
    std::mt19937 random(7);
    for (int i = 0; i < kSmallCases; ++i) {
        Case c = small_case(random, 1 + i % 7);
        rtl::RouterParameters& router = c.router;
        router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        if (router.switch_allocator == rtl::SwitchAllocatorKind::wavefront) {
            router.switch_allocator = rtl::SwitchAllocatorKind::islip;
        }
        router.message_classes = 1 + static_cast<int>(random() % 2);
        router.virtual_channels = std::max(router.virtual_channels, router.message_classes);
        router.priority =
            router.message_classes > 1 ? rtl::Priority::message_class : rtl::Priority::age;
        check(c, random, 2);
    }
}

/// A VC alone may have r + S flits behind a link, as few as the rule allows; injection buffers keep
/// B.
TEST(ZeroLoadWithSharedBuffers, CountsTheSlotsThatAVcMayHave) {
    std::mt19937 random(7);
    for (int i = 0; i < kSmallCases; ++i) {
        Case c = small_case(random, 1 + i % (kSettings - 1));
        rtl::RouterParameters& router = c.router;
        router.switching = rtl::Switching::wormhole;
        router.buffers = rtl::Buffers::shared;
        const int at_injection = has_traversal_register(router) ? 3 : 2;
        const int needed = at_injection + 2 * c.latency;
        const int vcs = router.virtual_channels;
        router.reserved = 1 + i / 3 % at_injection;
        router.buffer_flits =
            std::max(at_injection, router.reserved + (needed - router.reserved + vcs - 1) / vcs);
        check(c, random, 2);
    }
}

INSTANTIATE_TEST_SUITE_P(Pipeline, ZeroLoad, testing::Range(1, kSettings));

}  // namespace
}  // namespace flitscope::tb
