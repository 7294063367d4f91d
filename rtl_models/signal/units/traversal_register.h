#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/bundles/purge.h"

namespace flitscope::rtl {

/// The ports of a traversal register: those of the crossbar's inputs, on both of its sides.
struct TraversalRegisterPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;
        bool headers = false;              ///< there are multicasts: has the ports of absorb
        bool purging = false;              ///< has purge_i and dropped_o
        std::vector<int> cycles_per_flit;  ///< by output port; read with bypass only
    };
    explicit TraversalRegisterPorts(const Parameters& parameters)
        : front_i("front_i", static_cast<std::size_t>(parameters.ports.inputs())),
          active_i("active_i", front_i.size()),
          grant_i("grant_i", front_i.size()),
          absorb_active_i("absorb_active_i", parameters.headers ? front_i.size() : 0),
          absorb_grant_i("absorb_grant_i", absorb_active_i.size()),
          served_i("served_i", absorb_active_i.size()),
          error_i("error_i", absorb_active_i.size()),
          ahead_i("ahead_i", parameters.router.lookahead ? front_i.size() : 0),
          bypass_i("bypass_i", parameters.router.bypass
                                   ? static_cast<std::size_t>(parameters.ports.outputs())
                                   : 0),
          purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
          front_o("front_o", front_i.size()),
          active_o("active_o", front_i.size()),
          grant_o("grant_o", front_i.size()),
          absorb_active_o("absorb_active_o", absorb_active_i.size()),
          absorb_grant_o("absorb_grant_o", absorb_active_i.size()),
          served_o("served_o", absorb_active_i.size()),
          error_o("error_o", absorb_active_i.size()),
          ahead_o("ahead_o", ahead_i.size()),
          sent_o("sent_o", static_cast<std::size_t>(parameters.ports.outputs())),
          free_o("free_o", parameters.router.bypass ? front_i.size() : 0),
          clear_o("clear_o", bypass_i.size()),
          dropped_o("dropped_o", parameters.purging ? sent_o.size() : 0) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low
    // In the cycle of the grant, as in crossbar.h.
    sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>> front_i;
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;
    OptionalPorts<sc_core::sc_in<ActiveVcs>> absorb_active_i;
    OptionalPorts<sc_core::sc_in<VcMask>> absorb_grant_i;
    OptionalPorts<sc_core::sc_in<ServedEntries>> served_i;
    OptionalPorts<sc_core::sc_in<VcMask>> error_i;
    OptionalPorts<sc_core::sc_in<AheadRoutes>> ahead_i;
    sc_core::sc_in<Selects> select_i{"select_i"};
    /// By output port, only with bypass: its flit goes past the register.
    OptionalPorts<sc_core::sc_in<bool>> bypass_i;
    PurgeIn purge_i;

    // A cycle later, to the crossbar: every VC of a crossbar input shows the one flit there.
    sc_core::sc_vector<sc_core::sc_out<PerVc<Flit>>> front_o;
    sc_core::sc_vector<sc_core::sc_out<ActiveVcs>> active_o;
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;
    OptionalPorts<sc_core::sc_out<ActiveVcs>> absorb_active_o;
    OptionalPorts<sc_core::sc_out<VcMask>> absorb_grant_o;
    OptionalPorts<sc_core::sc_out<ServedEntries>> served_o;
    OptionalPorts<sc_core::sc_out<VcMask>> error_o;
    OptionalPorts<sc_core::sc_out<AheadRoutes>> ahead_o;
    sc_core::sc_out<Selects> select_o{"select_o"};
    /// By output port, in the cycle of the grant: what output units count.
    sc_core::sc_vector<sc_core::sc_out<SentFlit>> sent_o;
    /// Only with bypass: no flit of the register crosses from this input port; no flit of the
    /// register is on the link of this output port.
    OptionalPorts<sc_core::sc_out<bool>> free_o;
    OptionalPorts<sc_core::sc_out<bool>> clear_o;
    /// By output port: what was dropped at the last edge on its way into the register.
    OptionalPorts<sc_core::sc_out<DroppedFlits>> dropped_o;
};

/// The register between switch allocation and the crossbar in routers whose SA and ST are separate
/// cycles (docs/router.md, section 4): for each crossbar input a flit, and the outputs that it goes
/// to. Twin of traversal_register.v.
///
/// Timing   The inputs of the crossbar are those of the cycle before; where `bypass_i` is set, of
///          the same cycle. `sent_o` is combinational, `free_o` and `clear_o` are registered.
class TraversalRegister : public sc_core::sc_module, public TraversalRegisterPorts {
public:
    SC_HAS_PROCESS(TraversalRegister);
    using Ports = TraversalRegisterPorts;

    TraversalRegister(const sc_core::sc_module_name& name, const Parameters& parameters);

    std::uint64_t flits_dropped() const { return flits_dropped_; }

private:
    /// What a crossbar input carries.
    struct Lane {
        Flit flit;
        VcMask grant = 0;   ///< VC that crosses; 0: none
        VcMask absorb = 0;  ///< ... by the branch absorb
        ActiveVc active, absorb_active;
        std::uint32_t served = 0;
        bool error = false;
        bool ahead_valid = false;
        AheadRoute ahead;
    };

    void edge();
    void pass();
    void announce();
    Lane lane_of(int from) const;
    SentFlit sent_to(int output, int from) const;
    bool bypasses(int output) const {
        return bypass_i.size() != 0 && bypass_i[static_cast<std::size_t>(output)].read();
    }
    InputMask bypassing() const;
    void drop();
    void drive(const std::vector<Lane>& lanes, const Selects& select);

    Parameters parameters_;
    CrossbarInputs crossbar_;
    std::vector<Lane> lanes_;  ///< by crossbar input
    Selects select_;
    std::vector<int> busy_;  ///< by output: cycles that a flit of the register still is on the link
    sc_core::sc_event moved_;  ///< the register changed
    std::uint64_t flits_dropped_ = 0;
};

}  // namespace flitscope::rtl
