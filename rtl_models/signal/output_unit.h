#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_busy_counter.h"
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

class SwitchAllocator;
class VcAllocator;

/// Output side of one router port: which VCs are held, credits of the buffer downstream, and at
/// pipeline depth 4 the traversal register.
///
/// Timing  state phase: a credit on `credit_i` in cycle t-1 counts after edge t; at depth 4 the
/// traversal register goes
///         onto `flit_o`. Crossbar phase: `send` drives `flit_o` (depth 4: fills the register),
///         `release` frees a VC for the next cycle (docs/router.md, sections 4 to 6).
/// Ejection outputs have no `credit_i`: they always have a credit.
/// Errors  error report /flitscope/signal/credit_overflow.
class OutputUnit : public sc_core::sc_module, public StateUnit, public WireListener {
public:
    sc_core::sc_out<Flit> flit_o{"flit_o"};
    std::unique_ptr<sc_core::sc_in<Credit>> credit_i;  ///< network outputs only

    /// `port`: output port of the router; `vcs`: VCs of the channel.
    OutputUnit(const sc_core::sc_module_name& name, const RouterContext& context, int port,
               int vcs);
    void connect(VcAllocator& vc_allocator, SwitchAllocator& switch_allocator);

    int vcs() const { return static_cast<int>(vcs_.size()); }
    bool ejection() const { return port_ >= context_.ports.network; }

    /// VC allocation: may a message of `length` flits be granted VC v in this cycle
    /// (docs/router.md, section 5)?
    bool grantable(int v, std::uint32_t length) const;
    /// Switch allocation: may a flit go out on VC v in this cycle?
    bool has_credit(int v) const {
        return endless_ || vcs_[static_cast<std::size_t>(v)].outstanding < capacity_;
    }
    bool held(int v) const { return vcs_[static_cast<std::size_t>(v)].held; }
    int outstanding(int v) const { return vcs_[static_cast<std::size_t>(v)].outstanding; }
    int credits(int v) const { return endless_ ? -1 : capacity_ - outstanding(v); }
    /// Load as shortest-queue routing sees it (docs/router.md, section 12).
    int load(VcRange range) const;

    /// A head got VC v: held from the next edge on.
    void hold(int v);
    /// The tail got the switch: free from the next edge on.
    void release(int v);
    void send(const Flit& flit);
    /// Crossbar phase: takes last cycle's flit off the wire (depths 1 to 3).
    void clear_flit() { flit_o.write(Flit{}); }

    void written() override { enlist(); }
    void at_state() override;

    const Flit& flit_wire() const { return flit_o.read(); }
    /// Network outputs only.
    const Credit& credit_wire() const { return credit_in_.read(); }
    std::uint64_t flits_sent() const { return flits_sent_; }
    /// Cycles before `edge` in which exactly 0..V VCs were held.
    std::vector<std::uint64_t> busy_cycles(Cycle edge) const { return busy_.cycles(edge); }
    /// Flits of VC v in the traversal register, 0 or 1.
    int in_traversal(int v) const { return traversal_.valid() && traversal_.vc == v ? 1 : 0; }

private:
    struct Vc {
        Cycle held_from = 0;  ///< first cycle in which the registers show it as held
        std::int32_t outstanding = 0;
        bool held = false;
    };

    void end_of_elaboration() override;

    const RouterContext& context_;
    int port_;
    bool endless_;     ///< no credits needed: ejection output or unbounded buffers
    bool registered_;  ///< depth 4
    OutputVcRules rules_;
    int capacity_;
    std::vector<Vc> vcs_;
    VcBusyCounter busy_;
    std::uint64_t flits_sent_ = 0;
    Flit traversal_;  ///< depth 4: valid between the grant's cycle and the next
    WireReader<Credit> credit_in_;
    VcAllocator* vc_allocator_ = nullptr;
    SwitchAllocator* switch_allocator_ = nullptr;
};

}  // namespace flitscope::rtl
