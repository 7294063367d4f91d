#pragma once

namespace flitscope::topo {

// Negative hops (Gopal 1985): colour the nodes of a network with two colours, even and odd, so that
// every link joins different ones. The number of hops out of odd nodes never falls along a way, and
// within one number a hop out of an even node is followed at most by one out of an odd node. So
// with this number as the VC class no cycle of dependencies can close, whatever way is taken.

/// Hops out of odd nodes among the first `hops`, at a node of this parity.
inline int odd_hops(int parity_here, int hops) {
    const int source_parity = (parity_here + hops) % 2;
    return (hops + source_parity) / 2;
}

/// VC classes that the longest way asks for.
inline int odd_hop_classes(int longest) { return longest / 2 + 1; }

}  // namespace flitscope::topo
