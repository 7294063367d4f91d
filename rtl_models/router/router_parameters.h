#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/decision_kinds.h"
#include "rtl_models/router/flit_data.h"
#include "rtl_models/router/header.h"
#include "topologies/routing/routing_function.h"
#include "topologies/topology.h"

namespace flitscope::waves {
class WaveDump;
}

namespace flitscope::topo {
class LiveRouting;
}

namespace flitscope::rtl {

enum class Switching { wormhole, virtual_cut_through, store_and_forward };
enum class VcReuse { tail_sent, buffer_empty };
enum class VcChoice { most_credits, round_robin, lowest };
enum class Organisation { input_queued, output_queued };
enum class Service { kept, redrawn };
enum class InjectionOrder { interleaved, one_by_one };
enum class EjectionVcs { per_vc, one, classes };
enum class Speculation { none, exact, pessimistic };
enum class Buffers { own, shared };
enum class Priority { none, message_class, age };

constexpr int kUnbounded = -1;  ///< buffer_flits
constexpr int kAll = 0;         ///< injection_ports, ejection_ports, injection_vcs
constexpr int kMaxMessageClasses = 8;
constexpr int kMaxExtraStages = 8;

/// Which stages of a router share a cycle (docs/router.md, section 4).
struct PipelineStages {
    bool vc_with_route = false;   ///< VA works in the cycle of RC, or there is no RC
    bool switch_with_vc = false;  ///< SA works in the cycle of VA, perhaps speculatively
    int traversal = 0;            ///< cycles from SA to ST: 0, or 1 with a traversal register
    bool vc_at_switch = false;    ///< no VA: heads take VCs as they win SA (at_switch.h)
    int extra = 0;                ///< cycles from ST to the wire

    int to_wire() const { return traversal + extra; }  ///< cycles from SA
};

/// Microarchitecture of every router of a network (docs/router.md). Names, in the order of the
/// enumerators above, and ranges are in router_parameter_table.cpp.
struct RouterParameters {
    int virtual_channels = 4;        ///< V, per port, 1..64
    int buffer_flits = 8;            ///< B, per VC, >= 1, or kUnbounded
    Buffers buffers = Buffers::own;  ///< of the VCs of a network input (shared_buffers.h)
    int reserved = 1;                ///< r, 1..B: slots of each VC where the others are shared
    Switching switching = Switching::wormhole;
    Organisation organisation = Organisation::input_queued;
    Service service = Service::kept;              ///< of queued outputs
    int pipeline = 3;                             ///< depth, 1..4; with lookahead 1..3
    bool lookahead = false;                       ///< heads carry their routes (lookahead.h)
    Speculation speculation = Speculation::none;  ///< heads ask for the switch early
    bool bypass = false;             ///< flits that meet nobody take all stages at once (bypass.h)
    int extra_stages = 0;            ///< n, 0..kMaxExtraStages: cycles after ST
    VcAllocatorKind vc_allocator{};  ///< the first of the list, as the next two
    SwitchAllocatorKind switch_allocator{};
    int iterations = 1;  ///< of the switch allocator, where it has them; >= 1
    ArbiterKind arbiter{};
    ArbiterState arbiter_state = ArbiterState::per_pair;  ///< of the switch allocator's VC arbiters
    int input_speedup = 1;                                ///< k, 1..V (crossbar_inputs.h)
    Priority priority = Priority::none;  ///< that hides requests from arbiters (priority.h)
    VcReuse vc_reuse = VcReuse::tail_sent;
    VcChoice vc_choice = VcChoice::round_robin;  ///< of the free VCs (vc_choice.h)
    int injection_ports = 1;                     ///< k >= 1, or kAll
    int ejection_ports = 1;                      ///< k >= 1, or kAll
    int injection_vcs = kAll;                    ///< 1..V, or kAll
    InjectionOrder injection_order = InjectionOrder::interleaved;  ///< of a port's messages
    EjectionVcs ejection_vcs = EjectionVcs::per_vc;
    int message_classes = 1;  ///< M, 1..kMaxMessageClasses
    /// By message class: its VCs, V in all, each at least one; empty: shares as equal as can be.
    std::vector<int> class_vcs;
    int flit_bytes = 8;
    bool check_data = true;  ///< flits carry their bytes, and sinks check them (docs/data.md)

