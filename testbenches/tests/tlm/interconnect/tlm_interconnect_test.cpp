// The interconnect's phases, cycle by cycle, on a row of routers whose latencies are known on
// paper: a message of L flits over k hops is delivered k + L cycles after it joins.
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <systemc>
// Needs SystemC before it.
#include <tlm_utils/tlm_quantumkeeper.h>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/tlm/interconnect/tlm_bench.h"
#include "topologies/concentrated_mesh.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using tl::AtPhases;
using tl::Payload;
using tl::Phase;
using tl::Sync;

TEST(TlmInterconnect, FourPhasesComeAtTheEdgesTheyBelongTo) {
    TlmBench bench;
    // The target takes two cycles for END_REQ, three more to BEGIN_RESP.
    bench.node[1]->on_request = [](Payload&, Phase&, sc_core::sc_time&) {
        return ::tlm::TLM_ACCEPTED;
    };
    Payload& write = bench.access(1, 16);  // 3 flits, 1 hop: 4 cycles; response 1 flit: 2 cycles
    bench.timeline.at(
        2, [&] { EXPECT_EQ(bench.node[0]->send(write, ::tlm::BEGIN_REQ), ::tlm::TLM_ACCEPTED); });
    bench.timeline.at(
        9, [&] { EXPECT_EQ(bench.node[1]->respond(write, ::tlm::END_REQ), ::tlm::TLM_ACCEPTED); });
    bench.timeline.at(12, [&] {
        write.set_response_status(::tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(bench.node[1]->respond(write, ::tlm::BEGIN_RESP), ::tlm::TLM_ACCEPTED);
    });
    bench.run();
    EXPECT_THAT(bench.log,
                ElementsAre("node_0 END_REQ 3000",      // seen from edge 3 on, joins at edge 3
                            "node_1 BEGIN_REQ 7000",    // 3 + 4
                            "node_1 END_RESP 13000",    // the response joins at edge 13
                            "node_0 BEGIN_RESP 15000")  // 13 + 2
    );
    EXPECT_EQ(bench.node[1]->last_address, 0U);
    EXPECT_EQ(write.get_address(), 2 * kBase);
    const tl::MessageExtension& times = TlmBench::times(write);
    EXPECT_EQ(times.source, 0);
    EXPECT_EQ(times.destination, 1);
    EXPECT_EQ(times.request.offered, 3);
    EXPECT_EQ(times.request.accepted, 3);
    EXPECT_EQ(times.request.injected, 3);
    EXPECT_EQ(times.request.delivered, 7);
    EXPECT_EQ(times.response.offered, 13);
    EXPECT_EQ(times.response.accepted, 13);
    EXPECT_EQ(times.response.injected, 13);
    EXPECT_EQ(times.response.delivered, 15);
    EXPECT_EQ(write.get_ref_count(), 1);
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

/// Three routers in a row with two nodes each.
TEST(TlmInterconnect, HasSocketsForEveryNodeOfARouter) {
    const topo::ConcentratedMesh mesh({3, 1}, 2);
    const auto routing = topo::make_routing("dimension_order", mesh, {});
    TlmBench bench(6, {}, [&](rtl::NetworkDescription& description) {
        description.topology = &mesh;
        description.routing = routing.get();
    });
    Payload& near = bench.access(1, 16);  // 3 flits, 0 hops: 3 cycles, and 1 for the response
    Payload& far = bench.access(5, 16);   // 2 hops: 5 cycles, and 3
    bench.timeline.at(0, [&] { bench.node[0]->send(near, ::tlm::BEGIN_REQ); });
    bench.timeline.at(20, [&] { bench.node[0]->send(far, ::tlm::BEGIN_REQ); });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000", "node_1 BEGIN_REQ 4000",
                                       "node_0 BEGIN_RESP 6000", "node_0 END_REQ 21000",
                                       "node_5 BEGIN_REQ 26000", "node_0 BEGIN_RESP 30000"));
}

