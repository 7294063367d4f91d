#pragma once

#include <systemc>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::tb {

/// Clock and reset of a unit that is tested alone, between plain sc_signals. A test goes cycle by
/// cycle:
///
///     bench.edge();          registers take what the inputs were
///     input.write(...);      inputs of the cycle
///     bench.settle();        now the outputs are those of the cycle
class UnitBench {
public:
    sc_core::sc_signal<bool> clk{"clk", false};
    sc_core::sc_signal<bool> rst_n{"rst_n", true};

    template <typename Unit>
    void clock(Unit& unit) {
        unit.clk_i(clk);
        unit.rst_ni(rst_n);
    }
    void edge() {
        run_half_cycle(false);
        run_half_cycle(true);
    }
    void settle() {
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        settle_rest();
    }

private:
    static void settle_rest() {
        while (sc_core::sc_pending_activity_at_current_time()) {
            sc_core::sc_start(sc_core::SC_ZERO_TIME);
        }
    }
    void run_half_cycle(bool high) {
        clk.write(high);
        sc_core::sc_start(sc_core::sc_time(0.5, sc_core::SC_NS));
    }
};

/// Flit `index` of a message of `length` flits from node 0 to `destination`.
inline rtl::Flit unit_flit(std::uint32_t message, std::uint32_t index, std::uint32_t length,
                           int vc = 0, std::int32_t destination = 2) {
    rtl::Flit flit;
    flit.message = message;
    flit.index = index;
    flit.length = length;
    flit.destination = destination;
    flit.kind = rtl::flit_kind(index, length);
    flit.vc = static_cast<std::uint8_t>(vc);
    return flit;
}

}  // namespace flitscope::tb