    PipelineStages stages() const {
        return {lookahead || pipeline <= 2, pipeline == 1 || speculates(),
                pipeline == deepest() ? 1 : 0, vc_at_switch(), extra_stages};
    }
    int deepest() const { return lookahead ? 3 : 4; }  ///< of `pipeline`
    int shallowest() const { return vc_at_switch() ? deepest() - 1 : 1; }
    bool vc_at_switch() const { return vc_allocator == VcAllocatorKind::at_switch; }
    bool injects_one_by_one() const { return injection_order == InjectionOrder::one_by_one; }
    bool shares_buffers() const { return buffers == Buffers::shared; }
    bool speculates() const { return speculation != Speculation::none; }
    bool has_priorities() const { return priority != Priority::none; }
    /// That a head alone spends in a router.
    int head_cycles() const {
        return pipeline - (vc_at_switch() || speculates() ? 1 : 0) + extra_stages;
    }
    /// Bytes in the data path of a flit; 0: there is none.
    int data_bytes() const {
        return check_data && flit_bytes <= FlitData::kMaxBytes && !queued_outputs() ? flit_bytes
                                                                                    : 0;
    }
    /// Queued outputs (docs/router.md, section 10): most of the others have no effect.
    bool queued_outputs() const { return organisation == Organisation::output_queued; }
    /// A head that holds channels never waits behind a message that waits itself. An escape
    /// (docs/router.md, section 12) needs this to keep a network free of deadlock.
    bool heads_come_first() const {
        return switching != Switching::wormhole || buffer_flits == kUnbounded ||
               vc_reuse == VcReuse::buffer_empty;
    }
    /// Throws std::invalid_argument: "<where>: <field> = <value>, must be ...".
    void validate(const std::string& where) const;
};

/// Per link class.
struct LinkParameters {
    int latency = 1;           ///< extra wire cycles, >= 0
    int cycles_per_flit = 1;   ///< >= 1
    int virtual_channels = 0;  ///< V_l, 1..V; 0: V
};

/// A half-open range of VCs.
struct VcRange {
    int first = 0;
    int count = 0;

    /// A bit for each VC, and the range of such bits, which are contiguous.
    std::uint64_t mask() const {
        return (count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << first;
    }
    static VcRange of(std::uint64_t mask) {
        return {mask == 0 ? 0 : __builtin_ctzll(mask), __builtin_popcountll(mask)};
    }
};

/// docs/router.md, section 2: the VCs out of `vcs` that class `k` of `classes` may use.
VcRange vcs_of_class(int k, int classes, int vcs);
/// ... that class `c` of the `classes` of this message class may use. With class_vcs, `vcs` is V.
VcRange vcs_of_class(const RouterParameters& parameters, int message_class, int c, int classes,
                     int vcs);

/// VCs that a message may request at a network output whose link has `link_vcs` of them. Throws
/// std::invalid_argument if they are too few for a routing with an escape.
VcRange network_vcs(const RouterParameters& parameters, const topo::RoutingFunction& routing,
                    int vc_class, int message_class, int link_vcs);
/// VCs of a link with these parameters.
inline int vcs_of_link(const RouterParameters& parameters, const LinkParameters& link) {
    return link.virtual_channels == 0 ? parameters.virtual_channels : link.virtual_channels;
}
/// VCs that a message may request at an ejection output, and how many an ejection output has.
VcRange ejection_vcs(const RouterParameters& parameters, int message_class);
int ejection_vc_count(const RouterParameters& parameters);
/// ... that a multicast of this ejection class of its header routing may request.
VcRange ejection_vcs(const RouterParameters& parameters,
                     const topo::RoutingFunction& header_routing, int ejection_class,
                     int message_class);
int injection_vc_count(const RouterParameters& parameters);
/// VCs of an injection buffer that a message of this class may take.
VcRange injection_vcs(const RouterParameters& parameters, int message_class);

/// Port arithmetic of one router (docs/router.md, section 2): network ports first, then those of
/// its nodes, node by node.
struct PortLayout {
    int network = 0;    ///< P
    int nodes = 1;      ///< at this router
    int injection = 0;  ///< I, of each node
    int ejection = 0;   ///< E, of each node

