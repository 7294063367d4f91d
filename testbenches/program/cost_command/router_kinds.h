#pragma once

#include <vector>

#include "rtl_models/export/exported_network.h"

namespace flitscope::tb {

/// Routers of a network that cost the same: with one set of parameters, and equally many ports at
/// which something is. The first stands for all; others may have different ports of these, and
/// different contents of their route tables.
struct RouterKind {
    topo::RouterId first = 0;
    int count = 0;
    int network_ports = 0;  ///< connected ones
    int ports = 0;          ///< with those of the nodes
};

/// How many of the router's first `inputs` inputs something enters by.
int connected_inputs(const exported::ExportedNetwork& network, topo::RouterId router, int inputs);

/// The one with the most ports first.
std::vector<RouterKind> router_kinds(const exported::ExportedNetwork& network);

}  // namespace flitscope::tb
