#include "rtl_models/foreign/device_router.h"

#include <algorithm>
#include <utility>

#include "rtl_models/foreign/device_violation.h"
#include "topologies/mix64.h"
#include "waves/vcd_writer.h"

namespace flitscope::cosim {

namespace {

constexpr int kMostLines = 1000;  ///< that one device may print

template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) {
        visit(__builtin_ctzll(bits));
    }
}

}  // namespace

DeviceRouter::DeviceRouter(std::shared_ptr<const DeviceSetup> setup, topo::NodeId node,
                           std::string instance, const std::vector<bool>& connected, Print print)
    : setup_(std::move(setup)),
      node_(node),
      instance_(std::move(instance)),
      print_(std::move(print)),
      layout_(rtl::port_layout(setup_->parameters, static_cast<int>(connected.size()))),
      codec_(setup_->model->make_codec()),
      device_(setup_->model->make_device(
          instance_, static_cast<std::uint32_t>(
                         topo::mix64(setup_->seed + static_cast<std::uint64_t>(node)) >> 33))),
      coder_(setup_->description, setup_->addresses, setup_->routes, *codec_, node),
      messages_(setup_->parameters, layout_, node, setup_->routes, coder_),
      history_(std::make_shared<PinHistory>(instance_, setup_->model->pins(), *device_,
                                            setup_->description.history)) {
    bind(connected);
    reset();
}

DeviceRouter::~DeviceRouter() = default;

void DeviceRouter::bind(const std::vector<bool>& connected) {
    const DeviceDescription& d = setup_->description;
    const PinBinder binder(setup_->model->pins(), *device_);
    const int vcs = setup_->parameters.virtual_channels;
    const auto device_port = [&](int port) {
        return port < layout_.network ? setup_->ports.device_port(port)
                                      : setup_->ports.local_port();
    };
    const auto present = [&](int port) {
        return port >= layout_.network || connected[to_size(port)];
    };
    for (int p = 0; p < layout_.inputs(); ++p) {
        Input input;
        input.device_port = device_port(p);
        input.occupancy.assign(to_size(vcs), 0);
        if (input.device_port >= 0) {
            input.pins = binder.port(d, d.inputs, input.device_port);
        }
        if (present(p)) {
            input.flow =
                make_input_flow_control(d.input_flow, {vcs, setup_->parameters.buffer_flits});
        }
        inputs_.push_back(std::move(input));
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        Output output;
        output.device_port = device_port(p);
        output.outstanding.assign(to_size(vcs), 0);
        output.on_the_way.resize(to_size(vcs));
        if (output.device_port >= 0) {
            output.pins = binder.port(d, d.outputs, output.device_port);
        }
        if (present(p)) {
            // A sink never says no.
            FlowControlParameters flow = d.output_flow;
            if (flow.kind == FlowControlKind::credit && !output.pins.back.exists()) {
                flow.initial = INT32_MAX;
            }
            const int credits =
                p < layout_.network ? setup_->parameters.buffer_flits : rtl::kUnbounded;
            output.flow = make_output_flow_control(flow, {vcs, credits});
        }
        outputs_.push_back(std::move(output));
    }
    clock_ = binder.whole(d.clock);
    reset_ = binder.whole(d.reset);
    if (!d.idle.empty()) {
        idle_pin_ = binder.whole(d.idle);
    }
}

void DeviceRouter::set_constants() {
    const DeviceDescription& d = setup_->description;
    const PinBinder binder(setup_->model->pins(), *device_);
    for (const DevicePin& pin : setup_->model->pins()) {
        for (int element = 0; pin.input && element < pin.elements; ++element) {
            if (pin.name != d.clock && pin.name != d.reset) {
                binder.whole(pin.name, element).clear();
            }
        }
    }
    for (const TiedPin& tie : d.ties) {
        for (int element = 0; element < binder.elements(tie.pin); ++element) {
            write_constant(binder.whole(tie.pin, element), tie.value);
        }
    }
    for (const NodePin& node : d.node) {
        binder.whole(node.pin).write(
            node.coordinate ? setup_->addresses.coordinate(node_, node.dimension, node.reversed)
                            : setup_->addresses.id(node_));
    }
    for (Input& input : inputs_) {
        if (input.pins.valid.exists()) {
            FlitCoder::clear(input.pins);
        }
    }
    for (Output& output : outputs_) {
        if (output.pins.back.exists()) {
            const FlowControlParameters& flow = d.output_flow;
            const bool ones =
                output.flow == nullptr && flow.kind == FlowControlKind::on_off && flow.off_is_high;
            output.pins.back.write(ones ? ~std::uint64_t{0} : 0);
        }
    }
}

