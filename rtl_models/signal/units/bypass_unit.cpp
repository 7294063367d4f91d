#include "rtl_models/signal/units/bypass_unit.h"

#include "rtl_models/signal/units/requested_vc.h"

namespace flitscope::rtl {

BypassUnit::BypassUnit(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      choice_(parameters.ports.inputs(), parameters.ports.outputs()),
      kept_(count_i.size(), 0) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(compute);
    sensitive << moved_ << select_i;
    sense(sensitive, count_i, head_i, filled_i, route_i, request_i, active_i, vc_grant_i, grant_i);
    sense(sensitive, state_i, ready_i, outstanding_i, free_i, clear_i, taken_i);
}

void BypassUnit::edge() {
    for (std::size_t p = 0; p < kept_.size(); ++p) {
        kept_[p] = 0;
        for_each_bit(rst_ni.read() ? filled_i[p].read() : 0, [&](int v) {
            const bool leaves = (grant_o[p].read() >> v & 1) != 0;
            kept_[p] |= count_i[p].read()[v] > (leaves ? 1U : 0U) ? vc_bit(v) : 0;
        });
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

/// The VC of an input port whose only flit was written at the last edge, if there is one.
VcMask BypassUnit::candidate(std::size_t p) const {
    VcMask alone = 0;
    for_each_bit(filled_i[p].read() & ~kept_[p],
                 [&](int v) { alone |= count_i[p].read()[v] == 1 ? vc_bit(v) : 0; });
    return alone & (active_i[p].read().valid | route_i[p].read().valid);
}

int BypassUnit::wanted_vc(const HeadRequest& head) const {
    return requested_vc(head, *this, parameters_.router, parameters_.ports.network);
}

void BypassUnit::add_candidate(int p, int v) {
    const auto i = static_cast<std::size_t>(p);
    BypassChoice::Candidate each{p, v, 0, -1, (active_i[i].read().valid >> v & 1) == 0};
    if (each.head) {
        const Route& route = route_i[i].read().of[v];
        each.output = route.port;
        each.output_vc = wanted_vc({route.port, route.allowed, head_i[i].read().of[v].length});
    } else {
        each.output = active_i[i].read().of[v].port;
        each.output_vc = active_i[i].read().of[v].vc;
    }
    const auto o = static_cast<std::size_t>(each.output);
    const bool passes =
        each.output_vc >= 0 && is_clear(i, o) && (ready_i[o].read() >> each.output_vc & 1) != 0;
    each.output_vc = passes ? each.output_vc : -1;
    choice_.add(each);
}

/// What the other VCs of the port ask for.
void BypassUnit::add_requests(int p, VcMask candidate) {
    const auto i = static_cast<std::size_t>(p);
    const HeadRequests& heads = request_i[i].read();
    for_each_bit(heads.valid & ~candidate, [&](int v) {
        const HeadRequest& head = heads.of[v];
        const int wanted = wanted_vc(head);
        if (wanted >= 0) {
            choice_.request_vc(head.port, wanted);
        }
    });
    const ActiveVcs& active = active_i[i].read();
    for_each_bit(active.valid & filled_i[i].read() & ~candidate, [&](int v) {
        if (is_ready(active.of[v])) {
            choice_.request_switch(p, active.of[v].port);
        }
    });
}

void BypassUnit::compute() {
    choice_.clear();
    for (std::size_t p = 0; p < kept_.size(); ++p) {
        const VcMask mask = candidate(p);
        for_each_bit(mask, [&](int v) { add_candidate(static_cast<int>(p), v); });
        add_requests(static_cast<int>(p), mask);
    }
    drive(choice_.chosen());
}

/// Output and output VC of a flit that bypasses.
ActiveVc BypassUnit::place_of(const BypassChoice::Candidate& each) const {
    const auto i = static_cast<std::size_t>(each.input);
    return {each.output, each.output_vc, head_i[i].read().of[each.vc].hop,
            route_i[i].read().of[each.vc].detour};
}

void BypassUnit::drive(const std::vector<BypassChoice::Candidate>& going) {
    Selects select = select_i.read();
    std::vector<VcMask> leaving(count_i.size(), 0);
    std::vector<VcMask> taken(state_i.size(), 0);
    std::vector<char> past(bypass_o.size(), 0);
    std::vector<VcGrants> vc_grants;
    std::vector<ActiveVcs> active;
    for (std::size_t p = 0; p < count_i.size(); ++p) {
        vc_grants.push_back(vc_grant_i[p].read());
        active.push_back(active_i[p].read());
    }
    for (const BypassChoice::Candidate& each : going) {
        const auto p = static_cast<std::size_t>(each.input);
        const auto o = static_cast<std::size_t>(each.output);
        leaving[p] = vc_bit(each.vc);
        select[each.output] = InputMask{1} << p;
        if (!past.empty()) {
            past[o] = 1;
        }
        if (each.head) {
            vc_grants[p].valid |= leaving[p];
            vc_grants[p].vc[each.vc] = each.output_vc;
            active[p].valid |= leaving[p];
            active[p].of[each.vc] = place_of(each);
            taken[o] = vc_bit(each.output_vc);
        }
    }
    for (std::size_t p = 0; p < count_i.size(); ++p) {
        HeadRequests request = request_i[p].read();
        request.valid &= ~leaving[p];
        request_o[p].write(request);
        filled_o[p].write(filled_i[p].read() & ~leaving[p]);
        vc_grant_o[p].write(vc_grants[p]);
        active_o[p].write(active[p]);
        grant_o[p].write(grant_i[p].read() | leaving[p]);
    }
    for (std::size_t o = 0; o < state_i.size(); ++o) {
        taken_o[o].write(taken_i[o].read() | taken[o]);
    }
    for (std::size_t o = 0; o < past.size(); ++o) {
        bypass_o[o].write(past[o] != 0);
    }
    select_o.write(select);
}

}  // namespace flitscope::rtl
