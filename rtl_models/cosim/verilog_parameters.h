#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// The parameters of rtl_models/verilog/router.v, which distinguish parameter sets. One set serves
/// all routers of a network with these parameters; the node id is a pin.
struct VerilogParameters {
    int network_ports = 6;  ///< unconnected ones counted
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

}  // namespace flitscope::cosim
