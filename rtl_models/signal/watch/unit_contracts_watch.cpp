// When the contracts of a router's units are checked, and what the registers must hold.
#include <string>
#include <utility>

#include "rtl_models/signal/clocking/gate.h"
#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

namespace {

constexpr int kCyclesKept = 64;  // own choice: keeping them costs time in every cycle

}  // namespace

UnitContracts::UnitContracts(const sc_core::sc_module_name& name, RouterModule& router,
                             RouterNets& nets, const WatchedUnits& units, std::string note,
                             std::function<std::shared_ptr<NetPins>()> pins)
    : sc_module(name),
      router_(router),
      nets_(nets),
      inputs_(nets.inputs.size()),
      outputs_(nets.outputs.size()),
      note_(std::move(note)),
      pins_(std::move(pins)) {
    const auto watches = [&](const char* unit) { return units.count(unit) != 0; };
    checks_ = {watches("vc_buffer"),    watches("header_unit"),      watches("route_unit"),
               watches("vc_allocator"), watches("switch_allocator"), watches("crossbar"),
               watches("output_unit")};
    const int vcs = router.context().parameters.virtual_channels;
    for (std::size_t p = 0; p < inputs_.size(); ++p) {
        inputs_[p].fifos.resize(static_cast<std::size_t>(router.input_vcs(static_cast<int>(p))));
        inputs_[p].owners = PerVc<std::uint32_t>(vcs);
        inputs_[p].holds = PerVc<ActiveVc>(vcs);
    }
    for (std::size_t p = 0; p < outputs_.size(); ++p) {
        outputs_[p].outstanding.resize(static_cast<std::size_t>(vcs));
        outputs_[p].pointers = router.pointers(static_cast<int>(p));
    }
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(check);
    dont_initialize();
    sensitive << clk_i.neg();
}

void UnitContracts::end_of_elaboration() {
    history_ =
        std::make_shared<UnitHistory>(waves::router_scope(router_.id()), pins_(), kCyclesKept);
    watch_settling();
}

/// A loop through combinational processes never lets time advance.
void UnitContracts::watch_settling() {
    auto* const clock = dynamic_cast<GatedClock*>(clk_i.get_interface());
    if (clock != nullptr) {
        clock->gates().unsettled.emplace_back([this] { report_unsettled(); });
        return;
    }
    SC_METHOD(settle);
    dont_initialize();
    for (const sc_core::sc_signal_channel* const signal : signals()) {
        sensitive << dynamic_cast<const sc_core::sc_interface&>(*signal);
    }
}

/// The signals between the units.
std::vector<sc_core::sc_signal_channel*> UnitContracts::signals() const {
    std::vector<sc_core::sc_signal_channel*> all;
    for (sc_core::sc_object* const child : router_.get_child_objects()) {
        if (auto* const signal = dynamic_cast<sc_core::sc_signal_channel*>(child)) {
            all.push_back(signal);
        }
    }
    return all;
}

void UnitContracts::settle() {
    if (sc_core::sc_time_stamp() != time_) {
        time_ = sc_core::sc_time_stamp();
        first_delta_ = sc_core::sc_delta_count();
    } else if (sc_core::sc_delta_count() - first_delta_ > kMostDeltasToSettle) {
        report_unsettled();
    }
}

/// Reports the signals between the units that changed in this delta, if there are any.
void UnitContracts::report_unsettled() {
    std::string names;
    for (const sc_core::sc_signal_channel* const signal : signals()) {
        names += signal->event() ? std::string(" ") + signal->name() : "";
    }
    if (!names.empty()) {
        const std::string what = std::string(router_.name()) + ": cycle " +
                                 std::to_string(router_.cycle()) + ": signals do not settle in " +
                                 std::to_string(kMostDeltasToSettle) + " delta cycles:" + names;
        report("", what);
    }
}

/// Updates the registers by what arrives from outside at the edge.
void UnitContracts::edge() {
    history_->keep(router_.cycle() - 1);
    for (int p = 0; p < router_.ports().inputs(); ++p) {
        if (router_.has_input(p) && checks_.vc_buffers) {
            arrive(p);
        }
    }
    for (int p = 0; p < router_.ports().network; ++p) {
        if (router_.has_output(p) && checks_.output_units) {
            take_credits(p);
        }
    }
    if (const PurgePorts* const ports = router_.purge_ports()) {
        purge(ports->purge_i.read());
    }
}

void UnitContracts::arrive(int port) {
    const Flit& flit = router_.flit_i(port).read();
    Input& input = inputs_[static_cast<std::size_t>(port)];
    const PurgePorts* const ports = router_.purge_ports();
    const bool purged = ports != nullptr && ports->purge_i.read().takes(flit);
    if (flit.valid() && flit.vc < input.fifos.size() && !purged) {
        input.fifos[flit.vc].push(flit);
        lead(input, flit.vc);
    }
}

/// After dropped flits of a multicast, the flit at the front is the head.
void UnitContracts::lead(Input& input, int v) {
    FlitFifo& fifo = input.fifos[static_cast<std::size_t>(v)];
    if ((input.leads >> v & 1) != 0 && !fifo.empty()) {
        Flit& front = fifo.front();
        front.kind = front.is_tail() ? FlitKind::head_tail : FlitKind::head;
    }
}

