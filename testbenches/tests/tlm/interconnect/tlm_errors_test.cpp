// What the interconnect refuses, and what it reports as fatal.
#include <gmock/gmock.h>

#include <iostream>
#include <stdexcept>

#include "testbenches/tests/tlm/interconnect/tlm_bench.h"

namespace flitscope::tb {
namespace {

using tl::Payload;
using tl::Phase;
using tl::Status;

struct Wrong {
    const char* what;
    std::function<void(Payload&)> make;
    Status expected;
};

const std::vector<Wrong>& wrong_accesses() {
    static const std::vector<Wrong> list = {
        {"below the map", [](Payload& p) { p.set_address(0); }, ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"behind the map", [](Payload& p) { p.set_address(3 * kBase); },
         ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"over the end of a range", [](Payload& p) { p.set_address(3 * kBase - 7); },
         ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"around the address space", [](Payload& p) { p.set_address(UINT64_MAX); },
         ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"no command", [](Payload& p) { p.set_command(static_cast<::tlm::tlm_command>(7)); },
         ::tlm::TLM_COMMAND_ERROR_RESPONSE},
        {"ignore, where nobody is",
         [](Payload& p) {
             p.set_command(::tlm::TLM_IGNORE_COMMAND);
             p.set_address(0);
         },
         ::tlm::TLM_ADDRESS_ERROR_RESPONSE},
        {"no length", [](Payload& p) { p.set_data_length(0); }, ::tlm::TLM_BURST_ERROR_RESPONSE},
        {"too long", [](Payload& p) { p.set_data_length(4097); }, ::tlm::TLM_BURST_ERROR_RESPONSE},
        {"no streaming width", [](Payload& p) { p.set_streaming_width(0); },
         ::tlm::TLM_BURST_ERROR_RESPONSE},
        {"byte enables without length", [](Payload& p) { p.set_byte_enable_ptr(p.get_data_ptr()); },
         ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
        {"no data", [](Payload& p) { p.set_data_ptr(nullptr); }, ::tlm::TLM_GENERIC_ERROR_RESPONSE},
        {"a header that is not carried",
         [](Payload& p) {
             p.get_extension<tl::MessageExtension>()->header = tl::HeaderKind::coded_path;
         },
         ::tlm::TLM_GENERIC_ERROR_RESPONSE},
    };
    return list;
}

TEST(TlmErrors, EveryCallAnswersWithTheStatusOfTheStandard) {
    for (const bool loosely : {false, true}) {
        tl::InterconnectParameters parameters;
        if (loosely) {
            parameters.blocking_calls = tl::BlockingCalls::loosely_timed;
        }
        TlmBench bench(2, parameters);
        bench.timeline.at(1, [&] {
            for (const Wrong& wrong : wrong_accesses()) {
                Payload& at = bench.access(1, 8);
                wrong.make(at);
                EXPECT_EQ(bench.node[0]->send(at, ::tlm::BEGIN_REQ), ::tlm::TLM_COMPLETED)
                    << wrong.what;
                EXPECT_EQ(at.get_response_status(), wrong.expected) << wrong.what;
                EXPECT_EQ(at.get_ref_count(), 1);
                at.release();

                Payload& blocking = bench.access(1, 8);
                wrong.make(blocking);
                sc_core::sc_time delay;
                bench.node[0]->out->b_transport(blocking, delay);
                EXPECT_EQ(blocking.get_response_status(), wrong.expected) << wrong.what;
                EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
                blocking.release();
            }
        });
        bench.run();
        EXPECT_TRUE(bench.log.empty());
        EXPECT_EQ(bench.network->counters().messages_offered, 0U);
        EXPECT_EQ(bench.interconnect->in_flight(), 0U);
    }
}

TEST(TlmErrors, WholeMessageSwitchingLimitsBurstsToItsBuffers) {
    TlmBench bench(2, {}, [](rtl::NetworkDescription& d) {
        d.router.switching = rtl::Switching::virtual_cut_through;
        d.router.buffer_flits = 5;
    });
    EXPECT_EQ(bench.interconnect->max_burst_bytes(), 32U);
    Payload& longest = bench.access(1, 32);
    Payload& longer = bench.access(1, 33, false);
    bench.timeline.at(0, [&] { bench.node[0]->send(longest, ::tlm::BEGIN_REQ); });
    bench.timeline.at(50, [&] {
        EXPECT_EQ(bench.node[0]->send(longer, ::tlm::BEGIN_REQ), ::tlm::TLM_COMPLETED);
    });
    bench.run();
    EXPECT_TRUE(longest.is_response_ok());
    EXPECT_EQ(longer.get_response_status(), ::tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST(TlmErrors, ErrorsOfTargetsTravelBackWithoutData) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload& payload, Phase&, sc_core::sc_time&) {
        payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
        return ::tlm::TLM_COMPLETED;
    };
    Payload& read = bench.access(1, 64, false);
    bench.timeline.at(0, [&] { bench.node[0]->send(read, ::tlm::BEGIN_REQ); });
    bench.run();
    EXPECT_EQ(read.get_response_status(), ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(TlmBench::times(read).response.delivered, 1 + 2 + 1 + 2);  // one flit
}

/// What only the initiator and its target know of.
struct Doorbell : ::tlm::tlm_extension<Doorbell> {
    int rung = 0;
    ::tlm::tlm_extension_base* clone() const override { return new Doorbell(*this); }
    void copy_from(const ::tlm::tlm_extension_base& other) override {
        *this = static_cast<const Doorbell&>(other);
    }
};

TEST(TlmErrors, TheIgnoreCommandTakesAnExtensionToTheTargetAndTouchesNoData) {
    for (const bool refuses : {false, true}) {
        TlmBench bench;
        std::uint64_t seen_at = 0;
        bench.node[1]->on_request = [&](Payload& payload, Phase&, sc_core::sc_time&) {
            EXPECT_EQ(payload.get_command(), ::tlm::TLM_IGNORE_COMMAND);
            ++payload.get_extension<Doorbell>()->rung;
            seen_at = payload.get_address();
            payload.set_response_status(refuses ? ::tlm::TLM_COMMAND_ERROR_RESPONSE
                                                : ::tlm::TLM_OK_RESPONSE);
            return ::tlm::TLM_COMPLETED;
        };
        Doorbell doorbell;
        Payload& payload = bench.access(1, 64);
        payload.set_command(::tlm::TLM_IGNORE_COMMAND);
        // As a payload is when nobody has set what is about data.
        payload.set_data_ptr(nullptr);
        payload.set_data_length(0);
        payload.set_streaming_width(0);
        payload.set_address(2 * kBase + 8);
        payload.set_extension(&doorbell);
        bench.timeline.at(0, [&] { bench.node[0]->send(payload, ::tlm::BEGIN_REQ); });
        bench.run();
        EXPECT_EQ(doorbell.rung, 1);
        EXPECT_EQ(seen_at, 8U);
        EXPECT_EQ(payload.get_response_status(),
                  refuses ? ::tlm::TLM_COMMAND_ERROR_RESPONSE : ::tlm::TLM_OK_RESPONSE);
        // One flit there, one flit back.
        EXPECT_EQ(TlmBench::times(payload).response.delivered, 1 + 2 + 1 + 2);
        payload.clear_extension<Doorbell>();
    }
}

TEST(TlmErrors, TheIgnoreCommandMayCarryWhateverItSaysOfData) {
    for (const bool loosely : {false, true}) {
        tl::InterconnectParameters parameters;
        if (loosely) {
            parameters.blocking_calls = tl::BlockingCalls::loosely_timed;
        }
        TlmBench bench(2, parameters);
        Payload& payload = bench.access(1, 5000);  // longer than any burst
        payload.set_command(::tlm::TLM_IGNORE_COMMAND);
        payload.set_byte_enable_ptr(payload.get_data_ptr());
        bench.timeline.at(0, [&] {
            sc_core::sc_time delay;
            if (loosely) {
                bench.node[0]->out->b_transport(payload, delay);
            } else {
                bench.node[0]->send(payload, ::tlm::BEGIN_REQ);
            }
        });
        bench.run();
        EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_OK_RESPONSE);
    }
}

TEST(TlmErrors, BadMapsAndParametersAreRefusedBeforeAnythingRuns) {
    using tl::AddressMap;
    EXPECT_THROW(AddressMap({{0, 0, 0, 0}}), std::invalid_argument);
    EXPECT_THROW(AddressMap({{UINT64_MAX, 2, 0, 0}}), std::invalid_argument);
    EXPECT_THROW(AddressMap({{0, 2, 0, UINT64_MAX}}), std::invalid_argument);
    EXPECT_THROW(AddressMap({{10, 10, 0, 0}, {0, 11, 1, 0}}), std::invalid_argument);
    const AddressMap whole({{0, UINT64_MAX, 0, 0}});
    EXPECT_NE(whole.find(UINT64_MAX - 1, 1), nullptr);
    EXPECT_EQ(whole.find(UINT64_MAX - 1, 2), nullptr);
    EXPECT_EQ(whole.find(0, UINT64_MAX)->node, 0);

    const auto with = [](const std::function<void(tl::InterconnectParameters&)>& change) {
        tl::InterconnectParameters parameters;
        change(parameters);
        const TlmBench bench(2, parameters);
    };
    EXPECT_THROW(with([](auto& p) { p.source_queue = 0; }), std::invalid_argument);
    EXPECT_THROW(with([](auto& p) { p.max_burst_bytes = 0; }), std::invalid_argument);
    EXPECT_THROW(with([](auto& p) { p.blocking_targets = {2}; }), std::invalid_argument);
}

TEST(TlmErrors, TimeResolutionThatCannotExpressHalfACycleIsRefused) {
    const FreshKernel kernel;
    sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
    EXPECT_THROW(tl::EdgeClock(), std::invalid_argument);
}

TEST(TlmErrors, MapToANodeWithoutTargetIsFatalAtElaboration) {
    TlmBench bench;
    const auto topology = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2, 1}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.links.assign(topology->link_classes().size(), {0, 1});
    const auto network = tl::make_fast_network(description);
    EXPECT_THROW(tl::Interconnect("nowhere", *network, tl::AddressMap({{0, 1, 2, 0}})),
                 std::invalid_argument);
    const tl::Interconnect unbound("unbound", *network, tl::AddressMap({{0, 1, 1, 0}}));
    bench.expect_fatal("/flitscope/tlm/no_target", "unbound: the address map leads to node 1");
}

TEST(TlmErrors, SecondRequestBeforeEndReqIsFatal) {
    TlmBench bench;
    Payload& first = bench.access(1, 8);
    Payload& second = bench.access(1, 8);
    bench.timeline.at(3, [&] {
        bench.node[0]->send(first, ::tlm::BEGIN_REQ);
        bench.node[0]->send(second, ::tlm::BEGIN_REQ);
    });
    bench.expect_fatal("/flitscope/tlm/protocol", "interconnect.target_socket_0: BEGIN_REQ before");
}

TEST(TlmErrors, EndRespWithoutResponseIsFatal) {
    TlmBench bench;
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] { bench.node[0]->send(write, ::tlm::END_RESP); });
    bench.expect_fatal("/flitscope/tlm/protocol", "END_RESP without BEGIN_RESP");
}

