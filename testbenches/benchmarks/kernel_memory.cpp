// What SystemC keeps of a mesh of level signal, with nothing of ours: as many modules, ports,
// signals, processes and events, of the same names, an int on every signal. Prints the peak memory
// of its elaboration and of one cycle.
//
//   kernel_memory [SIDE]    32
#include <sys/resource.h>

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

namespace {

using Names = std::vector<std::string>;
using Signal = sc_core::sc_signal<int, sc_core::SC_UNCHECKED_WRITERS>;
using Signals = std::vector<std::unique_ptr<Signal>>;

constexpr int kPorts = 5;  // of a router of a mesh

/// `name_0`, ..., for each port of the router.
Names numbered(const Names& names) {
    Names all;
    for (const std::string& name : names) {
        for (int p = 0; p < kPorts; ++p) {
            all.push_back(name + '_' + std::to_string(p));
        }
    }
    return all;
}

/// Ports, a process and an event.
class Unit : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Unit);
    Unit(const sc_core::sc_module_name& name, const Names& clocks, const Names& inputs,
         const Names& outputs)
        : sc_module(name) {
        make(clocks, clocks_);
        make(inputs, inputs_);
        make(outputs, outputs_);
        SC_METHOD(run);
        sensitive << event_;
        dont_initialize();
    }
    template <typename Clock>
    void bind(Clock& clock, Signals& signals, std::size_t first) {
        for (auto& port : clocks_) {
            port->bind(clock);
        }
        for (auto& port : inputs_) {
            port->bind(*signals[first++ % signals.size()]);
        }
        for (auto& port : outputs_) {
            sc_core::sc_signal_inout_if<int>& signal = *signals[first++ % signals.size()];
            port->bind(signal);
        }
    }

private:
    template <typename Port>
    static void make(const Names& names, std::vector<std::unique_ptr<Port>>& ports) {
        for (const std::string& name : names) {
            ports.push_back(std::make_unique<Port>(name.c_str()));
        }
    }
    void run() {}

    std::vector<std::unique_ptr<sc_core::sc_in<bool>>> clocks_;
    std::vector<std::unique_ptr<sc_core::sc_in<int>>> inputs_;
    std::vector<std::unique_ptr<sc_core::sc_out<int>>> outputs_;
    sc_core::sc_event event_{"gate"};
};

/// Of the ports and signals that rtl_models/signal/network/router.cpp and router_nets.cpp name.
class Router : public sc_core::sc_module {
public:
    explicit Router(const sc_core::sc_module_name& name) : sc_module(name) {
        const Names registers = {"clk_i", "rst_ni"};
        make_signals();
        for (int p = 0; p < kPorts; ++p) {
            const std::string port = '_' + std::to_string(p);
            add("vc_buffer" + port, registers, {"flit_i", "pop_i"},
                {"credit_o", "filled_o", "front_o", "head_o", "tail_o", "count_o"});
            add("route_unit" + port, registers,
                {"node_i", "head_i", "tail_i", "vc_grant_i", "grant_i"},
                {"request_o", "active_o", "route_o", "stage_o"});
            add("output_unit" + port, registers, {"taken_i", "flit_i", "credit_i"},
                {"state_o", "ready_o", "outstanding_o", "flit_o"});
        }
        add("vc_allocator", registers, numbered({"request_i", "state_i"}),
            numbered({"grant_o", "taken_o"}));
        Names grants = numbered({"grant_o"});
        grants.push_back("select_o");
        add("switch_allocator", registers, numbered({"active_i", "filled_i", "ready_i"}), grants);
        Names crossbar = numbered({"front_i", "active_i", "grant_i"});
        crossbar.push_back("select_i");
        add("crossbar", {}, crossbar, numbered({"flit_o"}));
        add("monitor", {"clk_i"}, {}, {});
        for (const std::string& wire : numbered({"flit_i", "credit_i"})) {
            inputs_.push_back(std::make_unique<sc_core::sc_in<int>>(wire.c_str()));
        }
        for (const std::string& wire : numbered({"flit_o", "credit_o"})) {
            outputs_.push_back(std::make_unique<sc_core::sc_out<int>>(wire.c_str()));
        }
    }
    void bind(sc_core::sc_signal<bool>& clock) {
        clk_i(clock);
        rst_ni(clock);
        for (auto& input : inputs_) {
            input->bind(*signals_.front());
        }
        for (auto& output : outputs_) {
            sc_core::sc_signal_inout_if<int>& signal = *signals_.front();
            output->bind(signal);
        }
        std::size_t first = 0;
        for (auto& unit : units_) {
            unit->bind(clk_i, signals_, first++);
        }
    }

private:
    void add(const std::string& name, const Names& clocks, const Names& inputs,
             const Names& outputs) {
        units_.push_back(std::make_unique<Unit>(name.c_str(), clocks, inputs, outputs));
    }
    /// 82, and 15 for what is outside: the wires of links and of the node.
    void make_signals() {
        Names names = numbered({"filled", "front", "head", "tail", "count", "vc_request",
                                "vc_grant", "active", "switch_grant", "vc_route", "vc_stage",
                                "output_taken", "crossing", "output_state", "output_ready",
                                "output_outstanding", "flit", "credit", "wire"});
        names.insert(names.end(), {"switch_select", "node"});
        for (const std::string& name : names) {
            signals_.push_back(std::make_unique<Signal>(name.c_str()));
        }
    }

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    std::vector<std::unique_ptr<sc_core::sc_in<int>>> inputs_;
    std::vector<std::unique_ptr<sc_core::sc_out<int>>> outputs_;
    Signals signals_;
    std::vector<std::unique_ptr<Unit>> units_;
};

}  // namespace

int sc_main(int argc, char* argv[]) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 32;
    sc_core::sc_signal<bool> clock("clock");
    std::vector<std::unique_ptr<Router>> routers;
    for (int id = 0; id < side * side; ++id) {
        routers.push_back(std::make_unique<Router>(("router_" + std::to_string(id)).c_str()));
        routers.back()->bind(clock);
    }
    sc_core::sc_start(1, sc_core::SC_NS);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << usage.ru_maxrss / 1024 << " MB for " << side * side << " routers\n";
    std::cout.flush();
    std::_Exit(0);  // SystemC would look for every object in lists
}
