#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/bypass.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/optional_ports.h"

namespace flitscope::rtl {

/// The ports of a bypass unit.
struct BypassUnitPorts {
    struct Parameters {
        RouterParameters router;
        PortLayout ports;

        bool looks_at_flits() const { return OutputVcRules(router).looks_at_flits(); }
        bool traversal_register() const { return router.stages().traversal > 0; }
    };
    explicit BypassUnitPorts(const Parameters& parameters)
        : count_i("count_i", static_cast<std::size_t>(parameters.ports.inputs())),
          head_i("head_i", count_i.size()),
          filled_i("filled_i", count_i.size()),
          route_i("route_i", count_i.size()),
          request_i("request_i", count_i.size()),
          active_i("active_i", count_i.size()),
          vc_grant_i("vc_grant_i", count_i.size()),
          grant_i("grant_i", count_i.size()),
          state_i("state_i", static_cast<std::size_t>(parameters.ports.outputs())),
          ready_i("ready_i", state_i.size()),
          outstanding_i("outstanding_i", parameters.looks_at_flits() ? state_i.size() : 0),
          free_i("free_i", parameters.traversal_register() ? count_i.size() : 0),
          clear_i("clear_i", parameters.traversal_register() ? state_i.size() : 0),
          taken_i("taken_i", state_i.size()),
          request_o("request_o", count_i.size()),
          filled_o("filled_o", count_i.size()),
          vc_grant_o("vc_grant_o", count_i.size()),
          active_o("active_o", count_i.size()),
          grant_o("grant_o", count_i.size()),
          taken_o("taken_o", state_i.size()),
          bypass_o("bypass_o", clear_i.size()) {}

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low
    // By input port: FIFOs, heads, what route units say, and what the allocators granted.
    sc_core::sc_vector<sc_core::sc_in<PerVc<std::uint32_t>>> count_i;
    sc_core::sc_vector<sc_core::sc_in<Heads>> head_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> filled_i;
    sc_core::sc_vector<sc_core::sc_in<Routes>> route_i;
    sc_core::sc_vector<sc_core::sc_in<HeadRequests>> request_i;
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;
    sc_core::sc_vector<sc_core::sc_in<VcGrants>> vc_grant_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> grant_i;
    // By output port.
    sc_core::sc_vector<sc_core::sc_in<OutputState>> state_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> ready_i;
    /// Width 0 unless the VC that a head asks for depends on it.
    OptionalPorts<sc_core::sc_in<PerVc<std::uint32_t>>> outstanding_i;
    /// By input port, as the next: no flit of the traversal register crosses from here; width 0
    /// without such a register.
    OptionalPorts<sc_core::sc_in<bool>> free_i;
    /// No flit of the traversal register is on the link.
    OptionalPorts<sc_core::sc_in<bool>> clear_i;
    sc_core::sc_vector<sc_core::sc_in<VcMask>> taken_i;
    sc_core::sc_in<Selects> select_i{"select_i"};

    // What the allocators see: everything but the flits that bypass.
    sc_core::sc_vector<sc_core::sc_out<HeadRequests>> request_o;
    sc_core::sc_vector<sc_core::sc_out<VcMask>> filled_o;
    // What the others see: their grants, and those of flits that bypass.
    sc_core::sc_vector<sc_core::sc_out<VcGrants>> vc_grant_o;
    sc_core::sc_vector<sc_core::sc_out<ActiveVcs>> active_o;  ///< to the crossbar
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;
    sc_core::sc_vector<sc_core::sc_out<VcMask>> taken_o;
    sc_core::sc_out<Selects> select_o{"select_o"};
    /// By output port: its flit goes past the traversal register. Width as clear_i.
    OptionalPorts<sc_core::sc_out<bool>> bypass_o;
};

/// Bypass (docs/router.md, section 6). The unit stands between the allocators and the other units:
/// it withdraws the requests of the flits that bypass, and adds their grants to those of the
/// allocators.
///
/// Timing   Combinational but for a register: which FIFOs held a flit across the last edge. A flit
///          alone in a FIFO that did not has just been written.
class BypassUnit : public sc_core::sc_module, public BypassUnitPorts {
public:
    SC_HAS_PROCESS(BypassUnit);
    using Ports = BypassUnitPorts;

    BypassUnit(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void edge();
    void compute();
    VcMask candidate(std::size_t p) const;
    void add_candidate(int p, int v);
    void add_requests(int p, VcMask candidate);
    int wanted_vc(const HeadRequest& head) const;
    bool is_ready(const ActiveVc& to) const {
        return (ready_i[static_cast<std::size_t>(to.port)].read() >> to.vc & 1) != 0;
    }
    /// No flit of a traversal register is in the way.
    bool is_clear(std::size_t input, std::size_t output) const {
        return clear_i.size() == 0 || (free_i[input].read() && clear_i[output].read());
    }
    void drive(const std::vector<BypassChoice::Candidate>& going);
    ActiveVc place_of(const BypassChoice::Candidate& each) const;

    Parameters parameters_;
    BypassChoice choice_;
    std::vector<VcMask> kept_;  ///< register, by input port: VCs with a flit before the edge
    sc_core::sc_event moved_;   ///< it changed
};

}  // namespace flitscope::rtl