TEST(TlmErrors, PhaseInTheWrongDirectionIsFatal) {
    TlmBench bench;
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::END_REQ); });
    bench.expect_fatal("/flitscope/tlm/protocol", "END_REQ is not for an initiator");
}

TEST(TlmErrors, TargetThatAnswersWhatItHasNotGotIsFatal) {
    TlmBench bench;
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] { bench.node[1]->respond(write, ::tlm::BEGIN_RESP); });
    bench.expect_fatal("/flitscope/tlm/protocol", "interconnect.initiator_socket_1: BEGIN_RESP");
}

TEST(TlmErrors, TargetThatEndsARequestTwiceIsFatal) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload&, Phase&, sc_core::sc_time&) {
        return ::tlm::TLM_ACCEPTED;
    };
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(10, [&] { bench.node[1]->respond(write, ::tlm::END_REQ); });
    bench.timeline.at(11, [&] { bench.node[1]->respond(write, ::tlm::END_REQ); });
    bench.expect_fatal("/flitscope/tlm/protocol", "END_REQ out of order");
}

TEST(TlmErrors, TargetWithTwoResponsesAtATimeIsFatal) {
    TlmBench bench;
    bench.node[1]->on_request = [](Payload&, Phase& phase, sc_core::sc_time&) {
        phase = ::tlm::END_REQ;
        return ::tlm::TLM_UPDATED;
    };
    Payload& first = bench.access(1, 8);
    Payload& second = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(first, ::tlm::BEGIN_REQ); });
    bench.timeline.at(1, [&] { bench.node[0]->send(second, ::tlm::BEGIN_REQ); });
    bench.timeline.at(10, [&] { bench.node[1]->respond(first, ::tlm::BEGIN_RESP); });
    bench.timeline.at(10, [&] { bench.node[1]->respond(second, ::tlm::BEGIN_RESP); });
    bench.expect_fatal("/flitscope/tlm/protocol", "BEGIN_RESP before END_RESP");
}