TEST(TlmInterconnect, TwoPhasesEndTheRequestByReturn) {
    tl::InterconnectParameters parameters;
    parameters.phases = AtPhases::two;
    TlmBench bench(2, parameters);
    Payload& read = bench.access(1, 16, false);  // 1 flit there, 3 flits back
    bench.timeline.at(0.3, [&] {
        Phase phase = ::tlm::BEGIN_REQ;
        sc_core::sc_time delay = ns(0.2);
        EXPECT_EQ(bench.node[0]->out->nb_transport_fw(read, phase, delay), ::tlm::TLM_UPDATED);
        EXPECT_EQ(phase, ::tlm::END_REQ);
        EXPECT_EQ(delay, ns(1.7));  // 0.5 counts as edge 1, so it joins at edge 2
    });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_1 BEGIN_REQ 4000", "node_0 BEGIN_RESP 9000"));
}

TEST(TlmInterconnect, DelaysOfTargetsCount) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload& payload, Phase& phase, sc_core::sc_time& delay) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        phase = ::tlm::BEGIN_RESP;
        delay = ns(2.5);
        return ::tlm::TLM_UPDATED;
    };
    Payload& write = bench.access(1, 1);  // 2 flits
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000", "node_1 BEGIN_REQ 4000",
                                       "node_1 END_RESP 8000",  // 6.5 counts as 7, joins at 8
                                       "node_0 BEGIN_RESP 10000"));
}

/// What the flits behind the heads carry, by the message's source.
class BytesObserver final : public rtl::NetworkObserver {
public:
    void flit_consumed(rtl::Cycle, topo::NodeId, int, const rtl::Flit& flit) override {
        for (int i = 0; i < 8 && flit.index > 0; ++i) {
            bytes[flit.source].push_back(flit.data.byte(i));
        }
    }
    std::map<topo::NodeId, std::vector<unsigned>> bytes;
};

