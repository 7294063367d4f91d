#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/units/shift_stages.h"

namespace flitscope::rtl {

/// The extra stages of a router behind one of its outputs (docs/router.md, section 4, "Extra
/// stages"): a shift register of flits. Twin of extra_stages.v.
///
/// Timing   What was on `flit_i` in cycle t is on `flit_o`, a register, in cycle t + stages. After
///          the edge the stages hold nothing of a message that `purge_i` names; in the next cycle
///          `dropped_o` says how many flits were dropped.
class ExtraStages : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(ExtraStages);
    struct Parameters {
        int stages = 1;        ///< >= 1
        bool purging = false;  ///< has purge_i
        int credited_vcs = 0;  ///< with purging, behind a network output: V, has dropped_i and _o
    };

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low
    sc_core::sc_in<Flit> flit_i{"flit_i"};  ///< from the output unit
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    PurgeIn purge_i;
    DroppedIn dropped_i;   ///< flits dropped behind this output at the last edge
    DroppedOut dropped_o;  ///< to the output unit: those, at once, and the line's own

    ExtraStages(const sc_core::sc_module_name& name, const Parameters& parameters);

    /// Flits of VC v, and messages with flits, that are on the wire in a later cycle.
    int flits_of(int v) const;
    void append_messages(std::vector<std::uint32_t>& ids) const;
    std::uint64_t flits_dropped() const { return flits_dropped_; }

private:
    void edge();
    void drop();
    void add_dropped();

    ShiftStages<Flit> flits_;
    DroppedFlits dropped_;     ///< at the last edge
    sc_core::sc_event moved_;  ///< dropped_ has
    std::uint64_t flits_dropped_ = 0;
};

}  // namespace flitscope::rtl
