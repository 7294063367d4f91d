#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/vc_choice.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/bundles/purge.h"

namespace flitscope::rtl {

/// The ports of an output unit, ours or a replacement.
struct OutputUnitPorts {
    struct Parameters {
        int vcs = 1;                      ///< V, width of the ports
        int used_vcs = 1;                 ///< 1..V; the others are never requested
        int buffer_flits = 1;             ///< per VC of the next router at most, or kUnbounded
        bool ejection = false;            ///< no back-pressure; credit_i is not used
        bool traversal_register = false;  ///< flits cross in the cycle after their grant: sent_i
        bool reuse_empty = false;         ///< a VC is free only when all its credits are back
        int cycles_per_flit = 1;          ///< 1..255
        bool headers = false;      ///< there are multicasts; more pins in Verilog, no more ports
        int flit_bytes = 0;        ///< in the data path of a flit, 0..64; more pins in Verilog
        bool purging = false;      ///< has purge_i, release_i and dropped_i
        int port = 0;              ///< number of the output, and ...
        int inputs = 0;            ///< ... of input ports; with purging
        bool speculation = false;  ///< has open_o
        int shared_flits = 0;      ///< of buffer_flits: in slots that all VCs share
        VcPointers pointers;       ///< as at the beginning

        VcCredits credits() const { return {vcs, buffer_flits, shared_flits}; }
    };
    explicit OutputUnitPorts(const Parameters& parameters)
        : purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
          release_i("release_i",
                    parameters.purging ? static_cast<std::size_t>(parameters.inputs) : 0),
          dropped_i(optional_port<sc_core::sc_in<DroppedFlits>>(
              "dropped_i", parameters.purging && !parameters.ejection)),
          dropped_here_i(optional_port<sc_core::sc_in<DroppedFlits>>(
              "dropped_here_i", parameters.purging && parameters.traversal_register)),
          sent_i(optional_port<sc_core::sc_in<SentFlit>>("sent_i", parameters.traversal_register)),
          open_o(optional_port<sc_core::sc_out<bool>>("open_o", parameters.speculation)) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};        ///< synchronous, active low
    sc_core::sc_in<VcMask> taken_i{"taken_i"};    ///< granted to a head in this cycle
    sc_core::sc_in<Flit> flit_i{"flit_i"};        ///< from the crossbar
    sc_core::sc_in<Credit> credit_i{"credit_i"};  ///< a slot was freed downstream; not at ejection
    sc_core::sc_out<OutputState> state_o{"state_o"};
    sc_core::sc_out<VcMask> ready_o{"ready_o"};  ///< has a credit, and the link is free
    sc_core::sc_out<PerVc<std::uint32_t>> outstanding_o{"outstanding_o"};  ///< sent - credited
    sc_core::sc_out<Flit> flit_o{"flit_o"};                                ///< the channel
    PurgeIn purge_i;
    /// By input port: VCs that release the output VC they hold.
    OptionalPorts<sc_core::sc_in<ActiveVcs>> release_i;
    DroppedIn dropped_i;       ///< flits dropped downstream of this output; not at ejection
    DroppedIn dropped_here_i;  ///< on its way into the traversal register
    /// A flit was granted the switch in this cycle; without a traversal register that is flit_i.
    std::unique_ptr<sc_core::sc_in<SentFlit>> sent_i;
    std::unique_ptr<sc_core::sc_out<bool>> open_o;  ///< the link is free
};

/// Output side of one port (docs/router.md, sections 3 to 6); twin of output_unit.v: the held VCs,
/// the pointers over VCs, the flits sent and not yet credited, and the time at which the link is
/// free again. A flit counts in the cycle of its grant, which with a traversal register is the one
/// before it crosses.
///
/// Timing   `flit_o` is `flit_i` with one more hop, in the same cycle.
///          Everything else is registered: a grant, a flit or a credit of a cycle counts from the
///          next edge on.
/// Errors   error report /flitscope/signal/credit_overflow: instance, cycle, VC.
class OutputUnit : public sc_core::sc_module, public OutputUnitPorts {
public:
    SC_HAS_PROCESS(OutputUnit);
    using Ports = OutputUnitPorts;

    OutputUnit(const sc_core::sc_module_name& name, const Parameters& parameters);

    /// Flits of a VC dropped at the last edge, here or downstream, that still count as outstanding.
    int returning(int v) const;

private:
    /// A bit per VC, including unused ones, as in the Verilog.
    static VcMask all_vcs(const Parameters& parameters) {
        return parameters.vcs >= 64 ? ~VcMask{0} : vc_bit(parameters.vcs) - 1;
    }

    void edge();
    void pass();
    void clear();
    bool endless() const;
    void take_credits();
    void count(int v, int by);
    void drive();
    SentFlit sent() const;
    void purge();
    VcMask released() const;

    Parameters parameters_;
    const VcCredits credits_;
    VcMask held_ = 0;
    VcPointers pointers_;
    VcMask empty_ = 0;     ///< nothing outstanding
    VcMask credited_ = 0;  ///< has a credit of its own
    int shared_ = 0;       ///< credits that all VCs share
    int wait_ = 0;         ///< cycles until the link is free
    PerVc<std::uint32_t> outstanding_;
};

}  // namespace flitscope::rtl
