#include "rtl_models/signal/units/traversal_register.h"

#include <algorithm>

namespace flitscope::rtl {

TraversalRegister::TraversalRegister(const sc_core::sc_module_name& name,
                                     const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      crossbar_(parameters.router),
      lanes_(static_cast<std::size_t>(crossbar_.count(parameters.ports.inputs()))),
      select_(parameters.ports.outputs()),
      busy_(clear_o.size(), 0) {
    for (std::size_t p = 0; p < free_o.size(); ++p) {
        free_o[p].initialize(true);
    }
    for (std::size_t o = 0; o < clear_o.size(); ++o) {
        clear_o[o].initialize(true);
    }
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(pass);
    sensitive << moved_;
    if (parameters.router.bypass) {
        sensitive << select_i;
        sense(sensitive, front_i, active_i, grant_i, ahead_i, bypass_i);
    }
    SC_METHOD(announce);
    sensitive << select_i;
    sense(sensitive, front_i, active_i, grant_i, absorb_active_i, absorb_grant_i);
}

/// What a crossbar input carries in the cycle of the grant.
TraversalRegister::Lane TraversalRegister::lane_of(int from) const {
    const auto p = static_cast<std::size_t>(crossbar_.port(from));
    const VcMask here = crossbar_.vcs_at(from);
    Lane lane;
    lane.grant = grant_i[p].read() & here;
    lane.absorb = absorb_grant_i.size() != 0 ? absorb_grant_i[p].read() & here : 0;
    if ((lane.grant | lane.absorb) == 0) {
        return lane;
    }
    const int v = __builtin_ctzll(lane.grant | lane.absorb);
    lane.flit = front_i[p].read()[v];
    lane.active = active_i[p].read().of[v];
    if (absorb_active_i.size() != 0) {
        lane.absorb_active = absorb_active_i[p].read().of[v];
        lane.served = served_i[p].read().of[v];
        lane.error = (error_i[p].read() >> v & 1) != 0;
    }
    if (ahead_i.size() != 0) {
        lane.ahead_valid = (ahead_i[p].read().valid >> v & 1) != 0;
        lane.ahead = ahead_i[p].read().of[v];
    }
    return lane;
}

SentFlit TraversalRegister::sent_to(int output, int from) const {
    const Lane lane = lane_of(from);
    const bool copy = output >= parameters_.ports.network && lane.absorb != 0;
    const int vc = copy ? lane.absorb_active.vc : lane.active.vc;
    return {lane.flit.valid() ? vc_bit(vc) : 0, lane.flit.is_tail()};
}

void TraversalRegister::announce() {
    const Selects& select = select_i.read();
    for (std::size_t o = 0; o < sent_o.size(); ++o) {
        const int output = static_cast<int>(o);
        const InputMask from = output < select.size() ? select[output] : 0;
        sent_o[o].write(from == 0 ? SentFlit{} : sent_to(output, __builtin_ctzll(from)));
    }
}

/// The crossbar inputs whose flit bypasses in this cycle.
InputMask TraversalRegister::bypassing() const {
    InputMask mask = 0;
    for (int o = 0; o < select_.size(); ++o) {
        mask |= bypasses(o) ? select_i.read()[o] : 0;
    }
    return mask;
}

void TraversalRegister::edge() {
    const bool resets = !rst_ni.read();
    const InputMask past = bypassing();
    for (std::size_t c = 0; c < lanes_.size(); ++c) {
        lanes_[c] = resets || (past >> c & 1) != 0 ? Lane() : lane_of(static_cast<int>(c));
    }
    for (int o = 0; o < select_.size(); ++o) {
        select_[o] = resets || bypasses(o) || o >= select_i.read().size() ? 0 : select_i.read()[o];
    }
    for (std::size_t p = 0; p < free_o.size(); ++p) {
        free_o[p].write(lanes_[p].grant == 0);
    }
    for (std::size_t o = 0; o < clear_o.size(); ++o) {
        busy_[o] = select_[static_cast<int>(o)] != 0 ? parameters_.cycles_per_flit[o]
                   : resets                          ? 0
                                                     : std::max(0, busy_[o] - 1);
        clear_o[o].write(busy_[o] == 0);
    }
    if (purge_i) {
        drop();
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

/// Takes the flits of purged messages out again.
void TraversalRegister::drop() {
    for (std::size_t o = 0; o < dropped_o.size(); ++o) {
        DroppedFlits dropped(parameters_.router.virtual_channels);
        InputMask& from = select_[static_cast<int>(o)];
        if (from != 0 &&
            purge_i->read().takes(lanes_[static_cast<std::size_t>(__builtin_ctzll(from))].flit)) {
            dropped.add(__builtin_ctzll(sent_o[o].read().vcs), 1);
            from = 0;
            ++flits_dropped_;
        }
        dropped_o[o].write(dropped);
    }
}

void TraversalRegister::pass() {
    const InputMask past = bypassing();
    if (past == 0) {
        drive(lanes_, select_);
        return;
    }
    std::vector<Lane> lanes = lanes_;
    Selects select = select_;
    for (std::size_t c = 0; c < lanes.size(); ++c) {
        if ((past >> c & 1) != 0) {
            lanes[c] = lane_of(static_cast<int>(c));
        }
    }
    for (int o = 0; o < select.size(); ++o) {
        select[o] = bypasses(o) ? select_i.read()[o] : select[o];
    }
    drive(lanes, select);
}

/// All VCs of a crossbar input get its lane.
void TraversalRegister::drive(const std::vector<Lane>& lanes, const Selects& select) {
    const int vcs = parameters_.router.virtual_channels;
    for (std::size_t p = 0; p < front_o.size(); ++p) {
        PerVc<Flit> fronts(vcs);
        ActiveVcs active, absorb_active;
        ServedEntries served;
        AheadRoutes ahead;
        active.of = absorb_active.of = PerVc<ActiveVc>(vcs);
        served.of = PerVc<std::uint32_t>(vcs);
        ahead.of = PerVc<AheadRoute>(vcs);
        VcMask grant = 0, absorb = 0, error = 0;
        for (int v = 0; v < vcs; ++v) {
            const Lane& lane =
                lanes[static_cast<std::size_t>(crossbar_.input(static_cast<int>(p), v))];
            fronts[v] = lane.flit;
            active.of[v] = lane.active;
            absorb_active.of[v] = lane.absorb_active;
            served.of[v] = lane.served;
            ahead.of[v] = lane.ahead;
            grant |= lane.grant & vc_bit(v);
            absorb |= lane.absorb & vc_bit(v);
            error |= lane.error ? vc_bit(v) : 0;
            ahead.valid |= lane.ahead_valid ? vc_bit(v) : 0;
        }
        active.valid = grant;
        absorb_active.valid = absorb;
        front_o[p].write(fronts);
        active_o[p].write(active);
        grant_o[p].write(grant);
        if (absorb_active_o.size() != 0) {
            absorb_active_o[p].write(absorb_active);
            absorb_grant_o[p].write(absorb);
            served_o[p].write(served);
            error_o[p].write(error);
        }
        if (ahead_o.size() != 0) {
            ahead_o[p].write(ahead);
        }
    }
    select_o.write(select);
}

}  // namespace flitscope::rtl
