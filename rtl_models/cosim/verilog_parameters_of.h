#pragma once

#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"

namespace flitscope::cosim {

/// The line of rtl_models/verilog/route.v for a routing function: its name, or `lookup`.
std::string route_module(const topo::RoutingFunction& routing);

/// Bits of a header flit at level `verilog`, of which each address takes those of a node and three.
constexpr int kMaxHeaderBits = 512;
/// Addresses that a header flit may have in a network of `nodes` nodes.
int most_header_entries(topo::NodeId nodes);

/// The parameter set that a router of a network needs at level `verilog`. Throws
/// std::invalid_argument, which names the key and what this level accepts: bounded buffers of at
/// most 64 flits; routing functions that it computes or that fit into route tables; at most 255
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