TEST(TlmErrors, PayloadWithoutMemoryManagerIsFatalForAt) {
    TlmBench bench;
    Payload payload;
    bench.fill(payload, 1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(payload, ::tlm::BEGIN_REQ); });
    bench.expect_fatal("/flitscope/tlm/no_memory_manager", "write of 8 bytes at 0x2000");
}

TEST(TlmErrors, ReusedPayloadIsFatal) {
    TlmBench bench;
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.expect_fatal("/flitscope/tlm/payload_in_flight", "write of 8 bytes at 0x2000");
}

TEST(TlmErrors, PayloadReusedForAnotherCallIsFatal) {
    TlmBench bench(3);
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] {
        sc_core::sc_time delay;
        bench.node[2]->out->b_transport(write, delay);
    });
    bench.expect_fatal("/flitscope/tlm/payload_in_flight", "interconnect.target_socket_2");
}

TEST(TlmErrors, ChangedPayloadIsFatal) {
    const std::vector<std::function<void(Payload&)>> changes = {
        [](Payload& p) { p.set_address(kBase); },
        [](Payload& p) { p.set_command(::tlm::TLM_READ_COMMAND); },
        [](Payload& p) { p.set_data_length(4); },
        [](Payload& p) { p.set_data_ptr(p.get_data_ptr() + 1); },
        [](Payload& p) { p.set_streaming_width(2); },
        [](Payload& p) { p.set_byte_enable_ptr(p.get_data_ptr()); },
    };
    for (const auto& change : changes) {
        TlmBench bench;
        Payload& write = bench.access(1, 8);
        bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
        bench.timeline.at(2, [&] { change(write); });
        bench.expect_fatal("/flitscope/tlm/payload_changed", "interconnect: write of 8 bytes");
    }
}