void DeviceRouter::edge() {
    clock_.write(1);
    device_->eval();
    clock_.write(0);
    device_->eval();
}

void DeviceRouter::reset() {
    const DeviceDescription& d = setup_->description;
    const PinBinder binder(setup_->model->pins(), *device_);
    const std::uint64_t active = d.reset_active_low ? 0 : 1;
    clock_.write(0);
    set_constants();
    for (const TiedPin& hold : d.reset_hold) {
        for (int element = 0; element < binder.elements(hold.pin); ++element) {
            write_constant(binder.whole(hold.pin, element), hold.value);
        }
    }
    if (!d.reset_synchronous) {
        // The edge that an asynchronous reset waits for.
        reset_.write(1 - active);
        device_->eval();
    }
    reset_.write(active);
    device_->eval();
    for (int cycle = 0; cycle < d.reset_cycles; ++cycle) {
        edge();
    }
    reset_.write(1 - active);
    set_constants();
    device_->eval();
    // Registers had random values: what assertions say of those means nothing.
    for (const DeviceRemark& remark : device_->take_remarks()) {
        if (remark.kind == DeviceRemark::Kind::fatal) {
            violation(ViolationKind::stopped, "", "during reset: " + remark.text);
        }
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        if (FlitCoder::valid(outputs_[to_size(p)].pins)) {
            violation(ViolationKind::active_after_reset, output_name(p), "valid");
        }
    }
    for (int p = 0; p < layout_.inputs(); ++p) {
        Input& input = inputs_[to_size(p)];
        input.back = input.pins.back.exists() ? input.pins.back.read() : 0;
        if (credit_inputs() && input.back != 0) {
            violation(ViolationKind::active_after_reset, input_name(p), "credit");
        }
        if (input.flow) {
            guarded(input_name(p), [&] { input.flow->clocked(input.back); });
        }
    }
}

void DeviceRouter::flit_arrives(int input, const rtl::Flit& flit, rtl::Cycle edge) {
    Input& in = inputs_[to_size(input)];
    ++in.occupancy[flit.vc];
    ++flits_inside_;
    in.flow->arrive(flit);
    messages_.arrive(input, flit, edge);
    idle_ = false;
}

void DeviceRouter::credits_arrive(int output, std::uint64_t vcs) {
    Output& out = outputs_[to_size(output)];
    for_each_bit(vcs, [&](int v) { --out.outstanding[to_size(v)]; });
    out.flow->credit(vcs);
    idle_ = false;
}

void DeviceRouter::clock(rtl::Cycle cycle) {
    cycle_ = cycle - 1;  // it may have slept
    trace_sleep();
    drive_pins();
    trace_cycle(cycle_);
    settle();
    cycle_ = cycle;
    clocked_in_ = cycle;
    edge();
    hear();
    after_edge();
    drive_wires();
    watch();
}

/// The pins of the cycle that ends.
void DeviceRouter::drive_pins() {
    for (int p = 0; p < layout_.inputs(); ++p) {
        Input& input = inputs_[to_size(p)];
        if (input.flow == nullptr) {
            continue;
        }
        const rtl::Flit* const offered = input.flow->offer();
        if (offered != nullptr) {
            coder_.encode(input.pins, *offered, network_port(p));
        } else if (FlitCoder::valid(input.pins)) {
            FlitCoder::clear(input.pins);
        }
    }
    for (Output& output : outputs_) {
        if (output.flow != nullptr) {
            const std::uint64_t back = output.flow->forward();
            if (output.pins.back.exists()) {
                output.pins.back.write(back);
            }
        }
    }
    device_->eval();
}

