#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Takes a row of a route table of the Verilog: its address and the entries, by network port.
using RowWriter = std::function<void(std::uint32_t address, const std::vector<std::uint8_t>& row)>;

/// Hands over the routes of all header routings in the table of an input of a router
/// (docs/multicast_units.md, "In Verilog").
void for_each_header_row(const NetworkDescription& network, topo::NodeId node, int input,
                         const RowWriter& write);

}  // namespace flitscope::rtl
