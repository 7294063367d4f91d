// What SystemC keeps of a mesh of level signal, with nothing of ours: as many modules, ports,
// signals, processes and events, with names as long, an int on every signal. Prints the peak memory
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

using Signal = sc_core::sc_signal<int, sc_core::SC_UNCHECKED_WRITERS>;
template <typename Object>
using Objects = std::vector<std::unique_ptr<Object>>;

constexpr int kPorts = 5;  // of a router of a mesh

/// Units of a router (rtl_models/signal/network/router.cpp).
struct UnitKind {
    const char* name;
    int copies;
    int clocks, inputs, outputs;  ///< ports
};
constexpr UnitKind kUnits[] = {
    {"vc_buffer", kPorts, 2, 2, 6},
    {"route_unit", kPorts, 2, 5, 4},
    {"output_unit", kPorts, 2, 3, 4},
    {"vc_allocator", 1, 2, 2 * kPorts, 2 * kPorts},
    {"switch_allocator", 1, 2, 3 * kPorts, kPorts + 1},
    {"crossbar", 1, 0, 3 * kPorts + 1, kPorts},
    {"monitor", 1, 1, 0, 0},
};
constexpr int kSignals = 82 + 15;  // of a router; of its links and its node

/// With the names `name_0`, ...
template <typename Object>
void make(const std::string& name, int count, Objects<Object>& objects) {
    for (int i = 0; i < count; ++i) {
        objects.push_back(std::make_unique<Object>((name + '_' + std::to_string(i)).c_str()));
    }
}

/// Ports of a unit or router, bound to any signals.
struct Ports {
    Objects<sc_core::sc_in<int>> inputs;
    Objects<sc_core::sc_out<int>> outputs;

    void bind(Objects<Signal>& signals, std::size_t first) {
        for (auto& port : inputs) {
            port->bind(*signals[first++ % signals.size()]);
        }
        for (auto& port : outputs) {
            sc_core::sc_signal_inout_if<int>& signal = *signals[first++ % signals.size()];
            port->bind(signal);
        }
    }
};

/// Ports, a process and an event.
class Unit : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Unit);
    Unit(const sc_core::sc_module_name& name, const UnitKind& kind) : sc_module(name) {
        make("clk_i", kind.clocks, clocks_);
        make("request_i", kind.inputs, ports_.inputs);
        make("request_o", kind.outputs, ports_.outputs);
        SC_METHOD(run);
        sensitive << event_;
        dont_initialize();
    }
    void bind(sc_core::sc_in<bool>& clock, Objects<Signal>& signals, std::size_t first) {
        for (auto& port : clocks_) {
            port->bind(clock);
        }
        ports_.bind(signals, first);
    }

private:
    void run() {}

    Objects<sc_core::sc_in<bool>> clocks_;
    Ports ports_;
    sc_core::sc_event event_{"gate"};
};

class Router : public sc_core::sc_module {
public:
    explicit Router(const sc_core::sc_module_name& name) : sc_module(name) {
        make("vc_request", kSignals, signals_);
        for (const UnitKind& kind : kUnits) {
            for (int i = 0; i < kind.copies; ++i) {
                const std::string unit = std::string(kind.name) + '_' + std::to_string(i);
                units_.push_back(std::make_unique<Unit>(unit.c_str(), kind));
            }
        }
        make("flit_i", 2 * kPorts, ports_.inputs);
        make("flit_o", 2 * kPorts, ports_.outputs);
    }
    void bind(sc_core::sc_signal<bool>& clock) {
        clk_i(clock);
        rst_ni(clock);
        ports_.bind(signals_, 0);
        for (std::size_t i = 0; i < units_.size(); ++i) {
            units_[i]->bind(clk_i, signals_, i);
        }
    }

private:
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    Ports ports_;
    Objects<Signal> signals_;
    Objects<Unit> units_;
};

}  // namespace

int sc_main(int argc, char* argv[]) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 32;
    sc_core::sc_signal<bool> clock("clock");
    Objects<Router> routers;
    make("router", side * side, routers);
    for (auto& router : routers) {
        router->bind(clock);
    }
    sc_core::sc_start(1, sc_core::SC_NS);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << usage.ru_maxrss / 1024 << " MB for " << side * side << " routers\n";
    std::cout.flush();
    std::_Exit(0);  // SystemC would look for every object in lists
}
