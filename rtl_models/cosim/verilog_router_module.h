#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/checkpoint_checker.h"
#include "rtl_models/cosim/cosim_router_module.h"
#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/outline/purge_ports.h"
#include "rtl_models/signal/units/vc_order_checker.h"
#include "waves/shown_heads.h"

namespace flitscope::cosim {

/// A verilated router in a network of SystemC modules.
///
/// Timing  One step at the rising edge of cycle t: the input wires as they were in cycle t-1 go to
///         the pins, the clock rises, the pins of cycle t go to the output wires. The router is a
///         Moore machine, so a network cannot tell it from a `Router`. It sleeps while the RTL says
///         `idle_o` and nothing arrives. The reset is over before cycle 0. Where links fail, route
///         tables are loaded anew at the edge at which heads are to be routed again, before
///         anything of the new cycle is read.
/// Errors  fatal reports /flitscope/cosim/vc_order, .../buffer_overflow and .../credit_overflow as
///         at the signal level, .../state for a grant that nobody may get, and
///         for header fields on an output that are not the message's. With an observer
///         .../state also for any checkpoint that is not what the events so far ask for
///         (CheckpointChecker).
class VerilogRouterModule : public CosimRouterModule, private waves::ShownHeads {
public:
    /// `rtl` has the parameters of `instance`.
    VerilogRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                        rtl::Clock& clock, std::unique_ptr<VerilogRouter> rtl);

    /// Writes a dump of the RTL; the set must be traced. Before the simulation; `trace` outlives
    /// the router.
    void trace_to(RtlTrace& trace) { trace_ = &trace; }

    rtl::PurgePorts* purge_ports() override { return purge_ports_.get(); }
    void append_stranded(std::vector<std::uint32_t>& ids) const override;
    int returning(int port, int vc) const override;
    std::uint64_t flits_dropped() const override { return flits_purged_; }
    void append_waits(std::vector<rtl::VcWait>& waits) const override;
    int occupancy(int port, int vc) const override;
    int outstanding(int port, int vc) const override;
    int in_traversal(int port, int vc) const override;
    std::uint64_t flits_copied() const override { return flits_copied_; }
    std::uint64_t flits_served() const override { return flits_served_; }
    waves::RouterSources wave_sources() const override;

    void at_edge() override;

private:
    void end_of_elaboration() override;

    void load_tables();
    void forget_routes();
    void take_wires_and_purge();
    void take_returned();
    int take_out(const rtl::Purge& purge, int port, int vc);
    void take_out_crossing(const rtl::Purge& purge);
    void note_stranded(int port, std::uint64_t routed);
    void load_table(int input);
    void take_flit(int port, const rtl::Flit& arriving);
    void put(int port, const rtl::Flit& flit);
    void take_credits(int port, std::uint64_t vcs);
    void follow_headers(int port);
    void follow_routes(int port, std::uint64_t vcs, std::uint64_t absorbed);
    void follow_absorb_allocation(int port, std::uint64_t grants);
    void follow_vc_allocation(int port, std::uint64_t requests, std::uint64_t grants);
    void follow_switch(int port, std::uint64_t grants, std::uint64_t absorbed);
    void follow_pops(int port, std::uint64_t leaving);
    void tell_of_copies(const rtl::Flit& flit, int more);
    void tell_of_route(int port, int v, const RouterShadow::Branch& branch) const;
    void grant(int port, int v, RouterShadow::Branch& branch, int vc);
    void cross(int port, int v, const RouterShadow::Branch& branch);
    void send(const rtl::Flit& flit, int port, int vc);
    rtl::Flit driven(int port) const;
    void drive_wires();
    bool grantable(int port, int vc, std::uint32_t length) const;
    bool sendable(int port, int vc) const;
    bool has_grantable(const RouterShadow::Branch& branch, std::uint32_t length) const;
    rtl::VcWait wait_of(int port, int vc) const;
    bool waits_for_ejection(const RouterShadow::InputVc& in, rtl::VcWait& wait) const;
    /// Reports what is wrong with the RTL, if anything is.
    void require(const std::string& wrong) const;
    [[noreturn]] void fail(const char* report, const std::string& what) const;

    void start_trace();
    void trace_cycle(rtl::Cycle cycle);
    void close_trace();
    template <Checkpoint which>
    int wave(int index) const;
    int wave_stage(int index) const;
    int wave_output(int index) const;
    int wave_output_vc(int index) const;
    int wave_credits(int index) const;
    int wave_grant(int port) const;
    rtl::HeaderPins head_pins(int v) const override;
    waves::HeadAction action_of_head(int v) const override;

    rtl::Clock& clock_;
    std::unique_ptr<VerilogRouter> rtl_;
    std::vector<int> cycles_per_flit_;  ///< [network port]
    RouterDecisions decisions_;
    RouterShadow shadow_;
    RouteRules rules_;
    std::unique_ptr<CheckpointChecker> checker_;  ///< null: nobody watches
    const rtl::RouteTables* tables_;              ///< null: routes are computed
    // Of networks that messages are taken out of.
    std::unique_ptr<rtl::PurgePorts> purge_ports_;  ///< null: none is
    bool live_;                                     ///< routes may be missing
    std::vector<std::uint32_t> stranded_;           ///< heads without a way in the running cycle
    std::vector<int> dropped_crossing_;  ///< [output] VC of a flit dropped at the last edge, or -1
    bool dropped_shown_ = false;         ///< dropped_o is to be taken back
    std::uint64_t flits_purged_ = 0;
    std::vector<rtl::VcOrderChecker> orders_;  ///< [input port]
    std::uint64_t flits_copied_ = 0;
    std::uint64_t flits_served_ = 0;
    RtlTrace* trace_ = nullptr;                                    ///< null: no dump of the RTL
    std::shared_ptr<const void> alive_ = std::make_shared<int>();  ///< what the trace looks at
    bool trace_begun_ = false;    ///< the values at the begin of the window are in it
    rtl::Cycle clocked_in_ = -1;  ///< the last cycle that began with a clock edge
    rtl::Cycle to_trace_ = -1;    ///< the last cycle that was worked off
};

}  // namespace flitscope::cosim
