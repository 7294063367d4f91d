#include "testbenches/tests/rtl_models/signal/router_bench.h"

#include "rtl_models/signal/router_probe.h"
#include "waves/wave_dump.h"

namespace flitscope::tb {

RouterBench::RouterBench(const rtl::RouterParameters& parameters)
    : topology_(topo::find_topology("mesh")->make({{"size", std::vector<std::int64_t>{3}}})),
      routing_(topo::find_routing("dimension_order")->make(*topology_, {})),
      sequencer_("sequencer") {
    rtl::RouterInstance instance;
    instance.id = 1;
    instance.parameters = parameters;
    instance.connected = {true, true};
    instance.cycles_per_flit = {1, 1};
    instance.routing = routing_.get();
    router_ = std::make_unique<rtl::Router>("router_1", instance, sequencer_);
    router_->show_registers();
    for (int port = 0; port < kPorts; ++port) {
        const std::string name = std::to_string(port);
        flit_in_.push_back(std::make_unique<rtl::FlitWire>(("flit_in_" + name).c_str()));
        credit_out_.push_back(std::make_unique<rtl::CreditWire>(("credit_out_" + name).c_str()));
        flit_out_.push_back(std::make_unique<rtl::FlitWire>(("flit_out_" + name).c_str()));
        router_->flit_i(port)(*flit_in_.back());
        router_->credit_o(port)(*credit_out_.back());
        router_->flit_o(port)(*flit_out_.back());
        if (!router_->output(port).ejection()) {
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
    sequencer_.on_edge = [this](rtl::Cycle edge) { drive(edge - 1); };
    sequencer_.next_edge = [cycles](rtl::Cycle edge) {
        return edge <= cycles ? edge : rtl::kNever;
    };
    sequencer_.on_cycle_begin = [&](rtl::Cycle cycle) {
        if (!declared) {
            declared = true;
            dump.add_router(rtl::router_sources(*router_), *topology_);
        }
        dump.recorder().before_cycle(cycle);
    };
    sequencer_.on_registers = [&](rtl::Cycle cycle) { dump.recorder().sample_registers(cycle); };
    sequencer_.on_cycle_end = [&](rtl::Cycle cycle) { dump.recorder().sample_wires(cycle); };
    sc_core::sc_start(sc_core::sc_time(static_cast<double>(cycles), sc_core::SC_NS));
    dump.finish(cycles);
}

}  // namespace flitscope::tb