TEST(TlmInterconnect, BytesOfWritesAndReadsTravelInTheFlits) {
    BytesObserver observer;
    TlmBench bench(
        2, {}, [&](rtl::NetworkDescription& d) { d.observer = &observer; },
        rtl::make_signal_network);
    bench.node[1]->on_request = [](Payload& payload, Phase&, sc_core::sc_time&) {
        for (unsigned i = 0; payload.is_read() && i < payload.get_data_length(); ++i) {
            payload.get_data_ptr()[i] = static_cast<unsigned char>(100 + i);
        }
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    };
    Payload& write = bench.access(1, 10);  // its response carries nothing
    Payload& read = bench.access(1, 7, false);
    unsigned char read_bytes[7] = {};
    read.set_data_ptr(read_bytes);
    std::vector<unsigned> written;
    for (unsigned i = 0; i < 10; ++i) {
        bench.data[i] = static_cast<unsigned char>(200 + i);
        written.push_back(200 + i);
    }
    bench.timeline.at(2, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(30, [&] { bench.node[0]->send(read, ::tlm::BEGIN_REQ); });
    bench.run();
    written.resize(16);  // to the end of its last flit
    EXPECT_EQ(observer.bytes[0], written);
    EXPECT_THAT(observer.bytes[1], ElementsAre(100, 101, 102, 103, 104, 105, 106, 0));
    EXPECT_EQ(read_bytes[6], 106);
}

TEST(TlmInterconnect, BytesThatChangeUnderWayEndTheSimulation) {
    TlmBench bench(2, {}, {}, rtl::make_signal_network);
    Payload& write = bench.access(1, 64);
    bench.timeline.at(2, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(7.2, [&] { ++bench.data[16]; });
    bench.expect_fatal("/flitscope/signal/data", "message 0, flit 3, byte 0 is 0x00, must be 0x01");
}

/// The VCs of the flits that routers get, by the message's source.
class VcObserver final : public rtl::NetworkObserver {
public:
    void flit_written(rtl::Cycle, topo::NodeId, int, const rtl::Flit& flit) override {
        vcs[flit.source].insert(flit.vc);
    }
    void routed(rtl::Cycle, topo::NodeId, int, const rtl::Flit&, int, rtl::VcRange) override {}
    void vc_granted(rtl::Cycle, topo::NodeId, int, const rtl::Flit&, int, int) override {}
    void switch_granted(rtl::Cycle, topo::NodeId, int, const rtl::Flit&, int, int) override {}
    void credit_sent(rtl::Cycle, topo::NodeId, int, int) override {}
    void flit_consumed(rtl::Cycle, topo::NodeId, int, const rtl::Flit&) override {}
    std::map<topo::NodeId, std::set<int>> vcs;
};

TEST(TlmInterconnect, RequestsAndResponsesTravelOnVcsOfTheirOwn) {
    for (const int classes : {1, 2}) {
        VcObserver observer;
        TlmBench bench(3, {}, [&](rtl::NetworkDescription& d) {
            d.router.virtual_channels = 4;
            d.router.message_classes = classes;
            d.observer = &observer;
        });
        std::vector<Payload*> payloads;
        for (int i = 0; i < 12; ++i) {
            payloads.push_back(&bench.access(2, 64, i % 2 == 0));
            bench.timeline.at(i, [&bench, &payloads, i] {
                bench.node[0]->send(*payloads[static_cast<std::size_t>(i)], ::tlm::BEGIN_REQ);
            });
        }
        bench.node[2]->on_request = [&](Payload& payload, Phase&, sc_core::sc_time&) {
            EXPECT_EQ(TlmBench::times(payload).traffic_class, 0);
            payload.set_response_status(::tlm::TLM_OK_RESPONSE);
            return ::tlm::TLM_COMPLETED;
        };
        bench.node[0]->on_response = [&](Payload& payload, Phase&, sc_core::sc_time&) {
            EXPECT_EQ(TlmBench::times(payload).traffic_class, classes - 1);
            return ::tlm::TLM_COMPLETED;
        };
        bench.run();
        EXPECT_EQ(bench.interconnect->in_flight(), 0U);
        if (classes == 2) {
            EXPECT_THAT(observer.vcs[0], ElementsAre(0, 1));
            EXPECT_THAT(observer.vcs[2], ElementsAre(2, 3));
        } else {
            EXPECT_THAT(observer.vcs[0], testing::Contains(testing::Ge(2)));
            EXPECT_THAT(observer.vcs[2], testing::Contains(0));
        }
    }
}

TLM_DECLARE_EXTENDED_PHASE(PHASE_OF_ANOTHER_PROTOCOL);

TEST(TlmInterconnect, IgnoresPhasesOfOtherProtocols) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload&, Phase&, sc_core::sc_time&) {
        return ::tlm::TLM_ACCEPTED;
    };
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(10, [&] {
        EXPECT_EQ(bench.node[0]->send(write, PHASE_OF_ANOTHER_PROTOCOL), ::tlm::TLM_ACCEPTED);
        EXPECT_EQ(bench.node[1]->respond(write, PHASE_OF_ANOTHER_PROTOCOL), ::tlm::TLM_ACCEPTED);
        write.set_response_status(::tlm::TLM_OK_RESPONSE);
        bench.node[1]->respond(write, ::tlm::BEGIN_RESP);
    });
    bench.run();
    EXPECT_EQ(bench.log.back(), "node_0 BEGIN_RESP 13000");
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmInterconnect, OwnNodeIsATargetLikeAnyOther) {
    TlmBench bench;
    Payload& write = bench.access(0, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.run();
    EXPECT_THAT(bench.log, ElementsAre("node_0 END_REQ 1000", "node_0 BEGIN_REQ 3000",
                                       "node_0 BEGIN_RESP 5000"));
}

TEST(TlmInterconnect, BoundedSourceQueueHoldsEndReqBack) {
    tl::InterconnectParameters parameters;
    parameters.source_queue = 1;
    TlmBench bench(2, parameters, [](rtl::NetworkDescription& d) {
        d.router.virtual_channels = 2;  // one VC per class
        d.router.injection_vcs = 2;
    });
    // 33 flits each; a message starts when the tail of the one before it is written.
    std::vector<Payload*> writes;
    for (int i = 0; i < 4; ++i) {
        writes.push_back(&bench.access(1, 256));
    }
    std::size_t sent = 0;
    const auto send = [&] { bench.node[0]->send(*writes[sent++], ::tlm::BEGIN_REQ); };
    bench.timeline.at(0, send);
    bench.timeline.at(10, send);   // the first is under way, the queue empty
    bench.timeline.at(20, send);   // the queue is full until edge 34 starts the second
    bench.timeline.at(200, send);  // free again
    bench.run();
    EXPECT_EQ(TlmBench::times(*writes[0]).request.accepted, 1);
    EXPECT_EQ(TlmBench::times(*writes[1]).request.accepted, 11);
    EXPECT_EQ(TlmBench::times(*writes[1]).request.injected, 34);
    EXPECT_EQ(TlmBench::times(*writes[2]).request.offered, 21);
    EXPECT_EQ(TlmBench::times(*writes[2]).request.accepted, 35);
    EXPECT_EQ(TlmBench::times(*writes[2]).request.injected, 67);
    EXPECT_THAT(bench.log, testing::Contains("node_0 END_REQ 35000"));
}

TEST(TlmInterconnect, ResponsesWaitForTheInitiatorWithoutBlockingTheNetwork) {
    TlmBench bench(3);
    std::vector<Payload*> open;
    bench.node[0]->on_response = [&](Payload& payload, Phase&, sc_core::sc_time&) {
        open.push_back(&payload);
        return ::tlm::TLM_ACCEPTED;
    };
    Payload& far = bench.access(2, 8);
    Payload& near = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(far, ::tlm::BEGIN_REQ); });
    bench.timeline.at(1, [&] { bench.node[0]->send(near, ::tlm::BEGIN_REQ); });
    bench.timeline.at(100, [&] { bench.node[0]->send(*open[0], ::tlm::END_RESP); });
    bench.timeline.at(110, [&] { bench.node[0]->send(*open[1], ::tlm::END_RESP, ns(3)); });
    bench.run();
    ASSERT_EQ(open.size(), 2U);
    EXPECT_EQ(open[0], &near);  // overtook
    EXPECT_EQ(open[1], &far);
    EXPECT_LT(TlmBench::times(far).response.delivered, 20);
    EXPECT_EQ(bench.log.back(), "node_0 BEGIN_RESP 100000");
    EXPECT_EQ(bench.interconnect->in_flight(), 0U);
}

