#pragma once

#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/signal/outline/router_nets.h"
#include "rtl_models/signal/outline/shown_vcs.h"
#include "rtl_models/signal/units/extra_stages.h"
#include "rtl_models/signal/units/output_unit.h"
#include "rtl_models/signal/units/route_unit.h"
#include "rtl_models/signal/units/traversal_register.h"
#include "rtl_models/signal/units/vc_buffer.h"
#include "rtl_models/signal/watch/router_monitor.h"
#include "rtl_models/signal/watch/unit_contracts.h"
#include "rtl_models/signal/watch/unit_pins.h"

namespace flitscope::rtl {

class UnitBinding;
template <typename Unit>
struct UnitMaker;

/// An input-buffered virtual-channel router (docs/router.md) as a netlist of SystemC modules: only
/// declarations and bindings. Twin of router.v.
///
/// Units, whose names are their scopes in waveforms: `vc_buffer_<p>` and `route_unit_<p>` of every
/// input port, `vc_allocator`, `switch_allocator`, perhaps `traversal_register`, `crossbar`,
/// `output_unit_<p>` and perhaps `extra_stages_<p>` of every output port; `monitor`, which reads
/// the signals and drives none. Any module with the same ports may take the place of a unit
/// (RouterInstance::units).
class Router : public RouterModule {
public:
    /// As RouterModule.
    Router(const sc_core::sc_module_name& name, const RouterInstance& instance);
    ~Router() override;

    PurgePorts* purge_ports() override { return purge_ports_.get(); }

    RouterCounters counters() const override { return monitor_->counters(); }
    ChannelCounters channel_counters(int output_port, Cycle edge) const override {
        return monitor_->channel_counters(output_port, edge);
    }
    void append_waits(std::vector<VcWait>& waits) const override;
    void append_on_channel(int output, std::vector<std::uint32_t>& ids) const override;
    void append_inside(std::vector<std::uint32_t>& ids) const override;
    void append_stranded(std::vector<std::uint32_t>& ids) const override;
    int occupancy(int input_port, int vc) const override;
    int outstanding(int output_port, int vc) const override;
    int in_traversal(int output_port, int vc) const override;
    int returning(int output_port, int vc) const override;
    std::uint64_t flits_dropped() const override;
    waves::RouterSources wave_sources() const override;

    /// Its signals.
    const RouterNets& nets() const { return nets_; }

private:
    using Units = std::vector<std::unique_ptr<sc_core::sc_module>>;

    void make_nets(const RouterInstance& instance);
    void make_purge_ports();
    /// The unit that its maker makes, or ours, which is an Own.
    template <typename Unit, typename Own = Unit>
    UnitBinding add_unit(const RouterInstance& instance, UnitMaker<Unit> UnitMakers::*maker,
                         const std::string& name, const typename Unit::Parameters& parameters);
    void make_vc_buffer(const RouterInstance& instance, int port);
    void make_header_unit(const RouterInstance& instance, int port);
    void make_route_unit(const RouterInstance& instance, int port);
    void make_held_priority(const RouterInstance& instance, int port);
    void bind_looks(UnitBinding& unit);
    void make_vc_allocator(const RouterInstance& instance);
    void make_switch_allocator(const RouterInstance& instance);
    void make_bypass_nets(int vcs);
    void make_bypass_unit(const RouterInstance& instance);
    void bind_granted(UnitBinding& unit, int port);
    void bind_crossing(UnitBinding& unit, int port, TraversalNets& nets);
    void make_traversal_register(const RouterInstance& instance);
    void make_crossbar(const RouterInstance& instance);
    void make_output_unit(const RouterInstance& instance, int port);
    void make_extra_stages(const RouterInstance& instance, int port);
    void make_contracts(const UnitMakers& makers);

    // router_clocks.cpp: when units have clock edges.
    template <typename Open>
    void bind_clock(UnitBinding& unit, int more, const Open& opened_by);
    void bind_vc_buffer_clock(UnitBinding& unit, int port);
    void bind_route_unit_clock(UnitBinding& unit, int port, bool escapes);
    void bind_held_priority_clock(UnitBinding& unit, int port);
    template <typename T>
    void bind_allocator_clock(UnitBinding& unit, Wire<T> InputNets::*grant,
                              Wire<T> AbsorbNets::*absorb_grant);
    void bind_vc_allocator_clock(UnitBinding& unit);
    void bind_switch_allocator_clock(UnitBinding& unit);
    void bind_bypass_unit_clock(UnitBinding& unit);
    void bind_traversal_register_clock(UnitBinding& unit, int more);
    void bind_output_unit_clock(UnitBinding& unit, int port, int more);
    void bind_extra_stages_clock(UnitBinding& unit, int port, int stages);
    /// Called at end of elaboration.
    std::shared_ptr<NetPins> unit_pins(const std::vector<const sc_core::sc_module*>& units) const;

    // router_probe.cpp: read access to the registers, with the grants of the running cycle applied.
    bool leaves(int input, int vc) const;
    bool held_next(int output, int vc) const;
    int credits(int output, int vc) const;
    bool grantable(int output, int vc, std::uint32_t length) const;
    void append_in_traversal(int output, std::vector<std::uint32_t>& ids) const;
    VcWait wait_of(int input, int vc) const;
    bool waits_for_ejection(VcWait& wait) const;
    bool can_absorb(int input, int vc) const;
    bool has_grantable(int output, VcMask allowed, std::uint32_t length) const;
    bool asks_first(int input, int vc, const Route& route) const;

    const topo::RoutingFunction* routing_;
    const NetworkDescription* network_;  ///< with header routings; null: no multicasts
    std::unique_ptr<PurgePorts> purge_ports_;
    RouterNets nets_;
    mutable std::unique_ptr<ShownVcs> waves_;  ///< null: no waveform
    CreditWire no_credit_{"no_credit"};        ///< of ejection outputs
    std::unique_ptr<ClockGates> gates_;        ///< null: all units are on the plain clock
    Units units_;                              ///< in the order of the pipeline
    const TraversalRegister* traversal_register_ = nullptr;  ///< null: there is none
    std::vector<const ExtraStages*>
        extra_stages_;                             ///< by output port, null: no such port; or empty
    std::vector<const VcBuffer*> vc_buffers_;      ///< ours; empty without purging, as the next
    std::vector<const OutputUnit*> output_units_;  ///< by output port
    std::vector<const RouteUnit*> route_units_;    ///< by input port; null: no such port
    std::unique_ptr<RouterMonitor> monitor_;
    std::unique_ptr<UnitContracts> contracts_;  ///< null: nobody watches
};

/// Makes routers of SystemC modules with the units of these makers, by router, and monitors the
/// contracts of their units. `others` makes the routers without an entry; if it is empty, they are
/// ours.
RouterFactory unit_router_factory(std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> units,
                                  RouterFactory others = {});

}  // namespace flitscope::rtl
