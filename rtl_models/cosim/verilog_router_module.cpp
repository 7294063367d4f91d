#include "rtl_models/cosim/verilog_router_module.h"

#include <sstream>
#include <string>

#include "rtl_models/router/contract/wait_graph.h"
#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::cosim {

namespace {

int lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }

}  // namespace

VerilogRouterModule::VerilogRouterModule(const sc_core::sc_module_name& name,
                                         const rtl::RouterInstance& instance, rtl::Clock& clock,
                                         std::unique_ptr<VerilogRouter> rtl)
    : CosimRouterModule(name, instance),
      clock_(clock),
      rtl_(std::move(rtl)),
      cycles_per_flit_(instance.cycles_per_flit),
      routing_(instance.routing),
      tables_(instance.route_tables) {
    if (instance.live) {
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
        checker_ = std::make_unique<CheckpointChecker>(*this, instance, *rtl_, shadow_);
    }
    rtl_->reset(id(), instance.link_vcs);
    load_tables();
}

void VerilogRouterModule::load_tables() {
    if (tables_ == nullptr) {
        return;
    }
    const int network = ports().network;
    std::vector<std::uint8_t> entries(static_cast<std::size_t>(network));
    for (const auto& input : inputs()) {
        const int p = input->port;
        const rtl::RouteTableRows& rows = tables_->rows(id(), p < network ? p : -1);
        // Where tables change, nobody is bound to the output of a queue.
        const topo::PortId queue =
            purge_ports_ ? -1 : rtl::queue_port(context().parameters, ports(), p);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (topo::PortId port = 0; port < network; ++port) {
                entries[static_cast<std::size_t>(port)] = rows.entry(row, port, network, queue);
            }
            rtl_->write_row(p, rows.addresses[row], entries);
        }
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
    }
    if (trace_ != nullptr) {
        start_trace();
    }
}

