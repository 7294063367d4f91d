#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/checkpoint_checker.h"
#include "rtl_models/cosim/cosim_router_module.h"
#include "rtl_models/cosim/decision_follower.h"
#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/cosim/verilog_router_purge.h"
#include "rtl_models/cosim/verilog_set.h"
#include "rtl_models/signal/outline/shown_vcs.h"
#include "rtl_models/signal/units/vc_order_checker.h"

namespace flitscope::cosim {

/// A verilated router in a network of SystemC modules.
///
/// Timing  One step at the rising edge of cycle t: the input wires as they were in cycle t-1 go to
///         the pins, the clock rises, the pins of cycle t go to the output wires. The router is a
///         Moore machine, so a network cannot tell it from a `Router`. It sleeps while the RTL sets
///         `idle_o` and nothing arrives. Reset ends before cycle 0. If links fail, route tables are
///         reloaded at the edge at which heads are routed again, before anything of the new cycle
///         is read.
/// Errors  fatal reports /flitscope/cosim/vc_order, .../buffer_overflow and .../credit_overflow as
///         at the signal level, .../state for a grant that nobody may get, and
///         for header fields on an output that are not the message's. With an observer
///         .../state also for any checkpoint that is not what the events so far ask for
///         (CheckpointChecker).
class VerilogRouterModule : public CosimRouterModule {
public:
    /// `set` has the parameters of `instance`.
    VerilogRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                        rtl::Clock& clock, const VerilogSet& set);

    /// Writes a dump of the RTL; the set must be traced. Call it before the simulation; `trace`
    /// outlives the router.
    void trace_to(RtlTrace& trace) { trace_ = &trace; }

    rtl::PurgePorts* purge_ports() override { return purge_ ? &purge_->ports() : nullptr; }
    void append_stranded(std::vector<std::uint32_t>& ids) const override;
    int returning(int port, int vc) const override;
    std::uint64_t flits_dropped() const override;
    void append_waits(std::vector<rtl::VcWait>& waits) const override;
    int occupancy(int port, int vc) const override;
    int outstanding(int port, int vc) const override;
    int in_traversal(int port, int vc) const override;
    waves::RouterSources wave_sources() const override;

    void at_edge() override;

private:
    void end_of_elaboration() override;

    void load_tables();
    void load_routes(int input);
    rtl::VcWait wait_of(int port, int vc) const;
    void take_all_wires();
    void take_flit(int port, const rtl::Flit& arriving);
    void take_credits(int port, std::uint64_t vcs);
    void forget_routes();
    rtl::Flit driven(int port) const;
    void drive_wires();

    rtl::Clock& clock_;
    VerilogRouter rtl_;
    RouterShadow shadow_;
    RouteRules rules_;
    OutputRules output_rules_;
    DecisionFollower follower_;
    std::unique_ptr<const rtl::ShownVcs> waves_;
    std::unique_ptr<CheckpointChecker> checker_;  ///< null: nobody watches
    std::unique_ptr<VerilogRouterPurge> purge_;   ///< null: no message is taken out
    std::vector<rtl::VcOrderChecker> orders_;     ///< [input port]
    RtlTrace* trace_ = nullptr;                   ///< null: no dump of the RTL
    RtlDump dump_;
};

}  // namespace flitscope::cosim
