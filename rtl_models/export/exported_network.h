#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/export/flit_layout.h"
#include "rtl_models/router/route_table.h"

namespace flitscope::exported {

/// A stream of flits between a node and a router, by the number of its place in the vectors of
/// module `network`.
struct Stream {
    topo::NodeId node = 0;
    int number = 0;  ///< queue or ejection port of the node
    topo::RouterId router = 0;
    int port = 0;  ///< input or output of the router
};

/// What module `network` consists of.
struct ExportedNetwork {
    rtl::NetworkDescription description;          ///< of which the topology and routing outlive it
    std::vector<cosim::VerilogParameters> kinds;  ///< parameter sets of routers
    std::vector<std::size_t> kind_of;             ///< [router]
    FlitLayout flit;
    std::unique_ptr<rtl::RouteTables> tables;  ///< null: routers compute their routes
    std::vector<Stream> sources;               ///< into the network, by node and queue
    std::vector<Stream> sinks;                 ///< out of it, by node and ejection port

    rtl::PortLayout ports(topo::RouterId router) const;
    /// Whether anything enters by this input port.
    bool connected(topo::RouterId router, int input) const;
    /// Bits of one table of a router; 0: it computes its routes.
    std::int64_t table_bits(topo::RouterId router) const;
};

/// For a network without multicasts, combining units and faults, which exports have no hardware
/// for. Flits carry data, whether or not sinks check them. Throws OptionError, by the dotted key,
/// which names it, the value and what is accepted, for what the RTL or an export cannot express.
ExportedNetwork exported_network(rtl::NetworkDescription description);

}  // namespace flitscope::exported
