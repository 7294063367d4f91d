#include "rtl_models/cosim/verilog_router_tables.h"

#include "rtl_models/router/contract/header_rows.h"

namespace flitscope::cosim {

void VerilogRouterTables::load() {
    for (int input = 0; input < router_.ports().inputs(); ++input) {
        if (router_.has_input(input) && tables_ != nullptr) {
            load_routes(input);
        }
        if (router_.has_input(input) && rules_.network() != nullptr) {
            load_headers(input);
        }
    }
}

void VerilogRouterTables::load_routes(int input) {
    const int network = router_.ports().network;
    std::vector<std::uint8_t> entries(static_cast<std::size_t>(network));
    const rtl::RouteTableRows& rows = tables_->rows(router_.id(), input < network ? input : -1);
    // Where tables change, a route without a choice is not bound to the output of its queue.
    const bool free = live_ && rules_.unicasts().selection() == topo::RouteSelection::only;
    const topo::PortId queue =
        free ? -1 : rtl::queue_port(router_.context().parameters, router_.ports(), input);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (topo::PortId port = 0; port < network; ++port) {
            entries[static_cast<std::size_t>(port)] = rows.entry(row, port, network, queue);
        }
        rtl_.write_row(input, rows.addresses[row], entries);
    }
}

void VerilogRouterTables::load_headers(int input) {
    rtl::for_each_header_row(*rules_.network(), router_.id(), input,
                             [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                                 rtl_.write_row(input, address, row);
                             });
}

}  // namespace flitscope::cosim
