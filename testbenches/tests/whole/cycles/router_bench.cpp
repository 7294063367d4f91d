#include "testbenches/tests/whole/cycles/router_bench.h"

#include "rtl_models/waves/wave_dump.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

rtl::RouterFactory RouterBench::signal_router(const rtl::NetworkDescription& /*description*/) {
    return [](const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
              rtl::Clock& /*clock*/) { return std::make_unique<rtl::Router>(name, instance); };
}

RouterBench::RouterBench(const rtl::RouterParameters& parameters, int cycles_per_flit,
                         const FactoryOf& factory_of)
    : topology_(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3}}})),
      routing_(topo::make_routing("dimension_order", *topology_, {})),
      clock_("clock") {
    rtl::RouterInstance instance;
    instance.id = 1;
    instance.parameters = parameters;
    instance.connected = {true, true};
    instance.cycles_per_flit = {cycles_per_flit, cycles_per_flit};
    instance.routing = routing_.get();
    rtl::NetworkDescription description;
    description.topology = topology_.get();
    description.routing = routing_.get();
    description.router = parameters;
    description.links.assign(topology_->link_classes().size(), {1, cycles_per_flit});
    router_ = factory_of(description)("router_1", instance, clock_);
    router_->clk_i(clock_.clk);
    router_->rst_ni(rst_n_);
    for (int port = 0; port < kPorts; ++port) {
        const std::string name = std::to_string(port);
        flit_in_.push_back(std::make_unique<rtl::FlitWire>(("flit_in_" + name).c_str()));
        credit_out_.push_back(std::make_unique<rtl::CreditWire>(("credit_out_" + name).c_str()));
        flit_out_.push_back(std::make_unique<rtl::FlitWire>(("flit_out_" + name).c_str()));
        router_->flit_i(port)(*flit_in_.back());
        router_->credit_o(port)(*credit_out_.back());
        router_->flit_o(port)(*flit_out_.back());
        if (port < router_->ports().network) {
            credit_in_.push_back(std::make_unique<rtl::CreditWire>(("credit_in_" + name).c_str()));
            router_->credit_i(port)(*credit_in_.back());
        }
    }
}

RouterBench::~RouterBench() = default;

void RouterBench::drive(rtl::Cycle cycle) {
    for (int port = 0; port < kPorts; ++port) {
        const auto flit = flits_[port].find(cycle);
        flit_in_[static_cast<std::size_t>(port)]->write(flit == flits_[port].end() ? rtl::Flit{}
                                                                                   : flit->second);
    }
    for (std::size_t port = 0; port < credit_in_.size(); ++port) {
        const auto credit = credits_[port].find(cycle);
        credit_in_[port]->write(credit == credits_[port].end()
                                    ? rtl::Credit{}
                                    : rtl::Credit{std::uint64_t{1} << credit->second});
    }
}

void RouterBench::run(rtl::Cycle cycles, const std::string& path) {
    waves::WaveDump dump(path, {}, 0, cycles);
    bool declared = false;
    clock_.on_edge = [this](rtl::Cycle edge) { drive(edge - 1); };
    clock_.next_edge = [cycles](rtl::Cycle edge) { return edge <= cycles ? edge : rtl::kNever; };
    clock_.on_cycle_begin = [&](rtl::Cycle cycle) {
        if (!declared) {
            declared = true;
            dump.add_router(router_->wave_sources(), *topology_);
        }
        dump.recorder().before_cycle(cycle);
    };
    clock_.on_registers = [&](rtl::Cycle cycle) { dump.recorder().sample_registers(cycle); };
    clock_.on_cycle_end = [&](rtl::Cycle cycle) { dump.recorder().sample_wires(cycle); };
    sc_core::sc_start(sc_core::sc_time(static_cast<double>(cycles), sc_core::SC_NS));
    dump.finish(cycles);
}

}  // namespace flitscope::tb
