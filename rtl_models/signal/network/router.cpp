#include "rtl_models/signal/network/router.h"

#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/router/unit_names.h"
#include "rtl_models/signal/network/unit_binding.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/signal/units/held_priority.h"
#include "rtl_models/signal/units/lookahead_route_unit.h"
#include "rtl_models/signal/units/shared_buffer.h"
#include "rtl_models/signal/units/speculative_switch_allocator.h"
#include "rtl_models/signal/units/switch_vc_selector.h"
#include "rtl_models/waves/unit_view.h"

namespace flitscope::rtl {

Router::Router(const sc_core::sc_module_name& name, const RouterInstance& instance)
    : RouterModule(name, instance),
      routing_(instance.routing),
      network_(instance.network),
      nets_(instance.id, ports().outputs()) {
    const CrossbarInputs crossbar(instance.parameters);
    if (crossbar.count(ports().inputs()) > kMaxInputs) {
        throw std::invalid_argument(std::string(this->name()) + ": " +
                                    std::to_string(crossbar.count(ports().inputs())) + " " +
                                    crossbar.name() + ", level signal has at most " +
                                    std::to_string(kMaxInputs) + " in a router");
    }
    if (instance.clock_gates) {
        gates_ = std::make_unique<ClockGates>("clock_gates");
        gates_->clk_i(clk_i);
    }
    make_nets(instance);
    if (instance.purging) {
        make_purge_ports();
    }
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p)) {
            make_vc_buffer(instance, p);
            if (instance.network != nullptr) {
                make_header_unit(instance, p);
            }
            make_route_unit(instance, p);
            if (instance.parameters.has_priorities()) {
                make_held_priority(instance, p);
            }
        }
    }
    make_vc_allocator(instance);
    make_switch_allocator(instance);
    if (instance.parameters.bypass) {
        make_bypass_unit(instance);
    }
    if (instance.parameters.stages().traversal > 0) {
        make_traversal_register(instance);
    }
    make_crossbar(instance);
    for (int p = 0; p < ports().outputs(); ++p) {
        if (has_output(p)) {
            make_output_unit(instance, p);
            if (instance.parameters.extra_stages > 0) {
                make_extra_stages(instance, p);
            }
        }
    }
    monitor_ = std::make_unique<RouterMonitor>("monitor", *this, nets_);
    monitor_->clk_i(clk_i);
    if (instance.units != nullptr) {
        make_contracts(*instance.units);
    }
}

/// Monitors the contracts of replaced units; of all units if `watch_all` is set or none is
/// replaced.
void Router::make_contracts(const UnitMakers& makers) {
    std::vector<const sc_core::sc_module*> all;
    std::vector<const sc_core::sc_module*> theirs;
    WatchedUnits kinds;
    std::set<std::string> loops;
    for (const auto& unit : units_) {
        all.push_back(unit.get());
        const std::string kind = waves::kind_of_unit(unit->basename());
        with_maker(kind, [&](auto maker) {
            if (makers.*maker) {
                theirs.push_back(unit.get());
                kinds.insert(kind);
                loops.insert((makers.*maker).loops.begin(), (makers.*maker).loops.end());
            }
        });
    }
    const bool ours = makers.watch_all || theirs.empty();
    for (const ExchangeableUnit& each : kUnits) {
        if (ours) {
            kinds.insert(each.name);
        }
    }
    contracts_ = std::make_unique<UnitContracts>(
        "contracts", *this, nets_, kinds, loops_note({loops.begin(), loops.end()}),
        [this, units = ours ? all : theirs] { return unit_pins(units); });
    contracts_->clk_i(clk_i);
}

Router::~Router() {
    contracts_.reset();
    monitor_.reset();
    clear_backwards(units_);
    clear_backwards(nets_.outputs);
    clear_backwards(nets_.inputs);
}

