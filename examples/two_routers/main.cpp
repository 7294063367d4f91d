// Two routers wired by hand: an sc_clock, plain sc_signals, a source and a sink of one's own.
#include <iostream>
#include <memory>
#include <systemc>

#include "rtl_models/signal/network/router.h"
#include "topologies/hypercube.h"
#include "topologies/routing/ecube.h"

using namespace flitscope;

// Sends four messages of three flits to node 1, in VC 0: a flit per cycle while there are credits.
SC_MODULE(Source) {
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_out<rtl::Flit> flit_o{"flit_o"};
    sc_core::sc_in<rtl::Credit> credit_i{"credit_i"};
    SC_CTOR(Source) { SC_CTHREAD(send, clk_i.pos()); }
    void send() {
        std::uint32_t sent = 0;
        for (std::uint64_t credits = 8;; wait()) {  // slots of VC 0 in the router
            credits += credit_i.read().vcs & 1;     // a bit per VC
            rtl::Flit flit;                         // none
            if (credits > 0 && sent < 12) {
                flit.message = sent / 3;
                flit.destination = 1;
                flit.length = 3;
                flit = rtl::flit_at(flit, sent++ % 3);
                --credits;
            }
            flit_o.write(flit);
        }
    }
};

// Takes a flit whenever there is one; an ejection output wants no credits.
SC_MODULE(Sink) {
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<rtl::Flit> flit_i{"flit_i"};
    SC_CTOR(Sink) { SC_CTHREAD(take, clk_i.pos()); }
    void take() {
        for (;; wait()) {
            if (flit_i.read().valid()) {
                std::cout << sc_core::sc_time_stamp() << "  " << flit_i.read() << '\n';
            }
        }
    }
};

int sc_main(int /*argc*/, char* /*argv*/[]) {
    const topo::Ecube routing(topo::Ecube::Order::high_first);  // 0 -- 1, a cube of one dimension
    rtl::RouterInstance with;
    with.connected = {true};  // port 0 leads to the other router; port 1 is the node's
    with.cycles_per_flit = {1};
    with.routing = &routing;
    sc_core::sc_clock clock("clock", 1, sc_core::SC_NS);
    sc_core::sc_signal<bool> no_reset("no_reset", true);
    sc_core::sc_signal<rtl::Flit> injected[2], ejected[2], link[2];  // of router 0, of router 1
    sc_core::sc_signal<rtl::Credit> room[2], back[2];
    std::unique_ptr<rtl::Router> router[2];
    for (int node = 0; node < 2; ++node) {
        with.id = node;
        router[node] = std::make_unique<rtl::Router>(node == 0 ? "router_0" : "router_1", with);
        router[node]->clk_i(clock);
        router[node]->rst_ni(no_reset);
        router[node]->flit_i(0)(link[1 - node]);
        router[node]->credit_o(0)(back[1 - node]);
        router[node]->flit_o(0)(link[node]);
        router[node]->credit_i(0)(back[node]);
        router[node]->flit_i(1)(injected[node]);
        router[node]->credit_o(1)(room[node]);
        router[node]->flit_o(1)(ejected[node]);
    }
    Source source("source");
    source.clk_i(clock), source.flit_o(injected[0]), source.credit_i(room[0]);
    Sink sink("sink");
    sink.clk_i(clock), sink.flit_i(ejected[1]);
    sc_core::sc_start(40, sc_core::SC_NS);
    return 0;
}
