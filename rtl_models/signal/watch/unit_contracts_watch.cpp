// What the contracts of a router's units look at, and when.
#include <string>
#include <utility>

#include "rtl_models/signal/network/router_module.h"
#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

namespace {

constexpr int kCyclesKept = 64;  // own choice: keeping them costs time in every cycle

/// The parts of a port, by the unit whose contract they are.
using Part = std::pair<const char*, PortMarks::Parts>;
template <std::size_t n>
PortMarks::Parts parts_of(const WatchedUnits& units, const Part (&parts)[n]) {
    PortMarks::Parts all = 0;
    for (const auto& [unit, part] : parts) {
        all |= units.count(unit) != 0 ? part : 0;
    }
    return all;
}

}  // namespace

UnitContracts::UnitContracts(const sc_core::sc_module_name& name, RouterModule& router,
                             RouterNets& nets, const WatchedUnits& units, std::string note,
                             std::function<std::shared_ptr<NetPins>()> pins)
    : sc_module(name),
      router_(router),
      nets_(nets),
      inputs_(nets.inputs.size()),
      outputs_(nets.outputs.size()),
      input_marks_(nets.inputs.size()),
      output_marks_(nets.outputs.size()),
      inputs_due_(nets.inputs.size()),
      outputs_due_(nets.outputs.size()),
      selected_(static_cast<int>(nets.outputs.size())),
      arrivals_(nets.inputs.size()),
      note_(std::move(note)),
      pins_(std::move(pins)),
      gate_(ClockPhase::falling, *this, &UnitContracts::check, 0),
      purge_gate_(ClockPhase::rising, *this, &UnitContracts::purge, 0) {
    input_parts_ = parts_of(units, {{"vc_buffer", kFifos},
                                    {"header_unit", kHeaders},
                                    {"route_unit", kRoutes},
                                    {"vc_allocator", kVcGrants},
                                    {"switch_allocator", kGrants}});
    output_parts_ = parts_of(
        units,
        {{"switch_allocator", kCrossing}, {"crossbar", kCrossing}, {"output_unit", kOutputUnit}});
    for_each_wire([this](auto& wire, const Net& /*net*/) {
        seen_.push_back({wire.name(), [&wire] { return wire.event(); }});
    });
}

template <typename Visit>
void UnitContracts::for_each_wire(const Visit& visit) {
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        if (!router_.has_input(p)) {
            continue;
        }
        InputNets& nets = *nets_.inputs[static_cast<std::size_t>(p)];
        const auto input = [&](auto& wire, PortMarks::Parts parts) {
            visit(wire, Net{&input_marks_, p, parts, -1});
        };
        const PortMarks::Parts headers = nets.absorb ? kHeaders : 0U;
        input(nets.filled, kFifos), input(nets.front, kFifos | headers);
        input(nets.head, kFifos | kRoutes | headers);
        input(nets.tail, kFifos), input(nets.count, kFifos);
        input(nets.route, kRoutes), input(nets.request, kRoutes), input(nets.active, kRoutes);
        input(nets.vc_grant, kRoutes | kVcGrants);
        input(nets.grant, kFifos | kRoutes | kGrants);
        if (nets.absorb) {
            AbsorbNets& absorb = *nets.absorb;
            input(absorb.head, kHeaders), input(absorb.action, kHeaders);
            input(absorb.served, kHeaders);
            input(nets.stage, kRoutes), input(absorb.stage, kRoutes);
            input(absorb.route, kRoutes), input(absorb.request, kRoutes);
            input(absorb.active, kRoutes), input(absorb.error, 0);
            input(absorb.vc_grant, kRoutes | kVcGrants);
            input(absorb.grant, kRoutes | kGrants);
            input(absorb.pop, kFifos | kRoutes), input(absorb.drop, kFifos | kRoutes);
        }
    }
    visit(nets_.select, Net{nullptr, 0, 0, -1});  // mark_selects() says which
    for (int p = 0; p < router_.ports().outputs(); ++p) {
        if (router_.has_output(p)) {
            OutputNets& nets = *nets_.outputs[static_cast<std::size_t>(p)];
            const auto output = [&](auto& wire, PortMarks::Parts parts) {
                visit(wire, Net{&output_marks_, p, parts, -1});
            };
            output(nets.taken, kOutputUnit), output(nets.crossing, kCrossing | kOutputUnit);
            output(nets.state, kOutputUnit), output(nets.ready, kOutputUnit);
            output(nets.outstanding, kOutputUnit);
        }
    }
}

void UnitContracts::end_of_elaboration() {
    history_ = std::make_shared<UnitHistory>(waves::router_scope(router_.id()), pins_(),
                                             kCyclesKept, clk_i);
    gate_.follow(clk_i);
    watch_wires();
    watch_arrivals();
    watch_credits();
    watch_purges();
    history_->watch_others();
}

