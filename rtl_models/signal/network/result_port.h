#pragma once

#include <functional>
#include <systemc>
#include <utility>

#include "rtl_models/router/contract/reduction_port.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/units/combining_unit.h"

namespace flitscope::rtl {

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
