#pragma once

#include "rtl_models/cosim/route_rules.h"
#include "rtl_models/cosim/verilog_router.h"

namespace flitscope::cosim {

/// The route tables of a verilated router, and those of header routings.
class VerilogRouterTables {
public:
    /// All must outlive it.
    VerilogRouterTables(const rtl::RouterModule& router, VerilogRouter& rtl,
                        const RouteRules& rules, const rtl::RouterInstance& instance)
        : router_(router),
          rtl_(rtl),
          rules_(rules),
          tables_(instance.route_tables),
          live_(instance.live) {}

    /// All rows of all inputs, as they are now.
    void load();

private:
    void load_routes(int input);
    void load_headers(int input);

    const rtl::RouterModule& router_;
    VerilogRouter& rtl_;
    const RouteRules& rules_;
    const rtl::RouteTables* tables_;  ///< null: routes are computed
    bool live_;                       ///< routes may be missing, and change
};

}  // namespace flitscope::cosim