void UnitContracts::watch_wires() {
    int nets = static_cast<int>(inputs_.size() + outputs_.size());
    for_each_wire([&](auto& /*wire*/, const Net& /*net*/) { ++nets; });
    changed_.size(nets, &gate_);
    for_each_wire([this](auto& wire, const Net& net) { watch(&wire, net); });
    if (gate_.counts_edges()) {
        gate_.watch_settling([this] { report_unsettled(); });
    } else {
        SC_METHOD(settle);
        dont_initialize();
        for_each_wire([this](auto& wire, const Net& /*net*/) { sensitive << wire; });
    }
}

void UnitContracts::watch(sc_core::sc_interface* channel, Net net) {
    net.kept = history_->claim(*channel);
    const bool selects = net.marks == nullptr;
    net.parts &= net.marks == &input_marks_ ? input_parts_ : output_parts_;
    if (net.kept < 0 && net.parts == 0 && !(selects && output_parts_ != 0)) {
        return;
    }
    if (!changed_.watch(static_cast<int>(watched_.size()), channel)) {
        gate_.watch_changes(channel);
    }
    watched_.push_back(net);
}

void UnitContracts::watch_arrivals() {
    for (std::size_t p = 0; p < inputs_.size(); ++p) {
        const int port = static_cast<int>(p);
        inputs_[p].fifos.resize(static_cast<std::size_t>(router_.input_vcs(port)));
        if (router_.has_input(port) && checks(kFifos)) {
            arrivals_[p] =
                std::make_unique<Gate_>(ClockPhase::rising, *this, &UnitContracts::arrive, port);
            arrivals_[p]->follow(clk_i);
            arrivals_[p]->watch(router_.flit_i(port));
            sc_core::sc_interface* const credit = router_.credit_o(port).get_interface();
            inputs_[p].credit = dynamic_cast<const Wire<Credit>*>(credit);
            watch(credit, {&input_marks_, port, kFifos, -1});
        }
    }
}

void UnitContracts::watch_credits() {
    for (std::size_t p = 0; p < outputs_.size(); ++p) {
        const int port = static_cast<int>(p);
        outputs_[p].outstanding.resize(
            static_cast<std::size_t>(router_.context().parameters.virtual_channels));
        if (!router_.has_output(port) || (output_parts_ & kOutputUnit) == 0) {
            continue;
        }
        sc_core::sc_interface* const flit = router_.flit_o(port).get_interface();
        outputs_[p].flit = dynamic_cast<const Wire<Flit>*>(flit);
        watch(flit, {&output_marks_, port, kOutputUnit, -1});
        if (port < router_.ports().network) {
            credits_.push_back(std::make_unique<Gate_>(ClockPhase::rising, *this,
                                                       &UnitContracts::take_credits, port));
            credits_.back()->follow(clk_i);
            credits_.back()->watch(router_.credit_i(port));
        }
    }
}

/// A loop through combinational processes never gets to the end of its time.
void UnitContracts::settle() {
    if (sc_core::sc_time_stamp() != time_) {
        time_ = sc_core::sc_time_stamp();
        first_delta_ = sc_core::sc_delta_count();
    } else if (sc_core::sc_delta_count() - first_delta_ > kMostDeltasToSettle) {
        report_unsettled();
    }
}

/// If there are signals between the units that have changed in this delta.
void UnitContracts::report_unsettled() {
    std::string names;
    for (const Seen& each : seen_) {
        names += each.changed() ? std::string(" ") + each.name : "";
    }
    if (!names.empty()) {
        const std::string what = std::string(router_.name()) + ": cycle " +
                                 std::to_string(gate_.cycle()) + ": signals do not settle in " +
                                 std::to_string(kMostDeltasToSettle) + " delta cycles:" + names;
        report("", what);
    }
}

void UnitContracts::arrive(int port) {
    const Flit& flit = router_.flit_i(port).read();
    auto& fifos = inputs_[static_cast<std::size_t>(port)].fifos;
    const bool purged = purge_in_ != nullptr && purge_in_->read().takes(flit);
    if (flit.valid() && flit.vc < fifos.size() && !purged) {
        fifos[flit.vc].push(flit);
        lead(inputs_[static_cast<std::size_t>(port)], flit.vc);
        input_marks_.mark(port, kFifos);
        gate_.wake();
    }
}

/// Behind flits of a multicast that were dropped what is at the front is a head.
void UnitContracts::lead(Input& input, int v) {
    FlitFifo& fifo = input.fifos[static_cast<std::size_t>(v)];
    if ((input.leads >> v & 1) != 0 && !fifo.empty()) {
        Flit& front = fifo.front();
        front.kind = front.is_tail() ? FlitKind::head_tail : FlitKind::head;
    }
}

void UnitContracts::take_credits(int port) {
    Output& output = outputs_[static_cast<std::size_t>(port)];
    for_each_bit(router_.credit_i(port).read().vcs, [&](int v) {
        --output.outstanding[static_cast<std::size_t>(v)];
        output_marks_.mark(port, kOutputUnit);
        gate_.wake();
    });
}

void UnitContracts::check_everything() {
    checked_ = true;
    for (int p = 0; p < static_cast<int>(inputs_.size()); ++p) {
        input_marks_.mark(p, input_parts_);
    }
    for (int p = 0; p < static_cast<int>(outputs_.size()); ++p) {
        output_marks_.mark(p, output_parts_);
    }
}