void VerilogRouterModule::at_edge() {
    take_wires([this](int port, const rtl::Flit& flit) { take_flit(port, flit); },
               [this](int port, std::uint64_t vcs) { take_credits(port, vcs); });
    const rtl::Purge purge = purge_ports_ ? purge_ports_->purge_i.read() : rtl::Purge();
    if (!purge.messages.empty()) {
        fail("/flitscope/cosim/state", "a message is to be taken out of the RTL");
    }
    rtl_->clock(purge.route_again);
    clocked_in_ = cycle();
    if (purge.route_again) {
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
    for (const auto& input : inputs()) {
        const auto p = static_cast<std::size_t>(input->port);
        follow_routes(input->port, decisions_.routed[p]);
        follow_vc_allocation(input->port, decisions_.vc_requests[p], decisions_.vc_grants[p]);
        follow_switch(input->port, decisions_.switch_grants[p]);
    }
    if (checker_) {
        require(checker_->wrong_flits());
    }
    drive_wires();
    if (!rtl_->idle()) {
        gate().wake();
    }
}

void VerilogRouterModule::take_flit(int port, const rtl::Flit& flit) {
    const char* const wrong = orders_[static_cast<std::size_t>(port)].check(flit);
    const bool full =
        wrong == nullptr && occupancy(port, flit.vc) == context().parameters.buffer_flits;
    if (wrong != nullptr || full) {
        std::ostringstream what;
        what << "input " << port << ": " << (full ? "VC is full" : wrong) << ": " << flit;
        fail(full ? "/flitscope/cosim/buffer_overflow" : "/flitscope/cosim/vc_order", what.str());
    }
    shadow_.input_vc(port, flit.vc).fifo.push_back(flit);
    rtl_->set_flit(port, flit);
    report_written(port, flit);
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

void VerilogRouterModule::follow_routes(int port, std::uint64_t vcs) {
    rtl::for_each_vc(vcs, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        const std::uint64_t allowed = rtl_->at(Checkpoint::vc_route_allowed, port, v);
        in.stage = RouterShadow::kRouted;
        in.output = static_cast<int>(rtl_->at(Checkpoint::vc_route_port, port, v));
        in.wanted = {allowed == 0 ? 0 : lowest_bit(allowed), __builtin_popcountll(allowed)};
        in.was_eligible = false;
        in.may_escape = routing_->escape() != nullptr && !in.again && !endless(in.output) &&
                        rtl::queue_port(context().parameters, ports(), port) < 0;
        in.again = false;
        if (context().observer != nullptr) {
            context().observer->routed(cycle(), id(), port, in.fifo.front(), in.output, in.wanted);
        }
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
        if (!granted) {
            in.again = in.may_escape;
            in.stage = in.may_escape ? RouterShadow::kIdle : RouterShadow::kRouted;
            return;
        }
        const auto vc = static_cast<int>(rtl_->at(Checkpoint::vc_grant_vc, port, v));
        if (vc < in.wanted.first || vc >= in.wanted.first + in.wanted.count ||
            !grantable(in.output, vc, in.fifo.front().length)) {
            require("vc_allocator: grant_vc_o of input " + std::to_string(port) + ", VC " +
                    std::to_string(v) + ": " + std::to_string(vc) + " of output " +
                    std::to_string(in.output) + ", which is not free for it");
        }
        in.stage = RouterShadow::kActive;
        in.output_vc = vc;
        shadow_.output_vc(in.output, vc).held = true;
        out.busy.change(cycle() + 1, 1);
        if (context().observer != nullptr) {
            context().observer->vc_granted(cycle(), id(), port, in.fifo.front(), in.output, vc);
        }
    });
}

void VerilogRouterModule::follow_switch(int port, std::uint64_t grants) {
    rtl::for_each_vc(grants, [&](int v) {
        RouterShadow::InputVc& in = shadow_.input_vc(port, v);
        if (in.fifo.empty() || in.stage != RouterShadow::kActive ||
            !sendable(in.output, in.output_vc)) {
            require("switch_allocator: grant_o of input " + std::to_string(port) + ", VC " +
                    std::to_string(v) + ": 1, without a flit, an output VC, a credit or a link");
        }
        const rtl::Flit flit = in.fifo.front();
        in.fifo.pop_front();
        if (context().book != nullptr && flit.is_head()) {
            context().book->head_moved(cycle(), flit);
        }
        if (context().observer != nullptr) {
            context().observer->switch_granted(cycle(), id(), port, flit, in.output, in.output_vc);
        }
        send(flit, in.output, in.output_vc);
        if (flit.is_tail()) {
            output(in.output).busy.change(cycle() + 1, -1);
            in.stage = RouterShadow::kIdle;
            in.output = -1;
            in.output_vc = -1;
        }
    });
}

void VerilogRouterModule::send(const rtl::Flit& flit, int port, int vc) {
    count_switched(output(port));
    RouterShadow::Output& out = shadow_.output(port);
    RouterShadow::OutputVc& state = shadow_.output_vc(port, vc);
    state.held = !flit.is_tail();
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
        drive_flit(*output, rtl_->flit(output->port));
    }
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

void VerilogRouterModule::append_waits(std::vector<rtl::VcWait>& waits) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const RouterShadow::InputVc& in = shadow_.input_vc(p, v);
            if (in.fifo.empty()) {
                continue;
            }
            rtl::VcWait wait;
            wait.router = id();
            wait.port = p;
            wait.vc = v;
            const rtl::Flit& front = in.fifo.front();
            wait.message = front.message;
            rtl::tell_room(wait, context().parameters, static_cast<int>(in.fifo.size()),
                           front.length);
            if (in.stage != RouterShadow::kIdle) {
                wait.output_port = in.output;
                wait.wanted = in.wanted;
            }
            if (in.stage == RouterShadow::kActive) {
                wait.output_vc = in.output_vc;
                wait.movable = endless(in.output) || outstanding(in.output, in.output_vc) <
                                                         context().parameters.buffer_flits;
            } else if (in.stage == RouterShadow::kRouted) {
                wait.movable = in.may_escape;
                for (int o = in.wanted.first; o < in.wanted.first + in.wanted.count; ++o) {
                    wait.movable = wait.movable || grantable(in.output, o, front.length);
                }
            }
            waits.push_back(wait);
        }
    }
}

int VerilogRouterModule::occupancy(int port, int vc) const {
    return static_cast<int>(shadow_.input_vc(port, vc).fifo.size());
}
int VerilogRouterModule::outstanding(int port, int vc) const {
    return shadow_.output_vc(port, vc).outstanding;
}
int VerilogRouterModule::in_traversal(int port, int vc) const {
    const rtl::Flit& granted = shadow_.output(port).granted;
    return context().parameters.pipeline == 4 && granted.valid() && granted.vc == vc ? 1 : 0;
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