void Router::make_nets(const RouterInstance& instance) {
    const int vcs = instance.parameters.virtual_channels;
    for (int p = 0; p < ports().inputs(); ++p) {
        nets_.inputs.push_back(
            std::make_unique<InputNets>(p, vcs, instance.purging, instance.network != nullptr,
                                        instance.lookahead != nullptr, instance.parameters));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        nets_.outputs.push_back(std::make_unique<OutputNets>(p, vcs, instance.parameters));
    }
    if (instance.parameters.bypass) {
        make_bypass_nets(vcs);
    }
    if (instance.parameters.stages().traversal > 0) {
        nets_.crossbar_select =
            std::make_unique<Wire<Selects>>("crossbar_select", Selects(ports().outputs()));
    }
}

void Router::make_purge_ports() {
    purge_ports_ = std::make_unique<PurgePorts>(*this);
    output_units_.resize(static_cast<std::size_t>(ports().outputs()));
    route_units_.resize(static_cast<std::size_t>(ports().inputs()));
}

namespace {

/// A unit that must be ours, because messages can be purged from it.
template <typename Unit>
const Unit* own_unit(const sc_core::sc_module& unit) {
    const auto* const own = dynamic_cast<const Unit*>(&unit);
    if (own == nullptr) {
        throw std::invalid_argument(std::string(unit.name()) +
                                    ": no message can be taken out of an exchanged unit");
    }
    return own;
}

}  // namespace

template <typename Unit, typename Own>
UnitBinding Router::add_unit(const RouterInstance& instance, UnitMaker<Unit> UnitMakers::*maker,
                             const std::string& name, const typename Unit::Parameters& parameters) {
    const bool own = instance.units == nullptr || !(instance.units->*maker);
    units_.push_back(own ? std::make_unique<Own>(name.c_str(), parameters)
                         : (instance.units->*maker)(name.c_str(), parameters));
    return UnitBinding(*units_.back(), own);
}

void Router::make_vc_buffer(const RouterInstance& instance, int p) {
    VcBuffer::Parameters parameters;
    parameters.vcs = instance.parameters.virtual_channels;
    parameters.used_vcs = input_vcs(p);
    const VcCredits slots(instance.parameters, p < ports().network);
    parameters.buffer_flits = slots.most();
    parameters.shared_flits = slots.shared;
    parameters.purging = instance.purging;
    parameters.headers = instance.network != nullptr;
    parameters.flit_bytes = instance.parameters.data_bytes();
    const std::string name = numbered("vc_buffer", p);
    UnitBinding unit =
        slots.shared > 0
            ? add_unit<VcBuffer, SharedBuffer>(instance, &UnitMakers::vc_buffer, name, parameters)
            : add_unit(instance, &UnitMakers::vc_buffer, name, parameters);
    InputNets& nets = *nets_.inputs[at(p)];
    bind_vc_buffer_clock(unit, p);
    unit.in("rst_ni", rst_ni);
    unit.in("flit_i", flit_i(p));
    unit.in("pop_i", nets.pop());
    unit.out("credit_o", credit_o(p));
    unit.out("filled_o", nets.filled);
    unit.out("front_o", nets.front);
    unit.out("head_o", nets.head);
    unit.out("tail_o", nets.tail);
    unit.out("count_o", nets.count);
    if (nets.absorb) {
        unit.in("drop_i", nets.absorb->drop);
    }
    if (purge_ports_) {
        vc_buffers_.push_back(own_unit<VcBuffer>(*units_.back()));
        unit.in("purge_i", purge_ports_->purge_i);
        unit.out("dropped_o", *purge_ports_->dropped_o[at(p)]);
    }
    unit.finish();
}

void Router::make_header_unit(const RouterInstance& instance, int p) {
    UnitBinding unit =
        add_unit(instance, &UnitMakers::header_unit, numbered("header_unit", p),
                 {p, ports(), instance.parameters.virtual_channels, instance.network});
    InputNets& nets = *nets_.inputs[at(p)];
    unit.in("node_i", nets_.node);
    unit.in("head_i", nets.head);
    unit.in("front_i", nets.front);
    unit.out("head_o", nets.absorb->head);
    unit.out("action_o", nets.absorb->action);
    unit.out("served_o", nets.absorb->served);
    unit.finish();
}