TEST(TlmInterconnect, IdleTimeCostsNothing) {
    TlmBench bench;
    Payload& first = bench.access(1, 8);
    Payload& second = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(first, ::tlm::BEGIN_REQ); });
    bench.timeline.at(1e6, [&] { bench.node[0]->send(second, ::tlm::BEGIN_REQ); });
    bench.run(2e6);
    EXPECT_EQ(TlmBench::times(second).response.delivered, 1000001 + 3 + 1 + 2);
    EXPECT_LT(sc_core::sc_delta_count(), 100U);
}

TEST(TlmInterconnect, BlockingCallsReturnWhenTheResponseIsDelivered) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload& payload, Phase&, sc_core::sc_time& delay) {
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        delay = ns(4);
        return ::tlm::TLM_COMPLETED;
    };
    Payload on_stack;  // needs no memory manager
    bench.fill(on_stack, 1, 16);
    sc_core::sc_time returned;
    Timeline caller("caller", Timeline::Process::thread);
    caller.at(1, [&] {
        sc_core::sc_time delay = ns(2);
        bench.node[0]->out->b_transport(on_stack, delay);
        EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
        returned = sc_core::sc_time_stamp();
    });
    bench.run();
    EXPECT_EQ(returned, ns(4 + 4 + 4 + 1 + 2));
    EXPECT_TRUE(on_stack.is_response_ok());
    EXPECT_FALSE(on_stack.has_mm());
    EXPECT_EQ(on_stack.get_ref_count(), 0);
}

