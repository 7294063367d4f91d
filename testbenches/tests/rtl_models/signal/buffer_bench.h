#pragma once

#include "rtl_models/signal/units/vc_buffer.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {

/// The buffer of an input port, and what is at its ports.
template <typename Unit>
struct BufferBench : UnitBench {
    BufferBench(const char* name, const rtl::VcBuffer::Parameters& parameters)
        : unit(name, parameters) {
        clock(unit);
        unit.flit_i(flit);
        unit.pop_i(pop);
        unit.credit_o(credit);
        unit.filled_o(filled);
        unit.front_o(front);
        unit.head_o(head);
        unit.tail_o(tail);
        unit.count_o(count);
    }
    /// One cycle with these inputs.
    void cycle(const rtl::Flit& arriving, rtl::VcMask popped) {
        edge();
        flit.write(arriving);
        pop.write(popped);
        settle();
    }

    Unit unit;
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
    sc_core::sc_signal<rtl::VcMask> pop{"pop"};
    sc_core::sc_signal<rtl::Credit> credit{"credit"};
    sc_core::sc_signal<rtl::VcMask> filled{"filled"};
    sc_core::sc_signal<rtl::PerVc<rtl::Flit>> front{"front"};
    sc_core::sc_signal<rtl::Heads> head{"head"};
    sc_core::sc_signal<rtl::Tails> tail{"tail"};
    sc_core::sc_signal<rtl::PerVc<std::uint32_t>> count{"count"};
};

}  // namespace flitscope::tb