    int inputs() const { return network + nodes * injection; }
    int outputs() const { return network + nodes * ejection; }
    /// Of a queue of the node with this local index.
    int injection_input(int local, int queue) const { return network + local * injection + queue; }
    /// For the node with this local index, of a head that came in by this port.
    int ejection_output(int local, int input_port) const {
        return network + local * ejection + input_port % ejection;
    }
};
PortLayout port_layout(const RouterParameters& parameters, int network_ports, int nodes = 1);
/// ... of this router of a network.
PortLayout port_layout(const RouterParameters& parameters, const topo::Topology& topology,
                       topo::RouterId router);
/// With `injection_ports: all`, the network port whose queue enters here; otherwise -1.
inline topo::PortId queue_port(const RouterParameters& parameters, const PortLayout& ports,
                               int input) {
    return parameters.injection_ports == kAll && input >= ports.network
               ? (input - ports.network) % ports.network
               : -1;
}

class NetworkObserver;
struct DecisionMakers;
struct NetworkDescription;
struct ReductionSetup;
class MessageSet;

/// C: VC classes of the unicasts' routing and of all header routings.
int vc_class_count(const NetworkDescription& network);
/// The first VC class of a header routing.
int first_vc_class(const NetworkDescription& network, int header_routing);
/// VCs that a message may request at a network output, by its class out of vc_class_count.
VcRange network_vcs(const NetworkDescription& network, int vc_class, int message_class,
                    int link_vcs);

/// Everything that a network of any level is built from. Topology, routing and observer outlive the
/// network.
struct NetworkDescription {
    const topo::Topology* topology = nullptr;
    const topo::RoutingFunction* routing = nullptr;
    RouterParameters router;
    HeaderParameters headers;             ///< of multicast messages
    std::vector<LinkParameters> links;    ///< by Topology::link_class
    std::uint64_t seed = 1;               ///< for salts
    bool ties_random = true;              ///< shortest queue: `ties: random`
    bool purging = false;                 ///< Network::purge may be called
    topo::LiveRouting* live = nullptr;    ///< `routing`, where channels can die; with `purging`
    waves::WaveDump* waves = nullptr;     ///< rtl_models/waves/wave_dump.h; null: no waveform
    NetworkObserver* observer = nullptr;  ///< network_observer.h; null: none
    /// `service: redrawn`: the service length, in flits, of each of the 2^16 hashes of purpose 2
    /// (docs/router.md, section 10). Null: kept.
    std::shared_ptr<const std::vector<std::uint32_t>> service_flits;
    /// reduction_unit.h: every node has a combining unit. Null: none has.
    std::shared_ptr<const ReductionSetup> reductions;
    /// message_set.h: messages whose bytes bypassed a foreign router (docs/data.md). Null: they are
    /// not counted.
    std::shared_ptr<MessageSet> unchecked;
    /// allocators/decision_makers.h, at levels fast and signal; null: the kinds that `router`
    /// names.
    const DecisionMakers* makers = nullptr;
    /// Level signal, by node: whether its modules have clock edges only when they may have work
    /// (docs/signal_level.md); otherwise they are on the plain clock. Empty: everywhere.
    std::vector<bool> clock_gates;

    /// The parameters of the channel from a connected port. Throws std::out_of_range if `links` has
    /// no entry.
    const LinkParameters& link(topo::NodeId node, topo::PortId port) const {
        return links.at(static_cast<std::size_t>(topology->link_class(node, port)));
    }
    bool has_clock_gates(topo::NodeId node) const {
        return clock_gates.empty() || clock_gates[static_cast<std::size_t>(node)];
    }
};

/// Throws std::invalid_argument, "<where>: ...", unless `description.links` has an entry for each
/// link class of its topology; says how many there are and which classes. Also for queued outputs,
/// multicasts and reductions where not every router has exactly one node, and for what lookahead
/// (lookahead.h), speculation (speculation.h), VC selection at the switch (at_switch.h), bypass
/// (bypass.h), priorities (priority.h) and shared buffers (shared_buffers.h) exclude.
void check_links(const NetworkDescription& description, const std::string& where);
/// ... and for parameters that are wrong, or that queued outputs cannot have.
void check_queued_outputs(const NetworkDescription& description, const std::string& where);

}  // namespace flitscope::rtl
