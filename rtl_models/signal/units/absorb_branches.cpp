#include "rtl_models/signal/units/absorb_branches.h"

namespace flitscope::rtl {

AbsorbBranches::AbsorbBranches(AbsorbPorts& ports, const Parameters& parameters)
    : ports_(ports), parameters_(parameters) {
    request_.of = asking_.of = PerVc<HeadRequest>(parameters.vcs);
    active_.of = PerVc<ActiveVc>(parameters.vcs);
    routes_.of = PerVc<Route>(parameters.vcs);
}

void AbsorbBranches::begin() {
    routed_ = new_drops_ = new_error_ = 0;
    routes_.valid = 0;
    asking_ = request_;
}

void AbsorbBranches::route(int v, VcMask allowed, const HeadFields& head) {
    route(v);
    const HeaderActions& actions = ports_.action_i.read();
    new_drops_ |= actions.drop & vc_bit(v);
    new_error_ |= actions.error & vc_bit(v);
    // After a dropped flit, the copy takes the ejection VC of that flit.
    if ((actions.receive & ~active_.valid) >> v & 1) {
        routes_.valid |= vc_bit(v);
        routes_.of[v] = {parameters_.output, allowed};
        asking_.of[v] = {parameters_.output, allowed, head.length, head.hop};
    }
}

/// VCs that hold an ejection VC, including the grants of this cycle.
ActiveVcs AbsorbBranches::active_with(const VcGrants& grants) const {
    ActiveVcs active = active_;
    for_each_bit(grants.valid, [&](int v) {
        active.of[v] = {parameters_.output, grants.vc[v], asking_.of[v].hop};
    });
    active.valid |= grants.valid;
    return active;
}

/// VCs of `active` ask for the switch until the flit at their front has crossed.
void AbsorbBranches::show(ActiveVcs active) {
    active.valid &= ~absorbed_;
    ports_.absorb_active_o.write(active);
}

void AbsorbBranches::drive(const Forward& forward) {
    ports_.absorb_route_o.write(routes_);
    if (parameters_.stages.vc_with_route) {
        asking_.valid |= routes_.valid;
        ports_.absorb_request_o.write(asking_);
    }
    if (parameters_.stages.switch_with_vc) {
        show(active_with(ports_.absorb_vc_grant_i.read()));
    }
    const VcMask granted = ports_.absorb_grant_i.read();
    const VcMask there = request_.valid | active_.valid | routes_.valid;
    pops_ = (forward.granted | granted) & (~forward.there | forwarded_ | forward.granted) &
            (~there | absorbed_ | granted);
    ports_.pop_o.write(pops_);
    ports_.drop_o.write(pops_ & (drops_ | new_drops_));
    ports_.error_o.write(error_ | new_error_);
}

void AbsorbBranches::edge(VcMask left, const Forward& forward) {
    const VcGrants& grants = ports_.absorb_vc_grant_i.read();
    const VcMask dropped = pops_ & (drops_ | new_drops_);
    active_ = active_with(grants);
    active_.valid &= ~left;
    request_.of = asking_.of;
    request_.valid = (request_.valid | routes_.valid) & ~grants.valid & ~left;
    busy_ = (busy_ | routed_) & ~left & ~dropped;
    drops_ = (drops_ | new_drops_) & ~dropped;
    error_ = (error_ | new_error_) & ~left;
    absorbed_ = (absorbed_ | ports_.absorb_grant_i.read()) & ~pops_;
    forwarded_ = (forwarded_ | forward.granted) & ~pops_;
    ports_.absorb_stage_o.write({request_.valid, active_.valid});
    if (!parameters_.stages.vc_with_route) {
        ports_.absorb_request_o.write(request_);
    }
    if (!parameters_.stages.switch_with_vc) {
        show(active_);
    }
}

void AbsorbBranches::clear() {
    busy_ = request_.valid = active_.valid = 0;
    absorbed_ = forwarded_ = drops_ = error_ = 0;
}

}  // namespace flitscope::rtl
