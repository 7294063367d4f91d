#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"

namespace flitscope::tl {

/// The output wires of external routers in the running cycle.
class ExternalWires {
public:
    virtual ~ExternalWires() = default;

    /// The flit is on `flit_o` of the output port (network or ejection) in the running cycle;
    /// flit.vc: VC of that channel, flit.hop: as on the wire. At most one per port and cycle.
    virtual void drive_flit(topo::NodeId router, int output_port, const rtl::Flit& flit) = 0;
    /// `credit_o` of the input port (network or injection) in the running cycle; bit v: VC v.
    virtual void drive_credits(topo::NodeId router, int input_port, std::uint64_t vcs) = 0;
    /// The number of copies of a multicast's tail, in FIFOs and on wires, grows by so many, because
    /// a router sends it on two branches.
    virtual void copied(const rtl::Flit& tail, int more) = 0;
};

/// Routers of a fast network that other code simulates: SystemC modules or verilated RTL.
///
/// The engine keeps the channels, source queues, injection ports and sinks of these routers, and
/// the bookkeeping of messages; the routers own everything between their wires. The boundary is
/// registered and has no latency of its own, because a router is a Moore machine (docs/router.md,
/// section 1). Ports are numbered as in docs/router.md, section 2. For each cycle t that the engine
/// simulates: the `..._arrives` calls for edge t, then `run_cycle(t)`.
class ExternalRouters {
public:
    virtual ~ExternalRouters() = default;

    /// The flit is in the FIFO of input VC (input_port, flit.vc) from the next run_cycle on; until
    /// then it is on the input wire. At most one per port and cycle.
    virtual void flit_arrives(topo::NodeId router, int input_port, const rtl::Flit& flit) = 0;
    /// A credit for VC `vc` of a network output counts from the next run_cycle on.
    virtual void credit_arrives(topo::NodeId router, int output_port, int vc) = 0;
    /// Simulates the cycle and reports what its wires carry. Reports the events of these routers to
    /// the network's observer, except flit_consumed.
    virtual void run_cycle(rtl::Cycle cycle, ExternalWires& wires) = 0;
    /// Whether no register or wire would change in a cycle without arrivals. Cycles in which
    /// everything is idle may be skipped.
    virtual bool idle() const = 0;

    /// Adds what all of these routers have done so far: flit_hops (flits through the crossbars),
    /// and of multicasts flits_copied (copies through the crossbars minus flits that left) and
    /// flits_dropped (header flits that ended here).
    virtual void add_counters(rtl::NetworkCounters& counters) const = 0;
    virtual rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port,
                                                  rtl::Cycle edge) const = 0;
    /// Appends every non-empty input VC (rtl::Network::waits).
    virtual void append_waits(std::vector<rtl::VcWait>& waits) const = 0;
    /// rtl::Network::suspense, of all routers together.
    virtual rtl::Cycle suspense() const { return 0; }
    /// Flits in the FIFO of an input VC.
    virtual int occupancy(topo::NodeId router, int input_port, int vc) const = 0;
    /// Flits that have arrived and are not on an output wire yet.
    virtual int flits_inside(topo::NodeId router) const = 0;
    /// Flits sent minus credits returned of a network output VC, and those of them that are not on
    /// the wire yet (pipeline depth 4).
    virtual int outstanding(topo::NodeId router, int output_port, int vc) const = 0;
    virtual int in_traversal(topo::NodeId router, int output_port, int vc) const = 0;
};

}  // namespace flitscope::tl
