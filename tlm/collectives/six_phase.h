#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Six-phase multicast SP (El-Obaid and Zuo): as TP, with the destinations of either message parted
/// into those at higher x than the source, at lower x, and at its own.
///
/// Every hop is one of `hamiltonian` routing, the first included: the reading that gives the paths
/// of the paper's example. Two messages may so want the same port of the source, where the paper
/// has one port for each.
CollectiveEntry six_phase_entry();

}  // namespace flitscope::tl