void Router::make_route_unit(const RouterInstance& instance, int p) {
    RouteUnit::Parameters parameters;
    parameters.input = p;
    parameters.router = instance.parameters;
    parameters.ports = ports();
    parameters.addresses = instance.addresses;
    parameters.connected = instance.connected;
    parameters.link_vcs = instance.link_vcs;
    parameters.routing = instance.routing;
    parameters.ties_random = instance.ties_random;
    parameters.purging = instance.purging;
    parameters.live = instance.live;
    parameters.tables = instance.route_tables;
    parameters.lookahead = instance.lookahead;
    parameters.network = instance.network;
    if (instance.network != nullptr) {
        parameters.header_rows = [network = instance.network, p](topo::NodeId node,
                                                                 const RowWriter& write) {
            for_each_header_row(*network, node, p, write);
        };
    }
    const std::string name = numbered("route_unit", p);
    UnitBinding unit = instance.lookahead
                           ? add_unit<RouteUnit, LookaheadRouteUnit>(
                                 instance, &UnitMakers::route_unit, name, parameters)
                           : add_unit(instance, &UnitMakers::route_unit, name, parameters);
    InputNets& nets = *nets_.inputs[at(p)];
    bind_route_unit_clock(unit, p, instance.routing->escape() != nullptr);
    unit.in("rst_ni", rst_ni);
    unit.in("node_i", nets_.node);
    unit.in("head_i", nets.absorb ? nets.absorb->head : nets.head);
    unit.in("tail_i", nets.tail);
    for (int o = 0; unit.has(numbered("state_i", o)) && o < ports().outputs(); ++o) {
        unit.in(numbered("state_i", o), nets_.outputs[at(o)]->state);
        unit.in(numbered("outstanding_i", o), nets_.outputs[at(o)]->outstanding);
    }
    unit.in("vc_grant_i", nets.vc_grant);
    unit.in("grant_i", nets.grant);
    unit.out("request_o", nets.request);
    unit.out("active_o", nets.active);
    unit.out("route_o", nets.route);
    unit.out("stage_o", nets.stage);
    if (nets.ahead) {
        unit.out("ahead_o", *nets.ahead);
    }
    if (nets.absorb) {
        unit.in("action_i", nets.absorb->action);
        unit.in("absorb_vc_grant_i", nets.absorb->vc_grant);
        unit.in("absorb_grant_i", nets.absorb->grant);
        unit.out("absorb_request_o", nets.absorb->request);
        unit.out("absorb_active_o", nets.absorb->active);
        unit.out("absorb_route_o", nets.absorb->route);
        unit.out("absorb_stage_o", nets.absorb->stage);
        unit.out("pop_o", nets.absorb->pop);
        unit.out("drop_o", nets.absorb->drop);
        unit.out("error_o", nets.absorb->error);
    }
    if (purge_ports_) {
        route_units_[at(p)] = own_unit<RouteUnit>(*units_.back());
        unit.in("purge_i", purge_ports_->purge_i);
        unit.in("front_i", nets.front);
        unit.out("release_o", *nets.release);
    }
    unit.finish();
}

void Router::make_held_priority(const RouterInstance& instance, int p) {
    units_.push_back(std::make_unique<HeldPriority>(numbered("held_priority", p).c_str(),
                                                    instance.parameters.priority,
                                                    instance.parameters.virtual_channels));
    UnitBinding unit(*units_.back(), true);
    InputNets& nets = *nets_.inputs[at(p)];
    bind_held_priority_clock(unit, p);
    unit.in("rst_ni", rst_ni);
    unit.in("head_i", nets.head);
    unit.in("front_i", nets.front);
    unit.out("priority_o", *nets.priority);
    unit.finish();
}

/// Ports that an allocator has only if it, or one of its arbiters, says that it reads them.
void Router::bind_looks(UnitBinding& unit) {
    const bool fronts = unit.has(numbered("front_i", 0));
    const bool priorities = unit.has(numbered("priority_i", 0));
    const bool counts = unit.has(numbered("count_i", 0));
    for (int p = 0; p < ports().inputs(); ++p) {
        if (fronts) {
            unit.in(numbered("front_i", p), nets_.inputs[at(p)]->front);
        }
        if (priorities) {
            unit.in(numbered("priority_i", p), *nets_.inputs[at(p)]->priority);
        }
        if (counts) {
            unit.in(numbered("count_i", p), nets_.inputs[at(p)]->count);
        }
    }
    const bool outstanding = unit.has(numbered("outstanding_i", 0));
    for (int p = 0; outstanding && p < ports().outputs(); ++p) {
        unit.in(numbered("outstanding_i", p), nets_.outputs[at(p)]->outstanding);
    }
}

