#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

/// Combining unit of a node: takes the flits of operand messages from its ejection wires, and
/// reports complete entries (docs/reductions.md, section 2).
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

    CombiningUnit(const sc_core::sc_module_name& name, std::size_t ports,
                  std::unique_ptr<CombiningCore> core);

    /// The node's own operand arrives at the next edge.
    void contribute(int entry, const Operand& own) { own_.emplace_back(entry, own); }
    /// The content of a complete entry.
    UnitResult result(int entry) const { return core_->result(entry); }

private:
    void edge();
    void take(int port, const Flit& flit);

    std::unique_ptr<CombiningCore> core_;
    std::vector<CombiningFlit> flits_;  ///< scratch: at this edge
    CombiningCore::OwnOperands own_;    ///< at the next edge
};

/// Hands the completed results of a node's combining unit to the client side.
///
/// Timing   Falling edge of cycle t: entries on `done_i` are handed over at edge t+1.
class ResultPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(ResultPort);
    using HandedCallback = std::function<void(const ReductionResult& result)>;

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<VcMask> done_i{"done_i"};  ///< bit e: entry e is complete

    ResultPort(const sc_core::sc_module_name& name, topo::NodeId node, const CombiningUnit& unit,
               HandedCallback handed)
        : sc_module(name), node_(node), unit_(unit), handed_(std::move(handed)) {
        SC_METHOD(hand_over);
        dont_initialize();
        sensitive << clk_i.neg();
    }

private:
    void hand_over() {
        for_each_bit(done_i.read(), [this](int entry) {
            handed_({unit_.result(entry), cycle_of(clk_i) + 1, node_, entry});
        });
    }

    topo::NodeId node_;
    const CombiningUnit& unit_;
    HandedCallback handed_;
};

}  // namespace flitscope::rtl
