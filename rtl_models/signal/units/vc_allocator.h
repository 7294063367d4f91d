#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/units/request_infos.h"

namespace flitscope::rtl {

/// The ports of a VC allocator, ours or a replacement.
struct VcAllocatorPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;
        const DecisionMakers* makers = nullptr;  ///< null: what the parameters name
        bool reads_info = false;  ///< it looks at the messages that ask: front_i is there
        bool headers = false;     ///< there are multicasts: has absorb_request_i, absorb_grant_o
        bool reads_occupancy = false;  ///< it looks at buffers: count_i, outstanding_i are there

        bool whole_messages() const { return router.switching != Switching::wormhole; }
        /// Which VC a head asks for depends on credits: it has outstanding_i.
        bool looks_at_flits() const { return OutputVcRules(router).looks_at_flits(); }
    };
    explicit VcAllocatorPorts(const Parameters& parameters)
        : request_i("request_i", static_cast<std::size_t>(parameters.ports.inputs())),
          front_i("front_i", parameters.reads_info ? request_i.size() : 0),
          priority_i("priority_i",
                     parameters.router.has_priorities() && !parameters.router.vc_at_switch()
                         ? request_i.size()
                         : 0),
          count_i("count_i", parameters.reads_occupancy ? request_i.size() : 0),
          state_i("state_i", static_cast<std::size_t>(parameters.ports.outputs())),
          outstanding_i("outstanding_i", parameters.looks_at_flits() || parameters.reads_occupancy
                                             ? state_i.size()
                                             : 0),
          absorb_request_i("absorb_request_i", parameters.headers ? request_i.size() : 0),
          active_i("active_i", parameters.router.vc_at_switch() ? request_i.size() : 0),
          switch_grant_i("switch_grant_i", active_i.size()),
          grant_o("grant_o", static_cast<std::size_t>(parameters.ports.inputs())),
          absorb_grant_o("absorb_grant_o", absorb_request_i.size()),
          asking_o("asking_o", active_i.size()),
          taken_o("taken_o", static_cast<std::size_t>(parameters.ports.outputs())) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};                       ///< synchronous, active low
    sc_core::sc_vector<sc_core::sc_in<HeadRequests>> request_i;  ///< by input port
    /// By input port, the front flits, for arbiters that look at messages; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<PerVc<Flit>>> front_i;
    /// By input port, the priorities of its VCs; width 0 without priorities.
    OptionalPorts<sc_core::sc_in<Priorities>> priority_i;
    /// By input port, the flits in its FIFOs, for arbiters that look at them; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> count_i;
    sc_core::sc_vector<sc_core::sc_in<OutputState>> state_i;  ///< by output port
    /// By output port, flits sent minus credits returned; width 0 unless the VC that a head asks
    /// for depends on it, or arbiters look at it.
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> outstanding_i;
    /// By input port, for the branch absorb of multicasts, as absorb_grant_o; otherwise of width 0.
    OptionalPorts<sc_core::sc_in<HeadRequests>> absorb_request_i;
    /// By input port, with VC selection at the switch (SwitchVcSelector), as asking_o; otherwise of
    /// width 0: VCs that hold an output VC, and who won the switch.
    OptionalPorts<sc_core::sc_in<ActiveVcs>> active_i;
    OptionalPorts<sc_core::sc_in<VcMask>> switch_grant_i;
    sc_core::sc_vector<sc_core::sc_out<VcGrants>> grant_o;  ///< by input port
    OptionalPorts<sc_core::sc_out<VcGrants>> absorb_grant_o;
    OptionalPorts<sc_core::sc_out<ActiveVcs>> asking_o;   ///< VCs that ask for the switch
    sc_core::sc_vector<sc_core::sc_out<VcMask>> taken_o;  ///< by output port: held from now on
};

/// VC allocation (docs/router.md, section 5); twin of vc_allocator.v. Each head requests a free VC
/// of its class, and each output VC selects one head. Requester index: input port * V + VC.
/// A head with two branches requests a network output only when it has, or is granted, its ejection
/// VC (docs/headers_and_branches.md, section 2).
///
/// Timing   Grants follow the requests in the same cycle; the arbiters advance at the edge that
///          ends the cycle.
class VcAllocator : public sc_core::sc_module, public VcAllocatorPorts {
public:
    SC_HAS_PROCESS(VcAllocator);
    using Ports = VcAllocatorPorts;

    VcAllocator(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void edge();
    void allocate();
    /// Adds the requests of input port p; returns the VCs among them.
    VcMask add_requests(std::size_t p, const HeadRequests& heads, VcMask asking);
    bool is_absorb(const VcRequest& grant) const;
    std::unique_ptr<VcAllocation> make_allocation() const;
    void drive();

    Parameters parameters_;
    int vcs_;
    std::unique_ptr<VcAllocation> allocation_;        ///< the arbiters: registers
    sc_core::sc_event moved_;                         ///< they have
    std::vector<VcRequest> requests_;                 ///< of this cycle
    std::vector<VcRequest> grants_;                   ///< ...
    RequestInfos infos_;                              ///< ...
    std::vector<VcGrants> granted_, absorb_granted_;  ///< by input port
    std::vector<VcMask> taken_;                       ///< by output port
};

}  // namespace flitscope::rtl
