#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/units/shift_stages.h"

namespace flitscope::rtl {

/// One channel with extra wire cycles (docs/router.md, section 4): flits one way, credits the
/// other, each a shift register of `latency` stages. With latency 0 there is no Link: both routers
/// share the wires. "Near" is the router that sends flits, "far" the one that receives them. Level
/// verilog has these modules, too, because its RTL is only the routers.
///
/// Timing   What was on `flit_i` in cycle t is on `flit_o` in cycle t + latency, credits likewise:
///          `flit_o` and `credit_o` are registers. After the edge the stages hold nothing of a
///          message that `purge_i` names; in the next cycle `dropped_o` says how many flits were
///          dropped.
/// Errors   none: it carries what it is given, in order.
class Link : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Link);
    struct Parameters {
        int latency = 1;      ///< wire cycles, >= 1
        int purging_vcs = 0;  ///< VCs of the channel, 1..64: has the last three ports; 0: has not
    };

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<Flit> flit_i{"flit_i"};         ///< near; at most one flit per cycle
    sc_core::sc_out<Flit> flit_o{"flit_o"};        ///< far
    sc_core::sc_in<Credit> credit_i{"credit_i"};   ///< far; bit v: a slot of VC v was freed
    sc_core::sc_out<Credit> credit_o{"credit_o"};  ///< near
    PurgeIn purge_i;                               ///< the messages that are dropped at the edge
    DroppedIn dropped_i;                           ///< far: flits dropped there at the last edge
    DroppedOut dropped_o;                          ///< near: those, at once, and the link's own

    Link(const sc_core::sc_module_name& name, const Parameters& parameters);

    /// Flits (credits) of VC v in the registers, the last of which is the far (near) wire.
    int flits_of(int v) const;
    int credits_of(int v) const;
    /// Messages with flits in the registers that do not leave the link at the next edge.
    void append_messages(std::vector<std::uint32_t>& ids) const;
    std::uint64_t flits_dropped() const { return flits_dropped_; }

private:
    void edge();
    void drop();
    void add_dropped();

    ShiftStages<Flit> flits_;  ///< `latency` stages, the last of which is the far (near) wire
    ShiftStages<Credit> credits_;
    DroppedFlits dropped_;     ///< at the last edge
    sc_core::sc_event moved_;  ///< dropped_ has
    std::uint64_t flits_dropped_ = 0;
};

}  // namespace flitscope::rtl