/// Before the edge: what depends on this cycle's inputs is there now, and nothing else may.
void DeviceRouter::settle() {
    if (cycle_ >= 0) {
        history_->record(cycle_);
    }
    for (int p = 0; p < layout_.inputs(); ++p) {
        Input& input = inputs_[to_size(p)];
        const std::uint64_t back = input.pins.back.exists() ? input.pins.back.read() : 0;
        if (credit_inputs() && back != input.back) {
            violation(ViolationKind::unstable_output, input_name(p),
                      "credits depend on this cycle's inputs");
        }
        if (input.flow) {
            guarded(input_name(p), [&] { input.flow->settle(back); });
        }
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        Output& output = outputs_[to_size(p)];
        if (late_outputs()) {
            sample(output, p);
        } else if (FlitCoder::valid(output.pins) != output.shown) {
            violation(ViolationKind::unstable_output, output_name(p),
                      "valid depends on this cycle's inputs; if it waits for ready, say "
                      "`valid_from_ready: true`");
        }
    }
}

void DeviceRouter::after_edge() {
    for (int p = 0; p < layout_.inputs(); ++p) {
        Input& input = inputs_[to_size(p)];
        input.back = input.pins.back.exists() ? input.pins.back.read() : 0;
        if (input.flow) {
            guarded(input_name(p), [&] { input.flow->clocked(input.back); });
        } else if (credit_inputs() && input.back != 0) {
            violation(ViolationKind::unconnected_port, input_name(p), "credit");
        }
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        Output& output = outputs_[to_size(p)];
        output.shown = FlitCoder::valid(output.pins);
        if (!late_outputs()) {
            sample(output, p);
        }
    }
}

/// Takes the flit that an output shows, if the flow control lets it go.
void DeviceRouter::sample(Output& output, int port) {
    if (!FlitCoder::valid(output.pins)) {
        return;
    }
    guarded(output_name(port), [&] {
        if (output.flow == nullptr) {
            throw ViolationCause(ViolationKind::unconnected_port, "flit");
        }
        const SeenFlit seen = coder_.see(output.pins);
        if (!output.flow->take(seen.vc)) {
            return;
        }
        const rtl::Cycle leaves = late_outputs() ? cycle_ + 1 : cycle_;
        const Departure departure = messages_.leave(port, output.pins, seen, leaves);
        output.on_the_way[to_size(seen.vc)].push_back(
            {departure.flit, departure.input, departure.input_vc});
        output.flow->push(departure.flit);
    });
}

void DeviceRouter::drive_wires() {
    for (Input& input : inputs_) {
        input.credits = input.flow ? input.flow->credits() : 0;
        for_each_bit(input.credits, [&](int v) { --input.occupancy[to_size(v)]; });
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        Output& output = outputs_[to_size(p)];
        output.driven = {};
        const rtl::Flit* const flit = output.flow ? output.flow->drive() : nullptr;
        if (flit != nullptr) {
            output.driven = output.on_the_way[flit->vc].front();
            output.on_the_way[flit->vc].pop_front();
            --flits_inside_;
            output.outstanding[flit->vc] += p < layout_.network ? 1 : 0;
        }
    }
}

/// What the device said in this cycle.
void DeviceRouter::hear() {
    for (const DeviceRemark& remark : device_->take_remarks()) {
        switch (remark.kind) {
            case DeviceRemark::Kind::text:
                if (lines_++ < kMostLines) {
                    print_(instance_ + ": cycle " + std::to_string(cycle_) + ": " + remark.text +
                           (lines_ == kMostLines ? "\n(this device's further lines are left out)"
                                                 : ""));
                }
                break;
            case DeviceRemark::Kind::finish:
                violation(ViolationKind::finished, "", remark.text);
            case DeviceRemark::Kind::stop:
            case DeviceRemark::Kind::fatal:
                violation(ViolationKind::stopped, "", remark.text);
        }
    }
}

