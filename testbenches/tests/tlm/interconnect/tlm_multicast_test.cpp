// Multicast writes, on the row of routers of tlm_bench.h: a copy of L flits is delivered after k
// hops k + L cycles after its message joined, wherever the message goes on to (docs/router.md,
// section 9).
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/tlm/interconnect/tlm_bench.h"

namespace flitscope::tb {
namespace {

using rtl::Control;
using testing::ElementsAre;
using tl::HeaderKind;
using tl::Payload;
using tl::Phase;

/// A row whose multicasts follow Hamiltonian labels, which here are the nodes' numbers.
class MulticastBench : public TlmBench {
public:
    explicit MulticastBench(int nodes, const tl::InterconnectParameters& parameters = {},
                            int addresses_per_flit = 0)
        : TlmBench(nodes, parameters, [addresses_per_flit](rtl::NetworkDescription& d) {
              d.headers.addresses_per_flit = addresses_per_flit;
              d.headers.routings.push_back(topo::make_routing("hamiltonian", *d.topology, {}));
          }) {}

    /// A write of `bytes` at the targets' address 0x20, by one worm per list.
    Payload& multicast(unsigned bytes, const std::vector<std::vector<topo::NodeId>>& lists) {
        Payload& payload = access(0, bytes);
        payload.set_address(0x20);
        tl::MessageExtension& extension = *payload.get_extension<tl::MessageExtension>();
        extension.header = HeaderKind::destination_list;
        for (const std::vector<topo::NodeId>& list : lists) {
            extension.worms.emplace_back();
            for (const topo::NodeId address : list) {
                extension.worms.back().entries.push_back({address, Control::pass});
            }
        }
        return payload;
    }
    void send_at(double when, std::size_t source, Payload& payload) {
        timeline.at(when, [this, source, &payload] {
            EXPECT_EQ(node[source]->send(payload, ::tlm::BEGIN_REQ), ::tlm::TLM_ACCEPTED);
        });
    }
};

tl::MessageExtension& extension_of(Payload& payload) {
    return *payload.get_extension<tl::MessageExtension>();
}

TEST(TlmMulticast, EveryTargetGetsItsCopyAndTheLastAnswerIsTheResponse) {
    MulticastBench bench(4);
    Payload& write = bench.multicast(16, {{1, 3}});  // 3 flits
    bench.send_at(0, 0, write);
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000",      //
                                       "node_1 BEGIN_REQ 5000",    // 1 + 1 + 3
                                       "node_3 BEGIN_REQ 7000",    // 1 + 3 + 3
                                       "node_0 BEGIN_RESP 12000")  // 8 + 3 + 1, of node 3
    );
    EXPECT_EQ(bench.node[1]->last_address, 0x20U);
    EXPECT_EQ(bench.node[3]->last_address, 0x20U);
    EXPECT_TRUE(write.is_response_ok());
    EXPECT_EQ(write.get_address(), 0x20U);
    const tl::MessageExtension& times = extension_of(write);
    EXPECT_EQ(times.source, 0);
    EXPECT_EQ(times.destination, topo::kNoNode);
    EXPECT_EQ(times.request.accepted, 1);
    EXPECT_EQ(times.request.delivered, 7);
    EXPECT_EQ(times.response.offered, 8);
    EXPECT_EQ(times.response.delivered, 12);
    EXPECT_EQ(write.get_ref_count(), 1);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmMulticast, HeaderFlitsTakeThePlaceOfTheHead) {
    MulticastBench bench(4, {}, 1);
    bench.send_at(0, 0, bench.multicast(16, {{1, 2, 3}}));  // 3 header flits and 2 of data
    bench.run();
    // Node 1 gets all five, node 2 all but the one that node 1 drops.
    EXPECT_EQ(bench.network->counters().flits_injected, 5U + 3U);
    EXPECT_EQ(bench.network->counters().flits_ejected, 5U + 4U + 3U + 3U);
}

TEST(TlmMulticast, LegsLeaveCopiesWhereTheirBitsSaySo) {
    MulticastBench bench(5);
    Payload& write = bench.multicast(8, {{}});
    extension_of(write).header = HeaderKind::coded_path;
    extension_of(write).worms[0].entries = {{2, Control::pass}, {4, Control::receive}};
    bench.send_at(0, 0, write);
    bench.run();
    EXPECT_THAT(bench.log,
                ElementsAre("node_0 END_REQ 1000", "node_2 BEGIN_REQ 5000", "node_3 BEGIN_REQ 6000",
                            "node_4 BEGIN_REQ 7000", "node_0 BEGIN_RESP 13000"));
}

