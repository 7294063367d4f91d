#include "testbenches/tests/whole/page_reference/page_router.h"

#include <algorithm>

namespace flitscope::tb {

using rtl::Cycle;

std::set<int> page_vcs(int k, int classes, int vcs) {
    std::set<int> range;
    for (int v = k * vcs / classes; v < (k + 1) * vcs / classes; ++v) {
        range.insert(v);
    }
    return range.empty() ? std::set<int>{k % vcs} : range;
}

std::set<int> page_vcs(const rtl::RouterParameters& router, int message_class, int c, int classes,
                       int vcs) {
    if (router.class_vcs.empty()) {
        return page_vcs(message_class * classes + c, router.message_classes * classes, vcs);
    }
    int before = 0;
    for (int m = 0; m < message_class; ++m) {
        before += router.class_vcs[static_cast<std::size_t>(m)];
    }
    std::set<int> range;
    for (const int v :
         page_vcs(c, classes, router.class_vcs[static_cast<std::size_t>(message_class)])) {
        range.insert(before + v);
    }
    return range;
}

PageRouter::PageRouter(const rtl::NetworkDescription& description, topo::NodeId here,
                       std::vector<PageEvent>& events)
    : d_(description),
      here_(here),
      events_(events),
      vcs_(d_.router.virtual_channels),
      network_(d_.topology->ports(here)),
      inputs_count_(network_ + (d_.router.injection_ports == rtl::kAll
                                    ? network_
                                    : d_.router.injection_ports)),
      ejections_(d_.router.ejection_ports == rtl::kAll ? inputs_count_ : d_.router.ejection_ports),
      inputs_(index(inputs_count_), std::vector<InputVc>(index(vcs_))),
      outputs_(index(network_ + ejections_)),
      vc_arbiters_(index((network_ + ejections_) * vcs_),
                   rtl::reference::Arbiter(d_.router.arbiter, inputs_count_ * vcs_)),
      crossbar_vcs_((vcs_ + d_.router.input_speedup - 1) / d_.router.input_speedup),
      switch_(d_.router.switch_allocator, d_.router.arbiter,
              inputs_count_ * d_.router.input_speedup, network_ + ejections_, crossbar_vcs_,
              d_.router.iterations, d_.router.arbiter_state),
      speculative_(switch_),
      crosses_late_(index(inputs_count_), -1) {
    for (int o = 0; o < network_ + ejections_; ++o) {
        Output& output = outputs_[index(o)];
        output.vcs.resize(index(vcs_));
        output.groups = groups_of(o);
        if (!ejects(o) && d_.topology->peer(here, o).connected()) {
            output.cycles_per_flit =
                d_.links[index(d_.topology->link_class(here, o))].cycles_per_flit;
            output.channel.busy.resize(index(link_vcs(o) + 1));
        }
    }
}

int PageRouter::link_vcs(int output) const {
    const int own = d_.links[index(d_.topology->link_class(here_, output))].virtual_channels;
    return own == 0 ? vcs_ : own;
}

void PageRouter::write(int input, int vc, PageFlit flit, Cycle t) {
    flit.written = t;
    report(rtl::EventKind::flit_written, t, input, vc, flit, 0, 0);
    ++flits_;
    inputs_[index(input)][index(vc)].fifo.push_back(flit);
}

void PageRouter::work(Cycle t) {
    sent_.clear();
    freed_.clear();
    for (Output& output : outputs_) {
        const auto held = std::count_if(output.vcs.begin(), output.vcs.end(),
                                        [](const OutputVc& vc) { return vc.held; });
        if (!output.channel.busy.empty()) {
            ++output.channel.busy[static_cast<std::size_t>(held)];
        }
    }
    if (flits_ == 0) {
        return;
    }
    route(t);
    if (d_.router.bypass) {
        bypass(t);
    }
    allocate_vcs(t);
    allocate_switch(t);
    move_pointers();
    for (const auto& [output, vc] : released_) {
        outputs_[index(output)].vcs[index(vc)].held = false;
    }
    released_.clear();
}

// Sections 4 and 10, headers_and_branches.md, section 1: a head at the front of an idle VC.

void PageRouter::route(Cycle t) {
    for_each_vc([&](int input, int vc, InputVc& at) {
        if (!at.idle || at.fifo.empty()) {
            return;
        }
        PageFlit& head = at.fifo.front();
        const rtl::Message& message = head.worm->message;
        const bool injected = input >= network_;
        PageAction action =
            page_action(head, d_.headers.addresses_per_flit, here_, injected, d_.topology->nodes());
        if (d_.router.lookahead) {  // nobody looks at the address
            action.receive = head.way.port >= network_;
            action.forward = !action.receive;
        }
        if (waits_for_tail(input, at, action)) {
            return;
        }
        at.idle = false;
        head.leads = true;
        at.action = action;
        if (action.receive && !at.absorb.exists()) {
            make_branch(at.absorb, input, vc,
                        d_.router.lookahead ? head.way.port : network_ + input % ejections_,
                        vcs_at_ejection(message, input), t);
        }
        if (action.forward) {
            const topo::RouteCandidate way =
                d_.router.lookahead ? head.way : way_on(message, action.towards, input);
            make_branch(at.forward, input, vc, way.port, vcs_at_network(message, way), t);
        }
    });
}

bool PageRouter::waits_for_tail(int input, const InputVc& at, const PageAction& action) const {
    // With the branch absorb already there a flit was dropped, and the tail is here.
    if (d_.router.switching != rtl::Switching::store_and_forward || input >= network_ ||
        at.absorb.exists() || (!action.forward && !action.drop)) {
        return false;
    }
    const PageWorm* worm = at.fifo.front().worm;
    return std::none_of(at.fifo.begin(), at.fifo.end(), [worm](const PageFlit& flit) {
        return flit.worm == worm && flit.is_tail();
    });
}

topo::RouteCandidate PageRouter::way_on(const rtl::Message& message, topo::NodeId towards,
                                        int input) const {
    const bool injected = input >= network_;
    topo::RouteQuery query;
    query.here = here_;
    query.input_port = injected ? -1 : input;
    query.source = message.source;
    query.destination = towards;
    if (message.header == nullptr) {
        return d_.routing->only_candidate(query);
    }
    topo::RouteCandidate way =
        d_.headers.routings[index(message.header->routing)]->only_candidate(query);
    way.vc_class += d_.routing->vc_classes();
    for (int i = 0; i < message.header->routing; ++i) {
        way.vc_class += d_.headers.routings[index(i)]->vc_classes();
    }
    if (injected && message.header->first_port >= 0) {
        way.port = message.header->first_port;
    }
    return way;
}

topo::RouteCandidate PageRouter::way_in(const rtl::Message& message, int input) const {
    return message.destination == here_ ? topo::RouteCandidate(network_ + input % ejections_)
                                        : way_on(message, message.destination, input);
}

int PageRouter::vc_classes() const {
    int classes = d_.routing->vc_classes();
    for (const auto& each : d_.headers.routings) {
        classes += each->vc_classes();
    }
    return classes;
}

std::set<int> PageRouter::vcs_at_network(const rtl::Message& message,
                                         topo::RouteCandidate way) const {
    return page_vcs(d_.router, message.message_class, way.vc_class, vc_classes(),
                    link_vcs(way.port));
}

std::set<int> PageRouter::vcs_at_ejection(const rtl::Message& message, int input) const {
    const int m = message.message_class;
    const int classes = d_.router.message_classes;
    if (message.header == nullptr) {
        switch (d_.router.ejection_vcs) {
            case rtl::EjectionVcs::one:
                return {0};
            case rtl::EjectionVcs::classes:
                return {m};
            case rtl::EjectionVcs::per_vc:
                return page_vcs(d_.router, m, 0, 1, vcs_);
        }
    }
    const int vcs = d_.router.ejection_vcs == rtl::EjectionVcs::one       ? 1
                    : d_.router.ejection_vcs == rtl::EjectionVcs::classes ? classes
                                                                          : vcs_;
    const topo::RoutingFunction& routing = *d_.headers.routings[index(message.header->routing)];
    const int of_routing = routing.ejection_classes();
    const int e = routing.ejection_class(here_, input < network_ ? input : -1);
    return d_.router.ejection_vcs == rtl::EjectionVcs::per_vc
               ? page_vcs(d_.router, m, e, of_routing, vcs)
               : page_vcs(m * of_routing + e, classes * of_routing, vcs);
}

void PageRouter::make_branch(Branch& branch, int input, int vc, int output, std::set<int> allowed,
                             Cycle t) {
    branch = Branch{};
    branch.stage = Stage::routed;
    branch.since = t;
    branch.output = output;
    branch.allowed = std::move(allowed);
    report(rtl::EventKind::routed, t, input, vc, inputs_[index(input)][index(vc)].fifo.front(),
           output, *branch.allowed.begin());
}

// Section 5, and section 2 of headers_and_branches.md.

void PageRouter::allocate_vcs(Cycle t) {
    if (d_.router.vc_at_switch()) {
        wanted_vcs(&InputVc::absorb, t);
        wanted_vcs(&InputVc::forward, t);
        return;
    }
    speculating_.clear();
    const bool ejection = grant_vcs(&InputVc::absorb, t);
    const bool network = grant_vcs(&InputVc::forward, t);
    if (ejection || network) {
        diagonal_ =
            (diagonal_ + 1) % std::max(inputs_count_ * vcs_, static_cast<int>(vc_arbiters_.size()));
    }
}

PageRouter::Wanted PageRouter::wanted_vcs(BranchOf which, Cycle t) {
    const bool with_route =
        d_.router.lookahead || (d_.router.pipeline <= 2 && !d_.router.vc_at_switch());
    Wanted wanted;
    for_each_vc([&](int input, int vc, InputVc& at) {
        Branch& branch = at.*which;
        if (branch.stage != Stage::routed || branch.since > (with_route ? t : t - 1) ||
            (&branch == &at.forward && at.absorb.exists() && at.absorb.vc < 0)) {
            return;
        }
        count_head(branch, t);
        const int o = wanted_vc(branch, at.fifo.front());
        if (o >= 0) {
            wanted[input * vcs_ + vc] = branch.output * vcs_ + o;
        }
    });
    return wanted;
}

bool PageRouter::grant_vcs(BranchOf which, Cycle t) {
    const Wanted wanted = wanted_vcs(which, t);
    speculating_.insert(wanted.begin(), wanted.end());
    const std::map<int, int> granted = winners(wanted);
    for (const auto& [output_vc, requester] : granted) {
        const int input = requester / vcs_;
        const int vc = requester % vcs_;
        take_vc(input, vc, inputs_[index(input)][index(vc)].*which, output_vc % vcs_, t);
    }
    return !granted.empty();
}

/// Blocked, unless it is granted a VC in this first cycle.
void PageRouter::count_head(Branch& branch, Cycle t) {
    if (!branch.eligible) {
        PageChannel& channel = outputs_[index(branch.output)].channel;
        ++channel.heads;
        ++channel.blocked;
        branch.eligible = true;
        branch.first = t;
    }
}

void PageRouter::take_vc(int input, int vc, Branch& branch, int output_vc, Cycle t) {
    outputs_[index(branch.output)].channel.blocked -= branch.first == t ? 1 : 0;
    branch.stage = Stage::active;
    branch.since = t;
    branch.vc = output_vc;
    outputs_[index(branch.output)].vcs[index(output_vc)].held = true;
    for (Group& group : outputs_[index(branch.output)].groups) {
        if (group.vcs.count(output_vc) != 0) {
            group.granted = std::max(group.granted, output_vc);
        }
    }
    report(rtl::EventKind::vc_granted, t, input, vc, inputs_[index(input)][index(vc)].fifo.front(),
           branch.output, branch.vc);
}
int PageRouter::wanted_vc(const Branch& branch, const PageFlit& head) const {
    const int buffer = d_.router.buffer_flits;
    std::set<int> free;
    for (const int v : branch.allowed) {
        const OutputVc& vc = outputs_[index(branch.output)].vcs[index(v)];
        const bool room = d_.router.switching == rtl::Switching::wormhole ||
                          buffer == rtl::kUnbounded || ejects(branch.output) ||
                          std::int64_t{buffer} - vc.outstanding >= std::int64_t{head.length()};
        const bool empty = d_.router.vc_reuse != rtl::VcReuse::buffer_empty || vc.outstanding == 0;
        const bool open = !d_.router.vc_at_switch() || has_credit(branch, v);
        if (!vc.held && room && empty && open) {
            free.insert(v);
        }
    }
    return chosen(outputs_[index(branch.output)], free);
}

std::map<int, int> PageRouter::winners(const Wanted& wanted) {
    std::map<int, std::set<int>> asking;  // by output VC
    for (const auto& [requester, output_vc] : wanted) {
        asking[output_vc].insert(requester);
    }
    std::map<int, int> winners;
    const int side = std::max(inputs_count_ * vcs_, static_cast<int>(vc_arbiters_.size()));
    for (const auto& [output_vc, requesters] : asking) {
        if (d_.router.vc_allocator != rtl::VcAllocatorKind::wavefront) {
            rtl::reference::Arbiter& arbiter = vc_arbiters_[index(output_vc)];
            rtl::reference::Priorities<int> priorities;
            rtl::reference::Asking<int> seen(priorities);
            for (const int requester : requesters) {
                priorities[requester] =
                    priority_of(inputs_[index(requester / vcs_)][index(requester % vcs_)]);
                seen.insert(requester, requester);
            }
            winners[output_vc] = arbiter.grant(seen.seen());
            arbiter.update(winners[output_vc]);
            continue;
        }
        const auto turn = [&, column = output_vc](int row) {
            return (row + column + side - diagonal_) % side;
        };
        winners[output_vc] = *std::min_element(requesters.begin(), requesters.end(),
                                               [&](int a, int b) { return turn(a) < turn(b); });
    }
    return winners;
}

// Section 6, and section 2 of headers_and_branches.md.

bool PageRouter::may_request(const Branch& branch, const PageFlit& flit, Cycle t) const {
    if (t < outputs_[index(branch.output)].free_at) {
        return false;
    }
    if (d_.router.vc_at_switch() && branch.stage == Stage::routed) {
        return branch.eligible && wanted_vc(branch, flit) >= 0;
    }
    return branch.stage == Stage::active && !branch.done &&
           branch.since <= (d_.router.pipeline == 1 ? t : t - 1) && has_credit(branch, branch.vc);
}

bool PageRouter::has_credit(const Branch& branch, int output_vc) const {
    if (ejects(branch.output) || d_.router.buffer_flits == rtl::kUnbounded) {
        return true;
    }
    const std::vector<OutputVc>& vcs = outputs_[index(branch.output)].vcs;
    return d_.router.buffers == rtl::Buffers::shared
               ? has_shared_credit(vcs, vcs[index(output_vc)])
               : vcs[index(output_vc)].outstanding < d_.router.buffer_flits;
}

PageRouter::SwitchRequests PageRouter::switch_requests(Cycle t) {
    SwitchRequests requests;
    for_each_vc([&](int input, int vc, InputVc& at) {
        for (const Branch* branch : {&at.absorb, &at.forward}) {
            if (!at.fifo.empty() && may_request(*branch, at.fifo.front(), t)) {
                requests[{input, vc}].insert(branch->output);
            }
        }
    });
    return requests;
}

void PageRouter::allocate_switch(Cycle t) {
    const SwitchRequests requests = at_crossbar(switch_requests(t));
    const auto all = [](const SwitchGrants& picked) { return picked; };
    SwitchGrants grants = switch_.allocate(requests, all, priorities());
    if (d_.router.speculates()) {
        grants.merge(speculate(requests, grants, t));
    }
    std::set<std::pair<int, int>> served;
    for (const auto& [input, vc, output] : at_ports(grants)) {
        InputVc& at = inputs_[index(input)][index(vc)];
        Branch& branch = output >= network_ ? at.absorb : at.forward;
        if (branch.stage == Stage::routed) {
            take_vc(input, vc, branch, wanted_vc(branch, at.fifo.front()), t);
        }
        send(at, input, vc, branch, t);
        crosses_late_[index(input)] = has_register() ? t + 1 : -1;
        served.insert({input, vc});
    }
    for (const auto& [input, vc] : served) {
        InputVc& at = inputs_[index(input)][index(vc)];
        if ((!at.absorb.exists() || at.absorb.done) && (!at.forward.exists() || at.forward.done)) {
            give_credit(at, input, vc, t);
        }
    }
}

void PageRouter::give_credit(InputVc& at, int input, int vc, Cycle t) {
    report(rtl::EventKind::credit_sent, t, input, vc, PageFlit{}, 0, 0);
    freed_.emplace_back(input, vc);
    leave(at);
}

void PageRouter::send(InputVc& at, int input, int vc, Branch& branch, Cycle t) {
    PageFlit flit = at.fifo.front();
    report(rtl::EventKind::switch_granted, t, input, vc, flit, branch.output, branch.vc);
    Output& output = outputs_[index(branch.output)];
    const bool both = at.absorb.exists() && at.forward.exists();
    copied_ += both && !at.absorb.done && !at.forward.done ? 1 : 0;
    branch.done = true;
    output.free_at = t + output.cycles_per_flit;
    output.wire_free_at = output.free_at + (has_register() ? 1 : 0);
    ++output.channel.flits;
    if (ejects(branch.output)) {
        flit.error = at.action.error;
    } else {
        ++output.vcs[index(branch.vc)].outstanding;
        ++flit.hop;
        if (at.action.served && flit.valid.size() > *at.action.served) {
            flit.valid[*at.action.served] = false;
        }
    }
    if (flit.is_tail()) {
        released_.emplace_back(branch.output, branch.vc);
        ++flit.worm->tails;
    }
    sent_.push_back({branch.output, branch.vc, flit});
}

void PageRouter::leave(InputVc& at) {
    const PageFlit flit = at.fifo.front();
    at.fifo.pop_front();
    --flits_;
    at.absorb.done = false;
    at.forward.done = false;
    if (at.action.drop) {
        ++dropped_;
        at.idle = true;
    }
    at.action.drop = false;
    at.action.served.reset();  // of the leading flit alone
    if (flit.is_tail()) {
        --flit.worm->tails;
        at.idle = true;
        at.absorb = Branch{};
        at.forward = Branch{};
    }
}

void PageRouter::report(rtl::EventKind kind, Cycle t, int input, int vc, const PageFlit& flit,
                        int output, int output_vc) {
    const rtl::Event event{t, here_, kind, input, vc, 0, flit.index, output, output_vc};
    events_.push_back({event});
    if (flit.worm != nullptr) {
        events_.back().event.message = static_cast<std::uint32_t>(flit.worm->message.id);
        events_.back().kind = flit.kind();
        events_.back().hop = flit.hop;
    }
}

}  // namespace flitscope::tb
