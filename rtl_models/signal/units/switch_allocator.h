#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/units/request_infos.h"

namespace flitscope::rtl {

/// The ports of a switch allocator, ours or a replacement.
struct SwitchAllocatorPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;
        const DecisionMakers* makers = nullptr;  ///< null: what the parameters name
        bool reads_info = false;  ///< it looks at the messages that ask: front_i is there
        bool headers = false;     ///< there are multicasts: has absorb_active_i, absorb_grant_o
        bool reads_occupancy = false;  ///< it looks at buffers: count_i, outstanding_i are there

        bool speculates() const { return router.speculates(); }
        /// With speculation it sees which VC a head asks for.
        bool sees_outstanding() const {
            return reads_occupancy || (speculates() && OutputVcRules(router).looks_at_flits());
        }
    };
    explicit SwitchAllocatorPorts(const Parameters& parameters)
        : active_i("active_i", static_cast<std::size_t>(parameters.ports.inputs())),
          filled_i("filled_i", static_cast<std::size_t>(parameters.ports.inputs())),
          front_i("front_i", parameters.reads_info ? filled_i.size() : 0),
          priority_i("priority_i", parameters.router.has_priorities() ? filled_i.size() : 0),
          count_i("count_i", parameters.reads_occupancy ? filled_i.size() : 0),
          absorb_active_i("absorb_active_i", parameters.headers ? active_i.size() : 0),
          ready_i("ready_i", static_cast<std::size_t>(parameters.ports.outputs())),
          outstanding_i("outstanding_i", parameters.sees_outstanding() ? ready_i.size() : 0),
          request_i("request_i", parameters.speculates() ? active_i.size() : 0),
          vc_grant_i("vc_grant_i", request_i.size()),
          state_i("state_i", parameters.speculates() ? ready_i.size() : 0),
          open_i("open_i", state_i.size()),
          grant_o("grant_o", static_cast<std::size_t>(parameters.ports.inputs())),
          absorb_grant_o("absorb_grant_o", absorb_active_i.size()),
          wasted_o("wasted_o", request_i.size()) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};                   ///< synchronous, active low
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;  ///< by input port
    sc_core::sc_vector<sc_core::sc_in<VcMask>> filled_i;     ///< by input port: VCs with a flit
    /// By input port, the front flits, for arbiters that look at messages; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<PerVc<Flit>>> front_i;
    /// By input port, the priorities of its VCs; width 0 without priorities.
    OptionalPorts<sc_core::sc_in<Priorities>> priority_i;
    /// By input port, the flits in its FIFOs, for arbiters that look at them; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> count_i;
    /// By input port, for the branch absorb of multicasts, as absorb_grant_o; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<ActiveVcs>> absorb_active_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> ready_i;  ///< by output port: credit and free link
    /// By output port, flits sent minus credits returned; width 0 unless sees_outstanding().
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> outstanding_i;
    /// Only with speculation: heads in VC allocation and their grants of this cycle, by input port,
    /// and by output port which VCs are free, and whether the link is.
    OptionalPorts<sc_core::sc_in<HeadRequests>> request_i;
    OptionalPorts<sc_core::sc_in<VcGrants>> vc_grant_i;
    OptionalPorts<sc_core::sc_in<OutputState>> state_i;
    OptionalPorts<sc_core::sc_in<bool>> open_i;
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;  ///< by input port: VCs that cross
    OptionalPorts<sc_core::sc_out<VcMask>> absorb_grant_o;
    /// By input port, only with speculation: the VC whose grant is neither masked nor used.
    OptionalPorts<sc_core::sc_out<VcMask>> wasted_o;
    sc_core::sc_out<Selects> select_o{"select_o"};  ///< by output: at most one crossbar input
};

/// Switch allocation (docs/router.md, section 6); twin of switch_allocator.v: selects the flits
/// that cross in this cycle, at most one from each crossbar input, which is an input port unless
/// there is input speedup, and one to each output port.
///
/// Timing   Grants follow the requests in the same cycle; the arbiters advance at the edge that
///          ends the cycle.
class SwitchAllocator : public sc_core::sc_module, public SwitchAllocatorPorts {
public:
    SC_HAS_PROCESS(SwitchAllocator);
    using Ports = SwitchAllocatorPorts;

    SwitchAllocator(const sc_core::sc_module_name& name, const Parameters& parameters);

protected:
    /// VCs of input port p that ask if they have a flit and their output VC is ready.
    virtual VcMask asking(std::size_t p) const { return active_i[p].read().valid; }
    /// grants_ is complete: drives the outputs.
    virtual void finish() { drive(grants_); }
    void drive(const std::vector<SwitchGrant>& grants);
    /// The edge that ends a cycle: updates the arbiters; false: none moved.
    virtual bool advance();
    virtual void clear();
    std::unique_ptr<SwitchAllocation> make_allocation() const {
        return make_switch_allocation(parameters_.router, parameters_.ports, parameters_.makers);
    }
    bool is_ready(const ActiveVc& to) const {
        return (ready_i[static_cast<std::size_t>(to.port)].read() >> to.vc & 1) != 0;
    }

    Parameters parameters_;
    std::vector<SwitchRequest> requests_;  ///< of this cycle
    std::vector<SwitchGrant> grants_;      ///< ...
    RequestInfos infos_;                   ///< ...

private:
    void edge();
    void allocate();
    void add_requests(std::size_t p);
    std::int32_t output_vc_of(const SwitchRequest& request) const;
    bool is_absorb(const SwitchGrant& grant) const;

    CrossbarInputs crossbar_;
    std::unique_ptr<SwitchAllocation> allocation_;  ///< the arbiters: registers
    sc_core::sc_event moved_;                       ///< they have
    std::vector<VcMask> granted_, absorb_granted_;  ///< by input port
};

}  // namespace flitscope::rtl
