#include "rtl_models/signal/units/absorb_branches.h"

namespace flitscope::rtl {

AbsorbBranches::AbsorbBranches(AbsorbPorts& ports, const Parameters& parameters)
    : ports_(ports), parameters_(parameters) {
    request_.of = asking_.of = PerVc<HeadRequest>(parameters.vcs);
    active_.of = PerVc<ActiveVc>(parameters.vcs);
    routes_.of = PerVc<Route>(parameters.vcs);
}

void AbsorbBranches::bind(UnitGate& gate) {
    gate.watch(ports_.absorb_vc_grant_i);
    gate.watch(ports_.absorb_grant_i);
    gate.depend_on(ports_.action_i);
    gate.depend_on(ports_.absorb_grant_i);
    if (parameters_.pipeline == 1) {
        gate.depend_on(ports_.absorb_vc_grant_i);
    }
    action_in_ = Reader<HeaderActions>(ports_.action_i);
    vc_grant_in_ = Reader<VcGrants>(ports_.absorb_vc_grant_i);
    grant_in_ = Reader<VcMask>(ports_.absorb_grant_i);
    request_out_ = Writer<HeadRequests>(ports_.absorb_request_o);
    active_out_ = Writer<ActiveVcs>(ports_.absorb_active_o);
    route_out_ = Writer<Routes>(ports_.absorb_route_o);
    stage_out_ = Writer<VcStages>(ports_.absorb_stage_o);
    pop_out_ = Writer<VcMask>(ports_.pop_o);
    drop_out_ = Writer<VcMask>(ports_.drop_o);
    error_out_ = Writer<VcMask>(ports_.error_o);
}

void AbsorbBranches::begin() {
    routed_ = new_drops_ = new_error_ = 0;
    routes_.valid = 0;
    asking_ = request_;
}

void AbsorbBranches::route(int v, VcMask allowed, const HeadFields& head) {
    route(v);
    const HeaderActions& actions = action_in_.read();
    new_drops_ |= actions.drop & vc_bit(v);
    new_error_ |= actions.error & vc_bit(v);
    // Behind a dropped flit the copy goes where that went.
    if ((actions.receive & ~active_.valid) >> v & 1) {
        routes_.valid |= vc_bit(v);
        routes_.of[v] = {parameters_.output, allowed};
        asking_.of[v] = {parameters_.output, allowed, head.length, head.hop};
    }
}

/// VCs that hold an ejection VC, the grants of this cycle counted in.
ActiveVcs AbsorbBranches::active_with(const VcGrants& grants) const {
    ActiveVcs active = active_;
    for_each_bit(grants.valid, [&](int v) {
        active.of[v] = {parameters_.output, grants.vc[v], asking_.of[v].hop};
    });
    active.valid |= grants.valid;
    return active;
}

/// Those of `active` whose flit at the front has not crossed yet ask for the switch.
void AbsorbBranches::show(ActiveVcs active) {
    active.valid &= ~absorbed_;
    active_out_.write(active);
}

void AbsorbBranches::drive(const Forward& forward) {
    route_out_.write(routes_);
    if (parameters_.pipeline <= 2) {
        asking_.valid |= routes_.valid;
        request_out_.write(asking_);
    }
    if (parameters_.pipeline == 1) {
        show(active_with(vc_grant_in_.read()));
    }
    const VcMask granted = grant_in_.read();
    const VcMask there = request_.valid | active_.valid | routes_.valid;
    pops_ = (forward.granted | granted) & (~forward.there | forwarded_ | forward.granted) &
            (~there | absorbed_ | granted);
    pop_out_.write(pops_);
    drop_out_.write(pops_ & (drops_ | new_drops_));
    error_out_.write(error_ | new_error_);
}

bool AbsorbBranches::changes() const {
    return (routed_ | grant_in_.read() | vc_grant_in_.read().valid) != 0;
}

void AbsorbBranches::edge(VcMask left, const Forward& forward) {
    const VcGrants& grants = vc_grant_in_.read();
    const VcMask dropped = pops_ & (drops_ | new_drops_);
    active_ = active_with(grants);
    active_.valid &= ~left;
    request_.of = asking_.of;
    request_.valid = (request_.valid | routes_.valid) & ~grants.valid & ~left;
    busy_ = (busy_ | routed_) & ~left & ~dropped;
    drops_ = (drops_ | new_drops_) & ~dropped;
    error_ = (error_ | new_error_) & ~left;
    absorbed_ = (absorbed_ | grant_in_.read()) & ~pops_;
    forwarded_ = (forwarded_ | forward.granted) & ~pops_;
    stage_out_.write({request_.valid, active_.valid});
    if (parameters_.pipeline >= 3) {
        request_out_.write(request_);
    }
    if (parameters_.pipeline >= 2) {
        show(active_);
    }
}

void AbsorbBranches::clear() {
    busy_ = request_.valid = active_.valid = 0;
    absorbed_ = forwarded_ = drops_ = error_ = 0;
}

}  // namespace flitscope::rtl
