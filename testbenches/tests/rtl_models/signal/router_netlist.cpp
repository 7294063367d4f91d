// Prints the netlist of a router as SystemC has elaborated it, as a graph for `dot`: the picture of
// docs/netlist.md. Units, ports and signals that exist once per port of the router are drawn
// once, as unit_<p>.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/network/router.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace {

using namespace flitscope;

/// Between whom a signal goes.
struct Net {
    std::set<std::string> writers, readers;
};

std::string for_every_port(const std::string& name) {
    return std::regex_replace(name, std::regex("_[0-9]+$"), "_<p>");
}

/// The router of a node with a neighbour, its ports bound to signals of the same names.
struct Example {
    Example()
        : topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{2}}})),
          routing(topo::make_routing("dimension_order", *topology, {})),
          clock("clock"),
          reset("rst_ni", true) {
        rtl::RouterInstance instance;
        instance.connected = {true, false};
        instance.cycles_per_flit = {1, 1};
        instance.routing = routing.get();
        router = std::make_unique<rtl::Router>("router", instance);
        router->clk_i(clock.clk);
        router->rst_ni(reset);
        for (int port = 0; port < router->ports().inputs(); ++port) {
            if (router->has_input(port)) {
                router->flit_i(port)(make<rtl::FlitWire>("flit_i", port));
                router->credit_o(port)(make<rtl::CreditWire>("credit_o", port));
            }
        }
        for (int port = 0; port < router->ports().outputs(); ++port) {
            if (router->has_output(port)) {
                router->flit_o(port)(make<rtl::FlitWire>("flit_o", port));
            }
            if (router->has_output(port) && port < router->ports().network) {
                router->credit_i(port)(make<rtl::CreditWire>("credit_i", port));
            }
        }
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }

    template <typename Wire>
    Wire& make(const std::string& name, int port) {
        auto wire = std::make_shared<Wire>((name + "_" + std::to_string(port)).c_str());
        wires.push_back(wire);
        return *wire;
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::Clock clock;
    sc_core::sc_signal<bool> reset;
    std::vector<std::shared_ptr<sc_core::sc_object>> wires;
    std::unique_ptr<rtl::Router> router;
};

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::ptrdiff_t position(const std::vector<std::string>& units, const std::string& unit) {
    return std::find(units.begin(), units.end(), unit) - units.begin();
}

/// Units are in the order of the pipeline; what goes back is dashed.
void draw(const std::vector<std::string>& units, const std::map<std::string, Net>& nets) {
    std::cout << "// Printed by router_netlist (testbenches/tests) from the elaborated modules;\n"
                 "// docs.router_netlist holds it against them.\n"
                 "digraph router_netlist {\n"
                 "  graph [rankdir=LR, fontname=\"Helvetica\", nodesep=0.3, ranksep=1.1, pad=0.2]\n"
                 "  node [shape=box, style=filled, fillcolor=\"#f4f6f9\", color=\"#51606f\", "
                 "fontname=\"Helvetica\", fontsize=13, margin=\"0.2,0.14\"]\n"
                 "  edge [fontname=\"Helvetica\", fontsize=10, color=\"#2b5c8a\", "
                 "fontcolor=\"#2b3a4a\", arrowsize=0.7]\n";
    for (const std::string& unit : units) {
        std::cout << "  \"" << unit << "\"\n";
    }
    for (const auto& [name, net] : nets) {
        const std::set<std::string> nobody{name};
        const std::set<std::string>& writers = net.writers.empty() ? nobody : net.writers;
        const std::set<std::string>& readers = net.readers.empty() ? nobody : net.readers;
        if (net.writers.empty() || net.readers.empty()) {
            std::cout << "  \"" << name << "\" [shape=plaintext, style=\"\"]\n";
        }
        for (const std::string& writer : writers) {
            for (const std::string& reader : readers) {
                std::cout << "  \"" << writer << "\" -> \"" << reader << "\"";
                if (writer != name && reader != name) {
                    const bool back = position(units, reader) < position(units, writer);
                    std::cout << " [label=\"" << name << "\""
                              << (back ? ", constraint=false, style=dashed, color=\"#a0522d\"" : "")
                              << "]";
                }
                std::cout << "\n";
            }
        }
    }
    std::cout << "}\n";
}

}  // namespace

int sc_main(int /*count*/, char* /*arguments*/[]) {
    const Example example;
    std::vector<std::string> units;
    std::map<std::string, Net> nets;
    for (sc_core::sc_object* const child : example.router->get_child_objects()) {
        const auto* const unit = dynamic_cast<sc_core::sc_module*>(child);
        if (unit == nullptr) {
            continue;
        }
        const std::string name = for_every_port(unit->basename());
        for (sc_core::sc_object* const part : unit->get_child_objects()) {
            auto* const port = dynamic_cast<sc_core::sc_port_base*>(part);
            if (port == nullptr) {
                continue;
            }
            auto* const signal = dynamic_cast<sc_core::sc_object*>(port->get_interface());
            if (signal == nullptr || ends_with(part->basename(), "clk_i") ||
                ends_with(part->basename(), "rst_ni")) {
                continue;
            }
            if (std::find(units.begin(), units.end(), name) == units.end()) {
                units.push_back(name);
            }
            Net& net = nets[for_every_port(signal->basename())];
            (std::string(port->kind()) == "sc_out" ? net.writers : net.readers).insert(name);
        }
    }
    draw(units, nets);
    return 0;
}