/// Sleep and progress.
void DeviceRouter::watch() {
    const DeviceDescription& d = setup_->description;
    const bool quiet = nothing_moves();
    quiet_cycles_ = quiet ? quiet_cycles_ + 1 : 0;
    idle_ = quiet && (idle_pin_.exists() ? (idle_pin_.read() != 0) == d.idle_high
                                         : d.quiet_after != 0 && quiet_cycles_ >= d.quiet_after);
    const int period = std::max(1, d.watchdog / ResidentMessages::kSamples);
    if (quiet || cycle_ % period != 0) {
        return;
    }
    const rtl::Flit* const stuck =
        messages_.stuck([this](int output, int vc) { return has_credit(output, vc); });
    if (stuck != nullptr) {
        violation(ViolationKind::no_progress, "",
                  "message " + std::to_string(stuck->message) + " from " +
                      std::to_string(stuck->source) + " to " + std::to_string(stuck->destination) +
                      " has not moved for " + std::to_string(d.watchdog) +
                      " cycles, though its output has room");
    }
}

void DeviceRouter::open_trace(const std::string& file, rtl::Cycle from, rtl::Cycle to) {
    device_->open_trace(file);
    tracing_ = true;
    trace_from_ = from;
    trace_to_ = to;
}

void DeviceRouter::close_trace() {
    trace_cycle(clocked_in_);
    if (!trace_begun_) {
        trace_cycle(trace_from_);
    }
    tracing_ = false;
    device_->close_trace();
}

/// Before the pins change for cycle_: the cycle before the sleep, and the begin of the window if it
/// was slept through.
void DeviceRouter::trace_sleep() {
    if (clocked_in_ < cycle_) {
        trace_cycle(clocked_in_);
        if (!trace_begun_ && cycle_ > trace_from_) {
            trace_cycle(trace_from_);
        }
    }
}

/// The edge is over, so the clock is low: shown high, but not evaluated. An evaluation makes the
/// writer look for changes.
void DeviceRouter::trace_cycle(rtl::Cycle cycle) {
    if (!tracing_ || cycle < trace_from_ || cycle >= trace_to_) {
        return;
    }
    trace_begun_ = true;
    const bool clocked = cycle == clocked_in_;
    const auto time = static_cast<std::uint64_t>(cycle * waves::kPicosecondsPerCycle);
    device_->eval();
    clock_.write(clocked ? 1 : 0);
    device_->write_trace(time);
    if (clocked) {
        clock_.write(0);
        device_->eval();
        device_->write_trace(time + static_cast<std::uint64_t>(waves::kPicosecondsPerCycle) / 2);
    }
}

bool DeviceRouter::nothing_moves() const {
    return messages_.empty() &&
           std::all_of(inputs_.begin(), inputs_.end(),
                       [](const Input& each) {
                           return each.credits == 0 && (!each.flow || each.flow->idle());
                       }) &&
           std::all_of(outputs_.begin(), outputs_.end(), [](const Output& each) {
               return !each.driven.flit.valid() && !each.shown && (!each.flow || each.flow->idle());
           });
}

bool DeviceRouter::has_credit(int output, int vc) const {
    const int buffer = setup_->parameters.buffer_flits;
    return output >= layout_.network || buffer == rtl::kUnbounded ||
           outstanding(output, vc) < buffer;
}

void DeviceRouter::append_waits(std::vector<rtl::VcWait>& waits) const {
    messages_.append_waits(waits, [this](int output, int vc) { return has_credit(output, vc); });
}

std::string DeviceRouter::input_name(int port) const {
    return "input " + std::to_string(port) + " (device port " +
           std::to_string(inputs_[to_size(port)].device_port) + ")";
}
std::string DeviceRouter::output_name(int port) const {
    return "output " + std::to_string(port) + " (device port " +
           std::to_string(outputs_[to_size(port)].device_port) + ")";
}

template <typename Step>
void DeviceRouter::guarded(const std::string& port, Step step) {
    try {
        step();
    } catch (const ViolationCause& cause) {
        violation(cause.kind(), port, cause.what());
    }
}

void DeviceRouter::violation(ViolationKind kind, const std::string& port,
                             const std::string& details) {
    const std::vector<rtl::Cycle> held = history_->cycles();
    if (cycle_ >= 0 && (held.empty() || held.back() < cycle_)) {
        history_->record(cycle_);
    }
    throw DeviceViolation(kind, {cycle_, node_, instance_, port}, details, history_);
}

}  // namespace flitscope::cosim