TEST(TlmMulticast, PostedOnesAreAnsweredWhenAcceptedAndKeepTheirBytes) {
    MulticastBench bench(4);
    std::vector<unsigned> seen;
    for (const std::size_t i : {1, 3}) {
        bench.node[i]->on_request = [&seen](Payload& copy, Phase&, sc_core::sc_time&) {
            seen.push_back(copy.get_data_ptr()[15]);
            copy.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);  // nobody hears of it
            return ::tlm::TLM_COMPLETED;
        };
    }
    Payload& write = bench.multicast(16, {{1, 3}});
    extension_of(write).posted = true;
    bench.data[15] = 42;
    bench.send_at(0, 0, write);
    bench.timeline.at(2, [&] {
        EXPECT_EQ(write.get_ref_count(), 1);
        bench.data[15] = 0;
        write.release();
    });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000", "node_0 BEGIN_RESP 1000",
                                       "node_1 BEGIN_REQ 5000", "node_3 BEGIN_REQ 7000"));
    EXPECT_THAT(seen, ElementsAre(42U, 42U));
    EXPECT_EQ(bench.network->counters().messages_offered, 1U);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmMulticast, PostedCopiesEndTheirPhasesAtTheTarget) {
    MulticastBench bench(2);
    Payload* copy = nullptr;
    bench.node[1]->on_request = [&copy](Payload& payload, Phase&, sc_core::sc_time&) {
        copy = &payload;
        return ::tlm::TLM_ACCEPTED;
    };
    Payload& write = bench.multicast(8, {{1}});
    extension_of(write).posted = true;
    bench.send_at(0, 0, write);
    bench.timeline.at(10, [&] { bench.node[1]->respond(*copy, ::tlm::BEGIN_RESP); });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000", "node_0 BEGIN_RESP 1000",
                                       "node_1 BEGIN_REQ 4000", "node_1 END_RESP 11000"));
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmMulticast, OneErrorIsTheAnswerAndBlockingCallsWaitForAll) {
    MulticastBench bench(5);
    bench.node[4]->on_request = [](Payload& copy, Phase&, sc_core::sc_time&) {
        copy.set_response_status(::tlm::TLM_BURST_ERROR_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    };
    Timeline thread("thread", Timeline::Process::thread);
    Payload& write = bench.multicast(8, {{3, 4}, {1, 0}});  // both directions, from node 2
    thread.at(0, [&] {
        sc_core::sc_time delay;
        bench.node[2]->out->b_transport(write, delay);
        // Node 4 has its copy at 1 + 2 + 2; the worm to node 0 enters behind the two flits of the
        // first one, so that one comes at 7, and its answer at 8 + 2 + 1.
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(11));
    });
    bench.run();
    EXPECT_EQ(write.get_response_status(), ::tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(bench.network->counters().messages_delivered, 2U + 4U);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmMulticast, WithABoundedQueueTheRequestEndsWhenItsLastMessageHasRoom) {
    tl::InterconnectParameters parameters;
    parameters.source_queue = 1;
    MulticastBench bench(5, parameters);
    rtl::Cycle last_accepted = 0;
    for (const auto& node : bench.node) {
        node->on_request = [&](Payload& copy, Phase&, sc_core::sc_time&) {
            last_accepted = std::max(last_accepted, extension_of(copy).request.accepted);
            copy.set_response_status(::tlm::TLM_OK_RESPONSE);
            return ::tlm::TLM_COMPLETED;
        };
    }
    Payload& write = bench.multicast(400, {{1}, {2}, {3}, {4}});  // 51 flits each
    bench.send_at(0, 0, write);
    bench.run();
    EXPECT_EQ(extension_of(write).request.accepted, last_accepted);
    // Two start, as requests have two VCs, and one may wait: the last one has no room before.
    EXPECT_GT(last_accepted, 51);
    EXPECT_EQ(bench.log.size(), 6U);  // END_REQ, four BEGIN_REQ, BEGIN_RESP
}

TEST(TlmMulticast, RandomWritesComeWhenTheBareNetworkDeliversThem) {
    constexpr int kNodes = 8;
    std::mt19937_64 random(7);
    MulticastBench bench(kNodes, {}, 2);
    using Arrival = std::tuple<int, int, rtl::Cycle>;  // source, target, edge
    std::multiset<Arrival> found;
    for (int i = 0; i < kNodes; ++i) {
        bench.node[static_cast<std::size_t>(i)]->on_request = [&found, i](Payload& copy, Phase&,
                                                                          sc_core::sc_time&) {
            const tl::MessageExtension& times = extension_of(copy);
            EXPECT_EQ(times.destination, i);
            EXPECT_EQ(sc_core::sc_time_stamp(), ns(static_cast<double>(times.request.delivered)));
            found.insert({times.source, i, times.request.delivered});
            copy.set_response_status(::tlm::TLM_OK_RESPONSE);
            return ::tlm::TLM_COMPLETED;
        };
    }
    std::vector<rtl::Message> messages;
    for (int t = 0; t < 400; ++t) {
        const int source = static_cast<int>(random() % kNodes);
        std::vector<topo::NodeId> list;
        const bool up = source == 0 || (source != kNodes - 1 && random() % 2 == 0);
        for (int i = up ? source + 1 : 0; i < (up ? kNodes : source); ++i) {
            if (random() % 2 == 0) {
                list.push_back(i);
            }
        }
        if (list.empty()) {
            list.push_back(up ? source + 1 : source - 1);
        }
        if (!up) {
            std::reverse(list.begin(), list.end());
        }
        const auto bytes = static_cast<unsigned>(1 + random() % 64);
        Payload& write = bench.multicast(bytes, {list});
        extension_of(write).posted = true;
        bench.send_at(t, static_cast<std::size_t>(source), write);
        rtl::Message message;
        message.id = messages.size();
        message.source = source;
        message.destination = list.back();
        message.length = static_cast<std::uint32_t>((list.size() + 1) / 2 + (bytes + 7) / 8);
        message.generated = t + 1;
        message.header = &extension_of(write).worms[0];
        messages.push_back(message);
    }
    const auto bare = tl::make_fast_network(bench.network->description());
    ScriptedClient client(messages);
    bare->run(client);
    std::multiset<Arrival> wanted;
    for (const rtl::Delivery& d : client.deliveries) {
        wanted.insert({d.message.source, d.node, d.delivered});
    }
    bench.run(20000);
    EXPECT_EQ(found, wanted);
    EXPECT_GT(found.size(), 400U);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

struct Wrong {
    const char* what;
    std::function<void(Payload&)> make;
    tl::Status expected;
};

TEST(TlmMulticast, WhatCannotTravelIsAnsweredAtOnce) {
    const std::vector<Wrong> list = {
        {"read", [](Payload& p) { p.set_command(::tlm::TLM_READ_COMMAND); },
         ::tlm::TLM_COMMAND_ERROR_RESPONSE},
        {"no data", [](Payload& p) { p.set_data_ptr(nullptr); }, ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"over the end of the targets", [](Payload& p) { p.set_address(kBase - 7); },
         ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"no worm", [](Payload& p) { extension_of(p).worms.clear(); },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"no address", [](Payload& p) { extension_of(p).worms[0].entries.clear(); },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"no node", [](Payload& p) { extension_of(p).worms[0].entries[0].address = 4; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"below all nodes", [](Payload& p) { extension_of(p).worms[0].entries[0].address = -1; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"no node behind the last receiver",
         [](Payload& p) {
             extension_of(p).header = HeaderKind::coded_path;
             extension_of(p).worms[0].entries = {{3, Control::stop}, {99, Control::pass}};
         },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"to itself", [](Payload& p) { extension_of(p).worms[0].entries[0].address = 0; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"twice", [](Payload& p) { extension_of(p).worms.push_back(extension_of(p).worms[0]); },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"bits in a list",
         [](Payload& p) { extension_of(p).worms[0].entries[0].control = Control::receive; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"control bits 00",
         [](Payload& p) {
             extension_of(p).header = HeaderKind::coded_path;
             extension_of(p).worms[0].entries[0].control = Control::none;
         },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"a routing that is not there", [](Payload& p) { extension_of(p).worms[0].routing = 1; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"a port that is not there", [](Payload& p) { extension_of(p).worms[0].first_port = 99; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"a port that leads nowhere", [](Payload& p) { extension_of(p).worms[0].first_port = 1; },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
    };
    MulticastBench bench(4);
    bench.timeline.at(1, [&] {
        for (const Wrong& wrong : list) {
            Payload& write = bench.multicast(8, {{1, 3}});
            wrong.make(write);
            EXPECT_EQ(bench.node[0]->send(write, ::tlm::BEGIN_REQ), ::tlm::TLM_COMPLETED)
                << wrong.what;
            EXPECT_EQ(write.get_response_status(), wrong.expected) << wrong.what;
            EXPECT_EQ(write.get_ref_count(), 1) << wrong.what;
        }
    });
    bench.run();
    EXPECT_TRUE(bench.log.empty());
    EXPECT_EQ(bench.network->counters().messages_offered, 0U);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

}  // namespace
}  // namespace flitscope::tb
