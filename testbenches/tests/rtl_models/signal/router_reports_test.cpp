// Every report of the signal level (docs/reports.md), provoked.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "rtl_models/signal/network/ejection_port.h"
#include "rtl_models/signal/network/network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/whole/cycles/router_bench.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

rtl::Flit flit(std::uint32_t message, std::uint32_t index, std::uint32_t length) {
    rtl::Flit flit;
    flit.message = message;
    flit.index = index;
    flit.length = length;
    flit.source = 0;
    flit.destination = 2;
    flit.kind = rtl::flit_kind(index, length);
    return flit;
}

/// Runs the bench and returns "<id>: <text>" of the report that ends it.
std::string report_of(RouterBench& bench) {
    const std::string path =
        testing::TempDir() + "router_reports_" + std::to_string(::getpid()) + ".vcd";
    std::string report;
    try {
        bench.run(20, path);
    } catch (const sc_core::sc_report& error) {
        report = std::string(error.get_msg_type()) + ": " + error.get_msg();
    }
    std::remove(path.c_str());
    return report;
}

rtl::RouterParameters small_router() {
    rtl::RouterParameters parameters;
    parameters.virtual_channels = 2;
    parameters.buffer_flits = 2;
    return parameters;
}

TEST(RouterReports, FlitIntoAFullVcIsNamedWithInstanceAndCycle) {
    RouterBench bench(small_router());
    for (std::uint32_t i = 0; i < 3; ++i) {
        bench.drive_flit(1, i, flit(7, i, 3));
    }
    EXPECT_EQ(report_of(bench),
              "/flitscope/signal/buffer_overflow: router_1.vc_buffer_1: cycle 3: no credit, VC is "
              "full: tail message 7 flit 2/3 vc 0 0>2");
}

TEST(RouterReports, BodyWithoutAHeadIsOutOfOrder) {
    RouterBench bench(small_router());
    bench.drive_flit(1, 0, flit(7, 1, 3));
    EXPECT_EQ(
        report_of(bench),
        "/flitscope/signal/vc_order: router_1.vc_buffer_1: cycle 1: flit without a head: body "
        "message 7 flit 1/3 vc 0 0>2");
}

TEST(RouterReports, SecondMessageInsideAVcIsOutOfOrder) {
    RouterBench bench(small_router());
    bench.drive_flit(1, 0, flit(7, 0, 3));
    bench.drive_flit(1, 1, flit(8, 0, 3));
    EXPECT_NE(report_of(bench).find("cycle 2: head inside another message"), std::string::npos);
}

TEST(RouterReports, FlitOfAnotherMessageInsideAVcIsInterleaved) {
    RouterBench bench(small_router());
    bench.drive_flit(1, 0, flit(7, 0, 3));
    bench.drive_flit(1, 1, flit(8, 1, 3));
    EXPECT_NE(report_of(bench).find("messages interleaved inside a VC"), std::string::npos);
}

TEST(RouterReports, SkippedFlitIsOutOfOrder) {
    RouterBench bench(small_router());
    bench.drive_flit(1, 0, flit(7, 0, 3));
    bench.drive_flit(1, 1, flit(7, 2, 3));
    EXPECT_NE(report_of(bench).find("flit out of order"), std::string::npos);
}

TEST(RouterReports, TailTooEarlyIsALengthMismatch) {
    RouterBench bench(small_router());
    rtl::Flit tail = flit(7, 1, 3);
    tail.kind = rtl::FlitKind::tail;
    bench.drive_flit(1, 0, flit(7, 0, 3));
    bench.drive_flit(1, 1, tail);
    EXPECT_NE(report_of(bench).find("length mismatch"), std::string::npos);
}

TEST(RouterReports, FlitOnAVcThatDoesNotExistIsRefused) {
    RouterBench bench(small_router());
    rtl::Flit stray = flit(7, 0, 3);
    stray.vc = 2;
    bench.drive_flit(1, 0, stray);
    EXPECT_NE(report_of(bench).find("VC does not exist"), std::string::npos);
}

