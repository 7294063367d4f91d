#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/signal/clocking/wire.h"

namespace flitscope::rtl {

/// Combining unit of a node: takes the flits of operand messages from its ejection wires, and says
/// which entries are complete (docs/reductions.md, section 2).
///
/// Timing   A flit on `flit_i` in cycle t-1 is combined at edge t. `done_o` in cycle t: entries
/// that
///          are complete after edge t; what they hold is handed over, and they are emptied, at edge
///          t+1.
/// Errors   std::logic_error of ReductionUnit.
class CombiningUnit : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(CombiningUnit);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;  ///< [connected ejection port]
    sc_core::sc_out<VcMask> done_o{"done_o"};         ///< bit e: entry e is complete

    /// The message side, told at the falling edge of what is handed over at the next edge.
    using HandedCallback = std::function<void(const ReductionResult& result)>;
    CombiningUnit(const sc_core::sc_module_name& name, topo::NodeId node, std::size_t ports,
                  std::unique_ptr<CombiningCore> core, HandedCallback handed);

    /// The node's own operand is in at the edge of the running client call.
    void contribute(int entry, const Operand& own);

private:
    void end_of_elaboration() override;
    void edge();
    void take(int port, const Flit& flit);
    void report(int /*port*/);

    topo::NodeId node_;
    std::unique_ptr<CombiningCore> core_;
    HandedCallback handed_;
    VcMask done_q_ = 0;
    std::vector<CombiningFlit> flits_;  ///< scratch: at this edge
    CombiningCore::OwnOperands own_;    ///< at the next edge
    ProcessGate edge_gate_{ClockPhase::rising};
    ObserverGate<CombiningUnit> report_gate_{ClockPhase::falling, *this, &CombiningUnit::report, 0};
};

}  // namespace flitscope::rtl