void Router::make_vc_allocator(const RouterInstance& instance) {
    const auto asked = make_vc_allocation(instance.parameters, ports(), instance.makers);
    const VcAllocator::Parameters parameters = {instance.parameters,
                                                ports(),
                                                instance.makers,
                                                asked && asked->reads_info(),
                                                instance.network != nullptr,
                                                asked && asked->reads_occupancy()};
    UnitBinding unit =
        asked ? add_unit(instance, &UnitMakers::vc_allocator, "vc_allocator", parameters)
              : add_unit<VcAllocator, SwitchVcSelector>(instance, &UnitMakers::vc_allocator,
                                                        "vc_allocator", parameters);
    bind_vc_allocator_clock(unit);
    unit.in("rst_ni", rst_ni);
    bind_looks(unit);
    for (int p = 0; p < ports().inputs(); ++p) {
        unit.in(numbered("request_i", p), nets_.inputs[at(p)]->requesting());
        unit.out(numbered("grant_o", p), nets_.inputs[at(p)]->allocated_vc());
        if (AbsorbNets* const absorb = nets_.inputs[at(p)]->absorb.get()) {
            unit.in(numbered("absorb_request_i", p), absorb->request);
            unit.out(numbered("absorb_grant_o", p), absorb->vc_grant);
        }
        if (nets_.inputs[at(p)]->asking) {
            unit.in(numbered("active_i", p), nets_.inputs[at(p)]->active);
            unit.in(numbered("switch_grant_i", p), nets_.inputs[at(p)]->grant);
            unit.out(numbered("asking_o", p), *nets_.inputs[at(p)]->asking);
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        OutputNets& nets = *nets_.outputs[at(p)];
        unit.in(numbered("state_i", p), nets.state);
        unit.out(numbered("taken_o", p), nets.allocated());
    }
    unit.finish();
}

void Router::make_switch_allocator(const RouterInstance& instance) {
    const auto asked = make_switch_allocation(instance.parameters, ports(), instance.makers);
    const SwitchAllocator::Parameters parameters{instance.parameters,
                                                 ports(),
                                                 instance.makers,
                                                 asked->reads_info(),
                                                 instance.network != nullptr,
                                                 asked->reads_occupancy()};
    UnitBinding unit =
        instance.parameters.speculates()
            ? add_unit<SwitchAllocator, SpeculativeSwitchAllocator>(
                  instance, &UnitMakers::switch_allocator, "switch_allocator", parameters)
            : add_unit(instance, &UnitMakers::switch_allocator, "switch_allocator", parameters);
    bind_switch_allocator_clock(unit);
    unit.in("rst_ni", rst_ni);
    bind_looks(unit);
    for (int p = 0; p < ports().inputs(); ++p) {
        InputNets& nets = *nets_.inputs[at(p)];
        unit.in(numbered("active_i", p), nets.to_cross());
        unit.in(numbered("filled_i", p), nets.waiting());
        unit.out(numbered("grant_o", p), nets.allocated());
        if (nets.absorb) {
            unit.in(numbered("absorb_active_i", p), nets.absorb->active);
            unit.out(numbered("absorb_grant_o", p), nets.absorb->grant);
        }
        if (nets.wasted) {
            unit.in(numbered("request_i", p), nets.request);
            unit.in(numbered("vc_grant_i", p), nets.vc_grant);
            unit.out(numbered("wasted_o", p), *nets.wasted);
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        OutputNets& nets = *nets_.outputs[at(p)];
        unit.in(numbered("ready_i", p), nets.ready);
        if (nets.open) {
            unit.in(numbered("state_i", p), nets.state);
            unit.in(numbered("open_i", p), *nets.open);
        }
    }
    unit.out("select_o", nets_.allocated());
    unit.finish();
}

void Router::make_crossbar(const RouterInstance& instance) {
    UnitBinding unit = add_unit(instance, &UnitMakers::crossbar, "crossbar",
                                {instance.parameters, ports(), instance.network != nullptr});
    for (int p = 0; p < ports().inputs(); ++p) {
        InputNets& nets = *nets_.inputs[at(p)];
        if (nets.traversal) {
            bind_crossing(unit, p, *nets.traversal);
        } else {
            bind_granted(unit, p);
        }
    }
    unit.in("select_i", nets_.crossbar_select ? *nets_.crossbar_select : nets_.select);
    for (int p = 0; p < ports().outputs(); ++p) {
        unit.out(numbered("flit_o", p), nets_.outputs[at(p)]->crossing);
    }
    unit.finish();
}

void Router::make_output_unit(const RouterInstance& instance, int p) {
    const RouterParameters& router = instance.parameters;
    const bool network = p < ports().network;
    OutputUnit::Parameters parameters;
    parameters.vcs = router.virtual_channels;
    parameters.used_vcs = output_vcs(p);
    const VcCredits credits(router);
    parameters.buffer_flits = credits.most();
    parameters.shared_flits = credits.shared;
    parameters.ejection = !network;
    parameters.traversal_register = router.stages().traversal > 0;
    parameters.pointers = pointers(p);
    parameters.reuse_empty = router.vc_reuse == VcReuse::buffer_empty;
    parameters.cycles_per_flit = network ? instance.cycles_per_flit[at(p)] : 1;
    parameters.headers = instance.network != nullptr;
    parameters.flit_bytes = router.data_bytes();
    parameters.purging = instance.purging;
    parameters.port = p;
    parameters.inputs = ports().inputs();
    parameters.speculation = router.speculates();
    UnitBinding unit =
        add_unit(instance, &UnitMakers::output_unit, numbered("output_unit", p), parameters);
    OutputNets& nets = *nets_.outputs[at(p)];
    bind_output_unit_clock(unit, p, parameters.cycles_per_flit - 1);
    unit.in("rst_ni", rst_ni);
    unit.in("taken_i", nets.taken);
    unit.in("flit_i", nets.crossing);
    if (network) {
        unit.in("credit_i", credit_i(p));
    } else {
        unit.in("credit_i", no_credit_);
    }
    unit.out("state_o", nets.state);
    unit.out("ready_o", nets.ready);
    unit.out("outstanding_o", nets.outstanding);
    if (nets.open) {
        unit.out("open_o", *nets.open);
    }
    if (nets.traversal) {
        unit.in("sent_i", nets.traversal->sent);
    }
    if (nets.delay) {
        unit.out("flit_o", nets.delay->leaving);
    } else {
        unit.out("flit_o", flit_o(p));
    }
    if (purge_ports_) {
        output_units_[at(p)] = own_unit<OutputUnit>(*units_.back());
        unit.in("purge_i", purge_ports_->purge_i);
        for (int i = 0; i < ports().inputs(); ++i) {
            unit.in(numbered("release_i", i), *nets_.inputs[at(i)]->release);
        }
        if (network && nets.delay) {
            unit.in("dropped_i", nets.delay->dropped);
        } else if (network) {
            unit.in("dropped_i", *purge_ports_->dropped_i[at(p)]);
        }
        if (nets.traversal) {
            unit.in("dropped_here_i", nets.traversal->dropped);
        }
    }
    unit.finish();
}

RouterFactory unit_router_factory(std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> units,
                                  RouterFactory others) {
    return [units = std::move(units), others = std::move(others)](
               const sc_core::sc_module_name& name, const RouterInstance& instance,
               Clock& clock) -> std::unique_ptr<RouterModule> {
        const auto own = units.find(instance.id);
        if (own == units.end()) {
            return others ? others(name, instance, clock)
                          : std::make_unique<Router>(name, instance);
        }
        RouterInstance with_units = instance;
        with_units.units = own->second.get();
        return std::make_unique<Router>(name, with_units);
    };
}

}  // namespace flitscope::rtl
