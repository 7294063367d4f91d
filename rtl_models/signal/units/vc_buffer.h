#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/units/flit_fifo.h"
#include "rtl_models/signal/units/vc_order_checker.h"

namespace flitscope::rtl {

/// The ports of a VC buffer, ours or a replacement.
struct VcBufferPorts {
    struct Parameters {
        int vcs = 1;           ///< V, width of the ports
        int used_vcs = 1;      ///< 1..V; the others are never filled
        int buffer_flits = 1;  ///< per VC at most, or kUnbounded
        bool purging = false;  ///< has purge_i and dropped_o
        bool headers = false;  ///< has drop_i (docs/multicast_units.md)
        int flit_bytes = 0;    ///< in the data path of a flit, 0..64; more pins in Verilog
        int shared_flits = 0;  ///< of buffer_flits: in slots that all VCs share

        VcCredits slots() const { return {vcs, buffer_flits, shared_flits}; }
    };
    explicit VcBufferPorts(const Parameters& parameters)
        : drop_i(optional_port<sc_core::sc_in<VcMask>>("drop_i", parameters.headers)),
          purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
          dropped_o(optional_port<sc_core::sc_out<DroppedFlits>>("dropped_o", parameters.purging)) {
    }

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low
    sc_core::sc_in<Flit> flit_i{"flit_i"};
    sc_core::sc_in<VcMask> pop_i{"pop_i"};  ///< only of filled FIFOs
    sc_core::sc_out<Credit> credit_o{"credit_o"};
    sc_core::sc_out<VcMask> filled_o{"filled_o"};     ///< VCs with a flit
    sc_core::sc_out<PerVc<Flit>> front_o{"front_o"};  ///< their front flits; else anything
    sc_core::sc_out<Heads> head_o{"head_o"};
    sc_core::sc_out<Tails> tail_o{"tail_o"};
    sc_core::sc_out<PerVc<std::uint32_t>> count_o{"count_o"};  ///< flits in the FIFO
    std::unique_ptr<sc_core::sc_in<VcMask>> drop_i;  ///< of pop_i: the flit goes no further
    PurgeIn purge_i;
    DroppedOut dropped_o;  ///< registered: of the FIFOs, and those that would have arrived
};

/// The VC FIFOs of one input port (docs/router.md, section 3); twin of vc_buffer.v.
///
/// Timing   A flit on `flit_i` in a cycle is at the end of its FIFO from the next edge on; `pop_i`
///          takes the front flit at the edge that ends the cycle. `credit_o` is `pop_i`, in the
///          same cycle (sections 4 and 6); everything else is registered. After a dropped flit the
///          next one is the head.
/// Errors   error report /flitscope/signal/buffer_overflow, .../vc_order or .../pop_empty:
///          instance, cycle, the flit that arrived.
class VcBuffer : public sc_core::sc_module, public VcBufferPorts {
public:
    SC_HAS_PROCESS(VcBuffer);
    using Ports = VcBufferPorts;

    VcBuffer(const sc_core::sc_module_name& name, const Parameters& parameters);

    std::uint64_t flits_dropped() const { return flits_dropped_; }

protected:
    int held(int v) const { return static_cast<int>(fifos_[static_cast<std::size_t>(v)].size()); }

private:
    virtual bool has_room(int v) const { return !fifos_[static_cast<std::size_t>(v)].full(); }
    void edge();
    void return_credit();
    void clear();
    void pop(int v);
    void push(const Flit& flit);
    void drop(const Purge& purge, const Flit& arriving);
    void show();
    [[noreturn]] void fail(const char* report, const std::string& what) const;

    Parameters parameters_;
    std::vector<Flit> slots_;  ///< of all VCs; empty with unbounded buffers
    std::vector<FlitFifo> fifos_;
    std::vector<std::uint32_t> tails_held_;  ///< in the FIFO
    VcMask leads_ = 0;                       ///< the next front flit is the head, whatever its kind
    VcOrderChecker order_;
    std::uint64_t flits_dropped_ = 0;
};

}  // namespace flitscope::rtl
