#include "tlm/mixed/signal_island.h"

#include <algorithm>
#include <string>

#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/network/network_builder.h"
#include "rtl_models/signal/watch/wave_taps.h"

namespace flitscope::tl {

class SignalIsland::Driver : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Driver);
    Driver(const sc_core::sc_module_name& name, SignalIsland& island)
        : sc_module(name), island_(island) {
        SC_METHOD(drive);
        dont_initialize();
        sensitive << gate.posedge_event();
        clk_i(island.clock_.clk);
    }

    sc_core::sc_in<bool> clk_i{"clk_i"};
    rtl::ClockGate gate{"edge", rtl::ClockPhase::driving, 0};

private:
    void end_of_elaboration() override { gate.connect(clk_i); }
    void drive() {
        const bool flits = island_.flits_in_.drive();
        const bool credits = island_.credits_in_.drive();
        if (flits || credits) {
            gate.wake();
        }
    }

    SignalIsland& island_;
};

SignalIsland::SignalIsland(const rtl::NetworkDescription& description,
                           const std::vector<topo::NodeId>& routers,
                           const rtl::RouterFactory& factory)
    : route_tables_(rtl::make_route_tables(description)),
      clock_("clock"),
      index_(static_cast<std::size_t>(description.topology->routers()), -1),
      driver_(std::make_unique<Driver>("boundary", *this)) {
    for (const topo::NodeId id : routers) {
        index_.at(static_cast<std::size_t>(id)) = static_cast<int>(members_.size());
        add_router(description, id, factory);
    }
    if (description.waves != nullptr) {
        std::vector<rtl::RouterModule*> modules;
        for (const Member& each : members_) {
            modules.push_back(each.module.get());
        }
        rtl::record_waves(clock_, modules, *description.topology, *description.waves);
    }
}

SignalIsland::~SignalIsland() = default;

void SignalIsland::add_router(const rtl::NetworkDescription& description, topo::NodeId id,
                              const rtl::RouterFactory& factory) {
    const std::string name = "router_" + std::to_string(id);
    Member added;
    added.module = rtl::make_router(description, id, factory, clock_, nullptr, route_tables_.get(),
                                    [this](const rtl::Flit& tail, int more) {
                                        copied_.push_back({tail, more});
                                    });
    rtl::RouterModule& router = *added.module;
    router.rst_ni(rst_n_);
    for (int port = 0; port < router.ports().inputs(); ++port) {
        added.inputs.push_back(nullptr);
        if (router.has_input(port)) {
            added.inputs.back() = std::make_unique<Input>(name + "_input_" + std::to_string(port),
                                                          credits_out_, id, port);
            Input& input = *added.inputs.back();
            router.flit_i(port)(input.flit);
            router.credit_o(port)(input.credit);
        }
    }
    for (int port = 0; port < router.ports().outputs(); ++port) {
        added.outputs.push_back(nullptr);
        if (router.has_output(port)) {
            added.outputs.back() = std::make_unique<Output>(
                name + "_output_" + std::to_string(port), flits_out_, id, port);
            Output& output = *added.outputs.back();
            router.flit_o(port)(output.flit);
            if (port < router.ports().network) {
                router.credit_i(port)(output.credit);
            }
        }
    }
    members_.push_back(std::move(added));
}

void SignalIsland::drive_arrivals() {
    if (arrivals_due()) {
        driver_->gate.wake();
    }
}

void SignalIsland::flit_arrives(topo::NodeId router, int input_port, const rtl::Flit& flit) {
    flits_in_.set(member(router).inputs[static_cast<std::size_t>(input_port)]->flit, flit);
}

void SignalIsland::credit_arrives(topo::NodeId router, int output_port, int vc) {
    WireBank<rtl::Credit>::Wire& wire =
        member(router).outputs[static_cast<std::size_t>(output_port)]->credit;
    const std::uint64_t more = std::uint64_t{1} << vc;
    if (wire.next.valid()) {
        wire.next.vcs |= more;
    } else {
        credits_in_.set(wire, rtl::Credit{more});
    }
}

void SignalIsland::run_cycle(rtl::Cycle /*cycle*/, ExternalWires& wires) {
    for (const auto& [tail, more] : copied_) {
        wires.copied(tail, more);
    }
    copied_.clear();
    flits_out_.visit_valid([&wires](topo::NodeId router, int port, const rtl::Flit& flit) {
        wires.drive_flit(router, port, flit);
    });
    credits_out_.visit_valid([&wires](topo::NodeId router, int port, const rtl::Credit& credit) {
        wires.drive_credits(router, port, credit.vcs);
    });
}

bool SignalIsland::idle() const { return !arrivals_due() && !clock_.busy(); }

void SignalIsland::add_counters(rtl::NetworkCounters& counters) const {
    for (const Member& each : members_) {
        counters += each.module->counters();
    }
}

rtl::ChannelCounters SignalIsland::channel_counters(topo::NodeId router, int output_port,
                                                    rtl::Cycle edge) const {
    return rtl::channel_counters_of(*member(router).module, output_port, edge);
}

void SignalIsland::append_waits(std::vector<rtl::VcWait>& waits) const {
    for (const Member& each : members_) {
        each.module->append_waits(waits);
    }
}

rtl::Cycle SignalIsland::suspense() const {
    rtl::Cycle cycles = 0;
    for (const Member& each : members_) {
        cycles = std::max(cycles, each.module->suspense());
    }
    return cycles;
}

int SignalIsland::occupancy(topo::NodeId router, int input_port, int vc) const {
    const rtl::RouterModule& module = *member(router).module;
    return vc < module.input_vcs(input_port) ? module.occupancy(input_port, vc) : 0;
}

int SignalIsland::flits_inside(topo::NodeId router) const {
    return member(router).module->flits_inside();
}

int SignalIsland::outstanding(topo::NodeId router, int output_port, int vc) const {
    return member(router).module->outstanding(output_port, vc);
}

int SignalIsland::in_traversal(topo::NodeId router, int output_port, int vc) const {
    const rtl::RouterModule& module = *member(router).module;
    return vc < module.output_vcs(output_port) ? module.in_traversal(output_port, vc) : 0;
}

}  // namespace flitscope::tl
