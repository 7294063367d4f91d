#pragma once

#include <systemc>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

/// The ports of a crossbar, whoever does the work.
struct CrossbarPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;
    };
    explicit CrossbarPorts(const Parameters& parameters)
        : front_i("front_i", static_cast<std::size_t>(parameters.ports.inputs())),
          active_i("active_i", static_cast<std::size_t>(parameters.ports.inputs())),
          grant_i("grant_i", static_cast<std::size_t>(parameters.ports.inputs())),
          flit_o("flit_o", static_cast<std::size_t>(parameters.ports.outputs())) {}

    sc_core::sc_vector<sc_core::sc_in<PerVc<Flit>>> front_i;  ///< by input port
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;   ///< by input port: VC on the channel
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;       ///< by input port: at most one VC
    sc_core::sc_in<Selects> select_i{"select_i"};             ///< by output: at most one input
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;         ///< by output port
};

/// Switch traversal (docs/router.md, section 4); twin of crossbar.v: the granted flit of each input
/// port goes to the output that selected the input. Combinational.
class Crossbar : public sc_core::sc_module, public CrossbarPorts {
public:
    SC_HAS_PROCESS(Crossbar);
    using Ports = CrossbarPorts;

    Crossbar(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void end_of_elaboration() override;
    void run();
    void traverse();

    std::vector<Reader<PerVc<Flit>>> front_in_;
    std::vector<Reader<ActiveVcs>> active_in_;
    std::vector<Reader<VcMask>> grant_in_;
    Reader<Selects> select_in_;
    std::vector<Writer<Flit>> flit_out_;
    UnitGate select_gate_{"select"};    ///< for the grants
    UnitGate data_gate_{"data"};        ///< for what crosses
    std::vector<std::uint8_t> driven_;  ///< by output port: carries a flit
};

}  // namespace flitscope::rtl
