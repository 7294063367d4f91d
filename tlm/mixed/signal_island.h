#pragma once

#include <memory>
#include <systemc>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rtl_models/fast/engine/external_routers.h"
#include "rtl_models/signal/outline/router_module.h"
#include "tlm/mixed/wire_bank.h"

namespace flitscope::tl {

/// Routers of SystemC modules (or what the factory makes) inside a fast network.
///
/// Every port has its wires, as in a network of SystemC routers. Flits and credits that arrive at
/// edge t are put onto the input wires in the injection phase of cycle t-1. The outputs of the
/// routers in cycle t are read at its end. Names as in rtl::SignalNetwork: `router_<id>`; wires
/// `router_<id>_input_<p>_flit`, ...
class SignalIsland final : public ExternalRouters {
public:
    /// One simulation per process, as rtl::SignalNetwork. `routers`: ids in ascending order.
    SignalIsland(const rtl::NetworkDescription& description,
                 const std::vector<topo::NodeId>& routers, const rtl::RouterFactory& factory);
    ~SignalIsland() override;

    rtl::Clock& clock() { return clock_; }
    /// Whether there are arrivals that are not on the input wires yet.
    bool arrivals_due() const { return flits_in_.due() || credits_in_.due(); }
    /// Puts the arrivals onto the input wires in the coming injection phase.
    void drive_arrivals();

    void flit_arrives(topo::NodeId router, int input_port, const rtl::Flit& flit) override;
    void credit_arrives(topo::NodeId router, int output_port, int vc) override;
    void run_cycle(rtl::Cycle cycle, ExternalWires& wires) override;
    bool idle() const override;
    void add_counters(rtl::NetworkCounters& counters) const override;
    rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port,
                                          rtl::Cycle edge) const override;
    void append_waits(std::vector<rtl::VcWait>& waits) const override;
    rtl::Cycle suspense() const override;
    int occupancy(topo::NodeId router, int input_port, int vc) const override;
    int flits_inside(topo::NodeId router) const override;
    int outstanding(topo::NodeId router, int output_port, int vc) const override;
    int in_traversal(topo::NodeId router, int output_port, int vc) const override;

private:
    /// The process that writes the input wires.
    class Driver;

    struct Input {
        Input(const std::string& name, WireTaps<rtl::Credit>& taps, topo::NodeId router, int port)
            : flit((name + "_flit").c_str()),
              credit((name + "_credit").c_str(), taps, router, port) {}
        WireBank<rtl::Flit>::Wire flit;
        WireTaps<rtl::Credit>::Wire credit;
    };
    struct Output {
        Output(const std::string& name, WireTaps<rtl::Flit>& taps, topo::NodeId router, int port)
            : flit((name + "_flit").c_str(), taps, router, port),
              credit((name + "_credit").c_str()) {}
        WireTaps<rtl::Flit>::Wire flit;
        WireBank<rtl::Credit>::Wire credit;  ///< of network outputs
    };
    /// A router and the wires of its ports; null: no such port.
    struct Member {
        std::unique_ptr<rtl::RouterModule> module;
        std::vector<std::unique_ptr<Input>> inputs;
        std::vector<std::unique_ptr<Output>> outputs;
    };

    void add_router(const rtl::NetworkDescription& description, topo::NodeId id,
                    const rtl::RouterFactory& factory);
    const Member& member(topo::NodeId router) const {
        return members_[static_cast<std::size_t>(index_[static_cast<std::size_t>(router)])];
    }
    Member& member(topo::NodeId router) {
        return members_[static_cast<std::size_t>(index_[static_cast<std::size_t>(router)])];
    }

    std::vector<std::pair<rtl::Flit, int>> copied_;  ///< in the running cycle
    std::unique_ptr<rtl::RouteTables> route_tables_;
    rtl::Clock clock_;
    rtl::Wire<bool> rst_n_{"rst_n", true};
    WireTaps<rtl::Flit> flits_out_;
    WireTaps<rtl::Credit> credits_out_;
    std::vector<Member> members_;  ///< ascending ids
    std::vector<int> index_;       ///< [router] in members_, or -1
    WireBank<rtl::Flit> flits_in_;
    WireBank<rtl::Credit> credits_in_;
    std::unique_ptr<Driver> driver_;
};

}  // namespace flitscope::tl
