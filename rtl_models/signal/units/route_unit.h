#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/node_address.h"
#include "rtl_models/router/route_table.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/units/absorb_branches.h"

namespace flitscope::rtl {

/// The ports of a route unit, ours or a replacement.
struct RouteUnitPorts {
    struct Parameters {
        int input = 0;  ///< number of this input port
        RouterParameters router;
        PortLayout ports;
        AddressParts addresses;       ///< of sources and destinations
        std::vector<bool> connected;  ///< by network port
        std::vector<int> link_vcs;    ///< by network port: VCs of the link; empty: V everywhere
        const topo::RoutingFunction* routing = nullptr;
        bool ties_random = true;  ///< shortest queue breaks ties by the salt, else lowest port
        bool purging = false;     ///< has purge_i, front_i and release_o
        bool live = false;        ///< the routing function may find no route
        const RouteTables* tables = nullptr;          ///< for verilated ones; null: they compute
        std::shared_ptr<const Lookahead> lookahead;   ///< null: the unit computes its own routes
        const NetworkDescription* network = nullptr;  ///< with header routings; null: has none
        /// ... the routes of those at this node, for verilated ones.
        std::function<void(topo::NodeId, const RowWriter&)> header_rows;

        /// The routing function looks at loads.
        bool sees_outputs() const { return topo::chooses_by_load(routing->selection()); }
    };
    explicit RouteUnitPorts(const Parameters& parameters)
        : state_i("state_i", parameters.sees_outputs()
                                 ? static_cast<std::size_t>(parameters.ports.outputs())
                                 : 0),
          outstanding_i("outstanding_i", state_i.size()),
          ahead_o(optional_port<sc_core::sc_out<AheadRoutes>>("ahead_o",
                                                              parameters.lookahead != nullptr)),
          absorb(parameters.network != nullptr ? std::make_unique<AbsorbPorts>() : nullptr),
          purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
          front_i(optional_port<sc_core::sc_in<PerVc<Flit>>>("front_i", parameters.purging)),
          release_o(optional_port<sc_core::sc_out<ActiveVcs>>("release_o", parameters.purging)) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low
    /// Id of the router, taken while rst_ni is low and at start.
    sc_core::sc_in<std::int32_t> node_i{"node_i"};
    sc_core::sc_in<Heads> head_i{"head_i"};  ///< heads at the fronts
    sc_core::sc_in<Tails> tail_i{"tail_i"};
    /// State of the outputs, by output port: VCs held, and flits sent minus credits returned. Width
    /// 0 unless the routing function looks at loads.
    OptionalPorts<sc_core::sc_in<OutputState>> state_i;
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> outstanding_i;
    sc_core::sc_in<VcGrants> vc_grant_i{"vc_grant_i"};     ///< VC allocation won in this cycle
    sc_core::sc_in<VcMask> grant_i{"grant_i"};             ///< the flit at the front leaves
    sc_core::sc_out<HeadRequests> request_o{"request_o"};  ///< to VC allocation
    sc_core::sc_out<ActiveVcs> active_o{"active_o"};       ///< VCs that hold an output VC
    sc_core::sc_out<Routes> route_o{"route_o"};            ///< RC that takes place in this cycle
    sc_core::sc_out<VcStages> stage_o{"stage_o"};          ///< registered
    /// With lookahead: the routes of the heads at the fronts in their next routers, same cycle.
    std::unique_ptr<sc_core::sc_out<AheadRoutes>> ahead_o;
    std::unique_ptr<AbsorbPorts> absorb;  ///< with header routings
    PurgeIn purge_i;
    /// Front flits; for an empty VC, the last flit that was there.
    std::unique_ptr<sc_core::sc_in<PerVc<Flit>>> front_i;
    /// VCs whose message is purged, and the output VCs that they held.
    std::unique_ptr<sc_core::sc_out<ActiveVcs>> release_o;
};

/// Route computation and message state of the VCs of one input port (docs/router.md, sections 3, 4
/// and 12); twin of route_unit.v. For each VC it holds the stage, the output port, the VCs that the
/// head may request there, and the output VC. All VCs are routed in parallel.
///
/// Timing   `route_o` follows the inputs in the same cycle and is in the registers from the next
///          edge on. `request_o` is registered from depth 3 on; at depths 1 and 2 a head sends its
///          request in the cycle in which it is routed. `active_o` is registered except at depth 1
///          and with speculation, where a VC counts in the cycle of its grant. With header routings
///          a head may have a second branch, to its node, and `pop_o` says when the front flit
///          leaves (docs/multicast_units.md). With a routing that has an escape, a head that loses
///          in its first cycle of requesting is idle from the next edge on and is routed again.
/// Errors   error report /flitscope/signal/route for an output that does not exist.
class RouteUnit : public sc_core::sc_module, public RouteUnitPorts {
public:
    SC_HAS_PROCESS(RouteUnit);
    using Ports = RouteUnitPorts;

    RouteUnit(const sc_core::sc_module_name& name, const Parameters& parameters);

    /// VCs whose head found no route in this cycle; it stays and is routed again.
    VcMask stranded() const { return stranded_; }

protected:
    /// The route of a head; `escapes`: it is routed again.
    virtual Route route(const HeadFields& head, bool escapes);
    Route checked(const topo::RouteCandidate& taken, const HeadFields& head);

    Parameters parameters_;

private:
    void start() {
        node_ = node_i.read();
        moved_.notify(sc_core::SC_ZERO_TIME);
    }
    VcMask popped() const { return absorb_ ? absorb_->popped() : grant_i.read(); }
    VcMask released() const { return popped() & tail_i.read().front; }
    AbsorbBranches::Forward forward() const {
        return {stage_.routed | stage_.active | routes_.valid, grant_i.read()};
    }
    void show(const ActiveVcs& active);
    void edge();
    void compute();
    void clear();
    VcMask purged() const;
    void release();
    VcMask send_back(VcMask granted);
    bool can_route(int v) const;
    bool is_here(const HeadFields& head) const {
        return parameters_.addresses.router(head.destination) == node_;
    }
    bool stops(int v) const;
    bool leads_somewhere(const HeaderWay& way, bool forward, topo::NodeId destination) const;
    void route_multicast(int v);
    std::uint32_t load(const topo::RouteCandidate& candidate, const HeadFields& head) const;
    VcRange network_range(const topo::RouteCandidate& candidate, const HeadFields& head) const;

    PipelineStages stages_;
    std::int32_t node_ = 0;
    VcStages stage_;
    HeadRequests request_;  ///< registers of port, allowed (and length, hop)
    ActiveVcs active_;      ///< register of the output VC
    Routes routes_;         ///< what compute() drives
    VcMask stranded_ = 0;   ///< found by compute()
    bool escapes_;          ///< heads that lose at once are routed again
    VcMask first_ = 0;      ///< of routes_: those that are
    VcMask asking_ = 0;     ///< register, from depth 3 on: those of the cycle before
    VcMask again_ = 0;      ///< register: VCs to be routed again in this cycle
    std::vector<topo::RouteCandidate> candidates_;
    std::unique_ptr<AbsorbBranches> absorb_;  ///< null: no multicasts
    sc_core::sc_event moved_;                 ///< registers that compute() reads have
};

}  // namespace flitscope::rtl
