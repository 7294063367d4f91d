#pragma once

#include <deque>
#include <systemc>

#include "rtl_models/signal/router_process.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// One channel with extra wire cycles: flits one way, credits the other, each a shift register of
/// `latency` stages. With latency 0 there is no Link: the wires are common to both routers.
///
/// Timing  state phase: what was on `flit_i` in cycle t is on `flit_o` in cycle t + latency;
/// credits likewise.
class Link : public sc_core::sc_module, public StateUnit, public WireListener {
public:
    sc_core::sc_in<Flit> flit_i{"flit_i"};
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    sc_core::sc_in<Credit> credit_i{"credit_i"};
    sc_core::sc_out<Credit> credit_o{"credit_o"};

    /// `latency` >= 1.
    /// `group`: state group of the router it comes from.
    Link(const sc_core::sc_module_name& name, PhaseSequencer& sequencer, RouterProcess& group,
         int latency);

    void written() override { enlist(); }
    void at_state() override;
    /// Flits (credits) of VC v in the registers and on the far (near) wire.
    int flits_of(int v) const;
    int credits_of(int v) const;

private:
    template <typename T>
    struct Timed {
        T value;
        Cycle due;  ///< cycle in which it is on the far wire
    };

    void end_of_elaboration() override;
    template <typename T>
    void shift_one(const WireReader<T>& in, std::deque<Timed<T>>& stages, sc_core::sc_out<T>& out);

    PhaseSequencer& sequencer_;
    int latency_;
    std::deque<Timed<Flit>> flits_;
    std::deque<Timed<Credit>> credits_;
    WireReader<Flit> flit_in_;
    WireReader<Credit> credit_in_;
};

}  // namespace flitscope::rtl
