#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/clocking/wire.h"
#include "rtl_models/signal/outline/bypass_nets.h"

namespace flitscope::rtl {

/// The signals inside a router, named as in router.v; <p>: number of the port. The signals of an
/// absent port exist and carry nothing.

/// The additional nets of an input port in networks with multicasts (docs/multicast_units.md).
struct AbsorbNets {
    AbsorbNets(int port, int vcs);

    Wire<Heads> head;            ///< header_unit -> route_unit
    Wire<HeaderActions> action;  ///< header_unit -> route_unit
    Wire<ServedEntries> served;  ///< header_unit -> crossbar
    Wire<HeadRequests> request;  ///< route_unit -> vc_allocator
    Wire<VcGrants> vc_grant;     ///< vc_allocator -> route_unit
    Wire<ActiveVcs> active;      ///< route_unit -> switch_allocator, crossbar
    Wire<VcMask> grant;          ///< switch_allocator -> route_unit, crossbar
    Wire<Routes> route;
    Wire<VcStages> stage;
    Wire<VcMask> error;  ///< route_unit -> crossbar
    Wire<VcMask> pop;    ///< route_unit -> vc_buffer
    Wire<VcMask> drop;   ///< route_unit -> vc_buffer
};

/// The nets from the traversal register to the crossbar, of an input port: what the crossbar gets
/// from others where there is no such register.
struct TraversalNets {
    TraversalNets(int port, int vcs);

    Wire<PerVc<Flit>> front;
    Wire<ActiveVcs> active;
    Wire<VcMask> grant;
    Wire<AheadRoutes> ahead;  ///< with lookahead
    // With multicasts:
    Wire<ActiveVcs> absorb_active;
    Wire<VcMask> absorb_grant;
    Wire<ServedEntries> served;
    Wire<VcMask> error;
};
/// ... and to the output unit.
struct SentNets {
    SentNets(int port, int vcs);

    Wire<SentFlit> sent;
    Wire<DroppedFlits> dropped;  ///< with purging
};

/// The nets of an output port with extra stages.
struct ExtraNets {
    ExtraNets(int port, int vcs);

    Wire<Flit> leaving;          ///< output_unit -> extra_stages
    Wire<DroppedFlits> dropped;  ///< extra_stages -> output_unit, with purging
};

struct InputNets {
    InputNets(int port, int vcs, bool purging, bool headers, bool lookahead,
              const RouterParameters& parameters);

    /// VCs whose flit at the front leaves in this cycle.
    const Wire<VcMask>& pop() const { return absorb ? absorb->pop : grant; }
    /// VCs that ask for the switch.
    const Wire<ActiveVcs>& to_cross() const { return asking ? *asking : active; }
    // Between the allocators and the others.
    Wire<HeadRequests>& requesting() { return bypass ? bypass->request : request; }
    Wire<VcMask>& waiting() { return bypass ? bypass->filled : filled; }
    Wire<VcGrants>& allocated_vc() { return bypass ? bypass->vc_grant : vc_grant; }
    Wire<VcMask>& allocated() { return bypass ? bypass->grant : grant; }
    const Wire<ActiveVcs>& crossing() const { return bypass ? bypass->active : to_cross(); }
    /// VCs whose flit bypasses in this cycle.
    VcMask bypassing() const { return bypass ? grant.read() & ~bypass->grant.read() : 0; }

    Wire<VcMask> filled;               ///< vc_buffer -> switch_allocator
    Wire<PerVc<Flit>> front;           ///< vc_buffer -> crossbar, allocators that look at messages
    Wire<Heads> head;                  ///< vc_buffer -> route_unit
    Wire<Tails> tail;                  ///< vc_buffer -> route_unit
    Wire<PerVc<std::uint32_t>> count;  ///< vc_buffer -> allocators that look at buffers
    Wire<HeadRequests> request;        ///< route_unit -> vc_allocator
    Wire<VcGrants> vc_grant;           ///< vc_allocator -> route_unit
    Wire<ActiveVcs> active;            ///< route_unit -> switch_allocator, crossbar
    Wire<VcMask> grant;                ///< switch_allocator -> vc_buffer, route_unit, crossbar
    Wire<Routes> route;
    Wire<VcStages> stage;
    std::unique_ptr<Wire<ActiveVcs>> release;  ///< route_unit -> output_unit; null: no purging
    std::unique_ptr<AbsorbNets> absorb;        ///< null: no multicasts
    std::unique_ptr<Wire<AheadRoutes>> ahead;  ///< route_unit -> crossbar; null: no lookahead
    /// vc_allocator -> switch_allocator, crossbar, which take it for `active`; null: no VC
    /// selection at the switch.
    std::unique_ptr<Wire<ActiveVcs>> asking;
    std::unique_ptr<Wire<VcMask>> wasted;      ///< of switch_allocator; null: no speculation
    std::unique_ptr<BypassNets> bypass;        ///< null: no bypass
    std::unique_ptr<TraversalNets> traversal;  ///< null: no traversal register
    /// held_priority -> allocators; null: no priorities.
    std::unique_ptr<Wire<Priorities>> priority;
};

struct OutputNets {
    OutputNets(int port, int vcs, const RouterParameters& parameters);

    Wire<VcMask>& allocated() { return bypass ? bypass->taken : taken; }
    /// The flit that is granted the switch goes past the traversal register.
    bool bypassing() const { return bypass && bypass->bypass.read(); }
    /// The flit that is granted the switch in this cycle.
    SentFlit sent() const {
        if (traversal) {
            return traversal->sent.read();
        }
        const Flit& flit = crossing.read();
        return {flit.valid() ? vc_bit(flit.vc) : 0, flit.is_tail()};
    }

    Wire<VcMask> taken;                      ///< vc_allocator -> output_unit
    Wire<Flit> crossing;                     ///< crossbar -> output_unit
    Wire<OutputState> state;                 ///< output_unit -> vc_allocator, route_unit
    Wire<VcMask> ready;                      ///< output_unit -> switch_allocator
    Wire<PerVc<std::uint32_t>> outstanding;  ///< output_unit -> allocators, route_unit
    std::unique_ptr<Wire<bool>> open;  ///< output_unit -> switch_allocator; null: no speculation

    std::unique_ptr<SentNets> traversal;       ///< null: no traversal register
    std::unique_ptr<ExtraNets> delay;          ///< null: no extra stages
    std::unique_ptr<BypassOutputNets> bypass;  ///< null: no bypass
};

struct RouterNets {
    std::vector<std::unique_ptr<InputNets>> inputs;    ///< by input port
    std::vector<std::unique_ptr<OutputNets>> outputs;  ///< by output port
    Wire<Selects> select;                              ///< switch_allocator -> crossbar
    std::unique_ptr<Wire<Selects>> allocated_select;   ///< ... -> bypass_unit; null: no bypass
    std::unique_ptr<Wire<Selects>> crossbar_select;    ///< traversal_register -> crossbar
    Wire<std::int32_t> node;                           ///< id of the router, constant

    Wire<Selects>& allocated() { return allocated_select ? *allocated_select : select; }
    RouterNets(std::int32_t id, int output_ports)
        : select("switch_select", Selects(output_ports)), node("node", id) {}
    const InputNets& input(int p) const { return *inputs[static_cast<std::size_t>(p)]; }
    const OutputNets& output(int p) const { return *outputs[static_cast<std::size_t>(p)]; }
};

}  // namespace flitscope::rtl
