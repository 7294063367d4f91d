#include "rtl_models/export/network_verilog.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_models/router/router_parameter_table.h"

namespace flitscope::exported {

namespace {

/// Widths of everything that has a range.
struct Sizes {
    int vcs;
    int vc_width;
    int flit_width;

    explicit Sizes(const ExportedNetwork& network)
        : vcs(network.flit.sizes.vcs),
          vc_width(rtl::bits_for(network.flit.sizes.vcs)),
          flit_width(network.flit.bits()) {}
};

std::string range(int bits) { return fmt::format("[{}:0]", bits - 1); }
/// Element `number` of a vector.
std::string slice(const std::string& vector, int number, int bits) {
    return bits == 1 ? fmt::format("{}[{}]", vector, number)
                     : fmt::format("{}[{}:{}]", vector, (number + 1) * bits - 1, number * bits);
}

/// The three wires of a flit stream at a place of vectors.
std::string flit_ports(const char* port, const std::string& vectors, int number,
                       const Sizes& sizes) {
    return fmt::format(
        ".{0}_valid({1}), .{0}_vc({2}), .{0}({3})", port, slice(vectors + "_valid", number, 1),
        slice(vectors + "_vc", number, sizes.vc_width), slice(vectors, number, sizes.flit_width));
}
std::string flit_zeros(const std::string& vectors, int number, const Sizes& sizes) {
    return fmt::format("  assign {{{}, {}, {}}} = '0;\n", slice(vectors + "_valid", number, 1),
                       slice(vectors + "_vc", number, sizes.vc_width),
                       slice(vectors, number, sizes.flit_width));
}

std::string wires_of(topo::RouterId router) { return "r" + std::to_string(router); }

std::string header(const ExportedNetwork& network) {
    const Sizes sizes(network);
    const auto sources = static_cast<int>(network.sources.size());
    const auto sinks = static_cast<int>(network.sinks.size());
    std::string text = fmt::format(
        "module network #(\n"
        "  parameter int SINK_FLITS = 16  ///< slots of the FIFO behind each stream out\n"
        ") (\n"
        "  input  logic          clk_i,\n"
        "  input  logic          rst_ni,        ///< synchronous, active low, for two cycles\n");
    const auto port = [&](const char* direction, int bits, const char* name, const char* end) {
        text += fmt::format("  {:<6} logic {:<8} {}{}\n", direction, range(bits), name, end);
    };
    port("input", sources, "flit_i_valid", ",  ///< streams in, the first lowest");
    port("input", sources * sizes.vc_width, "flit_i_vc", ",");
    port("input", sources * sizes.flit_width, "flit_i", ",");
    port("output", sources * sizes.vcs, "ready_o",
         ",       ///< by stream in, by VC: a flit shown in this cycle is taken");
    port("output", sinks, "flit_o_valid", ",  ///< streams out, the first lowest");
    port("output", sinks * sizes.vc_width, "flit_o_vc", ",");
    port("output", sinks * sizes.flit_width, "flit_o", ",");
    port("input", sinks, "ready_i", ",       ///< by stream out: what is shown is taken");
    port("output", sinks, "overflow_o", "     ///< by stream out: a flit was lost since the reset");
    return text + ");\n";
}

std::string declarations(const ExportedNetwork& network, topo::RouterId router) {
    const Sizes sizes(network);
    const rtl::PortLayout ports = network.ports(router);
    const std::string r = wires_of(router);
    std::string text;
    const auto wires = [&](int bits, const std::string& names) {
        text += fmt::format("  wire {} {};\n", range(bits), names);
    };
    const auto flits = [&](const std::string& name, int count) {
        wires(count, name + "_valid");
        wires(count * sizes.vc_width, name + "_vc");
        wires(count * sizes.flit_width, name);
    };
    flits(r + "_flit_i", ports.inputs());
    flits(r + "_flit_o", ports.outputs());
    wires(ports.inputs() * sizes.vcs, r + "_credit_o");
    wires(ports.network * sizes.vcs, r + "_credit_i");
    return text;
}

/// The contents of the route tables of a router, the last row of the last input first.
std::string route_rows(const ExportedNetwork& network, topo::RouterId router) {
    const rtl::PortLayout ports = network.ports(router);
    const auto bits = static_cast<std::size_t>(network.table_bits(router));
    std::string text = "{";
    for (int input = ports.inputs() - 1; input >= 0; --input) {
        std::vector<bool> table(bits);
        const rtl::RouteTableRows& rows =
            network.tables->rows(router, input < ports.network ? input : -1);
        rows.for_each_row(ports.network, rtl::queue_port(network.description.router, ports, input),
                          [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                              std::size_t bit = std::size_t{8} * address * row.size();
                              for (const std::uint8_t entry : row) {
                                  for (int i = 0; i < 8; ++i) {
                                      table[bit++] = (entry >> i & 1) != 0;
                                  }
                              }
                          });
        text += fmt::format("\n      {}'h{}{}", bits, hex_digits(table), input > 0 ? "," : "}");
    }
    return text;
}

/// Numbers for the network ports of a router, `bits_each` for each of them, 0 where `number` is not
/// asked.
template <typename Number>
std::string by_port(const ExportedNetwork& network, topo::RouterId router, int bits_each,
                    const Number& number) {
    std::vector<int> numbers;
    const int ports = network.ports(router).network;
    for (topo::PortId port = 0; port < ports; ++port) {
        const topo::PortPeer peer = network.description.topology->peer(router, port);
        numbers.push_back(peer.connected() ? number(port, peer) : 0);
    }
    return packed_literal(numbers, bits_each, ports * bits_each);
}

/// The module of a router and its parameters.
std::string router_module(const ExportedNetwork& network, topo::RouterId router) {
    const rtl::PortLayout ports = network.ports(router);
    std::vector<int> connected;
    for (int input = 0; input < ports.inputs(); ++input) {
        connected.push_back(network.connected(router, input) ? 1 : 0);
    }
    return fmt::format("{} #(\n    .CONNECTED({}){}\n  )",
                       router_kind_name(network.kind_of[static_cast<std::size_t>(router)]),
                       packed_literal(connected, 1, ports.inputs()),
                       network.tables == nullptr
                           ? ""
                           : fmt::format(",\n    .ROUTE_ROWS({})", route_rows(network, router)));
}

/// A router among its wires; `module`: as of router_module.
std::string router_instance(const ExportedNetwork& network, topo::RouterId router,
                            const std::string& module) {
    const std::string r = wires_of(router);
    std::string text =
        fmt::format("  {} router_{} (\n    .clk_i(clk_i), .rst_ni(rst_ni), .node_i({}'d{}),\n",
                    module, router, network.flit.sizes.node, router);
    text += fmt::format("    .link_vcs_i({}),\n",
                        by_port(network, router, 8, [&](topo::PortId port, auto) {
                            return network.description.link(router, port).virtual_channels;
                        }));
    text += fmt::format(
        "    .neighbour_i({}), .neighbour_i_input({}),\n",
        by_port(network, router, network.flit.sizes.node,
                [](topo::PortId, topo::PortPeer peer) { return peer.node; }),
        by_port(network, router, 8, [](topo::PortId, topo::PortPeer peer) { return peer.port; }));
    return text + fmt::format(
                      "    .flit_i_valid({0}_flit_i_valid), .flit_i_vc({0}_flit_i_vc), "
                      ".flit_i({0}_flit_i), .credit_o({0}_credit_o),\n"
                      "    .flit_o_valid({0}_flit_o_valid), .flit_o_vc({0}_flit_o_vc), "
                      ".flit_o({0}_flit_o), .credit_i({0}_credit_i));\n",
                      r);
}

/// The link from a network output, or what an output without one gets back.
std::string link_instance(const ExportedNetwork& network, topo::RouterId router, topo::PortId port,
                          topo::PortPeer peer) {
    const Sizes sizes(network);
    const std::string credits = slice(wires_of(router) + "_credit_i", port, sizes.vcs);
    if (!peer.connected()) {
        return fmt::format("  assign {} = '0;\n", credits);
    }
    const rtl::LinkParameters& link = network.description.link(router, port);
    const std::string there = wires_of(peer.node);
    return fmt::format(
        "  link #(.LATENCY({}), .CYCLES_PER_FLIT({}), .VCS({}), .FLIT_WIDTH({})) "
        "link_{}_to_{}_port_{} (\n    .clk_i(clk_i), .rst_ni(rst_ni), {},\n    .credit_o({}), {}, "
        ".credit_i({}));\n",
        link.latency, link.cycles_per_flit, sizes.vcs, sizes.flit_width, router, peer.node, port,
        flit_ports("flit_i", wires_of(router) + "_flit_o", port, sizes), credits,
        flit_ports("flit_o", there + "_flit_i", peer.port, sizes),
        slice(there + "_credit_o", peer.port, sizes.vcs));
}

std::string source_instance(const ExportedNetwork& network, int number) {
    const Sizes sizes(network);
    const Stream& stream = network.sources[static_cast<std::size_t>(number)];
    const std::string r = wires_of(stream.router);
    return fmt::format(
        "  node_source #(.VCS({}), .USED_VCS({}), .BUFFER_FLITS({}), .FLIT_WIDTH({})) "
        "node_{}_source_{} (\n    .clk_i(clk_i), .rst_ni(rst_ni), {},\n    .ready_o({}), "
        ".credit_i({}), {});\n",
        sizes.vcs, rtl::injection_vc_count(network.description.router),
        network.description.router.buffer_flits, sizes.flit_width, stream.node, stream.number,
        flit_ports("flit_i", "flit_i", number, sizes), slice("ready_o", number, sizes.vcs),
        slice(r + "_credit_o", stream.port, sizes.vcs),
        flit_ports("flit_o", r + "_flit_i", stream.port, sizes));
}

std::string sink_instance(const ExportedNetwork& network, int number) {
    const Sizes sizes(network);
    const Stream& stream = network.sinks[static_cast<std::size_t>(number)];
    return fmt::format(
        "  node_sink #(.FLITS(SINK_FLITS), .VCS({}), .FLIT_WIDTH({})) node_{}_sink_{} (\n"
        "    .clk_i(clk_i), .rst_ni(rst_ni), {},\n    .ready_i(ready_i[{}]), {}, "
        ".overflow_o(overflow_o[{}]));\n",
        sizes.vcs, sizes.flit_width, stream.node, stream.number,
        flit_ports("flit_i", wires_of(stream.router) + "_flit_o", stream.port, sizes), number,
        flit_ports("flit_o", "flit_o", number, sizes), number);
}

}  // namespace

std::string router_kind_name(std::size_t kind) { return "network_router_" + std::to_string(kind); }

std::string network_verilog(const ExportedNetwork& network) {
    const topo::Topology& topology = *network.description.topology;
    const Sizes sizes(network);
    std::string text =
        "/// A network exported by Flitscope; README.md says what it is and how its streams "
        "work.\n" +
        header(network);
    std::string unread;
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        text += fmt::format("\n  // Router {}.\n", topology.router_name(router));
        text += declarations(network, router) +
                router_instance(network, router, router_module(network, router));
        const rtl::PortLayout ports = network.ports(router);
        for (int input = 0; input < ports.inputs(); ++input) {
            if (!network.connected(router, input)) {
                text += flit_zeros(wires_of(router) + "_flit_i", input, sizes);
            }
        }
        for (topo::PortId port = 0; port < ports.network; ++port) {
            text += link_instance(network, router, port, topology.peer(router, port));
        }
        unread += fmt::format(", {0}_flit_o_valid, {0}_flit_o_vc, {0}_flit_o, {0}_credit_o",
                              wires_of(router));
    }
    text += "\n  // Nodes.\n";
    for (std::size_t number = 0; number < network.sources.size(); ++number) {
        text += source_instance(network, static_cast<int>(number));
    }
    for (std::size_t number = 0; number < network.sinks.size(); ++number) {
        text += sink_instance(network, static_cast<int>(number));
    }
    return text + "\n  // Outputs and inputs at which nothing is.\n  wire unused = &{1'b0" +
           unread + "};\nendmodule\n";
}

