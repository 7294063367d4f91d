// The engine's lists and numbering.
#include <gtest/gtest.h>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/message_store.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

TEST(FastEdgeRing, KeepsEdgesApartAsFarAheadAsAsked) {
    for (std::size_t ahead = 1; ahead < 20; ++ahead) {
        EdgeRing<std::vector<int>> ring;
        ring.resize(ahead);
        for (std::size_t edge = 100; edge <= 100 + ahead; ++edge) {
            ring.at(static_cast<std::int64_t>(edge)).push_back(static_cast<int>(edge));
        }
        for (std::size_t edge = 100; edge <= 100 + ahead; ++edge) {
            EXPECT_EQ(ring.at(static_cast<std::int64_t>(edge)),
                      std::vector<int>{static_cast<int>(edge)});
        }
    }
}

TEST(FastIdList, KeepsItsContentsWhenItGrows) {
    IdList list;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        list.make_room(1);
        list.push(i);
    }
    list.make_room(5000);
    std::uint32_t* tail = list.tail();
    *tail++ = 1000;
    list.end_at(tail);
    ASSERT_EQ(list.size(), 1001u);
    for (std::uint32_t i = 0; i <= 1000; ++i) {
        EXPECT_EQ(list[i], i);
    }
    list.clear();
    EXPECT_TRUE(list.empty());
}

TEST(FastMessageFifos, AreFifosThatShareTheirMemory) {
    MessageFifos fifos;
    MessageFifo a;
    MessageFifo b;
    for (std::uint32_t round = 0; round < 50; ++round) {
        for (std::uint32_t i = 0; i < 5; ++i) {
            fifos.push(a, 100 * round + i, i, 0);
            fifos.push(b, 10000 + 100 * round + i, 9, 0);
        }
        for (std::uint32_t i = 0; i < 5; ++i) {
            EXPECT_EQ(fifos.message(a.first), 100 * round + i);
            EXPECT_EQ(fifos.hops(a.first), i);
            EXPECT_EQ(fifos.message(b.first), 10000 + 100 * round + i);
            fifos.pop(a);
            fifos.pop(b);
        }
        EXPECT_EQ(a.first, kNone);
        EXPECT_EQ(b.first, kNone);
    }
}

rtl::NetworkDescription describe(const topo::Topology& topology,
                                 const topo::RoutingFunction& routing, int vcs) {
    rtl::NetworkDescription description;
    description.topology = &topology;
    description.routing = &routing;
    description.router.virtual_channels = vcs;
    description.links.assign(topology.link_classes().size(), {1, 1});
    return description;
}

/// Every input VC has its own number and its own bit, and back; up to more than one word.
TEST(FastEngineLayout, NumbersInputVcsAndTheirBitsUniquely) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3, 2}}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    for (const int vcs : {1, 2, 4, 8, 17, 32, 63, 64}) {
        for (const int ports : {1, 3, rtl::kAll}) {
            rtl::NetworkDescription description = describe(*mesh, *routing, vcs);
            description.router.injection_ports = ports;
            const EngineLayout layout(description);
            std::vector<bool> seen(layout.input_vcs, false);
            for (std::uint32_t router = 0; router < layout.routers; ++router) {
                for (std::uint32_t p = 0; p < layout.inputs(router); ++p) {
                    for (std::uint32_t v = 0; v < layout.vcs; ++v) {
                        const std::uint32_t bit = layout.bit_of(p, v);
                        ASSERT_LT(bit, 64u);
                        const std::uint32_t word = layout.word_of(0, p);
                        ASSERT_LT(word, layout.words);
                        const std::uint32_t id = layout.input_vc(router, word, bit);
                        ASSERT_LT(id, layout.input_vcs);
                        ASSERT_FALSE(seen[id]);
                        seen[id] = true;
                        EXPECT_EQ(layout.port_of(router, id), p);
                        EXPECT_EQ(layout.vc_of(router, id), v);
                    }
                }
            }
        }
    }
}

/// An output VC is the input VC at the other end of the link.
TEST(FastEngineLayout, ConnectsOutputsToTheInputsOfTheirPeers) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 3}}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    const EngineLayout layout(describe(*mesh, *routing, 3));
    for (std::uint32_t router = 0; router < layout.routers; ++router) {
        for (std::uint32_t port = 0; port < layout.network_ports[router]; ++port) {
            const std::uint32_t output = layout.output(router, port);
            EXPECT_EQ(layout.output_port(output), port);
            const topo::PortPeer peer =
                mesh->peer(static_cast<topo::NodeId>(router), static_cast<topo::PortId>(port));
            if (!peer.connected()) {
                EXPECT_EQ(layout.first_output_vc[output], kNone);
                continue;
            }
            const auto there = static_cast<std::uint32_t>(peer.node);
            const std::uint32_t first = layout.first_output_vc[output];
            EXPECT_EQ(layout.port_of(there, first), static_cast<std::uint32_t>(peer.port));
            EXPECT_EQ(layout.vc_of(there, first), 0u);
            EXPECT_EQ(layout.feeder[first / layout.vcs], output);
            EXPECT_FALSE(layout.is_ejection(first));
        }
        EXPECT_TRUE(layout.is_ejection(layout.first_output_vc[layout.output(router, 4)]));
    }
}

}  // namespace
}  // namespace flitscope::tl
