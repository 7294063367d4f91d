#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/crossbar.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/route_unit.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_allocator.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// What one router is built with. Ports as in docs/router.md, section 2.
struct RouterInstance {
    topo::NodeId id = 0;
    RouterParameters parameters;
    std::vector<bool> connected;       ///< by network port
    std::vector<int> cycles_per_flit;  ///< by network port
    const topo::RoutingFunction* routing = nullptr;
    bool ties_random = true;
    MessageBook* book = nullptr;          ///< may be null
    NetworkObserver* observer = nullptr;  ///< may be null
};

/// An input-buffered virtual-channel router of SystemC modules, docs/router.md.
///
/// Submodules, whose names are their scopes in waveforms: `input_<p>` (VcBuffer), `output_<p>`
/// (OutputUnit), `route_unit`, `vc_allocator`, `switch_allocator`, `crossbar`. Bind flit_i and
/// credit_o of every connected input, flit_o of every connected output, and credit_i of every
/// connected network output. A FlitWire or CreditWire wakes its reader by itself; any
/// sc_signal<Flit> or sc_signal<Credit> works as well.
class Router : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Router);
    /// `sequencer` outlives the router.
    Router(const sc_core::sc_module_name& name, const RouterInstance& instance,
           PhaseSequencer& sequencer);

    const PortLayout& ports() const { return context_.ports; }
    topo::NodeId id() const { return context_.router; }
    const RouterContext& context() const { return context_; }
    bool has_input(int port) const {
        return input_units_[static_cast<std::size_t>(port)] != nullptr;
    }
    bool has_output(int port) const {
        return output_units_[static_cast<std::size_t>(port)] != nullptr;
    }

    sc_core::sc_in<Flit>& flit_i(int port) { return input(port).flit_i; }
    sc_core::sc_out<Credit>& credit_o(int port) { return input(port).credit_o; }
    sc_core::sc_out<Flit>& flit_o(int port) { return output(port).flit_o; }
    sc_core::sc_in<Credit>& credit_i(int port) { return *output(port).credit_i; }

    VcBuffer& input(int port) { return *input_units_[static_cast<std::size_t>(port)]; }
    const VcBuffer& input(int port) const { return *input_units_[static_cast<std::size_t>(port)]; }
    OutputUnit& output(int port) { return *output_units_[static_cast<std::size_t>(port)]; }
    const OutputUnit& output(int port) const {
        return *output_units_[static_cast<std::size_t>(port)];
    }
    const VcAllocator& vc_allocator() const { return vc_allocator_; }
    const SwitchAllocator& switch_allocator() const { return switch_allocator_; }
    /// For waveforms: leaves time between the state phase and allocation. Before the simulation.
    void show_registers() { process_.separate(); }
    const Crossbar& crossbar() const { return crossbar_; }

private:
    void run_state() { process_.run_state(); }
    void run_allocation() { process_.run_allocation(); }
    std::vector<AllocationUnit*> turns();

    RouterProcess process_;
    RouterContext context_;
    std::vector<std::unique_ptr<VcBuffer>> input_units_;
    std::vector<std::unique_ptr<OutputUnit>> output_units_;
    RouteUnit route_unit_;
    VcAllocator vc_allocator_;
    SwitchAllocator switch_allocator_;
    Crossbar crossbar_;
};

}  // namespace flitscope::rtl