std::string router_kind_verilog(const ExportedNetwork& network, std::size_t kind,
                                const std::map<std::string, int>& routings) {
    const cosim::VerilogParameters& p = network.kinds[kind];
    const rtl::PortLayout ports = rtl::port_layout(p.router, p.network_ports, p.nodes);
    const Sizes sizes(network);
    std::string parameters = fmt::format(".NETWORK_PORTS({})", p.network_ports);
    const auto set = [&](const std::string& name, const std::string& value) {
        parameters += fmt::format(",\n    .{}({})", name, value);
    };
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        if (!each.verilog.empty() && each.verilog != "FLIT_BYTES") {
            set(each.verilog, std::to_string(each.get(p.router)));
        }
    }
    set("CLASS_VCS", packed_literal(p.router.class_vcs, 8, 64));
    set("ROUTING", std::to_string(routings.at(p.routing)));
    set("ROUTE_SETTINGS", packed_literal(p.route_settings, 16, 256));
    set("LOCAL_NODES", std::to_string(p.nodes));
    set("LOCAL_BITS", std::to_string(p.local_bits));
    set("CYCLES_PER_FLIT", packed_literal(p.cycles_per_flit, 8, 8 * p.network_ports));
    set("CONNECTED", "CONNECTED");
    set("ROUTE_ROWS", "ROUTE_ROWS");
    set("FLIT", network.flit.shape(p));
    set("FLIT_WIDTH", std::to_string(sizes.flit_width));
    set("HEAD_WIDTH", std::to_string(network.flit.head_bits()));
    const auto pin = [](const char* direction, int bits, const char* name) {
        return fmt::format("  {:<6} logic {} {}", direction, range(bits), name);
    };
    const int node = network.flit.sizes.node;
    const std::vector<std::string> pins = {
        "  input  logic clk_i",
        "  input  logic rst_ni",
        pin("input", node, "node_i"),
        pin("input", 8 * p.network_ports, "link_vcs_i"),
        pin("input", node * p.network_ports, "neighbour_i"),
        pin("input", 8 * p.network_ports, "neighbour_i_input"),
        pin("input", ports.inputs(), "flit_i_valid"),
        pin("input", ports.inputs() * sizes.vc_width, "flit_i_vc"),
        pin("input", ports.inputs() * sizes.flit_width, "flit_i"),
        pin("output", ports.inputs() * sizes.vcs, "credit_o"),
        pin("output", ports.outputs(), "flit_o_valid"),
        pin("output", ports.outputs() * sizes.vc_width, "flit_o_vc"),
        pin("output", ports.outputs() * sizes.flit_width, "flit_o"),
        pin("input", ports.network * sizes.vcs, "credit_i")};
    return fmt::format(
        "/// router_core.v with these parameters:\n/// {}\n"
        "module {} #(\n  parameter logic {} CONNECTED = {{{}{{1'b1}}}},\n"
        "  parameter ROUTE_ROWS = 1'd0\n) (\n{}\n);\n"
        "  logic idle;\n  router_core #(\n    {}\n  ) core (\n"
        "    .idle_o(idle), .table_clk_i(1'b0), .table_i_valid({}'d0), .table_i_address(18'd0), "
        ".table_i_row({}'d0), .route_again_i(1'b0), .*);\n  wire unused = &{{1'b0, "
        "idle}};\nendmodule\n",
        cosim::cmake_arguments(p), router_kind_name(kind), range(ports.inputs()), ports.inputs(),
        fmt::join(pins, ",\n"), parameters, ports.inputs(), 8 * p.network_ports);
}

