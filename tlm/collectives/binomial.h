#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast along a binomial tree over node numbers, on any network of N nodes: the node of rank r
/// is source xor r where N is a power of two, else source + r modulo N. In the step of distance d,
/// of which the first is the largest power of two below N and each further one half of it, the
/// ranks that are multiples of 2d send to the ranks d above, if these exist.
///
/// It takes ceil(log2 N) steps, in each of which a node sends or receives at most once. It ignores
/// channels, so messages of a step may contend; on a hypercube each message takes one channel.
/// Source: the usual tree of message passing libraries (Thakur, Rabenseifner and Gropp, 2005,
/// section 4.2).
CollectiveEntry binomial_entry();

}  // namespace flitscope::tl
