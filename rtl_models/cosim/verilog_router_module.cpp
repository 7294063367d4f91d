#include "rtl_models/cosim/verilog_router_module.h"

#include <sstream>
#include <string>

namespace flitscope::cosim {

namespace {

constexpr int kIdle = 0;
constexpr int kRouted = 1;
constexpr int kActive = 2;

int lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }

std::string port_name(const char* what, int port, const char* pin) {
    return std::string(what) + '_' + std::to_string(port) + '_' + pin;
}

/// Calls visit(vc) for every bit, lowest first.
template <typename Visit>
void for_each_vc(std::uint64_t vcs, Visit visit) {
    for (; vcs != 0; vcs &= vcs - 1) {
        visit(lowest_bit(vcs));
    }
}

}  // namespace

VerilogRouterModule::Input::Input(int port, int vcs_in_use)
    : flit_i(port_name("input", port, "flit_i").c_str()),
      credit_o(port_name("input", port, "credit_o").c_str()),
      order(vcs_in_use),
      vcs(static_cast<std::size_t>(vcs_in_use)) {}

VerilogRouterModule::Output::Output(int port, int vcs_in_use, bool network)
    : flit_o(port_name("output", port, "flit_o").c_str()),
      vcs(static_cast<std::size_t>(vcs_in_use)) {
    counters.vc_busy_cycles.resize(vcs.size() + 1);
    if (network) {
        credit_i = std::make_unique<sc_core::sc_in<rtl::Credit>>(
            port_name("output", port, "credit_i").c_str());
    }
}

VerilogRouterModule::VerilogRouterModule(const sc_core::sc_module_name& name,
                                         const rtl::RouterInstance& instance,
                                         rtl::PhaseSequencer& sequencer,
                                         std::unique_ptr<VerilogRouter> rtl)
    : RouterModule(name, instance, sequencer), StateUnit(*context().process), rtl_(std::move(rtl)) {
    for (int p = 0; p < ports().inputs(); ++p) {
        inputs_.push_back(has_input(p) ? std::make_unique<Input>(p, input_vcs(p)) : nullptr);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        outputs_.push_back(has_output(p) ? std::make_unique<Output>(p, output_vcs(p), !endless(p))
                                         : nullptr);
    }
    rtl_->reset(id());
}

void VerilogRouterModule::end_of_elaboration() {
    for (const auto& input : inputs_) {
        if (input) {
            input->flit_in.attach(input->flit_i, *this);
        }
    }
    for (const auto& output : outputs_) {
        if (output && output->credit_i) {
            output->credit_in.attach(*output->credit_i, *this);
        }
    }
}

void VerilogRouterModule::at_state() {
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p) && input(p).flit_in.read().valid()) {
            input(p).flit_in.poll();
            take_flit(p, input(p).flit_in.read());
        }
    }
    for (int p = 0; p < ports().network; ++p) {
        if (has_output(p) && output(p).credit_in.read().valid()) {
            output(p).credit_in.poll();
            take_credits(p, output(p).credit_in.read().vcs);
        }
    }
    rtl_->clock();
    if (context().observer != nullptr) {
        check_registers();
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        if (has_output(p)) {
            output(p).traversal_vc = -1;
        }
    }
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p)) {
            follow_routes(p);
            follow_vc_allocation(p);
            follow_switch(p);
        }
    }
    drive_wires();
    if (!rtl_->idle()) {
        enlist();
    }
}

void VerilogRouterModule::take_flit(int port, const rtl::Flit& flit) {
    Input& in = input(port);
    const char* const wrong = in.order.check(flit);
    const bool full =
        wrong == nullptr && occupancy(port, flit.vc) == context().parameters.buffer_flits;
    if (wrong != nullptr || full) {
        std::ostringstream what;
        what << "input " << port << ": " << (full ? "VC is full" : wrong) << ": " << flit;
        fail(full ? "/flitscope/cosim/buffer_overflow" : "/flitscope/cosim/vc_order", what.str());
    }
    in.vcs[flit.vc].fifo.push_back(flit);
    rtl_->set_flit(port, flit);
    if (context().book != nullptr) {
        context().book->flit_written(context().cycle(), id(), flit);
    }
    if (context().observer != nullptr) {
        context().observer->flit_written(context().cycle(), id(), port, flit);
    }
}