std::string looped_router_verilog(const ExportedNetwork& network, topo::RouterId router) {
    const topo::Topology& topology = *network.description.topology;
    const Sizes sizes(network);
    const rtl::PortLayout ports = network.ports(router);
    const std::string r = wires_of(router);
    std::vector<std::string> pins = {"  input  logic clk_i", "  input  logic rst_ni"};
    std::string text;
    const auto stream = [&](const char* direction, const std::string& pin, int count) {
        for (const auto& [name, bits] :
             {std::pair{pin + "_valid", 1}, std::pair{pin + "_vc", sizes.vc_width},
              std::pair{pin, sizes.flit_width}}) {
            pins.push_back(fmt::format("  {} logic {} {}", direction, range(count * bits), name));
        }
    };
    const auto wires = [&](const std::string& left, int left_at, const std::string& right,
                           int right_at) {
        for (const auto& [name, bits] : {std::pair{"_valid", 1}, std::pair{"_vc", sizes.vc_width},
                                         std::pair{"", sizes.flit_width}}) {
            text += fmt::format("  assign {} = {};\n", slice(left + name, left_at, bits),
                                slice(right + name, right_at, bits));
        }
    };
    const int sources = ports.inputs() - ports.network;
    const int sinks = ports.outputs() - ports.network;
    if (sources > 0) {
        stream("input ", "source", sources);
        pins.push_back(fmt::format("  output logic {} source_credit", range(sources * sizes.vcs)));
    }
    if (sinks > 0) {
        stream("output", "sink", sinks);
    }
    for (int source = 0; source < sources; ++source) {
        const int input = ports.network + source;
        text += fmt::format("  assign {} = {};\n", slice("source_credit", source, sizes.vcs),
                            slice(r + "_credit_o", input, sizes.vcs));
        if (network.connected(router, input)) {
            wires(r + "_flit_i", input, "source", source);
        } else {
            text += flit_zeros(r + "_flit_i", input, sizes);
        }
    }
    for (int sink = 0; sink < sinks; ++sink) {
        wires("sink", sink, r + "_flit_o", ports.network + sink);
    }
    for (topo::PortId port = 0; port < ports.network; ++port) {
        const bool connected = topology.peer(router, port).connected();
        if (!connected) {
            text += flit_zeros(r + "_flit_i", port, sizes);
        }
        text += link_instance(network, router, port,
                              connected ? topo::PortPeer{router, port} : topo::PortPeer{});
    }
    return fmt::format("module looped_router (\n{}\n);\n", fmt::join(pins, ",\n")) +
           declarations(network, router) +
           router_instance(network, router, router_module(network, router)) + text + "endmodule\n";
}