TEST(TlmInterconnect, TargetsMayBeCalledByBTransport) {
    tl::InterconnectParameters parameters;
    parameters.blocking_targets = {1};
    TlmBench bench(2, parameters);
    bench.node[1]->on_blocking = [](Payload& payload, sc_core::sc_time& delay) {
        sc_core::wait(ns(3));
        payload.set_response_status(::tlm::TLM_OK_RESPONSE);
        delay = ns(2);
    };
    Payload& first = bench.access(1, 8);
    Payload& second = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(first, ::tlm::BEGIN_REQ); });
    bench.timeline.at(3, [&] { bench.node[0]->send(second, ::tlm::BEGIN_REQ); });
    bench.run();
    EXPECT_EQ(TlmBench::times(first).request.delivered, 4);
    EXPECT_EQ(TlmBench::times(first).response.offered, 4 + 5 + 1);
    EXPECT_EQ(TlmBench::times(second).request.delivered, 7);
    EXPECT_EQ(TlmBench::times(second).response.offered, 9 + 5 + 1);  // one after the other
}

/// Sixteen reads, temporally decoupled.
class DecoupledInitiator final : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(DecoupledInitiator);
    DecoupledInitiator(const sc_core::sc_module_name& name, TlmBench& bench)
        : sc_module(name), bench_(bench) {
        SC_THREAD(run);
    }
    sc_core::sc_time end;
    int syncs = 0;

private:
    void run() {
        tlm_utils::tlm_quantumkeeper keeper;
        keeper.reset();
        Payload payload;
        for (int i = 0; i < 16; ++i) {
            bench_.fill(payload, 1, 16, false);
            sc_core::sc_time delay = keeper.get_local_time();
            bench_.node[0]->out->b_transport(payload, delay);
            EXPECT_TRUE(payload.is_response_ok());
            keeper.set(delay);
            if (keeper.need_sync()) {
                keeper.sync();
                ++syncs;
            }
        }
        end = keeper.get_current_time();
        wait(never_);  // as Timeline
    }
    sc_core::sc_event never_;
    TlmBench& bench_;
};

TEST(TlmInterconnect, LooselyTimedCallsAddTheLatencyOfAnIdleNetwork) {
    for (const bool exact : {true, false}) {
        tl::InterconnectParameters parameters;
        if (!exact) {
            parameters.blocking_calls = tl::BlockingCalls::loosely_timed;
        }
        TlmBench bench(2, parameters);
        ::tlm::tlm_global_quantum::instance().set(ns(40));
        DecoupledInitiator initiator("decoupled", bench);
        bench.run();
        // Each: (1 + 2) there, (1 + 4) back. Alone in the network, both are the same.
        EXPECT_EQ(initiator.end, ns(16 * 8)) << "exact: " << exact;
        EXPECT_EQ(initiator.syncs, 3);  // of 128 ns, every 40
        EXPECT_EQ(bench.network->counters().messages_offered, exact ? 32U : 0U);
        ::tlm::tlm_global_quantum::instance().set(sc_core::SC_ZERO_TIME);
    }
}

