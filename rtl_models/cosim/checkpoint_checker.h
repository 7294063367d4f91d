#pragma once

#include <string>

#include "rtl_models/cosim/route_rules.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// Compares the checkpoints of a verilated router with docs/router.md after the events so far, unit
/// by unit along the path of a flit, so that the first difference names the Verilog module that
/// causes it. It checks all inputs of allocators; crosscheck compares their decisions as events.
class CheckpointChecker {
public:
    /// All must outlive the checker.
    CheckpointChecker(const rtl::RouterModule& router, const RouteRules& rules,
                      const VerilogRouter& rtl, const RouterShadow& shadow);

    /// After the edge that begins the running cycle, before its decisions are in the shadow:
    /// buffers, route units and output units. Empty, or the first difference:
    /// "output_unit: state_o_held of output 3, VC 0: 1, must be 0".
    std::string wrong_state();
    /// Call it when the decisions of the cycle are in the shadow; checks the flits on the output
    /// wires.
    std::string wrong_flits();

private:
    void check_buffer(int port, int vc);
    void check_route(int port, int vc);
    void check_output(int port, int vc);
    void check_header(int port, int vc);
    void check_branches(int port, int vc, bool routed);
    void expect(const char* what, Checkpoint which, int port, int vc, std::int64_t wanted);
    void expect(const char* what, const char* side, int port, int vc, std::int64_t found,
                std::int64_t wanted);
    std::string taken();

    const rtl::RouterModule& router_;
    const VerilogRouter& rtl_;
    const RouterShadow& shadow_;
    const RouteRules& rules_;
    std::string route_module_port_;  ///< "route_ecube: port_o"
    std::string wrong_;
};

}  // namespace flitscope::cosim