void VerilogRouterModule::take_credits(int port, std::uint64_t vcs) {
    for_each_vc(vcs, [&](int v) {
        if (v >= output_vcs(port) || outstanding(port, v) == 0) {
            fail("/flitscope/cosim/credit_overflow", "output " + std::to_string(port) +
                                                         ": credit for VC " + std::to_string(v) +
                                                         ", which has none outstanding");
        }
        --output(port).vcs[static_cast<std::size_t>(v)].outstanding;
    });
    rtl_->set_credits(port, vcs);
}

void VerilogRouterModule::check_registers() const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const InputVc& in = input(p).vcs[static_cast<std::size_t>(v)];
            expect("vc_count", p, v, rtl_->count(p, v), in.fifo.size());
            expect("vc_stage", p, v, rtl_->stage(p, v), in.stage);
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        for (int v = 0; v < output_vcs(p); ++v) {
            const OutputVc& out = output(p).vcs[static_cast<std::size_t>(v)];
            expect("output_held", p, v, rtl_->held(p) >> v & 1, out.held);
            expect("output_outstanding", p, v, rtl_->outstanding(p, v), out.outstanding);
        }
    }
}

void VerilogRouterModule::follow_routes(int port) {
    for_each_vc(rtl_->routed(port), [&](int v) {
        InputVc& in = input(port).vcs[static_cast<std::size_t>(v)];
        const std::uint64_t allowed = rtl_->route_allowed(port, v);
        in.stage = kRouted;
        in.output = rtl_->route_port(port, v);
        in.wanted = {allowed == 0 ? 0 : lowest_bit(allowed), __builtin_popcountll(allowed)};
        in.was_eligible = false;
        if (context().observer != nullptr) {
            context().observer->routed(context().cycle(), id(), port, in.fifo.front(), in.output,
                                       in.wanted);
        }
    });
}

void VerilogRouterModule::follow_vc_allocation(int port) {
    const std::uint64_t grants = rtl_->vc_grants(port);
    for_each_vc(rtl_->vc_requests(port), [&](int v) {
        InputVc& in = input(port).vcs[static_cast<std::size_t>(v)];
        const bool granted = (grants >> v & 1) != 0;
        Output& out = output(in.output);
        if (!in.was_eligible && !endless(in.output)) {
            ++out.counters.heads;
            out.counters.heads_blocked += granted ? 0 : 1;
        }
        in.was_eligible = true;
        if (!granted) {
            return;
        }
        in.stage = kActive;
        in.output_vc = rtl_->granted_vc(port, v);
        out.vcs[static_cast<std::size_t>(in.output_vc)].held = true;
        change_busy(out, 1);
        if (context().observer != nullptr) {
            context().observer->vc_granted(context().cycle(), id(), port, in.fifo.front(),
                                           in.output, in.output_vc);
        }
    });
}

void VerilogRouterModule::follow_switch(int port) {
    for_each_vc(rtl_->switch_grants(port), [&](int v) {
        InputVc& in = input(port).vcs[static_cast<std::size_t>(v)];
        const rtl::Flit flit = in.fifo.front();
        in.fifo.pop_front();
        const int output_port = rtl_->port(port, v);
        const int output_vc = rtl_->output_vc(port, v);
        if (context().book != nullptr && flit.is_head()) {
            context().book->head_moved(context().cycle(), flit);
        }
        if (context().observer != nullptr) {
            context().observer->switch_granted(context().cycle(), id(), port, flit, output_port,
                                               output_vc);
        }
        ++flits_switched_;
        Output& out = output(output_port);
        OutputVc& out_vc = out.vcs[static_cast<std::size_t>(output_vc)];
        ++out.counters.flits;
        if (!endless(output_port)) {
            ++out_vc.outstanding;
        }
        if (context().parameters.pipeline == 4) {
            out.traversal_vc = output_vc;
        }
        if (flit.is_tail()) {
            out_vc.held = false;
            change_busy(out, -1);
            in.stage = kIdle;
            in.output = -1;
            in.output_vc = -1;
        }
    });
}

