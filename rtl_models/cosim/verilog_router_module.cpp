#include "rtl_models/cosim/verilog_router_module.h"

#include <sstream>
#include <string>

#include "rtl_models/router/contract/header_rows.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

namespace {

rtl::VcRange range_of(std::uint64_t vcs) {
    return {vcs == 0 ? 0 : __builtin_ctzll(vcs), __builtin_popcountll(vcs)};
}

/// Behind flits that were dropped what is at the front leads.
void lead(RouterShadow::InputVc& in) {
    if (in.leads && !in.fifo.empty()) {
        rtl::Flit& front = in.fifo.front();
        front.kind = front.is_tail() ? rtl::FlitKind::head_tail : rtl::FlitKind::head;
    }
}

}  // namespace

VerilogRouterModule::VerilogRouterModule(const sc_core::sc_module_name& name,
                                         const rtl::RouterInstance& instance, rtl::Clock& clock,
                                         std::unique_ptr<VerilogRouter> rtl)
    : CosimRouterModule(name, instance),
      clock_(clock),
      rtl_(std::move(rtl)),
      cycles_per_flit_(instance.cycles_per_flit),
      rules_(*this, instance, shadow_),
      tables_(instance.route_tables),
      live_(instance.live),
      dropped_crossing_(static_cast<std::size_t>(ports().outputs()), -1) {
    if (instance.purging) {
        purge_ports_ = std::make_unique<rtl::PurgePorts>(*this);
    }
    // Links may have fewer VCs; invariants are asked of all.
    const auto vcs = static_cast<std::size_t>(context().parameters.virtual_channels);
    for (int p = 0; p < ports().inputs(); ++p) {
        shadow_.inputs.emplace_back(vcs);
        orders_.emplace_back(input_vcs(p));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        shadow_.outputs.emplace_back();
        shadow_.outputs.back().vcs.resize(vcs);
    }
    if (context().observer != nullptr) {
        checker_ = std::make_unique<CheckpointChecker>(*this, rules_, *rtl_, shadow_);
    }
    rtl_->reset(id(), instance.link_vcs);
    load_tables();
}

void VerilogRouterModule::load_tables() {
    for (const auto& input : inputs()) {
        if (tables_ != nullptr) {
            load_table(input->port);
        }
        if (rules_.network() != nullptr) {
            rtl::for_each_header_row(
                *rules_.network(), id(), input->port,
                [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                    rtl_->write_row(input->port, address, row);
                });
        }
    }
}

void VerilogRouterModule::load_table(int input) {
    const int network = ports().network;
    std::vector<std::uint8_t> entries(static_cast<std::size_t>(network));
    const rtl::RouteTableRows& rows = tables_->rows(id(), input < network ? input : -1);
    // Where tables change, a route without a choice is not bound to the output of its queue.
    const bool free = live_ && rules_.unicasts().selection() == topo::RouteSelection::only;
    const topo::PortId queue = free ? -1 : rtl::queue_port(context().parameters, ports(), input);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (topo::PortId port = 0; port < network; ++port) {
            entries[static_cast<std::size_t>(port)] = rows.entry(row, port, network, queue);
        }
        rtl_->write_row(input, rows.addresses[row], entries);
    }
}

/// The registers of the RTL have forgotten them at this edge.
void VerilogRouterModule::forget_routes() {
    for (auto& port : shadow_.inputs) {
        for (RouterShadow::InputVc& in : port) {
            if (in.stage == RouterShadow::kRouted) {
                in.stage = RouterShadow::kIdle;
            }
            in.again = false;
        }
    }
    load_tables();
}

void VerilogRouterModule::end_of_elaboration() {
    CosimRouterModule::end_of_elaboration();
    if (purge_ports_) {
        gate().watch(purge_ports_->purge_i);
        for (const rtl::DroppedIn& dropped : purge_ports_->dropped_i) {
            if (dropped) {
                gate().watch(*dropped);
            }
        }
    }
    if (trace_ != nullptr) {
        start_trace();
    }
}

