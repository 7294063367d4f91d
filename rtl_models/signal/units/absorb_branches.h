#pragma once

#include <systemc>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The additional ports of a route unit in networks with multicasts (docs/multicast_units.md).
struct AbsorbPorts {
    sc_core::sc_in<HeaderActions> action_i{"action_i"};  ///< what is done with the heads of head_i
    sc_core::sc_in<VcGrants> absorb_vc_grant_i{"absorb_vc_grant_i"};
    sc_core::sc_in<VcMask> absorb_grant_i{"absorb_grant_i"};  ///< the copy for the node crosses
    sc_core::sc_out<HeadRequests> absorb_request_o{"absorb_request_o"};
    sc_core::sc_out<ActiveVcs> absorb_active_o{"absorb_active_o"};
    sc_core::sc_out<Routes> absorb_route_o{"absorb_route_o"};
    sc_core::sc_out<VcStages> absorb_stage_o{"absorb_stage_o"};
    sc_core::sc_out<VcMask> pop_o{"pop_o"};      ///< the flit at the front leaves
    sc_core::sc_out<VcMask> drop_o{"drop_o"};    ///< ... and goes no further
    sc_core::sc_out<VcMask> error_o{"error_o"};  ///< the copy for the node is a protocol error
};

/// The branch absorb of an input port's VCs, and what both branches share: the done-bits and when a
/// flit leaves (docs/headers_and_branches.md, section 2). It is part of a route unit, which has the
/// other branch.
class AbsorbBranches {
public:
    struct Parameters {
        int vcs = 1;
        PipelineStages stages;
        int output = 0;  ///< the ejection output of the input port
    };
    /// The other branch in this cycle.
    struct Forward {
        VcMask there = 0;    ///< routed or active, or routed in this cycle
        VcMask granted = 0;  ///< crosses in this cycle
    };

    AbsorbBranches(AbsorbPorts& ports, const Parameters& parameters);

    const HeaderActions& actions() const { return ports_.action_i.read(); }
    bool is_multicast(int v) const { return (actions().valid >> v & 1) != 0; }
    /// VCs whose head, if one is at the front, has no route yet.
    VcMask idle() const { return ~busy_; }
    /// Store-and-forward: the multicast need not wait for its tail.
    bool stops(int v) const { return ((actions().forward | actions().drop) >> v & 1) == 0; }

    // Called in a cycle whenever inputs change: route computation and its consequences.
    void begin();
    /// A unicast was routed.
    void route(int v) { routed_ |= vc_bit(v); }
    /// A multicast was routed; `allowed`: VCs that absorb may ask for.
    void route(int v, VcMask allowed, const HeadFields& head);
    VcMask routed() const { return routed_; }
    void drive(const Forward& forward);

    // Called at the edge that ends the cycle.
    VcMask popped() const { return pops_; }
    /// `left`: VCs whose tail leaves.
    void edge(VcMask left, const Forward& forward);
    void clear();
    /// Among VCs that hold an output VC: those whose front flit has not crossed to it yet.
    VcMask to_cross(VcMask active) const { return active & ~forwarded_; }

private:
    ActiveVcs active_with(const VcGrants& grants) const;
    void show(ActiveVcs active);

    AbsorbPorts& ports_;
    Parameters parameters_;
    VcMask busy_ = 0;       ///< the head of the message at the front was routed
    HeadRequests request_;  ///< registers of the branch, as those of the other one
    ActiveVcs active_;
    VcMask absorbed_ = 0;   ///< done-bits of the flit at the front
    VcMask forwarded_ = 0;  ///< ...
    VcMask drops_ = 0;      ///< it is dropped
    VcMask error_ = 0;      ///< of the message
    // Of the running cycle.
    VcMask routed_ = 0;
    VcMask new_drops_ = 0;
    VcMask new_error_ = 0;
    VcMask pops_ = 0;
    Routes routes_;
    HeadRequests asking_;
};

}  // namespace flitscope::rtl
