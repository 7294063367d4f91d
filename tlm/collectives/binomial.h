#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast along a binomial tree over node numbers, on any network of N nodes: the node of rank r
/// is source xor r where N is a power of two, else source + r modulo N. In the step of distance
/// d, of which the first is the largest power of two below N and each further one half of it, the
/// ranks that are multiples of 2d send to the ranks d above, as far as these are there.
///
/// ceil(log2 N) steps, in which nobody sends or receives twice. Knows nothing of channels, so that
/// messages of a step may meet; on a hypercube each takes one. Source: the usual tree of message
/// passing libraries (Thakur, Rabenseifner and Gropp, 2005, section 4.2).
CollectiveEntry binomial_entry();

}  // namespace flitscope::tl
