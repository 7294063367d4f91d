#pragma once

#include <systemc>

#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"

namespace flitscope::rtl {

/// The ports of a crossbar, ours or a replacement.
struct CrossbarPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;
        bool headers = false;  ///< there are multicasts: has the ports of the branch absorb
    };
    explicit CrossbarPorts(const Parameters& parameters)
        : front_i("front_i", static_cast<std::size_t>(parameters.ports.inputs())),
          active_i("active_i", static_cast<std::size_t>(parameters.ports.inputs())),
          grant_i("grant_i", static_cast<std::size_t>(parameters.ports.inputs())),
          absorb_active_i("absorb_active_i", parameters.headers ? front_i.size() : 0),
          absorb_grant_i("absorb_grant_i", absorb_active_i.size()),
          served_i("served_i", absorb_active_i.size()),
          error_i("error_i", absorb_active_i.size()),
          ahead_i("ahead_i", parameters.router.lookahead ? front_i.size() : 0),
          flit_o("flit_o", static_cast<std::size_t>(parameters.ports.outputs())) {}

    sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>> front_i;  ///< by input port
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;   ///< by input port: VC on the channel
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;       ///< by input port: VCs that cross
    /// By input port, only with multicasts, else of width 0: the branch absorb, and the marks that
    /// flits get as they leave: served entries on network outputs, protocol errors on the others.
    OptionalPorts<sc_core::sc_in<ActiveVcs>> absorb_active_i;
    OptionalPorts<sc_core::sc_in<VcMask>> absorb_grant_i;
    OptionalPorts<sc_core::sc_in<ServedEntries>> served_i;
    OptionalPorts<sc_core::sc_in<VcMask>> error_i;
    /// By input port, only with lookahead: what heads carry to the next router.
    OptionalPorts<sc_core::sc_in<AheadRoutes>> ahead_i;
    sc_core::sc_in<Selects> select_i{"select_i"};      ///< by output: at most one crossbar input
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;  ///< by output port
};

/// Switch traversal (docs/router.md, section 4); twin of crossbar.v: the granted flit of each
/// crossbar input, which is an input port unless there is input speedup, goes to the output that
/// selected it. Combinational.
class Crossbar : public sc_core::sc_module, public CrossbarPorts {
public:
    SC_HAS_PROCESS(Crossbar);
    using Ports = CrossbarPorts;

    Crossbar(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void traverse();
    Flit crossing(int from, bool ejected) const;

    CrossbarInputs crossbar_;
    std::size_t network_outputs_;
};

}  // namespace flitscope::rtl