void VerilogRouterModule::at_edge() {
    if (purge_ports_) {
        take_wires_and_purge();
    } else {
        take_wires([this](int port, const rtl::Flit& flit) { take_flit(port, flit); },
                   [this](int port, std::uint64_t vcs) { take_credits(port, vcs); });
    }
    const bool again = purge_ports_ && purge_ports_->purge_i.read().route_again;
    rtl_->clock(again);
    clocked_in_ = cycle();
    if (again) {
        forget_routes();
    }
    if (checker_) {
        require(checker_->wrong_state());
    }
    for (RouterShadow::Output& output : shadow_.outputs) {
        output.granted_before = output.granted;
        output.granted = {};
    }
    rtl_->read_decisions(decisions_);
    stranded_.clear();
    for (const auto& input : inputs()) {
        const auto p = static_cast<std::size_t>(input->port);
        if (rules_.network() != nullptr) {
            follow_headers(input->port);
        }
        if (live_) {
            note_stranded(input->port, decisions_.routed[p]);
        }
        follow_routes(input->port, decisions_.routed[p], decisions_.absorb_routed[p]);
        follow_absorb_allocation(input->port, decisions_.absorb_vc_grants[p]);
        // A head that is received waits for its ejection VC first.
        const std::uint64_t waiting =
            decisions_.absorb_vc_requests[p] & ~decisions_.absorb_vc_grants[p];
        if ((decisions_.vc_grants[p] & waiting) != 0) {
            require("vc_allocator: grant_o_valid of input " + std::to_string(input->port) +
                    ": before its ejection VC");
        }
        follow_vc_allocation(input->port, decisions_.vc_requests[p] & ~waiting,
                             decisions_.vc_grants[p]);
        follow_switch(input->port, decisions_.switch_grants[p], decisions_.absorb_grants[p]);
    }
    if (checker_) {
        require(checker_->wrong_flits());
    }
    drive_wires();
    if (!rtl_->idle() || dropped_shown_) {
        gate().wake();
    }
}

/// Where nobody gives flits their bytes, the pins have zeros.
void VerilogRouterModule::take_flit(int port, const rtl::Flit& arriving) {
    rtl::Flit flit = arriving;
    if (flit.data.words() == 0 && context().parameters.data_bytes() > 0) {
        flit.data.set_word(rtl::words_of(8 * context().parameters.data_bytes()) - 1, 0);
    }
    const char* const wrong = orders_[static_cast<std::size_t>(port)].check(flit);
    const bool full =
        wrong == nullptr && occupancy(port, flit.vc) == context().parameters.buffer_flits;
    if (wrong != nullptr || full) {
        std::ostringstream what;
        what << "input " << port << ": " << (full ? "VC is full" : wrong) << ": " << flit;
        fail(full ? "/flitscope/cosim/buffer_overflow" : "/flitscope/cosim/vc_order", what.str());
    }
    RouterShadow::InputVc& in = shadow_.input_vc(port, flit.vc);
    in.fifo.push_back(flit);
    lead(in);
    put(port, flit);
    report_written(port, flit);
}

/// On the pins of an input.
void VerilogRouterModule::put(int port, const rtl::Flit& flit) {
    rtl_->set_flit(port, flit);
    if (rules_.network() != nullptr) {
        rtl_->set_header(port, rtl::header_pins(flit, rules_.network()->headers));
    }
}

void VerilogRouterModule::take_credits(int port, std::uint64_t vcs) {
    rtl::for_each_vc(vcs, [&](int v) {
        if (v >= output_vcs(port) || outstanding(port, v) == 0) {
            fail("/flitscope/cosim/credit_overflow", "output " + std::to_string(port) +
                                                         ": credit for VC " + std::to_string(v) +
                                                         ", which has none outstanding");
        }
        --shadow_.output_vc(port, v).outstanding;
    });
    rtl_->set_credits(port, vcs);
}

/// What RC finds in the headers of those it works on.
void VerilogRouterModule::follow_headers(int port) {
    for (int v = 0; v < input_vcs(port); ++v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        if (!rules_.routes(port, in)) {
            continue;
        }
        in.busy = true;
        if (in.fifo.front().header) {
            const rtl::HeaderAction action = rules_.action(port, in.fifo.front());
            in.drops = action.drop;
            in.error = in.error || action.error;
        }
    }
}

void VerilogRouterModule::follow_routes(int port, std::uint64_t vcs, std::uint64_t absorbed) {
    rtl::for_each_vc(vcs, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        in.stage = RouterShadow::kRouted;
        in.message = in.fifo.front().message;
        in.output = static_cast<int>(rtl_->at(Checkpoint::vc_route_port, port, v));
        in.wanted = range_of(rtl_->at(Checkpoint::vc_route_allowed, port, v));
        in.was_eligible = false;
        in.may_escape = rules_.unicasts().escape() != nullptr && !in.again && !endless(in.output) &&
                        rtl::queue_port(context().parameters, ports(), port) < 0;
        in.again = false;
        tell_of_route(port, v, in);
    });
    rtl::for_each_vc(absorbed, [&](int v) {
        RouterShadow::Branch& absorb = shadow_.input_vc(port, v).absorb;
        absorb.stage = RouterShadow::kRouted;
        absorb.output = ports().ejection_output(port);
        absorb.wanted = range_of(rtl_->at(Checkpoint::absorb_route_allowed, port, v));
        tell_of_route(port, v, absorb);
    });
}

