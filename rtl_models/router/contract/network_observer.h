#pragma once

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// Observes every register transfer that docs/router.md defines: the common source of digests,
/// event logs and waves at every level.
///
/// Every network calls it with the same arguments for the same configuration. The order of calls
/// within one cycle is not defined; when the client is called for edge e, everything of the cycles
/// and edges before e has been reported (and nothing of the edges after e). Ports and VCs are
/// numbered as in docs/router.md, section 2: input ports P.. are injection ports, output ports P..
/// are ejection ports. `flit.vc` is the VC of the channel that the flit is on, as described at each
/// event.
///
/// A class overrides the events that it needs. Set by NetworkDescription::observer; null (the
/// default) costs only a test.
class NetworkObserver {
public:
    virtual ~NetworkObserver() = default;

    /// The flit is in the FIFO of input VC (input_port, flit.vc) from `edge` on.
    virtual void flit_written(Cycle /*edge*/, topo::NodeId /*router*/, int /*input_port*/,
                              const Flit& /*flit*/) {}
    /// RC in `cycle` gave the head (flit.vc: its input VC) this output port and the range of VCs
    /// that it may request.
    virtual void routed(Cycle /*cycle*/, topo::NodeId /*router*/, int /*input_port*/,
                        const Flit& /*head*/, int /*output_port*/, VcRange /*allowed*/) {}
    /// VA in `cycle` gave the head (flit.vc: its input VC) the output VC.
    virtual void vc_granted(Cycle /*cycle*/, topo::NodeId /*router*/, int /*input_port*/,
                            const Flit& /*head*/, int /*output_port*/, int /*output_vc*/) {}
    /// SA in `cycle` gave the flit (flit.vc: its input VC) the crossbar to (output_port,
    /// output_vc).
    virtual void switch_granted(Cycle /*cycle*/, topo::NodeId /*router*/, int /*input_port*/,
                                const Flit& /*flit*/, int /*output_port*/, int /*output_vc*/) {}
    /// The same for a flit that bypasses: it is on the output wire in `cycle` at every depth.
    virtual void bypassed(Cycle cycle, topo::NodeId router, int input_port, const Flit& flit,
                          int output_port, int output_vc) {
        switch_granted(cycle, router, input_port, flit, output_port, output_vc);
    }
    /// Reports one of these two.
    void crosses(bool bypasses, Cycle cycle, topo::NodeId router, int input_port, const Flit& flit,
                 int output_port, int output_vc) {
        bypasses ? bypassed(cycle, router, input_port, flit, output_port, output_vc)
                 : switch_granted(cycle, router, input_port, flit, output_port, output_vc);
    }
    /// A credit for input VC (input_port, vc) is on the credit wire in `cycle`.
    virtual void credit_sent(Cycle /*cycle*/, topo::NodeId /*router*/, int /*input_port*/,
                             int /*vc*/) {}
    /// The flit (flit.vc: VC of the ejection output) was consumed at `edge`.
    virtual void flit_consumed(Cycle /*edge*/, topo::NodeId /*router*/, int /*output_port*/,
                               const Flit& /*flit*/) {}
};

}  // namespace flitscope::rtl