void UnitContracts::take_credits(int port) {
    std::vector<std::uint32_t>& outstanding = outputs_[static_cast<std::size_t>(port)].outstanding;
    for_each_bit(router_.credit_i(port).read().vcs,
                 [&](int v) { --outstanding[static_cast<std::size_t>(v)]; });
}

/// Drops messages at this edge, and takes back what was dropped at the last one.
void UnitContracts::purge(const Purge& purge) {
    for (Input& input : inputs_) {
        for (FlitFifo& fifo : input.fifos) {
            fifo.remove_if([&](const Flit& flit) { return purge.takes(flit); });
        }
        for_each_bit(input.active[kForward], [&](int v) {
            if (purge.takes(input.owners[v])) {
                const ActiveVc& held = input.holds[v];
                outputs_[static_cast<std::size_t>(held.port)].held &= ~vc_bit(held.vc);
                input.active[kForward] &= ~vc_bit(v);
            }
        });
    }
    for (Output& output : outputs_) {
        if (output.dropped_vc >= 0) {
            --output.outstanding[static_cast<std::size_t>(output.dropped_vc)];
        }
        output.dropped_vc = -1;
        if (registered() && purge.takes(output.sent)) {
            output.dropped_vc = output.sent.vc;
            output.sent = Flit{};
        }
    }
    for (int p = 0; p < router_.ports().network; ++p) {
        if (router_.has_output(p) && checks_.output_units) {
            drop_behind(p);
        }
    }
}

void UnitContracts::drop_behind(int port) {
    const auto index = static_cast<std::size_t>(port);
    const auto& delay = nets_.output(port).delay;
    const DroppedFlits& dropped =
        delay ? delay->dropped.read() : router_.purge_ports()->dropped_i[index]->read();
    for_each_bit(dropped.valid, [&](int v) {
        outputs_[index].outstanding[static_cast<std::size_t>(v)] -= dropped.of[v];
    });
}

void UnitContracts::check() {
    const int inputs = router_.ports().inputs();
    const int outputs = router_.ports().outputs();
    for (int p = 0; p < inputs; ++p) {
        if (router_.has_input(p)) {
            check_input(p);
        }
    }
    for (int p = 0; p < outputs; ++p) {
        if (router_.has_output(p) && (checks_.switch_allocator || checks_.crossbar)) {
            check_select(p);
            check_crossbar(p);
        }
        if (router_.has_output(p) && checks_.output_units) {
            check_output(p);
        }
    }
    for (int p = 0; p < inputs; ++p) {
        if (router_.has_input(p)) {
            carry_out_input(p);
        }
    }
    for (int p = 0; p < outputs; ++p) {
        if (router_.has_output(p)) {
            carry_out_output(p);
        }
    }
}

void UnitContracts::check_input(int port) {
    if (checks_.vc_buffers) {
        check_buffer(port);
    }
    if (checks_.header_units) {
        check_headers(port);
    }
    for (int number = 0; number < branches(port); ++number) {
        if (checks_.route_units) {
            check_routes(port, number);
        }
        if (checks_.vc_allocator) {
            check_vc_grants(port, number);
        }
        if (checks_.switch_allocator) {
            check_switch_grant(port, number);
        }
    }
    if (checks_.route_units) {
        check_pops(port);
    }
}

/// Updates the registers by what moves at the edge that ends the cycle.
void UnitContracts::carry_out_input(int port) {
    Input& input = inputs_[static_cast<std::size_t>(port)];
    const InputNets& nets = nets_.input(port);
    const VcMask pops = nets.pop().read();
    if (router_.purge_ports() != nullptr) {
        for_each_bit(nets.route.read().valid,
                     [&](int v) { input.owners[v] = nets.front.read()[v].message; });
        for_each_bit(nets.vc_grant.read().valid, [&](int v) {
            input.holds[v] = {nets.request.read().of[v].port, nets.vc_grant.read().vc[v], 0};
        });
    }
    for (int number = 0; number < branches(port); ++number) {
        const Branch branch = this->branch(port, number);
        input.active[number] |= branch.vc_grant.valid;
        input.sent[number] = (input.sent[number] | branch.grant) & ~pops;
    }
    for_each_bit(pops, [&](int v) {
        const VcMask left = nets.front.read()[v].is_tail() ? vc_bit(v) : 0;
        input.active[kForward] &= ~left;
        input.active[kAbsorb] &= ~left;
        if (checks_.vc_buffers) {
            input.fifos[static_cast<std::size_t>(v)].pop();
        }
    });
    if (nets.absorb && checks_.vc_buffers) {
        input.leads = (input.leads & ~pops) | (nets.absorb->drop.read() & pops);
        for_each_bit(input.leads, [&](int v) { lead(input, v); });
    }
}

void UnitContracts::carry_out_output(int port) {
    Output& output = outputs_[static_cast<std::size_t>(port)];
    const Flit sent = granted(port);
    output.held |= nets_.output(port).taken.read();
    output.pointers.advance(nets_.output(port).taken.read());
    output.sent = nets_.output(port).bypassing() ? Flit{} : sent;
    if (sent.valid()) {
        output.held &= sent.is_tail() ? ~vc_bit(sent.vc) : ~VcMask{0};
        ++output.outstanding[sent.vc];
    }
}

}  // namespace flitscope::rtl