void VerilogRouterModule::tell_of_route(int port, int v, const RouterShadow::Branch& branch) const {
    if (context().observer != nullptr) {
        context().observer->routed(cycle(), id(), port, shadow_.input_vc(port, v).fifo.front(),
                                   branch.output, branch.wanted);
    }
}

void VerilogRouterModule::follow_absorb_allocation(int port, std::uint64_t grants) {
    rtl::for_each_vc(grants, [&](int v) {
        grant(port, v, shadow_.input_vc(port, v).absorb,
              static_cast<int>(rtl_->at(Checkpoint::absorb_vc_grant_vc, port, v)));
    });
}

void VerilogRouterModule::follow_vc_allocation(int port, std::uint64_t requests,
                                               std::uint64_t grants) {
    rtl::for_each_vc(requests, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool granted = (grants >> v & 1) != 0;
        Output& out = output(in.output);
        if (!in.was_eligible && !endless(in.output)) {
            ++out.counters.heads;
            out.counters.heads_blocked += granted ? 0 : 1;
        }
        in.was_eligible = true;
        if (granted) {
            grant(port, v, in, static_cast<int>(rtl_->at(Checkpoint::vc_grant_vc, port, v)));
        } else {
            in.again = in.may_escape;
            in.stage = in.may_escape ? RouterShadow::kIdle : RouterShadow::kRouted;
        }
    });
}

void VerilogRouterModule::grant(int port, int v, RouterShadow::Branch& branch, int vc) {
    const rtl::Flit& head = shadow_.input_vc(port, v).fifo.front();
    if (vc < branch.wanted.first || vc >= branch.wanted.first + branch.wanted.count ||
        !grantable(branch.output, vc, rtl::flits_behind(head))) {
        require("vc_allocator: grant_vc_o of input " + std::to_string(port) + ", VC " +
                std::to_string(v) + ": " + std::to_string(vc) + " of output " +
                std::to_string(branch.output) + ", which is not free for it");
    }
    branch.stage = RouterShadow::kActive;
    branch.output_vc = vc;
    shadow_.output_vc(branch.output, vc).held = true;
    output(branch.output).busy.change(cycle() + 1, 1);
    if (context().observer != nullptr) {
        context().observer->vc_granted(cycle(), id(), port, head, branch.output, vc);
    }
}

void VerilogRouterModule::follow_switch(int port, std::uint64_t grants, std::uint64_t absorbed) {
    std::uint64_t leaving = 0;
    rtl::for_each_vc(grants | absorbed, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool forwards = (grants >> v & 1) != 0;
        const bool absorbs = (absorbed >> v & 1) != 0;
        if (forwards) {
            cross(port, v, in);
        }
        if (absorbs) {
            cross(port, v, in.absorb);
        }
        in.forwarded = in.forwarded || forwards;
        in.absorbed = in.absorbed || absorbs;
        const bool leaves = (in.stage == RouterShadow::kIdle || in.forwarded) &&
                            (in.absorb.stage == RouterShadow::kIdle || in.absorbed);
        leaving |= static_cast<std::uint64_t>(leaves) << v;
        const int more = (forwards ? 1 : 0) + (absorbs ? 1 : 0) - (leaves ? 1 : 0);
        if (more != 0) {
            tell_of_copies(in.fifo.front(), more);
        }
    });
    follow_pops(port, leaving);
}

void VerilogRouterModule::cross(int port, int v, const RouterShadow::Branch& branch) {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, v);
    if (in.fifo.empty() || branch.stage != RouterShadow::kActive ||
        !sendable(branch.output, branch.output_vc)) {
        require("switch_allocator: grant_o of input " + std::to_string(port) + ", VC " +
                std::to_string(v) + ": 1, without a flit, an output VC, a credit or a link");
    }
    rtl::Flit flit = in.fifo.front();
    if (context().book != nullptr && flit.is_head()) {
        context().book->head_moved(cycle(), flit);
    }
    if (context().observer != nullptr) {
        context().observer->switch_granted(cycle(), id(), port, flit, branch.output,
                                           branch.output_vc);
    }
    if (&branch == &in.absorb) {
        flit.error = in.error;
    } else if (flit.is_head() && flit.header) {
        flit.served = rules_.action(port, flit).served;
    }
    send(flit, branch.output, branch.output_vc);
}

