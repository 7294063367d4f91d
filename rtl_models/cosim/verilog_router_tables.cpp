#include "rtl_models/cosim/verilog_router_tables.h"

#include "rtl_models/router/contract/header_route.h"

namespace flitscope::cosim {

namespace {

void load_routes(const rtl::RouterModule& router, const RouteRules& rules, int input,
                 VerilogRouter& rtl) {
    const int network = router.ports().network;
    const rtl::RouteTableRows& rows =
        rules.tables()->rows(router.id(), input < network ? input : -1);
    // Where tables change, a route without a choice is not bound to the output of its queue.
    const bool free = rules.live() && rules.unicasts().selection() == topo::RouteSelection::only;
    const topo::PortId queue =
        free ? -1 : rtl::queue_port(router.context().parameters, router.ports(), input);
    rows.for_each_row(network, queue,
                      [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                          rtl.write_row(input, address, row);
                      });
}

}  // namespace

void load_tables(const rtl::RouterModule& router, const RouteRules& rules, VerilogRouter& rtl) {
    for (int input = 0; input < router.ports().inputs(); ++input) {
        if (router.has_input(input) && rules.tables() != nullptr) {
            load_routes(router, rules, input, rtl);
        }
        if (router.has_input(input) && rules.network() != nullptr) {
            rtl::for_each_header_row(
                *rules.network(), router.id(), input,
                [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                    rtl.write_row(input, address, row);
                });
        }
    }
}

}  // namespace flitscope::cosim
