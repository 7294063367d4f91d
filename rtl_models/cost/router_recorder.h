#pragma once

#include <string>
#include <vector>

#include "rtl_models/cost/unit_energy.h"
#include "rtl_models/export/exported_network.h"
#include "rtl_models/export/wire_flits.h"
#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::cost {

/// What is on the pins of one router of a network while it runs, to be played into its netlist
/// (files/replay_tb.v.in). Cycles are named by the edge that ends them.
class RouterRecorder final : public rtl::NetworkObserver {
public:
    /// Records the cycles that the edges 0..`edges` end. The network outlives it.
    RouterRecorder(const exported::ExportedNetwork& network, topo::RouterId router,
                   rtl::Cycle edges);

    void flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                      const rtl::Flit& flit) override;
    void flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                       const rtl::Flit& flit) override;
    void credit_sent(rtl::Cycle cycle, topo::NodeId router, int input_port, int vc) override;

    /// Lines of $readmemh, one per cycle: flit_i_valid, flit_i_vc, flit_i and credit_i from bit 0
    /// on; flit_o_valid, flit_o_vc and flit_o.
    std::string inputs() const { return lines(inputs_); }
    std::string outputs() const { return lines(outputs_); }
    /// What left the router in these cycles.
    const RouterEvents& events() const { return events_; }

private:
    using Pins = std::vector<bool>;

    std::string lines(const std::vector<Pins>& cycles) const;
    int input_bits() const;
    int output_bits() const;
    void put(Pins& pins, int port, int ports, const rtl::Flit& flit) const;
    void leaves(rtl::Cycle edge, int output, const rtl::Flit& flit);
    Pins* at(std::vector<Pins>& cycles, rtl::Cycle edge) const;
    /// The network output of the router that leads to this input; -1: none does.
    int output_to(topo::RouterId router, int input) const;

    const exported::ExportedNetwork& network_;
    topo::RouterId router_;
    rtl::PortLayout ports_;
    int vc_bits_;
    int flit_bits_;
    exported::WireFlits wires_;
    std::vector<Pins> inputs_;  ///< [edge]
    std::vector<Pins> outputs_;
    RouterEvents events_;
};

}  // namespace flitscope::cost