std::string replayed_router_verilog(const ExportedNetwork& network, topo::RouterId router,
                                    const std::string& module) {
    const Sizes sizes(network);
    const rtl::PortLayout ports = network.ports(router);
    std::string pins = "  input  logic clk_i,\n  input  logic rst_ni";
    std::string text;
    const auto pin = [&](const char* direction, int bits, const char* name) {
        pins += fmt::format(",\n  {:<6} logic {} {}", direction, range(bits), name);
        const std::string wire = wires_of(router) + "_" + name;
        text += direction[0] == 'i' ? fmt::format("  assign {} = {};\n", wire, name)
                                    : fmt::format("  assign {} = {};\n", name, wire);
    };
    pin("input", ports.inputs(), "flit_i_valid");
    pin("input", ports.inputs() * sizes.vc_width, "flit_i_vc");
    pin("input", ports.inputs() * sizes.flit_width, "flit_i");
    pin("input", ports.network * sizes.vcs, "credit_i");
    pin("output", ports.outputs(), "flit_o_valid");
    pin("output", ports.outputs() * sizes.vc_width, "flit_o_vc");
    pin("output", ports.outputs() * sizes.flit_width, "flit_o");
    return "module replayed_router (\n" + pins + "\n);\n" + declarations(network, router) + text +
           router_instance(network, router, module) + "endmodule\n";
}

}  // namespace flitscope::exported