/// What the signals that have changed are read by.
void UnitContracts::mark_changed() {
    changed_.take([this](int number) {
        const Net& net = watched_[static_cast<std::size_t>(number)];
        if (net.parts != 0) {
            net.marks->mark(net.port, net.parts);
        } else if (net.marks == nullptr) {
            mark_selects();
        }
        if (net.kept >= 0) {
            history_->keep(net.kept, gate_.cycle());
        }
    });
}

void UnitContracts::check(int /*port*/) {
    mark_changed();
    if (!checked_) {
        check_everything();
    }
    input_marks_.take(inputs_due_);
    output_marks_.take(outputs_due_);
    inputs_due_.for_each([this](int p, PortMarks::Parts parts) {
        if (router_.has_input(p)) {
            check_input(p, parts);
        }
    });
    outputs_due_.for_each([this](int p, PortMarks::Parts parts) {
        if (router_.has_output(p) && (parts & kCrossing) != 0) {
            check_crossbar(p);
        }
        if (router_.has_output(p) && (parts & kOutputUnit) != 0) {
            check_output(p);
        }
    });
    inputs_due_.for_each([this](int p, PortMarks::Parts /*parts*/) { carry_out_input(p); });
    outputs_due_.for_each([this](int p, PortMarks::Parts /*parts*/) { carry_out_output(p); });
    if (input_marks_.any() || output_marks_.any()) {
        gate_.wake();
    }
}

void UnitContracts::check_input(int port, PortMarks::Parts parts) {
    const auto due = [parts](PortMarks::Parts part) { return (parts & part) != 0; };
    if (due(kFifos)) {
        check_buffer(port);
    }
    if (due(kHeaders)) {
        check_headers(port);
    }
    for (int number = 0; number < branches(port); ++number) {
        if (due(kRoutes)) {
            check_routes(port, number);
        }
        if (due(kVcGrants)) {
            check_vc_grants(port, number);
        }
        if (due(kGrants)) {
            check_switch_grant(port, number);
        }
    }
    if (due(kRoutes)) {
        check_pops(port);
    }
}

/// Outputs that are selected by others than in the cycle before.
void UnitContracts::mark_selects() {
    const Selects& selects = nets_.select.read();
    for (int o = 0; o < static_cast<int>(outputs_.size()); ++o) {
        const InputMask before = o < selected_.size() ? selected_[o] : 0;
        if ((o < selects.size() ? selects[o] : 0) != before) {
            output_marks_.mark(o, kCrossing & output_parts_);
        }
    }
    selected_ = selects;
}

/// What the edge that ends the cycle does to the registers.
void UnitContracts::carry_out_input(int port) {
    Input& input = inputs_[static_cast<std::size_t>(port)];
    const InputNets& nets = nets_.input(port);
    const VcMask pops = nets.pop().read();
    VcMask goes_on = pops;  // what has happened, and may in the next cycle with the same signals
    if (purge_in_ != nullptr) {
        for_each_bit(nets.route.read().valid,
                     [&](int v) { input.owners[v] = nets.front.read()[v].message; });
        for_each_bit(nets.vc_grant.read().valid, [&](int v) {
            input.holds[v] = {nets.request.read().of[v].port, nets.vc_grant.read().vc[v], 0};
        });
        goes_on |= nets.route.read().valid;
    }
    for (int number = 0; router_.has_input(port) && number < branches(port); ++number) {
        const Branch branch = this->branch(port, number);
        input.active[number] |= branch.vc_grant.valid;
        input.sent[number] = (input.sent[number] | branch.grant) & ~pops;
        goes_on |= branch.vc_grant.valid | branch.grant;
    }
    for_each_bit(pops, [&](int v) {
        const VcMask left = nets.front.read()[v].is_tail() ? vc_bit(v) : 0;
        input.active[kForward] &= ~left;
        input.active[kAbsorb] &= ~left;
        if (checks(kFifos)) {
            input.fifos[static_cast<std::size_t>(v)].pop();
        }
    });
    if (nets.absorb && checks(kFifos)) {
        input.leads = (input.leads & ~pops) | (nets.absorb->drop.read() & pops);
        for_each_bit(input.leads, [&](int v) { lead(input, v); });
    }
    if (goes_on != 0) {
        input_marks_.mark(port, input_parts_);
    }
}

void UnitContracts::carry_out_output(int port) {
    Output& output = outputs_[static_cast<std::size_t>(port)];
    const OutputNets& nets = nets_.output(port);
    const Flit& crossing = nets.crossing.read();
    const VcMask taken = nets.taken.read();
    const bool goes_on = output.crossed.valid() || crossing.valid() || taken != 0;
    const bool selected = port < selected_.size() && selected_[port] != 0;
    output.held |= taken;
    output.crossed = crossing;
    if (crossing.valid()) {
        output.held &= crossing.is_tail() ? ~vc_bit(crossing.vc) : ~VcMask{0};
        ++output.outstanding[crossing.vc];
    }
    if (goes_on || selected) {
        output_marks_.mark(port, output_parts_);
    }
}

}  // namespace flitscope::rtl
