// When the units of a router have clock edges: while one of these signals carries something, and
// for `more` edges after that. A replaced unit has all edges.
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::rtl {

template <typename Open>
void Router::bind_clock(UnitBinding& unit, int more, const Open& opened_by) {
    if (!gates_ || !unit.is_own()) {
        unit.in("clk_i", clk_i);
        return;
    }
    ClockGate& gate = gates_->add(unit.name() + "_clock", ClockPhase::rising, more);
    gate.opened_by_change(rst_ni);
    opened_by(gate);
    unit.in("clk_i", gate);
}

/// Flits come and go. At the edge after a purge dropped_o returns to 0.
void Router::bind_vc_buffer_clock(UnitBinding& unit, int port) {
    bind_clock(unit, purge_ports_ ? 1 : 0, [&](ClockGate& gate) {
        InputNets& nets = *nets_.inputs[at(port)];
        gate.opened_by(flit_i(port));
        gate.opened_by(nets.absorb ? nets.absorb->pop : nets.grant);
        if (purge_ports_) {
            gate.opened_by(purge_ports_->purge_i);
        }
    });
}

/// Heads are routed, get an output VC, and leave. With an escape a head that loses at its first
/// edge is routed again at the next one, and may find no route there.
void Router::bind_route_unit_clock(UnitBinding& unit, int port, bool escapes) {
    bind_clock(unit, escapes ? 2 : 0, [&](ClockGate& gate) {
        InputNets& nets = *nets_.inputs[at(port)];
        gate.opened_by(nets.route).opened_by(nets.vc_grant).opened_by(nets.grant);
        if (nets.absorb) {
            AbsorbNets& absorb = *nets.absorb;
            gate.opened_by(absorb.action).opened_by(absorb.route).opened_by(absorb.vc_grant);
            gate.opened_by(absorb.grant);
        }
        if (purge_ports_) {
            gate.opened_by(purge_ports_->purge_i);
        }
    });
}

/// Heads are at the front only of FIFOs that hold flits.
void Router::bind_held_priority_clock(UnitBinding& unit, int port) {
    bind_clock(unit, 0, [&](ClockGate& gate) { gate.opened_by(nets_.inputs[at(port)]->filled); });
}

/// Arbiters change where there are grants.
template <typename T>
void Router::bind_allocator_clock(UnitBinding& unit, Wire<T> InputNets::*grant,
                                  Wire<T> AbsorbNets::*absorb_grant) {
    bind_clock(unit, 0, [&](ClockGate& gate) {
        for (const auto& nets : nets_.inputs) {
            gate.opened_by((*nets).*grant);
            if (nets->absorb) {
                gate.opened_by((*nets->absorb).*absorb_grant);
            }
        }
    });
}

void Router::bind_vc_allocator_clock(UnitBinding& unit) {
    bind_allocator_clock(unit, &InputNets::vc_grant, &AbsorbNets::vc_grant);
}

void Router::bind_switch_allocator_clock(UnitBinding& unit) {
    bind_allocator_clock(unit, &InputNets::grant, &AbsorbNets::grant);
}

/// FIFOs hold flits; the register has no bit of an empty one.
void Router::bind_bypass_unit_clock(UnitBinding& unit) {
    bind_clock(unit, 0, [&](ClockGate& gate) {
        for (const auto& nets : nets_.inputs) {
            gate.opened_by(nets->filled);
        }
    });
}

/// Flits are granted the switch. `more`: until the last one has left the register, and with bypass
/// its link.
void Router::bind_traversal_register_clock(UnitBinding& unit, int more) {
    bind_clock(unit, more, [&](ClockGate& gate) {
        for (const auto& nets : nets_.inputs) {
            gate.opened_by(nets->grant);
            if (nets->absorb) {
                gate.opened_by(nets->absorb->grant);
            }
        }
    });
}

/// VCs are taken, flits sent and credited. `more`: until the link is free.
void Router::bind_output_unit_clock(UnitBinding& unit, int port, int more) {
    bind_clock(unit, more, [&](ClockGate& gate) {
        OutputNets& nets = *nets_.outputs[at(port)];
        gate.opened_by(nets.taken);
        if (nets.traversal) {
            gate.opened_by(nets.traversal->sent).opened_by(nets.traversal->dropped);
        } else {
            gate.opened_by(nets.crossing);
        }
        if (port < ports().network) {
            gate.opened_by(credit_i(port));
        }
        if (purge_ports_) {
            gate.opened_by(purge_ports_->purge_i);
            if (nets.delay) {
                gate.opened_by(nets.delay->dropped);
            } else if (purge_ports_->dropped_i[at(port)]) {
                gate.opened_by(*purge_ports_->dropped_i[at(port)]);
            }
        }
    });
}

/// Flits come, and go `stages` edges later.
void Router::bind_extra_stages_clock(UnitBinding& unit, int port, int stages) {
    bind_clock(unit, stages,
               [&](ClockGate& gate) { gate.opened_by(nets_.outputs[at(port)]->delay->leaving); });
}

}  // namespace flitscope::rtl