void VerilogRouterModule::drive_wires() {
    for (int p = 0; p < ports().inputs(); ++p) {
        if (!has_input(p)) {
            continue;
        }
        const rtl::Credit credit{rtl_->credits(p)};
        if (credit.valid() || input(p).credit_o.read().valid()) {
            input(p).credit_o.write(credit);
        }
        if (context().observer != nullptr) {
            for_each_vc(credit.vcs, [&](int v) {
                context().observer->credit_sent(context().cycle(), id(), p, v);
            });
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        if (!has_output(p)) {
            continue;
        }
        const rtl::Flit flit = rtl_->flit(p);
        if (flit.valid() || output(p).flit_o.read().valid()) {
            output(p).flit_o.write(flit);
        }
    }
}

void VerilogRouterModule::change_busy(Output& output, int by) {
    const rtl::Cycle edge = context().cycle() + 1;
    output.counters.vc_busy_cycles[static_cast<std::size_t>(output.busy_vcs)] +=
        static_cast<std::uint64_t>(edge - output.busy_since);
    output.busy_since = edge;
    output.busy_vcs += by;
}

rtl::ChannelCounters VerilogRouterModule::channel_counters(int port, rtl::Cycle edge) const {
    const Output& out = output(port);
    rtl::ChannelCounters counters = out.counters;
    counters.vc_busy_cycles[static_cast<std::size_t>(out.busy_vcs)] +=
        static_cast<std::uint64_t>(edge - out.busy_since);
    return counters;
}

bool VerilogRouterModule::grantable(const Output& output, int vc, std::uint32_t length) const {
    const OutputVc& out = output.vcs[static_cast<std::size_t>(vc)];
    const rtl::RouterParameters& parameters = context().parameters;
    if (out.held || (parameters.vc_reuse == rtl::VcReuse::buffer_empty && out.outstanding != 0)) {
        return false;
    }
    return output.credit_i == nullptr || !context().whole_messages() ||
           static_cast<std::uint32_t>(parameters.buffer_flits - out.outstanding) >= length;
}

void VerilogRouterModule::append_waits(std::vector<rtl::VcWait>& waits) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            const InputVc& in = input(p).vcs[static_cast<std::size_t>(v)];
            if (in.fifo.empty()) {
                continue;
            }
            rtl::VcWait wait;
            wait.router = id();
            wait.port = p;
            wait.vc = v;
            wait.message = in.fifo.front().message;
            if (in.stage != kIdle) {
                wait.output_port = in.output;
                wait.wanted = in.wanted;
            }
            if (in.stage == kActive) {
                wait.output_vc = in.output_vc;
                wait.movable = endless(in.output) || outstanding(in.output, in.output_vc) <
                                                         context().parameters.buffer_flits;
            } else if (in.stage == kRouted) {
                for (int o = in.wanted.first; o < in.wanted.first + in.wanted.count; ++o) {
                    wait.movable =
                        wait.movable || grantable(output(in.output), o, in.fifo.front().length);
                }
            }
            waits.push_back(wait);
        }
    }
}

int VerilogRouterModule::occupancy(int port, int vc) const {
    return static_cast<int>(input(port).vcs[static_cast<std::size_t>(vc)].fifo.size());
}
int VerilogRouterModule::outstanding(int port, int vc) const {
    return output(port).vcs[static_cast<std::size_t>(vc)].outstanding;
}
int VerilogRouterModule::in_traversal(int port, int vc) const {
    return output(port).traversal_vc == vc ? 1 : 0;
}

