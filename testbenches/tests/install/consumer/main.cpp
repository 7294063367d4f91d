// One Flitscope router in a SystemC design of one's own: own clock, own wires, own neighbours.
//
// Router 0 of a 2-cube. One message comes in from neighbour 1 over plain sc_signals, another one
// from the local node over Flitscope's wires; both leave through output 1 towards node 2. For every
// flit a line says when it left: docs/router.md, section 9, predicts each of them.
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "rtl_models/signal/network/router.h"
#include "topologies/hypercube.h"
#include "topologies/routing/ecube.h"

namespace {

using flitscope::rtl::Credit;
using flitscope::rtl::Flit;

constexpr std::uint32_t kLength = 3;

std::int64_t cycle_now() {
    return static_cast<std::int64_t>(sc_core::sc_time_stamp() /
                                     sc_core::sc_time(1, sc_core::SC_NS));
}

/// Writes one message, a flit a cycle from cycle `start` on. What a wire carries when a cycle ends
/// is in the router's buffer at the edge that ends it.
class Sender : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Sender);
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    sc_core::sc_in<Credit> credit_i{"credit_i"};

    Sender(const sc_core::sc_module_name& name, std::uint32_t message, std::int64_t start)
        : sc_module(name), message_(message), start_(start) {
        SC_METHOD(send);
        sensitive << clk_i.pos();
        dont_initialize();
    }

private:
    void send() {
        const std::int64_t index = cycle_now() - start_;
        Flit flit;  // nothing
        if (index >= 0 && index < kLength) {
            flit.message = message_;
            flit.index = static_cast<std::uint32_t>(index);
            flit.length = kLength;
            flit.kind = flitscope::rtl::flit_kind(flit.index, kLength);
            flit.source = 0;
            flit.destination = 2;
        }
        flit_o.write(flit);
    }

    std::uint32_t message_;
    std::int64_t start_;
};

/// Takes flits and returns a credit for each in the cycle after it came. Looks at the wires in the
/// middle of the cycle, when they have settled.
class Receiver : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Receiver);
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<Flit> flit_i{"flit_i"};
    sc_core::sc_out<Credit> credit_o{"credit_o"};

    explicit Receiver(const sc_core::sc_module_name& name) : sc_module(name) {
        SC_METHOD(look);
        sensitive << clk_i.neg();
        dont_initialize();
        SC_METHOD(answer);
        sensitive << clk_i.pos();
        dont_initialize();
    }

private:
    void look() {
        taken_ = Credit{};
        const Flit& flit = flit_i.read();
        if (flit.valid()) {
            taken_.vcs = std::uint64_t{1} << flit.vc;
            std::cout << "message " << flit.message << " flit " << flit.index << " leaves at edge "
                      << cycle_now() + 1 << '\n';
        }
    }
    void answer() { credit_o.write(taken_); }

    Credit taken_;
};

}  // namespace

int sc_main(int argc, char* argv[]) {
    using namespace flitscope;

    const topo::Ecube routing(topo::Ecube::Order::high_first);
    rtl::RouterInstance instance;
    instance.id = 0;
    instance.parameters.virtual_channels = 2;
    instance.parameters.buffer_flits = 4;
    instance.parameters.pipeline = argc > 1 ? std::atoi(argv[1]) : 3;
    instance.connected = {true, true};
    instance.cycles_per_flit = {1, 1};
    instance.routing = &routing;

    // Cycle t begins at t nanoseconds, with a rising edge.
    const sc_core::sc_clock clock("clock", 1, sc_core::SC_NS);
    const sc_core::sc_signal<bool> no_reset("no_reset", true);
    rtl::Router router("router_0", instance);
    router.clk_i(clock);
    router.rst_ni(no_reset);

    Sender neighbour("neighbour", 7, 0);
    Sender local("local", 8, 20);
    Receiver receiver("receiver");
    neighbour.clk_i(clock);
    local.clk_i(clock);
    receiver.clk_i(clock);

    sc_core::sc_signal<Flit> from_neighbour("from_neighbour");
    sc_core::sc_signal<Credit> to_neighbour("to_neighbour");
    neighbour.flit_o(from_neighbour);
    neighbour.credit_i(to_neighbour);
    router.flit_i(0)(from_neighbour);
    router.credit_o(0)(to_neighbour);

    rtl::FlitWire injected("injected");
    rtl::CreditWire injection_credit("injection_credit");
    local.flit_o(injected);
    local.credit_i(injection_credit);
    router.flit_i(2)(injected);
    router.credit_o(2)(injection_credit);

    sc_core::sc_signal<Flit> to_node_2("to_node_2");
    sc_core::sc_signal<Credit> from_node_2("from_node_2");
    router.flit_o(1)(to_node_2);
    router.credit_i(1)(from_node_2);
    receiver.flit_i(to_node_2);
    receiver.credit_o(from_node_2);

    // Nothing comes or goes here, but every port of a connected side is bound.
    rtl::FlitWire unused_in("unused_in");
    rtl::CreditWire unused_in_credit("unused_in_credit");
    rtl::FlitWire unused_out("unused_out");
    rtl::CreditWire unused_out_credit("unused_out_credit");
    rtl::FlitWire unused_ejection("unused_ejection");
    router.flit_i(1)(unused_in);
    router.credit_o(1)(unused_in_credit);
    router.flit_o(0)(unused_out);
    router.credit_i(0)(unused_out_credit);
    router.flit_o(2)(unused_ejection);

    sc_core::sc_start(40, sc_core::SC_NS);
    return 0;
}