TEST(RouterReports, CreditWithNothingOutstandingOverflows) {
    RouterBench bench(small_router());
    bench.drive_credit(0, 4, 1);
    EXPECT_EQ(
        report_of(bench),
        "/flitscope/signal/credit_overflow: router_1.output_unit_0: cycle 5: credit for VC 1, "
        "which has none outstanding");
}

/// The report that ends the simulation of a sink is of this id and says this.
void expect_report_of_the_sink(const char* id, const char* text) {
    try {
        sc_core::sc_start(10, sc_core::SC_NS);
        FAIL() << "no report";
    } catch (const sc_core::sc_report& error) {
        EXPECT_STREQ(error.get_msg_type(), id);
        EXPECT_NE(std::string(error.get_msg()).find(text), std::string::npos) << error.get_msg();
    }
}

TEST(RouterReports, SinkRefusesAMessageForAnotherNode) {
    rtl::Clock clock("clock");
    rtl::FlitWire wire("wire");
    rtl::EjectionPort::Parameters parameters;
    parameters.address = 1;
    parameters.output = 2;
    parameters.vcs = 2;
    rtl::EjectionPort sink("sink", parameters, [](const rtl::Flit&, topo::NodeId, int) {});
    sink.clk_i(clock.clk);
    sink.flit_i(wire);
    clock.next_edge = [](rtl::Cycle edge) { return edge; };
    clock.on_cycle_end = [&wire](rtl::Cycle cycle) {
        wire.write(cycle + 1 == 2 ? flit(7, 0, 1) : rtl::Flit{});
    };
    expect_report_of_the_sink("/flitscope/signal/wrong_node",
                              "sink: cycle 2: message at the wrong node");
}

TEST(RouterReports, SinkRefusesOtherBytesThanTheSourceSent) {
    rtl::Clock clock("clock");
    rtl::FlitWire wire("wire");
    const rtl::NetworkDescription network;
    const rtl::FlitPayload payload(network);
    rtl::EjectionPort::Parameters parameters;
    parameters.address = 2;
    parameters.output = 2;
    parameters.vcs = 2;
    parameters.payload = &payload;
    rtl::EjectionPort sink("sink", parameters, [](const rtl::Flit&, topo::NodeId, int) {});
    sink.clk_i(clock.clk);
    sink.flit_i(wire);
    clock.next_edge = [](rtl::Cycle edge) { return edge; };
    clock.on_cycle_end = [&](rtl::Cycle cycle) {
        const auto sent = static_cast<std::uint32_t>(cycle);
        rtl::Flit next;
        if (sent < 3) {
            next = flit(7, sent, 3);
            payload.fill(next);
            next.data.set_word(0, next.data.word(0) ^ (sent == 2 ? 0x200000U : 0U));
        }
        wire.write(next);
    };
    expect_report_of_the_sink("/flitscope/signal/data",
                              "sink: cycle 3: message 7, flit 2, byte 2 is");
}

/// Sends everything out of the border of a row.
class OffTheEdge : public topo::RoutingFunction {
public:
    std::string algorithm() const override { return "off_the_edge"; }
    void candidates(const topo::RouteQuery& query,
                    std::vector<topo::RouteCandidate>& out) const override {
        (void)query;
        out.push_back({0, 0});
    }
};

TEST(RouterReports, RouteToAnUnconnectedOutputEndsTheRun) {
    const auto topology =
        topo::find_topology("mesh").make({{"size", std::vector<std::int64_t>{3}}});
    const OffTheEdge routing;
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = &routing;
    description.links.resize(1);
    rtl::SignalNetwork network(description);
    rtl::Message message;
    message.source = 1;
    message.destination = 0;
    ScriptedClient client({message});
    try {
        network.run(client, 1000);
        FAIL() << "no error";
    } catch (const std::logic_error& error) {
        EXPECT_EQ(std::string(error.what())
                      .rfind("/flitscope/signal/route: router_2.route_unit_1: "
                             "routing asks for output 0, which is not",
                             0),
                  0U)
            << error.what();
    }
}

}  // namespace
}  // namespace flitscope::tb