void VerilogRouterModule::fail(const char* report, const std::string& what) const {
    const std::string text =
        std::string(name()) + ": cycle " + std::to_string(context().cycle()) + ": " + what;
    SC_REPORT_FATAL(report, text.c_str());
    throw std::logic_error(text);  // should a report handler return
}

template <typename Expected>
void VerilogRouterModule::expect(const char* register_name, int port, int vc, std::int64_t found,
                                 Expected wanted) const {
    if (found != static_cast<std::int64_t>(wanted)) {
        fail("/flitscope/cosim/state", std::string(register_name) + " of port " +
                                           std::to_string(port) + ", VC " + std::to_string(vc) +
                                           ": " + std::to_string(found) + ", must be " +
                                           std::to_string(wanted));
    }
}

// A waveform shows the registers of the RTL, not what they ought to be. Index: port * V + VC.
waves::RouterSources VerilogRouterModule::wave_sources() const {
    using waves::SignalSource;
    const int vcs = context().parameters.virtual_channels;
    waves::RouterSources sources;
    sources.router = id();
    sources.ports = ports();
    sources.virtual_channels = vcs;
    sources.buffer_flits = context().parameters.buffer_flits;
    for (int p = 0; p < ports().inputs(); ++p) {
        waves::InputPortSources port;
        if (has_input(p)) {
            port.flit_i = &input(p).flit_in.read();
            port.credit_o = SignalSource::value(input(p).credit_o.read().vcs);
        }
        for (int v = 0; v < input_vcs(p); ++v) {
            const int index = p * vcs + v;
            port.vcs.push_back(
                {SignalSource::call<&VerilogRouterModule::wave_stage>(*this, index),
                 SignalSource::call<&VerilogRouterModule::wave_occupancy>(*this, index),
                 SignalSource::call<&VerilogRouterModule::wave_output>(*this, index),
                 SignalSource::call<&VerilogRouterModule::wave_output_vc>(*this, index)});
        }
        sources.inputs.push_back(std::move(port));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        waves::OutputPortSources port;
        if (has_output(p)) {
            port.flit_o = &output(p).flit_o.read();
            port.grant = SignalSource::call<&VerilogRouterModule::wave_grant>(*this, p);
            if (!endless(p)) {
                port.credit_i = SignalSource::value(output(p).credit_in.read().vcs);
            }
        }
        for (int v = 0; v < output_vcs(p); ++v) {
            const int index = p * vcs + v;
            port.vcs.push_back({SignalSource::call<&VerilogRouterModule::wave_held>(*this, index),
                                endless(p) ? SignalSource()
                                           : SignalSource::call<&VerilogRouterModule::wave_credits>(
                                                 *this, index)});
        }
        sources.outputs.push_back(std::move(port));
    }
    return sources;
}

int VerilogRouterModule::wave_stage(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return rtl_->stage(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_occupancy(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return rtl_->count(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_output(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return wave_stage(index) == kIdle ? -1 : rtl_->port(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_output_vc(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return wave_stage(index) == kActive ? rtl_->output_vc(index / vcs, index % vcs) : -1;
}
int VerilogRouterModule::wave_held(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return static_cast<int>(rtl_->held(index / vcs) >> (index % vcs) & 1);
}
int VerilogRouterModule::wave_credits(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return context().parameters.buffer_flits - rtl_->outstanding(index / vcs, index % vcs);
}
int VerilogRouterModule::wave_grant(int output_port) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        const std::uint64_t grants = has_input(p) ? rtl_->switch_grants(p) : 0;
        if (grants != 0 && rtl_->port(p, lowest_bit(grants)) == output_port) {
            return p + 1;
        }
    }
    return 0;
}

}  // namespace flitscope::cosim
