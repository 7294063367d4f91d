#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/cosim_router_module.h"
#include "rtl_models/cosim/route_rules.h"
#include "rtl_models/cosim/verilog_router.h"

namespace flitscope::cosim {

/// Applies the decisions of a verilated router in a cycle to the shadow, and reports them; an
/// illegal grant ends the run.
class DecisionFollower {
public:
    /// All must outlive it.
    DecisionFollower(CosimRouterModule& router, const VerilogRouter& rtl, RouterShadow& shadow,
                     const RouteRules& rules, const OutputRules& outputs,
                     const rtl::RouterInstance& instance);

    /// Of the cycle that has begun, by input port.
    void follow();

    /// Heads without a route in the running cycle.
    const std::vector<std::uint32_t>& stranded() const { return stranded_; }

private:
    void note_stranded(int port, std::uint64_t routed);
    void follow_headers(int port);
    void follow_routes(int port, std::uint64_t vcs, std::uint64_t absorbed);
    std::uint64_t absorb_vcs(Checkpoint which, int port) const;
    void follow_vc_allocation(int port);
    void follow_switch(int port, std::uint64_t grants, std::uint64_t absorbed);
    void follow_pops(int port, std::uint64_t leaving);
    void require_vcs(const char* what, Checkpoint which, int port, std::uint64_t wanted) const;
    void tell_of_copies(const rtl::Flit& flit, int more);
    void tell_of_route(int port, int v, const RouterShadow::Branch& branch) const;
    void grant(int port, int v, RouterShadow::Branch& branch, int vc);
    /// Why no flit of that branch can be sent; empty: one can.
    std::string missing_to_send(const RouterShadow::InputVc& in,
                                const RouterShadow::Branch& branch) const;
    void cross(int port, int v, const RouterShadow::Branch& branch);
    void send(const rtl::Flit& flit, int port, int vc);
    const rtl::RouterContext& context() const { return router_.context(); }

    CosimRouterModule& router_;
    const VerilogRouter& rtl_;
    RouterShadow& shadow_;
    const RouteRules& rules_;
    const OutputRules& outputs_;
    std::vector<int> cycles_per_flit_;  ///< [network port]
    std::vector<std::uint32_t> stranded_;
};

}  // namespace flitscope::cosim
