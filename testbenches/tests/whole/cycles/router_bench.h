#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/network/router.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// One router, of the signal level or co-simulated, between hand-driven wires, and its waveform.
/// The router is node 1 of a row of three: input/output 0 is the link to node 2, 1 the link to
/// node 0, 2 the local port.
///
/// `drive_*` says what a wire carries in a cycle; run() simulates and writes the dump, from which
/// the test reads everything back.
class RouterBench {
public:
    /// What makes the router, of the network it would be part of.
    using FactoryOf = std::function<rtl::RouterFactory(const rtl::NetworkDescription&)>;
    explicit RouterBench(const rtl::RouterParameters& parameters, int cycles_per_flit = 1,
                         const FactoryOf& factory_of = signal_router);
    ~RouterBench();

    void drive_flit(int input, rtl::Cycle cycle, const rtl::Flit& flit) {
        flits_[input][cycle] = flit;
    }
    void drive_credit(int output, rtl::Cycle cycle, int vc) { credits_[output][cycle] = vc; }
    /// Simulates cycles 0..cycles-1 and writes the dump to `path`.
    void run(rtl::Cycle cycles, const std::string& path);

private:
    static constexpr int kPorts = 3;
    static rtl::RouterFactory signal_router(const rtl::NetworkDescription& description);
    void drive(rtl::Cycle cycle);

    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    rtl::Clock clock_;
    rtl::Wire<bool> rst_n_{"rst_n", true};
    std::unique_ptr<rtl::RouterModule> router_;
    std::vector<std::unique_ptr<rtl::FlitWire>> flit_in_;
    std::vector<std::unique_ptr<rtl::CreditWire>> credit_out_;
    std::vector<std::unique_ptr<rtl::FlitWire>> flit_out_;
    std::vector<std::unique_ptr<rtl::CreditWire>> credit_in_;
    std::map<rtl::Cycle, rtl::Flit> flits_[kPorts];
    std::map<rtl::Cycle, int> credits_[kPorts];
};

}  // namespace flitscope::tb