/// A loosely-timed write that the target keeps for ten nanoseconds, and what is done meanwhile. In
/// a process of its own: AddressSanitizer takes exceptions beside SystemC threads for errors.
void die_during_loosely_timed_call(const std::function<void(TlmBench&, Payload&)>& meanwhile) {
    std::cout.rdbuf(std::cerr.rdbuf());  // where SystemC reports, where death tests look
    tl::InterconnectParameters parameters;
    parameters.blocking_calls = tl::BlockingCalls::loosely_timed;
    Payload payload;  // needs no memory manager
    TlmBench bench(3, parameters);
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_DEFAULT_FATAL_ACTIONS);
    bench.fill(payload, 1, 8);
    bench.node[1]->on_blocking = [](Payload& p, sc_core::sc_time&) {
        sc_core::wait(ns(10));
        p.set_response_status(::tlm::TLM_OK_RESPONSE);
    };
    Timeline caller("caller", Timeline::Process::thread);
    caller.at(0, [&] {
        sc_core::sc_time delay;
        bench.node[0]->out->b_transport(payload, delay);
    });
    bench.timeline.at(5, [&] { meanwhile(bench, payload); });
    bench.run();
}

TEST(TlmErrors, PayloadReusedDuringALooselyTimedCallIsFatal) {
    EXPECT_DEATH(die_during_loosely_timed_call([](TlmBench& bench, Payload& payload) {
                     sc_core::sc_time delay;
                     bench.node[2]->out->b_transport(payload, delay);
                 }),
                 "/flitscope/tlm/payload_in_flight: interconnect.target_socket_2");
}

TEST(TlmErrors, PayloadChangedDuringALooselyTimedCallIsFatal) {
    EXPECT_DEATH(die_during_loosely_timed_call(
                     [](TlmBench&, Payload& payload) { payload.set_data_length(4); }),
                 "/flitscope/tlm/payload_changed: interconnect: write of 8 bytes");
}

