#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "rtl_models/export/exported_network.h"

namespace flitscope::exported {

/// Module `network`: routers, links, and a source and a sink at every stream.
std::string network_verilog(const ExportedNetwork& network);

/// Name of the module that is a router of network.kinds[kind], and its text. `routings`: the number
/// of each line of route.v, by the name of its instance.
std::string router_kind_name(std::size_t kind);
std::string router_kind_verilog(const ExportedNetwork& network, std::size_t kind,
                                const std::map<std::string, int>& routings);

/// Module `looped_router`: a router of the network as the network has it, but its links lead back
/// to its own inputs, and its nodes' streams are the pins. What it computes is of no use; every
/// path of the network from a register to the next one through a router or two neighbours of this
/// kind is in it.
std::string looped_router_verilog(const ExportedNetwork& network, topo::RouterId router);

/// Module `replayed_router`: a router of the network as the network has it, with its links and
/// streams as pins. `module`: of the router, whose parameters are set, such as a netlist.
std::string replayed_router_verilog(const ExportedNetwork& network, topo::RouterId router,
                                    const std::string& module);

}  // namespace flitscope::exported