TEST(TlmInterconnect, LooselyTimedTimesSayThatTheyAreApproximate) {
    tl::InterconnectParameters parameters;
    parameters.blocking_calls = tl::BlockingCalls::loosely_timed;
    TlmBench bench(2, parameters);
    Payload& read = bench.access(1, 16, false);
    bench.timeline.at(5, [&] {
        sc_core::sc_time delay;
        bench.node[0]->out->b_transport(read, delay);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
        EXPECT_EQ(delay, ns(8));
    });
    bench.run();
    EXPECT_TRUE(TlmBench::times(read).approximate);
    EXPECT_EQ(TlmBench::times(read).request.offered, 6);
    EXPECT_EQ(TlmBench::times(read).response.delivered, 13);
    EXPECT_EQ(bench.node[1]->last_address, 0U);
    EXPECT_EQ(read.get_address(), 2 * kBase);
}

TEST(TlmInterconnect, RefusesDirectMemoryAndPassesDebugAccessesOn) {
    TlmBench bench;
    bench.timeline.at(1, [&] {
        Payload payload;
        bench.fill(payload, 1, 8);
        payload.set_dmi_allowed(true);
        ::tlm::tlm_dmi dmi;
        EXPECT_FALSE(bench.node[0]->out->get_direct_mem_ptr(payload, dmi));
        EXPECT_FALSE(payload.is_dmi_allowed());
        EXPECT_EQ(dmi.get_start_address(), 0U);
        EXPECT_EQ(dmi.get_end_address(), UINT64_MAX);

        payload.set_address(2 * kBase + 0x10);
        EXPECT_EQ(bench.node[0]->out->transport_dbg(payload), 8U);
        EXPECT_EQ(bench.node[1]->last_address, 0x10U);
        EXPECT_EQ(payload.get_address(), 2 * kBase + 0x10);
        payload.set_address(3 * kBase - 3);  // three bytes are left
        EXPECT_EQ(bench.node[0]->out->transport_dbg(payload), 3U);
        EXPECT_EQ(payload.get_data_length(), 8U);
        payload.set_address(9 * kBase);
        EXPECT_EQ(bench.node[0]->out->transport_dbg(payload), 0U);
    });
    bench.run();
    EXPECT_EQ(bench.network->counters().messages_offered, 0U);
}

TEST(TlmInterconnect, DrivesTheSignalLevelFromTheSameSockets) {
    // Half a cycle of nothing but deltas: the phases of cycle t happen at t + 0.5 ns.
    const FreshKernel kernel;
    const auto topology = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2, 1}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.pipeline = 1;
    description.links.assign(topology->link_classes().size(), {0, 1});
    rtl::SignalNetwork network(description);
    tl::PayloadPool pool;
    tl::Interconnect interconnect("interconnect", network,
                                  tl::AddressMap({{kBase, kBase, 1, 0x40}}));
    std::vector<std::string> log;
    HandDriven node_0("node_0", log);
    HandDriven node_1("node_1", log);
    node_0.out.bind(interconnect.target_socket[0]);
    interconnect.initiator_socket[1].bind(node_1.in);
    node_1.out.bind(interconnect.target_socket[1]);
    interconnect.initiator_socket[0].bind(node_0.in);
    Timeline timeline("timeline");
    unsigned char data[16] = {};
    Payload& write = pool.allocate();
    write.acquire();
    write.set_write();
    write.set_address(kBase);
    write.set_data_ptr(data);
    write.set_data_length(16);
    write.set_streaming_width(16);
    timeline.at(2, [&] { node_0.send(write, ::tlm::BEGIN_REQ); });
    sc_core::sc_start();  // ends by itself: nothing is left to do
    EXPECT_THAT(log, ElementsAre("node_0 END_REQ 3000", "node_1 BEGIN_REQ 7000",
                                 "node_0 BEGIN_RESP 10000"));
    EXPECT_EQ(node_1.last_address, 0x40U);
    EXPECT_EQ(pool.in_use(), 1U);
    write.release();
    EXPECT_EQ(pool.in_use(), 0U);
}

}  // namespace
}  // namespace flitscope::tb
