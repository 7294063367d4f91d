// Waves of routers in somebody's own design, whose plain sc_signals wake them.
#include "rtl_models/signal/watch/wave_taps.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rtl_models/signal/network/router.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

constexpr int kPorts = 3;  // of the middle of a line: two network ports and the node's
constexpr int kSleepsUntil = 20;

/// Router 1 of a line of three between plain signals; a message of one flit comes in after a while.
SC_MODULE(Design) {
    SC_HAS_PROCESS(Design);
    explicit Design(const sc_core::sc_module_name& name)
        : sc_module(name),
          topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3}}})),
          routing(topo::make_routing("dimension_order", *topology, {})),
          clock("clock") {
        rtl::RouterInstance instance;
        instance.id = 1;
        instance.parameters.virtual_channels = 1;
        instance.parameters.buffer_flits = 2;
        instance.parameters.pipeline = 1;
        instance.connected = {true, true};
        instance.cycles_per_flit = {1, 1};
        instance.routing = routing.get();
        router = std::make_unique<rtl::Router>("router_1", instance);
        router->clk_i(clock.clk);
        router->rst_ni(no_reset);
        for (int port = 0; port < kPorts; ++port) {
            router->flit_i(port)(flit_in[port]);
            router->credit_o(port)(credit_out[port]);
            router->flit_o(port)(flit_out[port]);
            if (port < 2) {
                router->credit_i(port)(credit_in[port]);
            }
        }
        SC_THREAD(send);
    }
    void send() {
        wait(kSleepsUntil + 0.5, sc_core::SC_NS);
        rtl::Flit flit;
        flit.kind = rtl::flit_kind(0, 1);
        flit.message = 7;
        flit.length = 1;
        flit.source = 0;
        flit.destination = 2;
        flit_in[0].write(flit);
        wait(1, sc_core::SC_NS);
        flit_in[0].write({});
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::Clock clock;
    sc_core::sc_signal<bool> no_reset{"no_reset", true};
    std::unique_ptr<rtl::Router> router;
    sc_core::sc_signal<rtl::Flit> flit_in[kPorts];
    sc_core::sc_signal<rtl::Credit> credit_out[kPorts];
    sc_core::sc_signal<rtl::Flit> flit_out[kPorts];
    sc_core::sc_signal<rtl::Credit> credit_in[2];
};

TEST(WaveTaps, DeclareTheRoutersBeforeSomebodyElsesSignalsWakeThem) {
    Design design("design");
    const std::string path = testing::TempDir() + "flitscope_wave_taps.vcd";
    waves::WaveDump dump(path, {}, 0, 1000);
    rtl::record_waves(design.clock, {design.router.get()}, *design.topology, dump);
    sc_core::sc_start(40, sc_core::SC_NS);
    dump.finish(40);
    const VcdFile file(path);
    EXPECT_GT(file.signals().size(), 40U);
    // The flit is on the wire in cycle 20, and on some output three cycles later at most.
    const std::int64_t sent = kSleepsUntil * 1000;
    EXPECT_EQ(file.value("router_1.input_0.flit_i_valid", sent - 1000), 0U);
    EXPECT_EQ(file.value("router_1.input_0.flit_i_valid", sent), 1U);
    EXPECT_EQ(file.value("router_1.input_0.flit_i_message", sent), 7U);
    int seen = 0;
    for (int cycle = kSleepsUntil; cycle < kSleepsUntil + 6; ++cycle) {
        for (const char* output : {"output_0", "output_1", "output_2"}) {
            seen += static_cast<int>(
                file.value(std::string("router_1.") + output + ".flit_o_valid", cycle * 1000)
                    .value_or(0));
        }
    }
    EXPECT_EQ(seen, 1);
}

}  // namespace
}  // namespace flitscope::tb