/// What crosses twice is one copy more than what leaves.
void VerilogRouterModule::tell_of_copies(const rtl::Flit& flit, int more) {
    flits_copied_ += static_cast<std::uint64_t>(more);
    if (!flit.is_tail()) {
        return;
    }
    if (context().book != nullptr) {
        context().book->copied(flit, more);
    }
    if (context().copied) {
        context().copied(flit, more);
    }
}

/// `leaving`: VCs whose flit at the front has been sent on all branches.
void VerilogRouterModule::follow_pops(int port, std::uint64_t leaving) {
    const auto p = static_cast<std::size_t>(port);
    if (decisions_.pops[p] != leaving) {
        require("route_unit: pop_o of input " + std::to_string(port) + ": " +
                std::to_string(decisions_.pops[p]) + ", must be " + std::to_string(leaving));
    }
    std::uint64_t dropped = 0;
    rtl::for_each_vc(leaving, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const bool tail = in.fifo.front().is_tail();
        in.fifo.pop_front();
        in.forwarded = in.absorbed = false;
        in.leads = in.drops;
        if (in.drops) {
            dropped |= std::uint64_t{1} << v;
            ++flits_served_;
        }
        if (tail || in.drops) {
            in.busy = in.drops = false;
        }
        if (tail) {
            in.stage = RouterShadow::kIdle;
            in.output = in.output_vc = -1;
            in.absorb = {};
            in.error = false;
        }
        lead(in);
    });
    if (decisions_.drops[p] != dropped) {
        require("route_unit: drop_o of input " + std::to_string(port) + ": " +
                std::to_string(decisions_.drops[p]) + ", must be " + std::to_string(dropped));
    }
}

void VerilogRouterModule::send(const rtl::Flit& flit, int port, int vc) {
    count_switched(output(port));
    RouterShadow::Output& out = shadow_.output(port);
    RouterShadow::OutputVc& state = shadow_.output_vc(port, vc);
    state.held = !flit.is_tail();
    if (flit.is_tail()) {
        output(port).busy.change(cycle() + 1, -1);
    }
    out.granted = flit;
    out.granted.vc = static_cast<std::uint8_t>(vc);
    out.link_free = cycle() + 1;
    if (!endless(port)) {
        ++state.outstanding;
        ++out.granted.hop;
        out.link_free = cycle() + cycles_per_flit_[static_cast<std::size_t>(port)];
    }
}

void VerilogRouterModule::drive_wires() {
    for (const auto& input : inputs()) {
        drive_credits(*input, rtl_->credits(input->port));
    }
    for (const auto& output : outputs()) {
        drive_flit(*output, driven(output->port));
    }
}

/// What the RTL has on its pins; header fields must be those of the flit that was sent. There are
/// none for operands.
rtl::Flit VerilogRouterModule::driven(int port) const {
    rtl::Flit flit = rtl_->flit(port);
    if (!flit.valid()) {
        return flit;
    }
    const RouterShadow::Output& out = shadow_.output(port);
    const rtl::Flit& sent = context().parameters.pipeline == 4 ? out.granted_before : out.granted;
    flit.operand = sent.operand;
    if (rules_.network() == nullptr) {
        return flit;
    }
    take_header(flit, rtl_->header(port));
    if (flit.error != sent.error ||
        !same_header(flit.header, flit.served, sent.header, sent.served)) {
        require("crossbar: header fields of output " + std::to_string(port) + ", " +
                std::to_string(flit.message) + " flit " + std::to_string(flit.index) +
                ": must be those of message " + std::to_string(sent.message) + " flit " +
                std::to_string(sent.index) + " with " + std::to_string(sent.served) +
                " entries served");
    }
    return flit;
}

bool VerilogRouterModule::grantable(int port, int vc, std::uint32_t length) const {
    const RouterShadow::OutputVc& out = shadow_.output_vc(port, vc);
    const rtl::RouterParameters& parameters = context().parameters;
    return rtl::OutputVcRules(parameters)
        .grantable(out.held, out.outstanding,
                   endless(port) ? rtl::kUnbounded : parameters.buffer_flits, length);
}

bool VerilogRouterModule::sendable(int port, int vc) const {
    return shadow_.output(port).link_free <= cycle() &&
           outstanding(port, vc) < context().parameters.buffer_flits;
}

void VerilogRouterModule::require(const std::string& wrong) const {
    if (!wrong.empty()) {
        fail("/flitscope/cosim/state", wrong);
    }
}

void VerilogRouterModule::fail(const char* report, const std::string& what) const {
    const std::string text =
        std::string(name()) + ": cycle " + std::to_string(cycle()) + ": " + what;
    SC_REPORT_FATAL(report, text.c_str());
    throw std::logic_error(text);  // should a report handler return
}

}  // namespace flitscope::cosim