TEST(TlmErrors, PooledPayloadReleasedTooOftenIsFatalAtOnce) {
    TlmBench bench;
    Payload& write = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(write, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] {
        write.release();  // its own reference: fine
        EXPECT_EQ(write.get_ref_count(), 1);
        write.release();  // the interconnect's
    });
    bench.expect_fatal("/flitscope/tlm/payload_freed", "last reference");
}

/// A manager that frees what it is given.
class DeletingManager final : public ::tlm::tlm_mm_interface {
public:
    void free(Payload* payload) override { delete payload; }
};

/// A manager that keeps payloads for later, and knows nothing of extensions.
class KeepingManager final : public ::tlm::tlm_mm_interface {
public:
    void free(Payload*) override {}
};

TEST(TlmErrors, PayloadReleasedTooOftenIsFatalAtNextUse) {
    KeepingManager manager;
    Payload payload(&manager);
    TlmBench bench;
    payload.acquire();
    bench.fill(payload, 1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(payload, ::tlm::BEGIN_REQ); });
    bench.timeline.at(2, [&] {
        payload.release();
        payload.release();
    });
    bench.expect_fatal("/flitscope/tlm/payload_freed", "freed while in flight");
}

TEST(TlmErrors, DestroyedPayloadIsFatalAtOnce) {
    // A destructor must not throw, so here the report aborts, as it does for users.
    EXPECT_DEATH(
        {
            std::cout.rdbuf(std::cerr.rdbuf());
            DeletingManager manager;
            TlmBench bench;
            auto* payload = new Payload(&manager);
            payload->acquire();
            bench.fill(*payload, 1, 8);
            sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL,
                                                    sc_core::SC_DEFAULT_FATAL_ACTIONS);
            bench.timeline.at(0, [&] { bench.node[0]->send(*payload, ::tlm::BEGIN_REQ); });
            bench.timeline.at(2, [&] {
                payload->release();
                payload->release();
            });
            bench.run();
        },
        "/flitscope/tlm/payload_freed.*destroyed while in flight");
}

TEST(TlmErrors, ProgramsMayEndWithTransactionsInFlight) {
    DeletingManager manager;
    TlmBench bench;
    auto* own = new Payload(&manager);
    own->acquire();
    bench.fill(*own, 1, 8);
    Payload& pooled = bench.access(1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(*own, ::tlm::BEGIN_REQ); });
    bench.timeline.at(1, [&] { bench.node[0]->send(pooled, ::tlm::BEGIN_REQ); });
    bench.run(2.5);
    EXPECT_EQ(bench.interconnect->in_flight(), 2U);
    delete own;  // before the interconnect; `pooled` goes after it
}

TEST(TlmErrors, PayloadDestroyedWhileNothingRunsIsFatalWhenItIsNeeded) {
    DeletingManager manager;
    TlmBench bench;
    auto* payload = new Payload(&manager);
    payload->acquire();
    bench.fill(*payload, 1, 8);
    bench.timeline.at(0, [&] { bench.node[0]->send(*payload, ::tlm::BEGIN_REQ); });
    bench.run(1.5);
    delete payload;
    bench.expect_fatal("/flitscope/tlm/payload_freed", "write of 8 bytes at 0x2000");
}

TEST(PayloadPool, HandsOutCleanPayloadsAgain) {
    tl::PayloadPool pool;
    Payload* first = &pool.allocate();
    first->acquire();
    first->set_write();
    first->set_response_status(::tlm::TLM_OK_RESPONSE);
    first->get_extension<tl::MessageExtension>()->request.offered = 7;
    first->release();
    Payload* second = &pool.allocate();
    EXPECT_EQ(first, second);
    EXPECT_EQ(second->get_response_status(), ::tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_EQ(second->get_command(), ::tlm::TLM_IGNORE_COMMAND);
    EXPECT_EQ(second->get_extension<tl::MessageExtension>()->request.offered, tl::kNotYet);
    EXPECT_NE(&pool.allocate(), second);
    EXPECT_EQ(pool.allocated(), 2U);
}

}  // namespace
}  // namespace flitscope::tb
