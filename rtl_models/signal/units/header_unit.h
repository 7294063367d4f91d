#pragma once

#include <systemc>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The ports of a header unit, ours or a replacement.
struct HeaderUnitPorts {
    struct Parameters {
        int input = 0;  ///< number of this input port
        PortLayout ports;
        int vcs = 1;                                  ///< V, width of the ports
        const NetworkDescription* network = nullptr;  ///< with header routings
    };
    explicit HeaderUnitPorts(const Parameters& /*parameters*/) {}

    sc_core::sc_in<std::int32_t> node_i{"node_i"};
    sc_core::sc_in<Heads> head_i{"head_i"};          ///< heads at the fronts
    sc_core::sc_in<PerVc<Flit>> front_i{"front_i"};  ///< flits at the fronts
    sc_core::sc_out<Heads> head_o{"head_o"};         ///< the same, their next destination known
    sc_core::sc_out<HeaderActions> action_o{"action_o"};
    sc_core::sc_out<ServedEntries> served_o{"served_o"};
};

/// Reads the headers of multicasts at the fronts of an input port, coded paths (CPR) and
/// destination lists (docs/headers_and_branches.md, section 1; docs/multicast_units.md); twin of
/// header_unit.v: the control field of each head defines what is done with it, where it goes next,
/// and which entries this serves. Unicasts pass unchanged.
///
/// Timing   Combinational: outputs follow the inputs in the same cycle.
class HeaderUnit : public sc_core::sc_module, public HeaderUnitPorts {
public:
    SC_HAS_PROCESS(HeaderUnit);
    using Ports = HeaderUnitPorts;

    HeaderUnit(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void decode();
    void decode(int v, const Flit& front);

    Parameters parameters_;
    Heads heads_;  ///< scratch of decode(), as the next two
    HeaderActions actions_;
    ServedEntries served_;
};

}  // namespace flitscope::rtl
