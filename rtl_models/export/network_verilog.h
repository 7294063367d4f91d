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

}  // namespace flitscope::exported
