#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/signal/flit_fifo.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_order_checker.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

class RouteUnit;
class SwitchAllocator;

/// Stage of the message at the front of an input VC (docs/router.md, section 3).
enum class VcStage : std::uint8_t { idle = 0, routed = 1, active = 2 };

/// One input VC: its FIFO and where the message at its front goes.
struct InputVc {
    FlitFifo fifo;
    VcStage stage = VcStage::idle;
    std::int16_t output = -1;     ///< output port, from `routed` on
    std::int16_t output_vc = -1;  ///< from `active` on
    VcRange wanted{};             ///< VCs it may request, from `routed` on
};

/// Input side of one router port: the VC FIFOs and the return of credits.
///
/// Timing  state phase: the flit on `flit_i` in cycle t-1 is in its FIFO after edge t. A pop in the
///         crossbar phase of cycle t puts the credit on `credit_o` in cycle t (docs/router.md,
///         sections 4 and 6).
/// Errors  error report /flitscope/signal/buffer_overflow or .../vc_order: instance, VC, cycle.
class VcBuffer : public sc_core::sc_module, public StateUnit, public WireListener {
public:
    sc_core::sc_in<Flit> flit_i{"flit_i"};
    sc_core::sc_out<Credit> credit_o{"credit_o"};

    /// `port`: input port of the router; `vcs`: number of VCs in use.
    VcBuffer(const sc_core::sc_module_name& name, const RouterContext& context, int port, int vcs);
    /// Who is told of heads and of flits that may go on. Before elaboration ends.
    void connect(RouteUnit& route_unit, SwitchAllocator& switch_allocator);

    int vcs() const { return static_cast<int>(vcs_.size()); }
    InputVc& vc(int v) { return vcs_[static_cast<std::size_t>(v)]; }
    const InputVc& vc(int v) const { return vcs_[static_cast<std::size_t>(v)]; }

    int occupancy(int v) const { return static_cast<int>(vc(v).fifo.size()); }

    /// Crossbar phase: takes the front flit of VC v out and frees its slot. After a tail the VC is
    /// idle and the next head, if complete as switching demands, is announced to the route unit.
    Flit pop(int v);
    /// Crossbar phase: takes last cycle's credit off the wire.
    void clear_credit() { credit_o.write(Credit{}); }

    void written() override { enlist(); }
    void at_state() override;

    const Flit& flit_wire() const { return flit_in_.read(); }
    const Credit& credit_wire() const { return credit_o.read(); }

private:
    void end_of_elaboration() override;
    /// The head must wait here for its tail (docs/router.md, section 10).
    bool stored(const Flit& head) const;

    const RouterContext& context_;
    int port_;
    std::vector<Flit> slots_;  ///< of all VCs; empty with unbounded buffers
    std::vector<InputVc> vcs_;
    VcOrderChecker order_;
    RouteUnit* route_unit_ = nullptr;
    SwitchAllocator* switch_allocator_ = nullptr;
    WireReader<Flit> flit_in_;
};

}  // namespace flitscope::rtl
