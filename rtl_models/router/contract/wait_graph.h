#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Input VCs that can never move again because they wait for each other.
struct Deadlock {
    std::vector<VcWait> vcs;    ///< all of them, in the order given
    std::vector<VcWait> cycle;  ///< some of them, each waiting for the next and the last for the
                                ///< first; empty: no deadlock

    bool found() const { return !cycle.empty(); }
};

/// Fills `room`, `needs` and the slots of the wait of an input VC with `flits` in its FIFO, whose
/// front is of a message of `length` flits.
void tell_room(VcWait& wait, const RouterParameters& parameters, int flits, std::uint32_t length);

/// Decides which of the waiting VCs (Network::waits) are deadlocked. A VC is live if
///   - it is movable, or its front is not routed yet, or
///   - it holds an output VC whose buffer downstream is empty, has room for a flit, or is live, or
///   - it waits for an output VC and may use one that is free or held by a live VC, and whose
///     buffer downstream is empty, is live, or has the room that the head needs;
/// ejection outputs always take flits. Room is the free space of a FIFO. With shared buffers a live
/// VC at the same input that takes shared slots is as good as the one downstream, but for a head
/// that needs an empty buffer. Flits on wires are not counted; they only make VCs live for the
/// moment. All other VCs, the largest set for which none of this can become true, are deadlocked.
/// While messages still move, VCs that are about to get stuck may count as live; a live VC never
/// counts as deadlocked (arbiters are fair).
///
/// A VC that may use no output VC is deadlocked by itself, in a cycle of one.
Deadlock find_deadlock(const std::vector<VcWait>& waits, const topo::Topology& topology);

/// One line: "router_5.input_2.vc_1: message 17 waits for ...".
std::string describe_wait(const VcWait& wait, const topo::Topology& topology);

/// A line per VC of the cycle, ready for the user.
void print_deadlock(std::ostream& out, const Deadlock& deadlock, const topo::Topology& topology);

}  // namespace flitscope::rtl
