#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Six-phase multicast SP (El-Obaid and Zuo): like TP, with the destinations of either message
/// split into those at higher x than the source, at lower x, and at its own.
///
/// Every hop, including the first, follows `hamiltonian` routing: this reading gives the paths of
/// the paper's example. So two messages may need the same port of the source, whereas the paper has
/// one port for each.
CollectiveEntry six_phase_entry();

}  // namespace flitscope::tl
