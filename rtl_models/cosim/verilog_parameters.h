#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// The parameters of rtl_models/verilog/router.v, which distinguish parameter sets. One set serves
/// all routers of a network with these parameters; the node id is a pin.
struct VerilogParameters {
    int network_ports = 6;  ///< unconnected ones counted
    int nodes = 1;          ///< LOCAL_NODES and LOCAL_BITS
    int local_bits = 0;
    /// Resolved, no `all`. Fields without a parameter in the RTL are ignored.
    rtl::RouterParameters router;
    std::string routing = "ecube";     ///< a module of rtl_models/verilog/route.v
    std::vector<int> route_settings;   ///< topo::RoutingFunction::settings()
    std::vector<int> cycles_per_flit;  ///< [network port], each 1..255
    /// Of networks with header routings: HEADER_ENTRIES, NODES, HEADER_CLASSES of router.v, then
    /// the ejection classes of each header routing. Empty: none.
    std::vector<int> header;
    bool purges = false;  ///< messages can be taken out: FLITSCOPE_PURGE of router.v
    /// LEAN of router.v: the hardware form (docs/levels.md). No network uses it, because its flits
    /// lack the fields that are compared.
    bool lean = false;
};

/// A name that differs from set to set: routing, readable sizes, and a hash of all parameters. A C
/// identifier and a file name.
std::string set_name(const VerilogParameters& parameters, bool traced = false);

/// All arguments of the CMake function flitscope_verilate_router that builds this set, in a fixed
/// order, on one line. Two sets are equal if these are.
std::string cmake_arguments(const VerilogParameters& parameters);

/// The line of rtl_models/verilog/route.v for a routing function: its name, or `lookup`.
std::string route_module(const topo::RoutingFunction& routing);

/// Bits of a header flit at level `verilog`, of which each address takes those of a node and three.
constexpr int kMaxHeaderBits = 512;
/// Addresses that a header flit may have in a network of `nodes` nodes.
int most_header_entries(topo::NodeId nodes);

/// The parameter set that a router of a network needs at level `verilog`. Throws
/// OptionError, by the dotted key, which names it and what this level accepts: bounded buffers of
/// at most 64 flits; routing functions that it computes or that fit into route tables; at most 255
/// cycles per flit; headers of known length, at most kMaxHeaderBits in a flit.
VerilogParameters verilog_parameters_of(const rtl::NetworkDescription& description,
                                        topo::NodeId node);

/// A parameter set and the routers that need it.
struct NeededSet {
    VerilogParameters parameters;
    topo::NodeId router = 0;  ///< the first of them
    int routers = 0;
};

/// The sets that these routers need, each once. Throws as verilog_parameters_of.
std::vector<NeededSet> needed_sets(const rtl::NetworkDescription& description,
                                   const std::vector<topo::NodeId>& nodes);

}  // namespace flitscope::cosim
